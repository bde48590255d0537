package shoptest_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"kontor/internal/shop/order"
	"kontor/tests/shoptest"
)

// The first walk through the whole shop: a stranger passes the gate and orders, the
// operator sees the money arrive, and the best sellers follow each change.
func TestWalk_OrderStatusBestsellers(t *testing.T) {
	t.Parallel()
	shop := shoptest.Start(t)
	stranger := shop.Anonymous()

	stranger.PostOrder(shoptest.Order()).WantError(http.StatusUnauthorized, "Kein Zugang. Bitte Zugangscode eingeben.")
	shop.WantStatuses()
	passSiteGate(t, shop, stranger)

	placed := stranger.PostOrder(shoptest.Order(shoptest.Set("status", "bezahlt"))).Want(http.StatusCreated).JSON()
	if placed["bestellnummer"] != "BK-2026-0001" || placed["id"] != 1.0 {
		t.Errorf("placed %v, want id 1, number BK-2026-0001", placed)
	}
	shop.WantStatuses(order.StatusPaymentOpen)
	wantBestsellers(t, stranger) // the money has not arrived

	closed := "Sitzung abgelaufen. Bitte Code erneut eingeben."
	stranger.Get("/api/verwaltung/orders").WantError(http.StatusUnauthorized, closed)
	stranger.Patch("/api/verwaltung/orders/1", shoptest.Body{"status": "bezahlt"}).WantError(http.StatusUnauthorized, closed)
	shop.WantStatuses(order.StatusPaymentOpen)

	operator := shop.Operator()
	setStatus(t, operator, "bezahlt")
	wantBestsellers(t, stranger, "merinowolle-petrol", "stricknadeln-bambus-4")
	setStatus(t, operator, "storniert")
	wantBestsellers(t, stranger)
	setStatus(t, operator, "bezahlt")
	wantBestsellers(t, stranger, "merinowolle-petrol", "stricknadeln-bambus-4")

	wantRevenue(t, operator, 22.2)
	wantHistory(t, operator, "erstellt", "status", "status", "status")
	wantNothingPrivate(t, shop)
}

// passSiteGate tries a wrong code before the right one.
func passSiteGate(t *testing.T, shop *shoptest.Shop, c *shoptest.Client) {
	t.Helper()
	c.Post("/api/zugang", shoptest.Body{"code": shop.AdminCode}).WantError(http.StatusUnauthorized, "Falscher Zugangscode.")
	if c.Cookie(shoptest.SiteCookie) != "" {
		t.Error("a wrong code set a cookie")
	}
	c.Post("/api/zugang", shoptest.Body{"code": shop.SiteCode}).Want(http.StatusOK)
	if c.Cookie(shoptest.AdminCookie) != "" {
		t.Error("the site's code opened the administration")
	}
}

func setStatus(t *testing.T, operator *shoptest.Client, status string) {
	t.Helper()
	operator.Patch("/api/verwaltung/orders/1", shoptest.Body{"status": "versandt"}).WantError(http.StatusBadRequest, "Ungültiger Status.")
	var answer struct{ Order struct{ Status string } }
	operator.Patch("/api/verwaltung/orders/1", shoptest.Body{"status": status}).Want(http.StatusOK).Into(&answer)
	if answer.Order.Status != status {
		t.Errorf("status %q, want %q", answer.Order.Status, status)
	}
}

func wantBestsellers(t *testing.T, c *shoptest.Client, want ...string) {
	t.Helper()
	var answer struct{ Bestseller []string }
	c.Get("/api/bestseller").Want(http.StatusOK).Into(&answer)
	if !slices.Equal(answer.Bestseller, want) {
		t.Errorf("best sellers %v, want %v", answer.Bestseller, want)
	}
}

func wantRevenue(t *testing.T, operator *shoptest.Client, want float64) {
	t.Helper()
	if got := operator.Get("/api/verwaltung/kennzahlen").Want(http.StatusOK).JSON()["umsatz"]; got != want {
		t.Errorf("revenue %v, want %v", got, want)
	}
}

func wantHistory(t *testing.T, operator *shoptest.Client, want ...string) {
	t.Helper()
	var answer struct {
		Order struct{ Ereignisse []struct{ Art string } }
	}
	operator.Get("/api/verwaltung/orders/1").Want(http.StatusOK).Into(&answer)
	var got []string
	for _, event := range answer.Order.Ereignisse {
		got = append(got, event.Art)
	}
	if !slices.Equal(got, want) {
		t.Errorf("history %v, want %v", got, want)
	}
}

// wantNothingPrivate checks that the log contains neither the customer's data nor
// secrets.
func wantNothingPrivate(t *testing.T, shop *shoptest.Shop) {
	t.Helper()
	if !strings.Contains(shop.Log.String(), `"route":"/api/orders"`) {
		t.Error("the log does not tell of the order's request")
	}
	shop.WantNotLogged("Erika", "erika@example.org", "Heidestraße", "51147", shop.SiteCode, shop.AdminCode)
}
