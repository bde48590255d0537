package gate

import "time"

// ThrottlePeriod is how long a failed code counts.
const ThrottlePeriod = 15 * time.Minute

// How many failed codes are allowed in any stretch of that time, and how many are
// kept at most.
const (
	clientLimit = 5
	subnetLimit = 20 // per IPv6 /48
	gateLimit   = 50
	maxFailures = 8192
)

// Depth is how many failures a [History] needs of each kind.
const Depth = gateLimit

// History is when codes failed at a gate, the latest first. Each list may end
// after [Depth] times, and may hold times that no longer count.
type History struct {
	Client []time.Time // of the client that tries now
	Subnet []time.Time // of its wider network
	Gate   []time.Time // of everybody
}

// wait is how long the client has to wait, 0 for not at all.
func (h History) wait(c Client, now time.Time) time.Duration {
	if c.kind == faceless {
		return max(0, untilBelow(h.Gate, gateLimit, now))
	}
	return max(0,
		untilBelow(h.Client, clientLimit, now),
		untilBelow(h.Subnet, subnetLimit, now),
		h.waitForGate(c, now))
}

// waitForGate ends when the gate falls below its ceiling, or when the client's
// own last failure is forgotten, whichever comes first.
func (h History) waitForGate(c Client, now time.Time) time.Duration {
	if c.kind != stranger || len(h.Client) == 0 {
		return 0
	}
	return min(untilBelow(h.Gate, gateLimit, now), remaining(h.Client[0], now))
}

// untilBelow is when fewer failures than the limit will count.
func untilBelow(failures []time.Time, limit int, now time.Time) time.Duration {
	if len(failures) < limit {
		return 0
	}
	return remaining(failures[limit-1], now)
}

// counting is how many of the client's failures still count.
func (h History) counting(now time.Time) (n int) {
	for _, failedAt := range h.Client {
		if remaining(failedAt, now) > 0 {
			n++
		}
	}
	return n
}

// remaining is for how long a failure still counts. One from the future counts
// no longer: a clock that was ahead wrote it down, and it would lock people out
// until that time comes again.
func remaining(failedAt, now time.Time) time.Duration {
	if failedAt.Sub(now) > maxClockSkew {
		return 0
	}
	return ThrottlePeriod - now.Sub(failedAt)
}
