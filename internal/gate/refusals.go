package gate

import (
	"sync"
	"time"
)

// maxRefusals bounds the memory for refused clients.
const maxRefusals = 8192

// refusals remembers in this process who was refused until when, so that clients who
// keep trying cost no database query.
type refusals struct {
	mu    sync.Mutex
	until map[string]refusal // by client
}

// refusal lasts from one time to another. It also ends if the clock is set back to
// before its start.
type refusal struct {
	from, until time.Time
	failures    int // the number of failures that caused it
}

// find returns the remaining time of the clients' longest refusal, 0 for none, and the
// number of failures behind it.
func (r *refusals) find(now time.Time, clients ...string) (wait time.Duration, failures int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, client := range clients {
		refused, ok := r.until[client]
		if left := refused.until.Sub(now); ok && !now.Before(refused.from) && left > wait {
			wait, failures = left, refused.failures
		}
	}
	return wait, failures
}

// add refuses the clients for a time because of so many failures. When full, it starts
// over: the database has all of them.
func (r *refusals) add(now time.Time, wait time.Duration, failures int, clients ...string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.until == nil || len(r.until) >= maxRefusals {
		r.until = make(map[string]refusal)
	}
	for _, client := range clients {
		if client != "" {
			r.until[client] = refusal{now, now.Add(wait), failures}
		}
	}
}
