package database

import (
	"context"
	"errors"
	"sync"
	"time"
)

// longestReading is how long anybody may read in one snapshot: a page takes
// milliseconds, an export minutes.
const longestReading = 10 * time.Minute

// errReadTooLong ends a reading after that time.
var errReadTooLong = errors.New("store: cut off, because reading took too long")

// readings are the snapshots that are being read.
type readings struct {
	longest time.Duration
	mu      sync.Mutex // guards all
	all     map[*reading]struct{}
}

func newReadings() *readings {
	return &readings{longest: longestReading, all: make(map[*reading]struct{})}
}

type reading struct {
	began time.Time
	end   context.CancelCauseFunc
}

// begin returns the context for a reading, which ends when it takes too long or is cut
// off. The caller calls done after it.
func (r *readings) begin(ctx context.Context) (reading context.Context, done func()) {
	if r == nil { // nobody waits for the end of these
		return ctx, func() {}
	}
	limited, stop := context.WithTimeoutCause(ctx, r.longest, errReadTooLong)
	reading, one := r.enter(limited)
	return reading, func() {
		r.leave(one)
		stop()
	}
}

func (r *readings) enter(ctx context.Context) (context.Context, *reading) {
	ctx, end := context.WithCancelCause(ctx)
	one := &reading{time.Now(), end}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.all[one] = struct{}{}
	return ctx, one
}

func (r *readings) leave(one *reading) {
	one.end(nil)
	r.mu.Lock()
	defer r.mu.Unlock()
	delete(r.all, one)
}

// cutOff ends the readings that have lasted for a while, and returns how many.
func (r *readings) cutOff(lasted time.Duration, why error) (n int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for one := range r.all {
		if time.Since(one.began) >= lasted {
			one.end(why)
			n++
		}
	}
	return n
}
