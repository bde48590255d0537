package main

import (
	"context"
	"runtime"
	"time"

	"golang.org/x/sync/errgroup"
)

// work does something once and returns how many orders or reads that was.
type work func() (done int, err error)

// result is what workers achieved.
type result struct {
	during time.Duration
	done   int       // within the time
	took   durations // each piece of work that ended within the time

	all int           // including the warm-up
	cpu time.Duration // processor time of this process for all of it
}

func (r *result) perSecond() float64 { return float64(r.done) / r.during.Seconds() }

func (r *result) cpuEach() time.Duration { return r.cpu / time.Duration(r.all) }

// drive lets workers work in parallel and without pauses, first to warm up and then for
// the given time, during which finished pieces are counted.
func drive(ctx context.Context, during time.Duration, workers []work) (result, error) {
	runtime.GC() // so that earlier garbage does not burden this run
	used := cpuTime()
	begin := time.Now().Add(during / 4)
	group, ctx := errgroup.WithContext(ctx)
	parts := make([]result, len(workers))
	for i, do := range workers {
		group.Go(func() (err error) {
			parts[i], err = repeat(ctx, do, begin, begin.Add(during))
			return err
		})
	}
	err := group.Wait()
	sum := result{during: during, cpu: cpuTime() - used}
	for _, part := range parts {
		sum.done += part.done
		sum.all += part.all
		sum.took = append(sum.took, part.took...)
	}
	return sum, err
}

// repeat counts what ends between begin and end, but at least one piece, however long
// it takes.
func repeat(ctx context.Context, do work, begin, end time.Time) (r result, err error) {
	for now := time.Now(); now.Before(end) || len(r.took) == 0; {
		n, err := do()
		if err == nil {
			err = ctx.Err()
		}
		if err != nil {
			return r, err
		}
		r.all += n
		started := now
		if now = time.Now(); now.After(begin) && (now.Before(end) || len(r.took) == 0) {
			r.done += n
			r.took = append(r.took, now.Sub(started))
		}
	}
	return r, nil
}
