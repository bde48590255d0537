package gate_test

import (
	"net/netip"
	"testing"
	"time"

	"pgregory.net/rapid"

	"kontor/internal/gate"
)

// model states the rules plainly over all failures there ever were.
type model []modelFailure

type modelFailure struct {
	at   time.Time
	addr netip.Addr
}

func (m model) refuses(addr netip.Addr, now time.Time) bool {
	var own, subnet, all int
	for _, f := range m {
		if now.Sub(f.at) >= period {
			continue
		}
		all++
		if narrow(f.addr) == narrow(addr) {
			own++
		}
		if addr.Is6() && f.addr.Is6() && wide(f.addr) == wide(addr) {
			subnet++
		}
	}
	return own >= 5 || subnet >= 20 || all >= 50 && own > 0
}

func narrow(a netip.Addr) netip.Prefix {
	if a.Is4() {
		return netip.PrefixFrom(a, 32)
	}
	return netip.PrefixFrom(a, 64).Masked()
}

func wide(a netip.Addr) netip.Prefix { return netip.PrefixFrom(a, 48).Masked() }

// clientAddrs are few enough to run into every limit.
var clientAddrs = func() (addrs []netip.Addr) {
	for i := range byte(12) {
		addrs = append(addrs, netip.AddrFrom4([4]byte{192, 0, 2, i}))
		addrs = append(addrs, netip.AddrFrom16([16]byte{0x20, 0x01, 0x0d, 0xb8, 0, i / 8, 0, i % 8, 15: i}))
	}
	return addrs
}()

func TestG17_ThrottleFollowsItsRules(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		c := newClock()
		failures := &memory{}
		throttles := []*gate.Throttle{instance(c, failures), instance(c, failures)}
		var m model
		for range rapid.IntRange(1, 300).Draw(rt, "attempts") {
			c.advance(time.Duration(rapid.IntRange(0, 40).Draw(rt, "seconds")) * time.Second)
			addr := rapid.SampledFrom(clientAddrs).Draw(rt, "address")
			good := rapid.IntRange(0, 9).Draw(rt, "luck") == 0

			refused := m.refuses(addr, c.now)
			th := rapid.SampledFrom(append(throttles, instance(c, failures))).Draw(rt, "instance")
			ok, wait, err := th.Attempt(t.Context(), gate.ClientAt(addr), func() bool { return good })
			if err != nil {
				rt.Fatal(err)
			}
			if refused != (wait > 0) || ok != (good && !refused) {
				rt.Fatalf("%v: ok %v, wait %v; refused by the rules: %v, right code: %v", addr, ok, wait, refused, good)
			}
			if refused && !m.refuses(addr, c.now.Add(wait-1)) {
				rt.Fatalf("%v: a shorter wait than %v would help", addr, wait)
			}
			// Others may have failed since an instance began to refuse; a fresh one knows.
			_, wait, _ = instance(c, failures).Attempt(t.Context(), gate.ClientAt(addr), func() bool { return true })
			if refused && m.refuses(addr, c.now.Add(wait)) {
				rt.Fatalf("%v: a wait of %v does not help", addr, wait)
			}
			if !refused && !good {
				m = append(m, modelFailure{c.now, addr})
			}
		}
	})
}
