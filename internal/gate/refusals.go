package gate

import (
	"sync"
	"time"
)

// maxRefusals bounds the memory for refused clients.
const maxRefusals = 8192

// refusals remembers in this process who was refused until when, so that whoever
// goes on trying costs no question to the database.
type refusals struct {
	mu    sync.Mutex
	until map[string]refusal // by client
}

// refusal lasts from one time to another. It ends as well when the clock is set
// back to before its beginning.
type refusal struct {
	from, until time.Time
	failures    int // that it is for
}

// find returns how long the longest refusal of the clients goes on, 0 for none,
// and how many failures it is for.
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

// add refuses the clients for a time, for so many failures. Beyond its bound it
// starts over: the database knows all of them.
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
