package main

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"
)

// attack is the fault that a round inflicts on the shop.
type attack struct {
	// strike returns what it hit, and a function that waits until the shop has what it
	// needs again.
	strike func(ctx context.Context, h *shop) (hit string, mend func() error, err error)
	outage string // the event that causes the outage; empty: there should be none
}

// Causes of outages.
const (
	afterCrash = "a crashed primary"
	afterLoss  = "a lost host"
)

// attacks take turns. Rules R44, R46.
var attacks = []attack{{killPrimary, afterCrash}, {killInstance, ""}, {killBoth, afterCrash}}

// hostLost follows them. Rule R47.
var hostLost = attack{losePrimary, afterLoss}

// outcome is the result of a round.
type outcome struct {
	hit    string
	outage string // its cause, see [attack]
	taken  int
	gap    time.Duration // the longest time without a 201
	mended time.Duration // until everything was as before
}

// round lets orders flow, attacks, and waits until everything is as before.
func round(ctx context.Context, h *shop, c *buyers, a attack) (o outcome, err error) {
	start := time.Now()
	if err := c.flows(ctx, 50); err != nil {
		return o, err
	}
	time.Sleep(time.Duration(rand.Int64N(int64(300 * time.Millisecond))))
	struck := time.Now()
	hit, mend, err := a.strike(ctx, h)
	if err != nil {
		return o, fmt.Errorf("%s: %w", hit, err)
	}
	if err := mend(); err != nil {
		return o, fmt.Errorf("after %s: %w", hit, err)
	}
	if err := c.flows(ctx, 50); err != nil {
		return o, fmt.Errorf("after %s: %w", hit, err)
	}
	o = outcome{hit: hit, outage: a.outage, mended: time.Since(struck)}
	o.taken, o.gap = c.since(start)
	return o, nil
}

// killPrimary kills the primary's PostgreSQL; its Patroni survives.
func killPrimary(ctx context.Context, h *shop) (string, func() error, error) {
	n, err := h.cluster.primary(ctx)
	if err != nil {
		return "primary", nil, err
	}
	return "primary " + n.name, func() error {
		return errors.Join(n.gone(), h.cluster.whole(ctx))
	}, n.crash()
}

// killInstance kills an instance, which is restarted at once.
func killInstance(ctx context.Context, h *shop) (string, func() error, error) {
	i := h.instances[rand.IntN(len(h.instances))]
	i.process.Kill()
	return i.name, func() error { return i.ready(ctx) }, i.start()
}

// killBoth kills the primary and an instance at the same moment.
func killBoth(ctx context.Context, h *shop) (string, func() error, error) {
	primary, mendPrimary, err := killPrimary(ctx, h)
	if err != nil {
		return primary, nil, err
	}
	one, mendInstance, err := killInstance(ctx, h)
	return primary + " and " + one, func() error {
		return errors.Join(mendPrimary(), mendInstance())
	}, err
}

// losePrimary removes the primary's host, including Patroni, and brings it back once
// another has taken over.
func losePrimary(ctx context.Context, h *shop) (string, func() error, error) {
	n, err := h.cluster.primary(ctx)
	if err != nil {
		return "host", nil, err
	}
	return "host " + n.name, func() error {
		if _, err := h.cluster.primary(ctx); err != nil {
			return err
		}
		return errors.Join(n.start(), h.cluster.whole(ctx))
	}, n.lose()
}
