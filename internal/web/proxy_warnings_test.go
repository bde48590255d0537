package web_test

import (
	"strings"
	"testing"
	"time"

	"kontor/tests/shoptest"
)

// The operator hears of a proxy that hides its clients once an hour, and what to
// set; a trusted one is no reason.
func TestProxyWarnings(t *testing.T) {
	t.Parallel()
	s, trusting := shoptest.Start(t), shoptest.Start(t, behindProxy)
	behind, trusted := untrustedProxy(t, s), untrustedProxy(t, trusting)
	want := func(n int) {
		t.Helper()
		log := s.Log.String()
		if got := strings.Count(log, "TRUSTED_PROXIES"); got != n || strings.Contains(log, "203.0.113") {
			t.Errorf("%d warnings, or an address in the log; want %d", got, n)
		}
	}
	s.Anonymous().Get("/healthz").Want(200)
	want(0)
	for i := range 4 {
		for range 10 {
			behind(s.Anonymous()).Get("/healthz", "X-Forwarded-For: 203.0.113.7").Want(200)
		}
		want(i + 1)
		s.Clock.Advance(time.Hour - time.Second)
		behind(s.Anonymous()).Get("/healthz").Want(200)
		want(i + 1)
		s.Clock.Advance(time.Second)
	}
	s.Clock.Advance(-400 * 24 * time.Hour) // R15: a clock that was ahead does not silence it
	behind(s.Anonymous()).Get("/healthz").Want(200)
	want(5)

	trusted(trusting.Anonymous()).Get("/healthz").Want(200)
	if strings.Contains(trusting.Log.String(), "TRUSTED_PROXIES") {
		t.Error("warned of a trusted proxy")
	}
}
