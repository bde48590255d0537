package web_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"kontor/internal/gate"
	"kontor/internal/shop"
	"kontor/internal/web"
	"kontor/internal/web/door"
	"kontor/tests/shoptest"
)

const uncheckable = "Der Zugang kann gerade nicht geprüft werden. Bitte gleich noch einmal versuchen."

// brokenGates is the real store until it is told to fail.
type brokenGates struct {
	door.Store
	err error
}

func (b *brokenGates) TryCode(ctx context.Context, g gate.Guess, failed func(gate.History) bool) error {
	if b.err != nil {
		return b.err
	}
	return b.Store.TryCode(ctx, g, failed)
}

func (b *brokenGates) GateSession(ctx context.Context, purpose gate.Purpose, session gate.Session) (gate.Standing, error) {
	if b.err != nil {
		return gate.Standing{}, b.err
	}
	return b.Store.GateSession(ctx, purpose, session)
}

// A client whose session cannot be checked is refused, with an answer that says so.
func TestS53_GatesCloseWithoutTheirDatabase(t *testing.T) {
	t.Parallel()
	broken := &brokenGates{}
	s := shoptest.Start(t, shoptest.Web(func(o *web.Options) { broken.Store, o.Gates = o.Gates, broken }))
	c, stranger := s.Operator(), s.Anonymous()
	broken.err = errors.New("disk I/O error: /var/lib/kontor.db")

	for _, got := range []shoptest.Answer{
		stranger.Post("/api/zugang", guess(s.SiteCode)), c.Post("/api/zugang/verwaltung", guess(s.AdminCode)),
		c.Get("/api/verwaltung/orders"), c.Get("/api/bestseller"), c.Post("/api/zugang/abmelden", nil),
	} {
		got.WantError(503, uncheckable)
		if got.Header.Get("Retry-After") == "" || got.Header.Get("Set-Cookie") != "" {
			t.Errorf("headers %v", got.Header)
		}
	}
	if page := c.Get("/"); page.Status != 503 || !strings.Contains(page.Text(), "Das hat nicht geklappt") {
		t.Errorf("storefront %d: %.200s", page.Status, page.Text())
	}
	for _, page := range []shoptest.Answer{stranger.Form("/api/zugang", codeForm(s.SiteCode)), c.Get("/verwaltung/")} {
		if page.Status != 503 || !strings.Contains(page.Text(), uncheckable) || page.Header.Get("Set-Cookie") != "" {
			t.Errorf("page %d: %.200s", page.Status, page.Text())
		}
	}
	c.PostOrder(shoptest.Order()).WantError(500, "Bestellung konnte nicht gespeichert werden.")
	broken.err = shop.ErrDatabaseUnavailable
	c.PostOrder(shoptest.Order()).WantError(500, "Datenbank nicht verbunden.")
	c.Get("/api/verwaltung/orders").WantError(503, uncheckable)
	stranger.Get("/api/bestseller").WantError(401, noSite) // without a cookie nothing is asked
	if !strings.Contains(s.Log.String(), "disk I/O error") {
		t.Error("the cause is not in the log")
	}

	broken.err = nil
	s.WantOrders(0)
	c.Get("/api/verwaltung/orders").Want(200)
}
