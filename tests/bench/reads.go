package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"
)

// flatness is the most by which best sellers may take longer with the most orders than
// with the fewest, as a factor.
const flatness = 1.5

// readFigures are a reading's times in milliseconds, by round.
type readFigures struct{ p50, p95, p99 series }

func (f *readFigures) add(d durations) {
	f.p50 = append(f.p50, inMillis(d.at(50)))
	f.p95 = append(f.p95, inMillis(d.at(95)))
	f.p99 = append(f.p99, inMillis(d.at(99)))
}

func (f *readFigures) of(percentile int) series {
	if percentile == 95 {
		return f.p95
	}
	return f.p99
}

// readResults are the figures by reading and number of orders.
type readResults map[string]map[int]*readFigures

// measureReads measures how long reads take. All sizes take turns, so that the figures
// show growth rather than other load on the machine.
func measureReads(ctx context.Context, dir string, o *options, w io.Writer) (err error) {
	if o.Keep != "" {
		dir = o.Keep
	}
	shops := make([][]reading, len(o.Sizes))
	for i, size := range o.Sizes {
		f, err := openFilled(ctx, dir, size, w)
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, f.Close()) }()
		if shops[i], err = readings(ctx, f); err != nil {
			return err
		}
	}
	results := make(readResults)
	for range o.Rounds {
		for i := range shops[0] { // each reading at all sizes before the next
			for s, size := range o.Sizes {
				if err := results.measure(ctx, &shops[s][i], size, o); err != nil {
					return err
				}
			}
		}
	}
	if err := results.write(w, shops[0], o); err != nil {
		return err
	}
	return results.writeBestsellers(w, o)
}

func (results readResults) measure(ctx context.Context, r *reading, size int, o *options) error {
	run, err := drive(ctx, o.duration(), []work{func() (int, error) { return 1, r.read(ctx) }})
	if err != nil {
		return fmt.Errorf("%s of %d orders: %w", r.name, size, err)
	}
	if results[r.name] == nil {
		results[r.name] = make(map[int]*readFigures)
	}
	if results[r.name][size] == nil {
		results[r.name][size] = &readFigures{}
	}
	results[r.name][size].add(run.took)
	return nil
}

func (results readResults) write(w io.Writer, readings []reading, o *options) error {
	t := table{
		title: fmt.Sprintf("Reads through HTTP by one client, %d rounds of %v", o.Rounds, o.duration()),
		head:  []string{"", "orders", "p50", "p95", "p99", "p50 ÷ empty", fmt.Sprintf("p99 ÷ %d orders", o.Sizes[0]), "target"},
	}
	for _, r := range readings {
		for _, size := range o.Sizes {
			f := results[r.name][size]
			reached := ""
			if r.target != (target{}) {
				reached = verdict(r.target.String(), f.of(r.target.percentile).median() < inMillis(r.target.limit))
			}
			t.add(r.name, strconv.Itoa(size), millis(f.p50.median()), millis(f.p95.median()), f.p99.spread(millis, ""),
				digits(f.p50.over(results[emptyReading][size].p50).median())+" ×",
				digits(f.p99.over(results[r.name][o.Sizes[0]].p99).median())+" ×", reached)
		}
	}
	return t.write(w)
}

// writeBestsellers compares the best sellers with the plain query that they replace,
// and with their own time when orders are few.
func (results readResults) writeBestsellers(w io.Writer, o *options) error {
	t := table{
		title: "Best sellers through HTTP against the plain query in the same database",
		head:  []string{"orders", "plain p50 ÷ p50", "plain p99 ÷ p99", fmt.Sprintf("p99 ÷ %d orders", o.Sizes[0]), "target"},
	}
	for _, size := range o.Sizes {
		plain, own := results[plainReading][size], results[bestsellersReading][size]
		growth := own.p99.over(results[bestsellersReading][o.Sizes[0]].p99)
		t.add(strconv.Itoa(size), plain.p50.over(own.p50).spread(digits, " ×"), plain.p99.over(own.p99).spread(digits, " ×"),
			growth.spread(digits, " ×"), verdict("≤ "+digits(flatness)+" ×", growth.median() <= flatness))
	}
	return t.write(w)
}
