package gate_test

import (
	"net/netip"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"kontor/internal/gate"
)

var windowClient = netip.MustParseAddr("2001:db8::1")

func TestWindowLimitsEveryStretchOfItsPeriod(t *testing.T) {
	t.Parallel()
	c := newClock()
	w := gate.NewWindow(c.Now, 2, 10*time.Minute)
	take := func(addr netip.Addr, what string, want time.Duration) func() {
		t.Helper()
		back, wait := w.Take(addr, what)
		if wait != want {
			t.Errorf("%s waits %v, want %v", addr, wait, want)
		}
		return back
	}
	take(windowClient, "A", 0)
	c.advance(4 * time.Minute)
	take(netip.MustParseAddr("2001:db8::2"), "B", 0)
	take(windowClient, "C", 6*time.Minute) // the same /64
	take(windowClient, "A", 0)             // repeats an earlier guess
	take(windowClient, "", 6*time.Minute)
	take(netip.MustParseAddr("203.0.113.1"), "C", 0)
	c.advance(6 * time.Minute)
	back := take(windowClient, "C", 0)
	take(windowClient, "D", 4*time.Minute)
	back()
	back() // calling it twice undoes it once
	take(windowClient, "D", 0)
	take(windowClient, "E", 4*time.Minute)

	c.advance(-400 * 24 * time.Hour) // R15: a clock that is set back locks nobody out
	take(windowClient, "F", 0)
	off := gate.NewWindow(c.Now, 0, time.Minute)
	for range 100 {
		if _, wait := off.Take(windowClient, ""); wait != 0 {
			t.Fatalf("no limit, but a wait of %v", wait)
		}
	}
}

// Simultaneous requests get no more than successive ones.
func TestWindowCountsWhatIsUnderWay(t *testing.T) {
	t.Parallel()
	w := gate.NewWindow(newClock().Now, 10, time.Minute)
	var all sync.WaitGroup
	var passed atomic.Int32
	for range 100 {
		all.Go(func() {
			if _, wait := w.Take(windowClient, ""); wait == 0 {
				passed.Add(1)
			}
		})
	}
	all.Wait()
	if n := passed.Load(); n != 10 {
		t.Errorf("%d passed at once, want 10", n)
	}
}

// Many clients take little memory, and do not lock each other out.
func TestWindowForgetsClients(t *testing.T) {
	t.Parallel()
	c := newClock()
	w := gate.NewWindow(c.Now, 1, time.Minute)
	for i := range 20000 {
		addr := netip.AddrFrom4([4]byte{10, 0, byte(i >> 8), byte(i)})
		if _, wait := w.Take(addr, ""); wait != 0 {
			t.Fatalf("client %d waits %v", i, wait)
		}
	}
	if n := w.Clients(); n > 8192 {
		t.Errorf("%d clients are remembered", n)
	}
}
