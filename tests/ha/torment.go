package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"time"
)

// The customers of the rounds: enough that orders are always in progress, few enough
// that they leave the machine to the database.
const (
	customers = 8
	rest      = 40 * time.Millisecond
)

var errUnsound = errors.New("the books are not sound")

// torment starts the shop, lets customers order, attacks it, and audits.
func torment(ctx context.Context, s *site, o *options, w io.Writer) error {
	fmt.Fprintf(w, "Three instances behind haproxy, three PostgreSQL servers under Patroni; route to the primary: %s.\n", o.Route)
	began := time.Now()
	h, err := openShop(ctx, s, o)
	if err != nil {
		return err
	}
	fmt.Fprintf(w, "All of them run after %s.\n", seconds(time.Since(began)))
	ledger, err := h.bursts()
	if err != nil {
		return err
	}
	if o.All {
		if err := h.measureReplication(ctx, w, ledger); err != nil {
			return err
		}
	}
	c := gather(ctx, h, customers, rest)
	outcomes, failure := h.suffer(ctx, c, o, w)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	maps.Copy(ledger, c.stop())
	result := summary{outcomes: outcomes, doubt: c.settled()}
	if result.verdict, err = h.judge(ctx, ledger); err != nil {
		return errors.Join(failure, err)
	}
	result.write(w)
	for _, fault := range result.verdict.faults[:min(20, len(result.verdict.faults))] {
		fmt.Fprintln(w, fault)
	}
	if !result.verdict.sound() {
		failure = errors.Join(failure, errUnsound)
	}
	return failure
}

// suffer runs the rounds.
func (h *shop) suffer(ctx context.Context, c *buyers, o *options, w io.Writer) (outcomes []outcome, err error) {
	tableHead(w)
	plan := make([]attack, 0, o.Rounds+2)
	for i := range o.Rounds {
		plan = append(plan, attacks[i%len(attacks)])
	}
	if o.All {
		plan = append(plan, hostLost, hostLost)
	}
	for i, a := range plan {
		one, err := round(ctx, h, c, a)
		if err != nil {
			return outcomes, fmt.Errorf("round %d: %w", i+1, err)
		}
		one.write(w, i+1)
		outcomes = append(outcomes, one)
	}
	return outcomes, loseStandbys(ctx, h, c, w)
}
