package web_test

import (
	"context"
	"errors"
	"net/url"
	"strings"
	"testing"

	"kontor/internal/gate"
	"kontor/internal/shop"
	"kontor/internal/web"
	"kontor/internal/web/door"
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

func (b *brokenGates) GateSessionEnded(ctx context.Context, purpose gate.Purpose, id string) (bool, error) {
	if b.err != nil {
		return false, b.err
	}
	return b.Store.GateSessionEnded(ctx, purpose, id)
}

// A client whose session cannot be checked is refused, with an answer that says so.
func TestS53_GatesCloseWithoutTheirDatabase(t *testing.T) {
	t.Parallel()
	broken := &brokenGates{}
	s := startShop(t, func(o *web.Options) { broken.Store, o.Gates = o.Gates, broken })
	v, stranger := s.operator(), s.visitor()
	broken.err = errors.New("disk I/O error: /var/lib/kontor.db")

	for _, got := range []answer{
		stranger.post("/api/zugang", guess(siteCode)), v.post("/api/zugang/verwaltung", guess(adminCode)),
		v.get("/api/verwaltung/orders"), v.get("/api/bestseller"), v.post("/api/zugang/abmelden", ""),
	} {
		got.want(t, 503, uncheckable)
		if got.header.Get("Retry-After") == "" || got.header.Get("Set-Cookie") != "" {
			t.Errorf("headers %v", got.header)
		}
	}
	if page := v.get("/"); page.status != 503 || !strings.Contains(page.body, "Das hat nicht geklappt") {
		t.Errorf("storefront %d: %.200s", page.status, page.body)
	}
	for _, page := range []answer{stranger.form("/api/zugang", url.Values{"code": {siteCode}}), v.get("/verwaltung/")} {
		if page.status != 503 || !strings.Contains(page.body, uncheckable) || page.header.Get("Set-Cookie") != "" {
			t.Errorf("page %d: %.200s", page.status, page.body)
		}
	}
	v.post("/api/orders", orderBody()).want(t, 500, "Bestellung konnte nicht gespeichert werden.")
	broken.err = shop.ErrDatabaseUnavailable
	v.post("/api/orders", orderBody()).want(t, 500, "Datenbank nicht verbunden.")
	v.get("/api/verwaltung/orders").want(t, 503, uncheckable)
	stranger.get("/api/bestseller").want(t, 401, noSite) // without a cookie nothing is asked
	if !strings.Contains(s.log.String(), "disk I/O error") {
		t.Error("the cause is not in the log")
	}

	broken.err = nil
	s.wantStored(t, 0)
	v.get("/api/verwaltung/orders").want(t, 200, "")
}
