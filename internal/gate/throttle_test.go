package gate_test

import (
	"fmt"
	"net/netip"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"kontor/internal/gate"
)

const period = 15 * time.Minute

func newThrottle(c *clock) *gate.Throttle {
	return instance(c, &memory{})
}

// instance returns one instance's throttle over failures that others may share.
func instance(c *clock, failures gate.Failures) *gate.Throttle {
	th := gate.NewThrottle(gate.Site, failures, siteKey)
	th.Now = c.Now
	return th
}

func at(addr string) gate.Client { return gate.ClientAt(netip.MustParseAddr(addr)) }

// host returns the i-th of many IPv4 clients.
func host(i int) gate.Client {
	return gate.ClientAt(netip.AddrFrom4([4]byte{10, byte(i >> 16), byte(i >> 8), byte(i)}))
}

func right() bool { return true }
func wrong() bool { return false }

// fail enters n wrong codes, all of which must be checked.
func fail(t *testing.T, th *gate.Throttle, client gate.Client, n int) {
	t.Helper()
	for i := range n {
		if v, err := th.Attempt(t.Context(), client, wrong); v.Right || v.Wait != 0 || v.Failures == 0 || err != nil {
			t.Fatalf("wrong code %d: %+v, %v; want it checked and refused", i+1, v, err)
		}
	}
}

func mustEnter(t *testing.T, th *gate.Throttle, client gate.Client) {
	t.Helper()
	if v, err := th.Attempt(t.Context(), client, right); !v.Right || v.Wait != 0 || err != nil {
		t.Errorf("right code: %+v, %v; want it accepted", v, err)
	}
}

// mustWait tries the right code, which must not even be checked.
func mustWait(t *testing.T, th *gate.Throttle, client gate.Client, want time.Duration) {
	t.Helper()
	checked := false
	v, err := th.Attempt(t.Context(), client, func() bool { checked = true; return true })
	if v.Right || checked || v.Wait != want || err != nil {
		t.Errorf("throttled client: %+v, checked %v, %v; want wait %v", v, checked, err, want)
	}
}

func TestG17_SixthFailureOfOneClient(t *testing.T) {
	t.Parallel()
	c := newClock()
	th := newThrottle(c)
	me, other := at("192.0.2.1"), at("192.0.2.2")
	for range 5 {
		fail(t, th, me, 1)
		c.advance(time.Minute)
	}
	mustWait(t, th, me, 10*time.Minute) // even with the right code
	mustEnter(t, th, other)
	fail(t, th, other, 1)

	c.advance(10*time.Minute - 1)
	mustWait(t, th, me, 1)
	c.advance(1)
	mustEnter(t, th, me)
	fail(t, th, me, 1) // of the five, only the oldest has expired
	mustWait(t, th, me, time.Minute)

	c.advance(period)
	fail(t, th, me, 5)
	mustWait(t, th, me, period)
}

func TestG17_CeilingOfTheGate(t *testing.T) {
	t.Parallel()
	c := newClock()
	th := newThrottle(c)
	for i := range 25 {
		fail(t, th, host(i), 2)
		c.advance(10 * time.Second)
	}
	// 50 failures within 250 s; each client has 3 of its own left.
	mustWait(t, th, host(24), period-250*time.Second)
	mustWait(t, th, host(0), period-250*time.Second)
	mustEnter(t, th, host(100))
	fail(t, th, host(100), 1) // a first failure is checked, and is the last
	mustWait(t, th, host(100), period-250*time.Second)
	mustEnter(t, th, host(101))

	c.advance(period)
	mustEnter(t, th, host(24))
	fail(t, th, host(24), 5)
}

// During an attack the gate stays at its ceiling, but a client's own failure expires as
// usual.
func TestG17_WaitUnderAttackEndsWithTheOwnFailure(t *testing.T) {
	t.Parallel()
	c := newClock()
	th := newThrottle(c)
	fail(t, th, host(0), 1)
	for i := range 100 {
		c.advance(6 * time.Second)
		fail(t, th, host(1+i), 1)
	}
	mustWait(t, th, host(0), 5*time.Minute)
	c.advance(5 * time.Minute)
	mustEnter(t, th, host(0))
}

func TestG17_SuccessForgivesNothing(t *testing.T) {
	t.Parallel()
	c := newClock()
	th := newThrottle(c)
	for range 5 {
		mustEnter(t, th, host(1))
		fail(t, th, host(1), 1)
		c.advance(time.Second)
	}
	mustWait(t, th, host(1), period-5*time.Second)

	for i := range 45 {
		fail(t, th, host(10+i), 1)
		mustEnter(t, th, host(1000+i))
	}
	mustWait(t, th, host(10), period-5*time.Second)
}

