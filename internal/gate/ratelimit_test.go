package gate_test

import (
	"context"
	"errors"
	"net/netip"
	"testing"
	"time"

	"kontor/internal/gate"
)

// allowances keeps them in memory.
type allowances map[string]time.Time

func (a allowances) SpendAllowance(_ context.Context, client string, _ time.Time, spend func(time.Time) time.Time) error {
	if next := spend(a[client]); !next.IsZero() {
		a[client] = next
	}
	return nil
}

func newRateLimit(c *clock, perMinute int, kept gate.Allowances) *gate.RateLimit {
	limit := gate.NewRateLimit("orders", perMinute, kept, siteKey)
	limit.Now = c.Now
	return limit
}

func TestH18_R49_RateLimitPerClient(t *testing.T) {
	t.Parallel()
	c, kept := newClock(), allowances{}
	instances := []*gate.RateLimit{newRateLimit(c, 2, kept), newRateLimit(c, 2, kept)}
	want := func(addr string, n int) { // of three orders, over both instances
		t.Helper()
		got := 0
		for i := range 3 {
			wait, err := instances[i%2].Take(t.Context(), netip.MustParseAddr(addr))
			if err != nil || wait > time.Minute {
				t.Errorf("%s waits %v, %v", addr, wait, err)
			}
			if wait == 0 {
				got++
			}
		}
		if got != n {
			t.Errorf("%s may order %d times, want %d", addr, got, n)
		}
	}
	want("203.0.113.1", 2)
	want("203.0.113.2", 2)
	want("2001:db8::1", 2)
	want("2001:db8::ffff", 0) // the same /64
	want("2001:db8:0:1::1", 2)

	c.advance(61 * time.Second)
	want("203.0.113.1", 2)
	c.advance(30 * time.Second) // less than a minute of silence: nothing is forgotten
	want("203.0.113.1", 1)

}

// A clock that is set back locks nobody out for longer than a correct one would.
func TestR15_RateLimitWhenTheClockGoesBack(t *testing.T) {
	t.Parallel()
	for _, back := range []time.Duration{2 * time.Minute, time.Hour, 400 * 24 * time.Hour} {
		c, kept := newClock(), allowances{}
		running := newRateLimit(c, 2, kept)
		take := func(limit *gate.RateLimit) time.Duration {
			t.Helper()
			wait, err := limit.Take(t.Context(), netip.MustParseAddr("203.0.113.1"))
			if err != nil {
				t.Fatal(err)
			}
			return wait
		}
		for range 3 {
			take(running)
		}
		c.advance(-back)
		restarted := newRateLimit(c, 2, kept)
		for name, limit := range map[string]*gate.RateLimit{"running": running, "restarted": restarted} {
			if wait := take(limit); wait <= 0 || wait > 30*time.Second {
				t.Errorf("%v back, %s: waits %v", back, name, wait)
			}
		}
		c.advance(30 * time.Second)
		if wait := take(restarted); wait != 0 {
			t.Errorf("%v back, after half a minute: waits %v", back, wait)
		}
		if wait := take(running); wait <= 0 || wait > 30*time.Second {
			t.Errorf("%v back, after half a minute, once more: waits %v", back, wait)
		}
	}
}

func TestRateLimitThatIsOffAsksNobody(t *testing.T) {
	t.Parallel()
	kept := &memory{err: errors.New("away")}
	for range 100 {
		if wait, err := newRateLimit(newClock(), 0, kept).Take(t.Context(), netip.Addr{}); wait != 0 || err != nil {
			t.Errorf("waits %v, %v", wait, err)
		}
	}
	if kept.calls != 0 {
		t.Errorf("%d calls", kept.calls)
	}
	if _, err := newRateLimit(newClock(), 1, kept).Take(t.Context(), netip.Addr{}); err != kept.err {
		t.Errorf("error %v", err)
	}
}
