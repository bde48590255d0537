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
	take := func(addr string) bool { return limit.take(netip.MustParseAddr(addr)) == nil }

	if !take("203.0.113.1") || !take("203.0.113.1") || take("203.0.113.1") {
		t.Error("two orders are allowed, the third is not")
	}
	if !take("203.0.113.2") {
		t.Error("another client has to wait")
	}
	if !take("2001:db8::1") || !take("2001:db8::2") || take("2001:db8::3") || !take("2001:db8:0:1::1") {
		t.Error("an IPv6 /64 is one client")
	}
	now = now.Add(61 * time.Second)
	if !take("203.0.113.1") || !take("203.0.113.1") || take("203.0.113.1") {
		t.Error("after a minute two orders are allowed again")
	}
	now = now.Add(30 * time.Second) // a younger generation does not forget
	if !take("203.0.113.1") || take("203.0.113.1") {
		t.Error("after half a minute one order is allowed")
	}
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
