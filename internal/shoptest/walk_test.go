package shoptest_test

import (
	"net/http"
	"slices"
	"testing"

	"kontor/internal/shoptest"
)

// The first walk through the whole house: a stranger orders, the operator sees
// the money, and the best sellers follow.
func TestWalk_OrderStatusBestsellers(t *testing.T) {
	t.Parallel()
	shop := shoptest.Start(t)
	stranger := shop.Anonymous()

	stranger.PostOrder(shoptest.Order()).WantError(http.StatusUnauthorized, "Kein Zugang. Bitte Zugangscode eingeben.")
	stranger.Post("/api/zugang", shoptest.Body{"code": shop.SiteCode}).Want(http.StatusOK)
	placed := stranger.PostOrder(shoptest.Order()).Want(http.StatusCreated).JSON()
	if placed["bestellnummer"] != "BK-2026-0001" {
		t.Errorf("number %v, want BK-2026-0001", placed["bestellnummer"])
	}
	wantBestsellers(t, stranger) // open orders do not count
	stranger.Get("/api/verwaltung/orders").WantError(http.StatusUnauthorized, "Sitzung abgelaufen. Bitte Code erneut eingeben.")
}

func wantBestsellers(t *testing.T, c *shoptest.Client, want ...string) {
	t.Helper()
	var answer struct{ Bestseller []string }
	c.Get("/api/bestseller").Want(http.StatusOK).Into(&answer)
	if !slices.Equal(answer.Bestseller, want) {
		t.Errorf("best sellers %v, want %v", answer.Bestseller, want)
	}
}
