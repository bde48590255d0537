package main

import (
	"context"
	"fmt"
	"io"
	"maps"
	"slices"
	"time"

	"kontor/tests/crowd"
)

// How the cost of synchronous replication is measured: alternating with and without it,
// so that slow moments of the machine affect both.
const (
	costTurns = 7
	costFor   = 2 * time.Second // for each number of customers
)

// costCustomers are the numbers of customers: one shows how long an order takes, many
// how many orders are possible.
var costCustomers = []int{1, 24}

// measureReplication compares orders per second with and without synchronous
// replication, and adds the orders to the ledger.
func (h *shop) measureReplication(ctx context.Context, w io.Writer, l crowd.Ledger) error {
	with, without := make([][]float64, len(costCustomers)), make([][]float64, len(costCustomers))
	for i := range 2 * costTurns {
		rates := with
		if i%2 == 1 {
			rates = without
		}
		if err := h.cluster.replicate(ctx, i%2 == 0); err != nil {
			return err
		}
		for k, customers := range costCustomers {
			rates[k] = append(rates[k], h.rate(ctx, customers, l))
		}
	}
	for k, customers := range costCustomers {
		fmt.Fprintf(w, "%2d customers without pauses: %s orders/s with synchronous replication, %s without, ratio of each turn %s.\n",
			customers, spread(with[k], "%.0f"), spread(without[k], "%.0f"), spread(ratios(with[k], without[k]), "%.2f"))
	}
	return h.cluster.replicate(ctx, true)
}

func ratios(a, b []float64) []float64 {
	quotients := make([]float64, len(a))
	for i := range a {
		quotients[i] = a[i] / b[i]
	}
	return quotients
}

// spread formats the median of some figures, with their range.
func spread(figures []float64, format string) string {
	sorted := slices.Sorted(slices.Values(figures))
	return fmt.Sprintf(format+" ("+format+"–"+format+")", sorted[len(sorted)/2], sorted[0], sorted[len(sorted)-1])
}

// rate returns how many orders per second customers place without rests.
func (h *shop) rate(ctx context.Context, customers int, l crowd.Ledger) float64 {
	c := gather(ctx, h, customers, 0)
	start := time.Now()
	time.Sleep(costFor)
	taken, _ := c.since(start)
	maps.Copy(l, c.stop())
	return float64(taken) / costFor.Seconds()
}

// replicate switches synchronous replication on or off, and waits until that has taken
// effect.
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
