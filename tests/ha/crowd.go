package main

import (
	"context"
	"net/http"
	"sync"
	"time"

	"kontor/tests/crowd"
)

// unavailable is the answer to orders while the database is known to be away: they were
// not stored. Contract: POST /api/orders.
const unavailable = "Datenbank nicht verbunden."

// buyers are the customers, who repeat an order until they know its outcome, and what
// they have seen.
type buyers struct {
	load *crowd.Load

	mu      sync.Mutex
	stopped time.Time // zero: not yet
	acks    []time.Time
	doubts  map[*crowd.Order]bool // some answer left open whether it was stored
	slowest time.Duration         // slowest answer
}

// gather lets customers order through haproxy until stop.
func gather(ctx context.Context, h *shop, clients int, pause time.Duration) *buyers {
	c := &buyers{doubts: make(map[*crowd.Order]bool)}
	c.load = &crowd.Load{
		URL: h.proxy.url, Clients: clients, Timeout: requestTimeout, Jar: h.operator.Jar, Pause: pause,
		Next: crowd.Keyed, Operator: h.operator,
		OnAcknowledged: func(int64) { c.acknowledged() },
		Again:          func(o *crowd.Order) bool { return c.again(ctx, o) },
		Proceed:        func(*crowd.Order) bool { return !c.over(ctx) },
	}
	c.load.Start()
	return c
}

func (c *buyers) acknowledged() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.acks = append(c.acks, time.Now())
}

// again reports whether a customer does not know the order's outcome yet, and then
// waits a little.
func (c *buyers) again(ctx context.Context, o *crowd.Order) bool {
	c.mu.Lock()
	c.slowest = max(c.slowest, o.Took)
	if inDoubt(o.Answer) {
		c.doubts[o] = true
	}
	late := !c.stopped.IsZero() && time.Since(c.stopped) > requestTimeout // the shop does not recover
	c.mu.Unlock()
	if o.Acknowledged() || o.Refused() || late || ctx.Err() != nil {
		return false
	}
	time.Sleep(100 * time.Millisecond)
	return true
}

// inDoubt reports whether an answer leaves open if the order was stored: no answer,
// haproxy's for a lost one, or the shop's when COMMIT was not answered.
func inDoubt(a crowd.Answer) bool {
	switch a.Status {
	case 0, http.StatusBadGateway, http.StatusGatewayTimeout:
		return true
	case http.StatusInternalServerError:
		return a.Text() != unavailable
	}
	return false
}

func (c *buyers) over(ctx context.Context) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return !c.stopped.IsZero() || ctx.Err() != nil
}

// stop lets everybody finish, and returns everything that was sent.
func (c *buyers) stop() crowd.Ledger {
	c.mu.Lock()
	c.stopped = time.Now()
	c.mu.Unlock()
	return c.load.Finished()
}

// flows waits until n more orders are taken.
func (c *buyers) flows(ctx context.Context, n int64) error {
	until := c.load.Acknowledged() + n
	return await(ctx, "orders are taken", func() error {
		if c.load.Acknowledged() < until {
			return errWaiting
		}
		return nil
	})
}

// since returns how many orders were taken after a time, and the longest gap between
// two of them, or before the first or after the last.
func (c *buyers) since(start time.Time) (taken int, gap time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	last := start
	for _, at := range c.acks {
		if at.Before(start) {
			continue
		}
		taken++
		gap, last = max(gap, at.Sub(last)), at
	}
	return taken, max(gap, time.Since(last))
}

func (c *buyers) forgetSlowest() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.slowest = 0
}

func (c *buyers) slowestAnswer() time.Duration {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.slowest
}
