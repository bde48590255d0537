package gate_test

import (
	"fmt"
	"testing"

	"kontor/internal/gate"
)

// How throttle and log see a request's client: behind a proxy missing from the list, it
// is unknown.
func TestW29_WhoIsBehindAProxy(t *testing.T) {
	t.Parallel()
	p := mustProxies(t, "10.0.0.0/24")
	cases := []struct {
		peer    string
		headers []string // names of those set to 198.51.100.1
		hidden  bool
		network string
	}{
		{"203.0.113.5:1", nil, false, "203.0.113.0/24"},
		{"203.0.113.5:1", []string{"X-Forwarded-For", "Forwarded"}, false, "203.0.113.0/24"},
		{"[::ffff:203.0.113.5]:1", nil, false, "203.0.113.0/24"},
		{"[2001:db8:1:2::5]:1", []string{"X-Forwarded-For"}, false, "2001:db8:1::/48"},
		{"10.0.0.1:1", []string{"X-Forwarded-For"}, false, "198.51.100.0/24"},
		{"10.0.0.1:1", nil, false, "unknown"}, // the trusted proxy itself
		{"10.0.1.1:1", nil, false, "10.0.1.0/24"},
		{"10.0.1.1:1", []string{"X-Forwarded-For"}, true, "unknown"},
		{"172.17.0.1:1", []string{"Forwarded"}, true, "unknown"},
		{"192.168.0.9:1", []string{"X-Real-Ip"}, true, "unknown"},
		{"127.0.0.1:1", []string{"X-Forwarded-Proto"}, true, "unknown"},
		{"127.0.0.1:1", []string{"Accept"}, false, "127.0.0.0/24"},
		{"[::1]:1", []string{"X-Forwarded-Host"}, true, "unknown"},
		{"[fd00::1]:1", []string{"X-Forwarded-For"}, true, "unknown"},
		{"[fe80::1%eth0]:1", []string{"X-Forwarded-For"}, true, "unknown"},
		{"@", []string{"X-Forwarded-For"}, false, "unknown"},
	}
	for _, tc := range cases {
		r := requestFrom(tc.peer)
		for _, name := range tc.headers {
			r.Header.Set(name, "198.51.100.1")
		}
		if hidden, network := p.HidesClients(r), p.Network(r); hidden != tc.hidden || network != tc.network {
			t.Errorf("%s with %s: hidden %v, network %s; want %v, %s", tc.peer, tc.headers, hidden, network, tc.hidden, tc.network)
		}
	}
}

// Such clients are subject only to the gate's ceiling, whether they have failed or not,
// until the count falls below it; known devices always pass.
func TestW29_ClientsBehindAProxy(t *testing.T) {
	t.Parallel()
	c := newClock()
	failures := &memory{}
	th := instance(c, failures)
	behind := func(i int) gate.Client {
		return gate.Proxies(nil).Client(requestFrom("127.0.0.1:80", fmt.Sprintf("203.0.113.%d", i)))
	}
	device := gate.ClientOn(gate.Session{ID: "owner"})
	for i := range 49 {
		fail(t, th, behind(i), 1)
	}
	mustEnter(t, th, behind(60))
	fail(t, th, host(1), 1)
	mustWait(t, th, behind(60), period)
	calls := failures.calls
	for i := range 200 {
		mustWait(t, th, behind(i), period)
	}
	if failures.calls != calls {
		t.Errorf("%d calls for clients that were refused", failures.calls-calls)
	}
	fail(t, th, device, 4)
	mustEnter(t, th, device)
	mustEnter(t, th, host(2)) // counts by itself, and has not failed
	c.advance(period)
	mustEnter(t, th, behind(60))
}

// Failures of known devices count for each device alone.
func TestW29_DevicesCountAlone(t *testing.T) {
	t.Parallel()
	c := newClock()
	th := newThrottle(c)
	for i := range 100 {
		fail(t, th, gate.ClientOn(gate.Session{ID: fmt.Sprint(i)}), 5)
	}
	mustWait(t, th, gate.ClientOn(gate.Session{ID: "7"}), period)
	fail(t, th, gate.ClientOn(gate.Session{ID: "new"}), 4)
	mustEnter(t, th, gate.ClientOn(gate.Session{ID: "new"}))
	mustEnter(t, th, gate.ClientHolding(gate.Session{ID: "7"})) // a session of the same name is somebody else
	fail(t, th, host(1), 4)
	mustEnter(t, th, host(1)) // the gate is far from its ceiling
}

// A verdict says how many failures count: those of the last 15 minutes including this
// one, even where a refusal is answered from memory.
func TestVerdictCountsFailures(t *testing.T) {
	t.Parallel()
	c := newClock()
	th := newThrottle(c)
	for i, want := range []int{1, 2, 3, 4, 5, 5, 5} {
		if v, err := th.Attempt(t.Context(), host(1), wrong); v.Failures != want || err != nil {
			t.Errorf("attempt %d: %+v, %v; want %d failures", i+1, v, err, want)
		}
	}
	if v, _ := th.Attempt(t.Context(), host(2), right); v.Failures != 0 || !v.Right {
		t.Errorf("who has not failed: %+v", v)
	}
	c.advance(period)
	if v, _ := th.Attempt(t.Context(), host(1), wrong); v.Failures != 1 {
		t.Errorf("after 15 minutes: %+v", v)
	}
}
