package backup

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"kontor/internal/database"
	"kontor/internal/rescue"
	"kontor/internal/shop"
)

// firstAfter is how long after its start a shop makes no copy: it has other things to do
// then.
const firstAfter = time.Minute

// copyTimeout is long enough for any copy: only a server that no longer answers takes
// longer.
const copyTimeout = time.Hour

// Run makes a copy every so often, unless nothing has changed that day, until the
// context ends.
func (k *Keeper) Run(ctx context.Context) {
	if k.Every <= 0 {
		return
	}
	wait := min(k.Every, firstAfter)
	for {
		select {
		case <-time.After(wait):
		case <-ctx.Done():
			return
		}
		if wait = k.untilDue(); wait > 0 {
			continue // another instance or a command was quicker
		}
		rescue.Run(k.Log, "copy", func() { k.once(ctx) })
		wait = k.Every
	}
}

// untilDue returns how long the latest copy is recent enough.
func (k *Keeper) untilDue() time.Duration {
	s, err := ReadState(k.Dir)
	since := k.Now().Sub(s.Checked)
	if err != nil || since < 0 { // a clock ran ahead
		return 0
	}
	return max(0, k.Every-k.Every/10-since) // a copy that is nearly due is not put off
}

func (k *Keeper) once(ctx context.Context) {
	limited, cancel := context.WithTimeout(ctx, copyTimeout)
	defer cancel()
	c, err := k.make(limited, true)
	switch {
	case ctx.Err() != nil:
		return
	case errors.Is(err, database.ErrCopying):
		k.Log.Info("another instance is copying")
		return
	}
	if err := k.record(ctx, c, err); err != nil {
		k.Log.Error("no copy of the shop", slog.Any("error", err))
	} else if c.Path != "" {
		k.Log.Info("copy of the shop written", slog.String("file", c.Path), slog.Int64("bytes", c.Size),
			slog.Int64("orders", c.Orders), slog.Int64("ms", c.Millis))
	}
}

// record notes the outcome of an attempt; after a new copy it removes surplus ones, and
// runs the command if the copy is the first of its day. It returns err, or nil if only
// nothing had changed.
func (k *Keeper) record(ctx context.Context, c Copy, err error) error {
	now := k.Now().UTC()
	switch {
	case errors.Is(err, errUnchanged):
		k.note(func(s *State) { s.Checked, s.Failure = now, nil })
		return nil
	case err != nil:
		k.note(func(s *State) { s.Failure = &Failure{At: now, Text: err.Error()} })
		return err
	}
	first := k.isFirstOfDay(c)
	k.note(func(s *State) { s.Copy, s.Checked, s.Failure = &c, now, nil })
	if err := prune(k.Dir, k.Slug); err != nil {
		k.Log.Warn("old copies not removed", slog.Any("error", err))
	}
	if first && k.Command != "" {
		run := k.execute(ctx, c.Path)
		if run.Text != "" && ctx.Err() == nil {
			k.failed(stepCommand, errors.New(run.Text))
		}
		k.note(func(s *State) { s.Command = &run })
	}
	return nil
}

func (k *Keeper) note(update func(*State)) {
	if err := k.change(update); err != nil {
		k.Log.Warn("state of the copies not recorded", slog.Any("error", err))
	}
}

// isFirstOfDay reports whether there is no other copy of that day.
func (k *Keeper) isFirstOfDay(c Copy) bool {
	all, err := List(k.Dir)
	for _, f := range all {
		if f.isFor(k.Slug) && f.Path != c.Path && shop.DayOf(f.At) == shop.DayOf(c.At) {
			return false
		}
	}
	return err == nil
}
