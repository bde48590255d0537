package gate

import (
	"net/netip"
	"testing"
	"time"
)

func failFrom(th *Throttle, addresses int, addr func(i int) netip.Addr) {
	for i := range addresses {
		th.Attempt(ClientAt(addr(i)), func() bool { return false })
	}
}

func TestG18_ManyAddressesDoNotGrowMemory(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 11, 21, 9, 15, 0, 0, time.UTC)
	th := NewThrottle()
	th.Now = func() time.Time { return now }

	failFrom(th, 10_000, func(i int) netip.Addr {
		return netip.AddrFrom4([4]byte{10, byte(i >> 16), byte(i >> 8), byte(i)})
	})
	failFrom(th, 30_000, func(i int) netip.Addr { // each in a /48 of its own
		return netip.AddrFrom16([16]byte{0x20, 0x01, byte(i >> 16), 0, byte(i >> 8), byte(i)})
	})
	if len(th.failures) != maxFailures || cap(th.failures) > 4*maxFailures || len(th.lanes) > 2*maxFailures {
		t.Errorf("%d failures (room for %d), %d lanes; want at most %d failures",
			len(th.failures), cap(th.failures), len(th.lanes), maxFailures)
	}
	for l, times := range th.lanes {
		if len(times) == 0 || cap(times) > 4*l.limit {
			t.Fatalf("lane %v keeps %d times in room for %d", l.network, len(times), cap(times))
		}
	}

	now = now.Add(throttlePeriod)
	th.Attempt(ClientAt(netip.Addr{}), func() bool { return true })
	if len(th.failures) != 0 || len(th.lanes) != 0 {
		t.Errorf("%d failures and %d lanes are left after 15 minutes", len(th.failures), len(th.lanes))
	}
}
