package gate

import "time"

// ThrottlePeriod is how long a failed code counts.
const ThrottlePeriod = 15 * time.Minute

// How many failed codes are allowed within any such period, and how many are kept at
// most.
const (
	clientLimit = 5
	subnetLimit = 20 // per IPv6 /48
	gateLimit   = 50
	maxFailures = 8192
)

// Depth is how many failures of each kind a [History] needs.
const Depth = gateLimit

// History lists when codes failed at a gate, latest first. Each list may be cut after
// [Depth] times, and may contain times that no longer count.
type History struct {
	Client []time.Time // of the client trying now
	Subnet []time.Time // of its wider network
	Gate   []time.Time // of all clients
}

// wait returns how long the client has to wait; 0: not at all.
func (h History) wait(c Client, now time.Time) time.Duration {
	if c.kind == faceless {
		return max(0, untilBelow(h.Gate, gateLimit, now))
	}
	return max(0,
		untilBelow(h.Client, clientLimit, now),
		untilBelow(h.Subnet, subnetLimit, now),
		h.waitForGate(c, now))
}

// waitForGate returns the time until the gate falls below its ceiling or the client's
// own last failure expires, whichever comes first.
func (h History) waitForGate(c Client, now time.Time) time.Duration {
	if c.kind != stranger || len(h.Client) == 0 {
		return 0
	}
	return min(untilBelow(h.Gate, gateLimit, now), remaining(h.Client[0], now))
}

// untilBelow returns the time until fewer failures than the limit count.
func untilBelow(failures []time.Time, limit int, now time.Time) time.Duration {
	if len(failures) < limit {
		return 0
	}
	return remaining(failures[limit-1], now)
}

// counting returns how many of the client's failures still count.
func (h History) counting(now time.Time) (n int) {
	for _, failedAt := range h.Client {
		if remaining(failedAt, now) > 0 {
			n++
		}
	}
	return n
}

// remaining returns how long a failure still counts. One from the future no longer
// does: it was recorded by a clock that ran ahead, and would lock people out until that
// time comes again.
func remaining(failedAt, now time.Time) time.Duration {
	if failedAt.Sub(now) > maxClockSkew {
		return 0
	}
	return ThrottlePeriod - now.Sub(failedAt)
}
