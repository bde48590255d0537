package web_test

import (
	"net/http/httptest"
	"slices"
	"testing"

	"kontor/internal/web"
	"kontor/tests/shoptest"
)

// TestS36_NumberOfItems: a limit that the specification does not name refuses
// with one of its texts or with 413.
func TestS36_NumberOfItems(t *testing.T) {
	t.Parallel()
	s := shoptest.Start(t)
	order := func(items int) shoptest.Body {
		return shoptest.Order(shoptest.Set("artikel", slices.Repeat([]any{shoptest.Item("garn", 1, 0)}, items)))
	}
	guest := s.Visitor()
	guest.PostOrder(order(201)).WantError(413, "Die Bestellung enthält zu viele Artikel.")
	if stored := s.Orders(); len(stored) != 0 {
		t.Errorf("%d orders stored", len(stored))
	}
	guest.PostOrder(order(200)).Want(201)
}

// TestS46_ExpectationThatNobodyMeets: net/http refuses it without a body.
func TestS46_ExpectationThatNobodyMeets(t *testing.T) {
	t.Parallel()
	s := shoptest.Start(t)
	got := s.Raw("POST /api/orders HTTP/1.1\r\nHost: x\r\nExpect: wonders\r\nContent-Length: 0\r\n\r\n")
	if got.Status != 417 || got.Text() != `{"ok":false,"error":"Ungültige Anfrage."}`+"\n" {
		t.Errorf("answer = %d %q", got.Status, got.Text())
	}
	if code := got.Header.Get("X-Fehlercode"); code != "ungueltige_anfrage" {
		t.Errorf("X-Fehlercode = %q", code)
	}
}

// TestO2_OnlyMetricsOnTheirAddress: nothing else looks as if it were there.
func TestO2_OnlyMetricsOnTheirAddress(t *testing.T) {
	t.Parallel()
	s := shoptest.Start(t)
	for path, status := range map[string]int{"/metrics": 200, "/": 404, "/debug/pprof/": 404, "/metrics/x": 404} {
		w := httptest.NewRecorder()
		web.MetricsHandler(s.Metrics).ServeHTTP(w, httptest.NewRequest("GET", path, nil))
		if w.Code != status {
			t.Errorf("%s: %d, want %d", path, w.Code, status)
		}
	}
}
