package gate_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"kontor/internal/gate"
)

// Several instances count together, and what one has refused it keeps refusing without
// asking the database.
func TestR49_G17_InstancesCountTogether(t *testing.T) {
	t.Parallel()
	c, failures := newClock(), &memory{}
	one, other := instance(c, failures), instance(c, failures)
	fail(t, one, host(1), 3)
	fail(t, other, host(1), 2)
	mustWait(t, one, host(1), period)
	mustWait(t, other, host(1), period)
	calls := failures.calls
	for range 100 {
		mustWait(t, one, host(1), period)
	}
	if failures.calls != calls {
		t.Errorf("%d calls for a client that was refused", failures.calls-calls)
	}
	c.advance(period)
	mustEnter(t, one, host(1))
}

// S53: a code is not accepted while failures cannot be stored, and a wrong one that was
// not counted is the client's last.
func TestS53_FailuresThatCannotBeKept(t *testing.T) {
	t.Parallel()
	c, failures := newClock(), &memory{err: errors.New("disk full")}
	th := instance(c, failures)
	mustEnter(t, th, at("2001:db8::1"))
	if v, err := th.Attempt(t.Context(), at("2001:db8::1"), wrong); v.Right || err != failures.err {
		t.Errorf("%+v, %v", v, err)
	}
	mustWait(t, th, at("2001:db8::1"), period)
	mustWait(t, th, at("2001:db8:0:1::1"), period) // nor from the next /64
	mustEnter(t, th, at("2001:db8:1::1"))
	c.advance(period)
	mustEnter(t, th, at("2001:db8::1"))
}

// Failures are stored under names that reveal no address to anyone without the key.
func TestG18_AddressesAreHidden(t *testing.T) {
	t.Parallel()
	c, failures := newClock(), &memory{}
	fail(t, instance(c, failures), at("2001:db8::1"), 1)
	other := gate.NewThrottle(gate.Site, failures, adminKey)
	other.Now = c.Now
	fail(t, other, at("2001:db8::1"), 1)
	first, second := failures.guesses[0], failures.guesses[1]
	for _, name := range []string{first.Client, first.Subnet} {
		if len(name) != 22 || strings.Contains(name, "db8") || name == second.Client || name == second.Subnet {
			t.Errorf("%+v, with another key %+v", first, second)
		}
	}
}

// Failures recorded by a clock that ran ahead lock nobody out; the limits follow the
// clock as it is now.
func TestR15_ThrottleWhenTheClockGoesBack(t *testing.T) {
	t.Parallel()
	for _, back := range []time.Duration{2 * time.Minute, time.Hour, 400 * 24 * time.Hour} {
		c, failures := newClock(), &memory{}
		running := instance(c, failures)
		fail(t, running, at("203.0.113.1"), 5)
		for i := range 45 {
			fail(t, running, host(i), 1)
		}
		mustWait(t, running, at("203.0.113.1"), period)
		c.advance(-back)
		for _, th := range []*gate.Throttle{running, instance(c, failures)} {
			mustEnter(t, th, at("203.0.113.1"))
			mustEnter(t, th, host(0))
		}
		fail(t, running, at("203.0.113.1"), 5)
		mustWait(t, running, at("203.0.113.1"), period)
		c.advance(period)
		mustEnter(t, running, at("203.0.113.1"))
	}
}
