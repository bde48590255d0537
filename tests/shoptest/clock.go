package shoptest

import (
	"sync"
	"time"
)

// startTime is the initial time of shops: late enough in the day that UTC and Berlin
// agree on the date.
var startTime = time.Date(2026, 11, 21, 9, 15, 0, 123_000_000, time.UTC)

// Clock is a shop's time. It stands still until a test moves it.
type Clock struct {
	mu  sync.Mutex
	now time.Time
}

// Now returns the shop's time.
func (c *Clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

// Advance moves the clock forward, or back for a negative duration.
func (c *Clock) Advance(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = c.now.Add(d)
}
