package main

import (
	"context"
	"net/http"
	"sync"
	"time"

	"kontor/internal/loadgen"
)

// unavailable is what orders are answered while the database is known to be
// away: they were not stored. Contract: POST /api/orders.
const unavailable = "Datenbank nicht verbunden."

// crowd is the customers, who send an order again until they know what became of
// it, and what they have seen.
type crowd struct {
	load *loadgen.Load

	mu      sync.Mutex
	stopped time.Time // zero: not yet
	acks    []time.Time
	doubts  map[*loadgen.Order]bool // some answer left open whether it was stored
	slowest time.Duration           // answer
}

// gather lets customers order through haproxy until stop.
func gather(ctx context.Context, h *shop, clients int, pause time.Duration) *crowd {
	c := &crowd{doubts: make(map[*loadgen.Order]bool)}
	c.load = &loadgen.Load{
		URL: h.proxy.url, Clients: clients, Timeout: requestTimeout, Jar: h.operator.Jar, Pause: pause,
		Next: loadgen.Keyed, Operator: h.operator,
		OnAcknowledged: func(int64) { c.acknowledged() },
		Again:          func(o *loadgen.Order) bool { return c.again(ctx, o) },
		Proceed:        func(*loadgen.Order) bool { return !c.over(ctx) },
	}
	c.load.Start()
	return c
}

func (c *crowd) acknowledged() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.acks = append(c.acks, time.Now())
}

// again reports whether a customer does not know yet what became of the order,
// and then waits a little.
func (c *crowd) again(ctx context.Context, o *loadgen.Order) bool {
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

// inDoubt reports whether an answer leaves open if the order was stored: none,
// haproxy's for one that it lost, and the shop's when COMMIT was not answered.
func inDoubt(a loadgen.Answer) bool {
	switch a.Status {
	case 0, http.StatusBadGateway, http.StatusGatewayTimeout:
		return true
	case http.StatusInternalServerError:
		return a.Text() != unavailable
	}
	return false
}

func (c *crowd) over(ctx context.Context) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return !c.stopped.IsZero() || ctx.Err() != nil
}

// stop lets everybody finish, and returns all that was sent.
func (c *crowd) stop() loadgen.Ledger {
	c.mu.Lock()
	c.stopped = time.Now()
	c.mu.Unlock()
	return c.load.Finished()
}

// flows waits until so many more orders are taken.
func (c *crowd) flows(ctx context.Context, n int64) error {
	until := c.load.Acknowledged() + n
	return await(ctx, "orders are taken", func() error {
		if c.load.Acknowledged() < until {
			return errWaiting
		}
		return nil
	})
}

// since returns how many orders were taken after a time, and the longest gap
// between two of them, or around them.
func (c *crowd) since(start time.Time) (taken int, gap time.Duration) {
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

func (c *crowd) forgetSlowest() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.slowest = 0
}

func (c *crowd) slowestAnswer() time.Duration {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.slowest
}
