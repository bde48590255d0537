package web_test

import (
	"strings"
	"testing"
	"time"
)

// The operator hears of a proxy that hides its clients once an hour, and what to
// set; a trusted one is no reason.
func TestProxyWarnings(t *testing.T) {
	t.Parallel()
	s, trusting := startShop(t), startShop(t, behindProxy)
	behind, trusted := s.untrustedProxy(), trusting.untrustedProxy()
	want := func(n int) {
		t.Helper()
		log := s.log.String()
		if got := strings.Count(log, "TRUSTED_PROXIES"); got != n || strings.Contains(log, "203.0.113") {
			t.Errorf("%d warnings, or an address in the log; want %d", got, n)
		}
	}
	s.visitor().get("/healthz").want(t, 200, "")
	want(0)
	for i := range 4 {
		for range 10 {
			behind(s.visitor()).get("/healthz", "X-Forwarded-For: 203.0.113.7").want(t, 200, "")
		}
		want(i + 1)
		s.clock.advance(time.Hour - time.Second)
		behind(s.visitor()).get("/healthz").want(t, 200, "")
		want(i + 1)
		s.clock.advance(time.Second)
	}
	s.clock.advance(-400 * 24 * time.Hour) // R15: a clock that was ahead does not silence it
	behind(s.visitor()).get("/healthz").want(t, 200, "")
	want(5)

	trusted(trusting.visitor()).get("/healthz").want(t, 200, "")
	if strings.Contains(trusting.log.String(), "TRUSTED_PROXIES") {
		t.Error("warned of a trusted proxy")
	}
}
