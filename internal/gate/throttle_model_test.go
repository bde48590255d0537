package gate_test

import (
	"fmt"
	"net/netip"
	"testing"
	"time"

	"pgregory.net/rapid"

	"kontor/internal/gate"
)

// model applies the rules in the plainest way to all failures there ever were.
type model []modelFailure

type modelFailure struct {
	at  time.Time
	who guesser
}

// guesser is someone who enters codes: at an address, behind a proxy that hides it, or
// on a known device.
type guesser struct {
	addr   netip.Addr
	hidden bool
	device string
}

func (g guesser) client() gate.Client {
	switch {
	case g.device != "":
		return gate.ClientOn(gate.Session{ID: g.device})
	case g.hidden:
		return gate.Proxies(nil).Client(requestFrom("172.17.0.1:80", g.addr.String()))
	}
	return gate.ClientAt(g.addr)
}

func (m model) refuses(g guesser, now time.Time) bool {
	var own, subnet, all int
	for _, f := range m {
		if now.Sub(f.at) >= period {
			continue
		}
		if g.device != "" || f.who.device != "" {
			if g.device == f.who.device {
				own++
			}
			continue
		}
		all++
		if g.hidden || f.who.hidden {
			continue
		}
		if narrow(f.who.addr) == narrow(g.addr) {
			own++
		}
		if g.addr.Is6() && f.who.addr.Is6() && wide(f.who.addr) == wide(g.addr) {
			subnet++
		}
	}
	if g.hidden {
		return all >= 50
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

// guessers are few enough to run into every limit.
var guessers = func() (all []guesser) {
	for i := range byte(12) {
		v4 := netip.AddrFrom4([4]byte{192, 0, 2, i})
		all = append(all, guesser{addr: v4},
			guesser{addr: netip.AddrFrom16([16]byte{0x20, 0x01, 0x0d, 0xb8, 0, i / 8, 0, i % 8, 15: i})})
		if i < 3 {
			all = append(all, guesser{addr: v4, hidden: true}, guesser{device: fmt.Sprint(i)})
		}
	}
	return all
}()

func TestG17_W29_ThrottleFollowsItsRules(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		c := newClock()
		failures := &memory{}
		throttles := []*gate.Throttle{instance(c, failures), instance(c, failures)}
		var m model
		for range rapid.IntRange(1, 300).Draw(rt, "attempts") {
			c.advance(time.Duration(rapid.IntRange(0, 40).Draw(rt, "seconds")) * time.Second)
			who := rapid.SampledFrom(guessers).Draw(rt, "who")
			good := rapid.IntRange(0, 9).Draw(rt, "luck") == 0

			refused := m.refuses(who, c.now)
			th := rapid.SampledFrom(append(throttles, instance(c, failures))).Draw(rt, "instance")
			v, err := th.Attempt(t.Context(), who.client(), func() bool { return good })
			if err != nil {
				rt.Fatal(err)
			}
			if refused != (v.Wait > 0) || v.Right != (good && !refused) {
				rt.Fatalf("%+v: %+v; refused by the rules: %v, right code: %v", who, v, refused, good)
			}
			if refused && !m.refuses(who, c.now.Add(v.Wait-1)) {
				rt.Fatalf("%+v: a shorter wait than %v would help", who, v.Wait)
			}
			// Others may have failed since an instance began to refuse; a fresh one
			// knows.
			v, _ = instance(c, failures).Attempt(t.Context(), who.client(), func() bool { return true })
			if refused && m.refuses(who, c.now.Add(v.Wait)) {
				rt.Fatalf("%+v: a wait of %v does not help", who, v.Wait)
			}
			if !refused && !good {
				m = append(m, modelFailure{c.now, who})
			}
		}
	})
}
