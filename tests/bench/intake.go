package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"runtime/pprof"
	"slices"
)

// reach is the share of the group-commit ceiling that the shop should reach through
// HTTP with reachClients clients.
const (
	reach        = 0.35
	reachClients = 64
)

// intakeFigures are a contender's figures, by round.
type intakeFigures struct{ perSecond, p50, p99, cpu series }

func (f *intakeFigures) add(r *result) {
	f.perSecond = append(f.perSecond, r.perSecond())
	f.p50 = append(f.p50, inMillis(r.took.at(50)))
	f.p99 = append(f.p99, inMillis(r.took.at(99)))
	f.cpu = append(f.cpu, inMillis(r.cpuEach()))
}

// measureIntake measures orders per second. The contenders take turns, so that other
// load on the machine affects all of them.
func measureIntake(ctx context.Context, dir string, o *options, w io.Writer) error {
	orders, err := fillBaskets()
	if err != nil {
		return err
	}
	if o.Beside != "" {
		return measureBeside(ctx, dir, orders, o, w)
	}
	all := contenders(o)
	figures := make([]intakeFigures, len(all))
	for range o.Rounds {
		for i, c := range all {
			r, err := c.runIn(ctx, dir, orders, o)
			if err != nil {
				return err
			}
			figures[i].add(&r)
		}
	}
	if err := writeIntake(w, o, all, figures); err != nil || o.Profile == "" {
		return err
	}
	return profileIntake(ctx, dir, orders, o)
}

func writeIntake(w io.Writer, o *options, all []contender, figures []intakeFigures) error {
	t := table{
		title: fmt.Sprintf("Orders of %d items stored per second, synchronous=FULL, %d rounds of %v", itemsInBasket, o.Rounds, o.duration()),
		head:  []string{"", "orders/s", "p50", "p99", "CPU/order", "÷ 1 a commit", fmt.Sprintf("÷ %d a commit", groupSize), "target"},
	}
	single, ceiling := figures[0].perSecond, figures[1].perSecond
	for i, c := range all {
		f := figures[i]
		share := f.perSecond.over(ceiling)
		target := ""
		if at := slices.Index(o.Clients, reachClients); at >= 0 && i == len(all)-len(o.Clients)+at {
			target = verdict(fmt.Sprintf("≥ %.0f %%", 100*reach), share.median() >= reach)
		}
		t.add(c.name, f.perSecond.spread(whole, ""), millis(f.p50.median()), millis(f.p99.median()), millis(f.cpu.median()),
			f.perSecond.over(single).spread(digits, " ×"), share.spread(percent, " %"), target)
	}
	if err := t.write(w); err != nil {
		return err
	}
	return writeParts(w, all, figures)
}

// writeParts writes what each layer adds to the processor time of an order: the driver,
// which commits as many together as the shop has callers; the shop; HTTP with its clients.
func writeParts(w io.Writer, all []contender, figures []intakeFigures) error {
	t := table{title: "Processor time of an order by part", head: []string{"", "adds", "in all"}}
	for i := 1; i < len(all); i++ {
		if i > 2 && i < len(all)-1 {
			continue // fewer clients than the shop has callers
		}
		adds := figures[i].cpu
		if i > 1 {
			adds = adds.minus(figures[min(i-1, 2)].cpu)
		}
		t.add(all[i].name, millis(adds.median()), millis(figures[i].cpu.median()))
	}
	return t.write(w)
}

// profileIntake runs the last contender, the one with the most clients, once more:
// profiling costs time, so it is kept apart from the figures.
func profileIntake(ctx context.Context, dir string, orders *baskets, o *options) error {
	file, err := os.Create(o.Profile)
	if err != nil {
		return err
	}
	defer file.Close()
	if err := pprof.StartCPUProfile(file); err != nil {
		return err
	}
	defer pprof.StopCPUProfile()
	all := contenders(o)
	_, err = all[len(all)-1].runIn(ctx, dir, orders, o)
	return err
}