func TestG17_GatesCountSeparately(t *testing.T) {
	t.Parallel()
	c := newClock()
	failures := &memory{}
	site, admin := instance(c, failures), gate.NewThrottle(gate.Administration, failures, adminKey)
	admin.Now = c.Now
	fail(t, site, host(1), 5)
	mustWait(t, site, host(1), period)
	mustEnter(t, admin, host(1))
	fail(t, admin, host(1), 5)
}

func TestThrottleIPv6(t *testing.T) {
	t.Parallel()
	c := newClock()
	th := newThrottle(c)
	for i := range 5 {
		fail(t, th, at(fmt.Sprintf("2001:db8:1:1::%d", i)), 1)
	}
	mustWait(t, th, at("2001:db8:1:1:ffff::1"), period) // the same /64
	for subnet := 2; subnet <= 4; subnet++ {
		fail(t, th, at(fmt.Sprintf("2001:db8:1:%d::1", subnet)), 5)
	}
	mustWait(t, th, at("2001:db8:1:99::1"), period) // the same /48, 20 failures
	mustEnter(t, th, at("2001:db8:2:1::1"))
}

func TestThrottleSpellingsOfOneAddress(t *testing.T) {
	t.Parallel()
	c := newClock()
	th := newThrottle(c)
	fail(t, th, at("192.0.2.1"), 3)
	fail(t, th, at("::ffff:192.0.2.1"), 2)
	mustWait(t, th, at("192.0.2.1"), period)
	fail(t, th, at("fe80::1%eth0"), 3)
	fail(t, th, at("fe80::1%eth1"), 2)
	mustWait(t, th, at("fe80::1"), period)
	fail(t, th, gate.ClientAt(netip.Addr{}), 5)
	mustWait(t, th, gate.ClientAt(netip.Addr{}), period)
}

// An attacker, whether at the operator's own address or at many others, cannot lock out
// a browser that held a session before.
func TestG17_HolderOfAnExpiredTokenHasItsOwnLane(t *testing.T) {
	t.Parallel()
	c := newClock()
	k := adminKeyring(t, c)
	token := issue(k)
	c.advance(day)
	session, err := k.Verify(token)
	if err != gate.ErrExpired {
		t.Fatal(err)
	}
	th := newThrottle(c)
	device := gate.ClientHolding(session)
	fail(t, th, host(1), 5)
	for i := range 60 {
		fail(t, th, host(10+i), 1)
	}
	fail(t, th, device, 4) // at the ceiling, with failures of its own
	mustEnter(t, th, device)
	fail(t, th, device, 1)
	mustWait(t, th, device, period)
	mustWait(t, th, host(1), period)

	_, other := k.Issue()
	mustEnter(t, th, gate.ClientHolding(other))
}

func TestThrottleCountsFailuresOfHolders(t *testing.T) {
	t.Parallel()
	c := newClock()
	th := newThrottle(c)
	for i := range 49 {
		fail(t, th, gate.ClientHolding(gate.Session{ID: fmt.Sprint(i)}), 1)
	}
	fail(t, th, host(1), 1)
	mustWait(t, th, host(1), period)
}

func TestS15_ThousandWrongCodes(t *testing.T) {
	t.Parallel()
	c := newClock()
	th := newThrottle(c)
	checked := 0
	for range 1000 {
		th.Attempt(t.Context(), host(1), func() bool { checked++; return false })
		c.advance(time.Second)
	}
	if checked > 10 { // two periods of 15 minutes
		t.Errorf("%d of 1000 codes were checked", checked)
	}
	mustEnter(t, th, host(2))
}

// Simultaneous guesses must not slip through between check and count.
func TestS15_ParallelGuessesAreCounted(t *testing.T) {
	t.Parallel()
	th := newThrottle(newClock())
	var checked, throttled atomic.Int32
	var wg sync.WaitGroup
	for range 200 {
		wg.Go(func() {
			v, _ := th.Attempt(t.Context(), host(1), func() bool { checked.Add(1); return false })
			if v.Wait > 0 {
				throttled.Add(1)
			}
		})
	}
	wg.Wait()
	if checked.Load() != 5 || throttled.Load() != 195 {
		t.Errorf("checked %d, throttled %d; want 5 and 195", checked.Load(), throttled.Load())
	}
}
