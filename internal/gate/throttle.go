package gate

import (
	"sync"
	"time"
)

// How many failed codes are allowed in any stretch of 15 minutes, and how many
// are remembered at most.
const (
	throttlePeriod = 15 * time.Minute
	clientLimit    = 5
	subnetLimit    = 20 // per IPv6 /48
	gateLimit      = 50
	maxFailures    = 8192
)

// Throttle limits the failed codes at one gate: 5 in 15 minutes per client (and
// 20 per IPv6 /48), 50 for all clients together. A client that has used up its
// own failures is refused even with the right code. Once the gate has reached its
// ceiling, so is every client with a failure of its own, while those without one
// may still enter: an attacker cannot lock out the owner. Success forgives
// nothing, or whoever knows one code could buy guesses at will.
//
// The failures themselves are kept, not a refilling allowance, so that the limits
// hold for every 15 minutes and the wait is known exactly. Memory is bounded:
// beyond 8192 failures the oldest is forgotten early. The counters live in this
// process and start empty with it.
type Throttle struct {
	// Now is the clock; NewThrottle sets it to time.Now.
	Now func() time.Time

	mu       sync.Mutex
	failures []failure            // of the last 15 minutes, oldest first
	lanes    map[lane][]time.Time // the same failures by lane
}

type failure struct {
	at     time.Time
	client Client
}

// NewThrottle returns a Throttle without failures. Each gate needs its own.
func NewThrottle() *Throttle {
	return &Throttle{Now: time.Now, lanes: make(map[lane][]time.Time)}
}

// Attempt runs check, which must be quick and reports whether the code is right,
// unless the client has to wait: then it returns the time after which to try
// again. A wrong code gives false and no wait.
//
// Check and count are one step, so that guesses sent at the same moment cannot
// pass together before the first of them is counted.
func (t *Throttle) Attempt(c Client, check func() bool) (ok bool, retryAfter time.Duration) {
	t.mu.Lock()
	defer t.mu.Unlock()

	now := t.Now()
	t.forgetExpired(now)
	if wait := t.wait(c, now); wait > 0 {
		return false, wait
	}
	if check() {
		return true, 0
	}
	t.record(c, now)
	return false, 0
}

// wait is how long the client has to wait, at most 0 for not at all.
func (t *Throttle) wait(c Client, now time.Time) time.Duration {
	var wait time.Duration
	for _, l := range c.lanes {
		if times := t.lanes[l]; len(times) >= l.limit {
			wait = max(wait, remaining(times[0], now))
		}
	}
	return max(wait, t.waitForGate(c, now))
}

// waitForGate ends when the gate falls below its ceiling, or when the client's
// own last failure is forgotten, whichever comes first.
func (t *Throttle) waitForGate(c Client, now time.Time) time.Duration {
	own := t.lanes[c.lanes[0]]
	if c.proven || len(own) == 0 || len(t.failures) < gateLimit {
		return 0
	}
	gate := t.failures[len(t.failures)-gateLimit].at
	return min(remaining(gate, now), remaining(own[len(own)-1], now))
}

func remaining(failedAt, now time.Time) time.Duration {
	return throttlePeriod - now.Sub(failedAt)
}

func (t *Throttle) record(c Client, now time.Time) {
	if len(t.failures) == maxFailures {
		t.forgetOldest()
	}
	t.failures = append(t.failures, failure{at: now, client: c})
	for _, l := range c.lanes {
		t.lanes[l] = append(t.lanes[l], now)
	}
}

func (t *Throttle) forgetExpired(now time.Time) {
	for len(t.failures) > 0 && remaining(t.failures[0].at, now) <= 0 {
		t.forgetOldest()
	}
}

// forgetOldest relies on every lane keeping the order of the whole.
func (t *Throttle) forgetOldest() {
	for _, l := range t.failures[0].client.lanes {
		if t.lanes[l] = t.lanes[l][1:]; len(t.lanes[l]) == 0 {
			delete(t.lanes, l)
		}
	}
	t.failures = t.failures[1:]
}
