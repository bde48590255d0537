package web

import (
	"fmt"
	"net/netip"
	"testing"
	"time"

	"kontor/internal/gate"
)

func TestH18_OrderLimitPerClient(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 11, 21, 9, 15, 0, 0, time.UTC)
	limit := newOrderLimit(2, func() time.Time { return now })
	allowed := func(addr string) (n int) { // of three orders
		for range 3 {
			if limit.take(netip.MustParseAddr(addr)) == nil {
				n++
			}
		}
		return n
	}
	want := func(addr string, n int) {
		t.Helper()
		if got := allowed(addr); got != n {
			t.Errorf("%s may order %d times, want %d", addr, got, n)
		}
	}
	want("203.0.113.1", 2)
	want("203.0.113.2", 2)
	want("2001:db8::1", 2)
	want("2001:db8::ffff", 0) // the same /64
	want("2001:db8:0:1::1", 2)

	now = now.Add(61 * time.Second)
	want("203.0.113.1", 2)
	now = now.Add(30 * time.Second) // no minute of silence: nothing is forgotten
	want("203.0.113.1", 1)
}

func TestG18_OrderLimitKeepsMemoryBounded(t *testing.T) {
	t.Parallel()
	limit := newOrderLimit(1, time.Now)
	for i := range 5 * maxBuckets {
		limit.take(netip.AddrFrom4([4]byte{10, byte(i >> 16), byte(i >> 8), byte(i)}))
	}
	if n := len(limit.young) + len(limit.old); n > 2*maxBuckets {
		t.Errorf("%d buckets", n)
	}
}

func TestS14_EndedSessionsAreBoundedAndForgotten(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 11, 21, 9, 15, 0, 0, time.UTC)
	ended := newEndedSessions(time.Hour, func() time.Time { return now })
	for i := range maxEnded {
		ended.add(gate.Session{ID: fmt.Sprint(i), IssuedAt: now})
	}
	ended.add(gate.Session{ID: "last", IssuedAt: now})
	if len(ended.until) != maxEnded || !ended.has(gate.Session{ID: "last"}) {
		t.Errorf("%d sessions remembered", len(ended.until))
	}
	now = now.Add(time.Hour)
	ended.add(gate.Session{ID: "next", IssuedAt: now})
	if len(ended.until) != 1 {
		t.Errorf("%d sessions remembered after all expired", len(ended.until))
	}
}
