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
	costTurns = 4
	costFor   = 3 * time.Second // of each number of customers
)

// costCustomers are the numbers of customers: one tells how long an order takes,
// many how many orders there can be.
var costCustomers = []int{1, 24}

// measureReplication compares orders per second with and without synchronous
// replication, and enters the orders into the ledger.
func (h *shop) measureReplication(ctx context.Context, w io.Writer, l loadgen.Ledger) error {
	rates := make(map[bool][]float64)
	for _, synchronous := range []bool{true, false} {
		rates[synchronous] = make([]float64, len(costCustomers))
	}
	for i := range 2 * costTurns {
		synchronous := i%2 == 0
		if err := h.cluster.replicate(ctx, synchronous); err != nil {
			return err
		}
		for k, customers := range costCustomers {
			rates[synchronous][k] += h.rate(ctx, customers, l) / costTurns
		}
	}
	for k, customers := range costCustomers {
		with, without := rates[true][k], rates[false][k]
		fmt.Fprintf(w, "%2d customers without pauses: %.0f orders/s with synchronous replication, %.0f without (%.0f %%).\n",
			customers, with, without, 100*with/without)
	}
	return h.cluster.replicate(ctx, true)
}

// rate returns how many orders per second customers place who do not rest.
func (h *shop) rate(ctx context.Context, customers int, l loadgen.Ledger) float64 {
	c := gather(ctx, h, customers, 0)
	start := time.Now()
	time.Sleep(costFor)
	taken, _ := c.since(start)
	maps.Copy(l, c.stop())
	return float64(taken) / costFor.Seconds()
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
