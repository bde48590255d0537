package database

import (
	"context"
	"database/sql"
	"errors"
	"log/slog"
	"maps"
	"time"

	"kontor/internal/mark"
)

const (
	// markEvery is how often the mark of a PostgreSQL shop is written if anything was
	// issued. Rule: at most 5 s old.
	markEvery = 4 * time.Second
	// markPatience is how long the end of the shop waits for it.
	markPatience = 3 * time.Second
)

// postgresMark keeps the mark of a shop that several instances may serve: whichever
// holds the lock writes it, wherever its directories are.
type postgresMark struct {
	Options
	pool    *sql.DB
	there   func() error // whether the database is
	written map[string]mark.Mark
	failed  bool
	cancel  context.CancelFunc
	stopped chan struct{}
}

// keepMark writes the mark now and then, and when the result is closed.
func keepMark(o Options, pool *sql.DB, there func() error) *postgresMark {
	ctx, cancel := context.WithCancel(context.Background())
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	k := &postgresMark{Options: o, pool: pool, there: there, cancel: cancel, stopped: make(chan struct{}), written: make(map[string]mark.Mark)}
	go k.run(ctx)
	return k
}

func (k *postgresMark) run(ctx context.Context) {
	defer close(k.stopped)
	if len(k.MarkDirs) == 0 {
		return
	}
	tick := time.NewTicker(markEvery)
	defer tick.Stop()
	for ctx.Err() == nil {
		// One that is cut off may hold its lock for a moment, which the last would meet.
		k.note(k.writeLocked(context.WithoutCancel(ctx)))
		select {
		case <-tick.C:
		case <-ctx.Done():
		}
	}
	last, cancel := context.WithTimeout(context.Background(), markPatience)
	defer cancel()
	k.note(k.writeLocked(last))
}

// note logs the first of several failures.
func (k *postgresMark) note(err error) {
	if err != nil && !k.failed && !errors.Is(err, context.Canceled) {
		k.Log.Error("mark not written", slog.Any("error", err))
	}
	k.failed = err != nil
}

// writeLocked does nothing while another instance is writing, or the database is away.
func (k *postgresMark) writeLocked(ctx context.Context) error {
	if k.there() != nil {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, ReadTimeout)
	defer cancel()
	within, err := k.pool.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer within.Rollback() // releases the lock
	var ours bool
	if err := within.QueryRowContext(ctx, `SELECT pg_try_advisory_xact_lock(hashtextextended('kontor mark', 0))`).Scan(&ours); err != nil || !ours {
		return err
	}
	found, err := k.Schema.shared(ctx, within)
	if err != nil {
		return err
	}
	var failed error
	for _, dir := range k.MarkDirs {
		failed = errors.Join(failed, k.write(&found, dir))
	}
	return failed
}

func (k *postgresMark) write(found *shared, dir string) error {
	m := k.Schema.marked(found, k.written[dir])
	if was, ok := k.written[dir]; ok && maps.Equal(was.Sequences, m.Sequences) {
		return nil
	}
	if there, err := mark.Read(dir); err == nil { // another instance's
		m = k.Schema.marked(found, there)
	}
	if err := writeAll(&m, []string{dir}); err != nil {
		return err
	}
	k.written[dir] = m
	return nil
}

// close waits only briefly: the disk of the mark may be a network's.
func (k *postgresMark) close() {
	k.cancel()
	select {
	case <-k.stopped:
	case <-time.After(markPatience):
	}
}
