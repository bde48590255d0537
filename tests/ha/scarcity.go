package main

import (
	"context"
	"fmt"
	"io"
	"time"
)

// scarcityFor is how long the primary is left without standbys. It is longer than the
// shop tries to store an order.
const scarcityFor = 25 * time.Second

// loseStandbys removes all standbys. Meanwhile no order is confirmed, since none could
// be kept safe, and each is answered in time. Once one standby is back, orders are
// taken again; the other one stays away. Rule R48.
func loseStandbys(ctx context.Context, h *shop, c *buyers, w io.Writer) error {
	primary, err := h.cluster.primary(ctx)
	if err != nil {
		return err
	}
	var lost []*node
	for _, n := range h.cluster.nodes {
		if n != primary {
			lost = append(lost, n)
			if err := n.lose(); err != nil {
				return err
			}
		}
	}
	alone := time.Now()
	c.forgetSlowest()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(scarcityFor):
	}
	taken, _ := c.since(alone.Add(time.Second)) // orders in progress may end
	slowest := c.slowestAnswer()
	back := time.Now()
	if err := lost[0].start(); err != nil {
		return err
	}
	if err := c.flows(ctx, 20); err != nil {
		return err
	}
	resumed := time.Since(back)
	fmt.Fprintf(w, "All standbys lost for %v: %d orders taken meanwhile, slowest answer %s, orders again %s after a standby was started.\n",
		scarcityFor, taken, seconds(slowest), seconds(resumed))
	if taken > 0 {
		return fmt.Errorf("%d orders were confirmed that no standby has", taken)
	}
	if slowest > requestTimeout {
		return fmt.Errorf("an answer took %s", seconds(slowest))
	}
	return nil
}
