package web_test

import (
	"net/http/httptest"
	"strings"
	"testing"

	"kontor/internal/web"
)

// TestS36_NumberOfItems: a limit that the specification does not name refuses
// with one of its texts or with 413.
func TestS36_NumberOfItems(t *testing.T) {
	t.Parallel()
	s := startShop(t)
	const item = `{"slug":"garn","name":"Garn","menge":1,"preis":0}`
	order := func(items int) string {
		return orderBody("artikel", "["+strings.Repeat(item+",", items-1)+item+"]")
	}
	guest := s.insider()
	guest.post("/api/orders", order(201)).want(t, 413, "Die Bestellung enthält zu viele Artikel.")
	if stored := s.stored(); len(stored) != 0 {
		t.Errorf("%d orders stored", len(stored))
	}
	guest.post("/api/orders", order(200)).want(t, 201, "")
}

// TestS46_ExpectationThatNobodyMeets: net/http refuses it without a body.
func TestS46_ExpectationThatNobodyMeets(t *testing.T) {
	t.Parallel()
	s := startShop(t)
	got := s.raw(t, "POST /api/orders HTTP/1.1\r\nHost: x\r\nExpect: wonders\r\nContent-Length: 0\r\n\r\n")
	if got.status != 417 || got.body != `{"ok":false,"error":"Ungültige Anfrage."}`+"\n" {
		t.Errorf("answer = %d %q", got.status, got.body)
	}
	if code := got.header.Get("X-Fehlercode"); code != "ungueltige_anfrage" {
		t.Errorf("X-Fehlercode = %q", code)
	}
}

// TestO2_OnlyMetricsOnTheirAddress: nothing else looks as if it were there.
func TestO2_OnlyMetricsOnTheirAddress(t *testing.T) {
	t.Parallel()
	s := startShop(t)
	for path, status := range map[string]int{"/metrics": 200, "/": 404, "/debug/pprof/": 404, "/metrics/x": 404} {
		w := httptest.NewRecorder()
		web.MetricsHandler(s.Metrics).ServeHTTP(w, httptest.NewRequest("GET", path, nil))
		if w.Code != status {
			t.Errorf("%s: %d, want %d", path, w.Code, status)
		}
	}
}
