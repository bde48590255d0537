package main

import (
	"context"
	"fmt"
	"io"
	"maps"
	"time"

	"kontor/internal/loadgen"
)

// How the cost of synchronous replication is measured: with and without it in
// turn, so that a slow moment of the machine hits both.
const (
	costTurns   = 4
	costFor     = 4 * time.Second
	costClients = 24
)

// measureReplication compares orders per second with and without synchronous
// replication, and enters the orders into the ledger.
func (h *shop) measureReplication(ctx context.Context, w io.Writer, l loadgen.Ledger) error {
	var rates [2]float64
	for i := range 2 * costTurns {
		synchronous := i%2 == 0
		if err := h.cluster.replicate(ctx, synchronous); err != nil {
			return err
		}
		c := gather(ctx, h, costClients, 0)
		start := time.Now()
		time.Sleep(costFor)
		taken, _ := c.since(start)
		maps.Copy(l, c.stop())
		rates[i%2] += float64(taken) / costFor.Seconds() / costTurns
	}
	fmt.Fprintf(w, "%d customers without pauses: %.0f orders/s with synchronous replication, %.0f without (%.0f %%).\n",
		costClients, rates[0], rates[1], 100*rates[0]/rates[1])
	return h.cluster.replicate(ctx, true)
}

// replicate switches synchronous replication on or off, and waits until it is.
func (c *cluster) replicate(ctx context.Context, synchronous bool) error {
	if err := c.configure(ctx, map[string]any{"synchronous_mode": synchronous}); err != nil {
		return err
	}
	if synchronous {
		return c.whole(ctx)
	}
	return await(ctx, "replication is asynchronous", func() error {
		n, err := c.primary(ctx)
		if err != nil {
			return err
		}
		var names string
		if err := n.ask(ctx, `SELECT current_setting('synchronous_standby_names')`, &names); err != nil {
			return err
		}
		if names != "" {
			return fmt.Errorf("the primary waits for %s", names)
		}
		return nil
	})
}
