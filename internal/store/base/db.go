package base

import (
	"context"
	"errors"
	"time"

	"kontor/internal/database"
)

// DB begins transactions for a room of the store, which sees each as its own T.
type DB[T confirmer] struct {
	engine *database.DB
	view   func(*Tx) T
}

type confirmer interface{ Confirm() error }

// On returns the transactions of a database as a room sees them.
func On[T confirmer](engine *database.DB, view func(*Tx) T) DB[T] { return DB[T]{engine, view} }

// Update runs one write transaction. change may run again after a failed attempt, so
// it must not keep anything from an earlier run.
func (db DB[T]) Update(change func(T) error) error {
	return db.engine.Update(func(t *database.Tx) error { return change(db.view(In(t))) })
}

// View runs reads that belong together in one snapshot.
func (db DB[T]) View(ctx context.Context, read func(T) error) error {
	return db.engine.View(ctx, func(t *database.Tx) error { return read(db.view(In(t))) })
}

// Read runs a single read.
func (db DB[T]) Read(ctx context.Context, read func(T) error) error {
	return db.engine.Read(ctx, func(t *database.Tx) error { return read(db.view(In(t))) })
}

// How long and how often the outcome of a lost COMMIT is queried.
const (
	SettleTimeout = 10 * time.Second
	SettlePause   = 100 * time.Millisecond
)

// Repeatable runs a write that detects by itself what an earlier run has stored, so
// that it can be repeated after a lost answer to COMMIT. The result of the earlier run
// is returned only once the standbys have it, even if nothing is left to do.
func (db DB[T]) Repeatable(change func(T) error) error {
	until := time.Now().Add(SettleTimeout)
	run := change
	for {
		err := db.Update(run)
		if !errors.Is(err, database.ErrInDoubt) || time.Now().After(until) {
			return err
		}
		run = func(t T) error {
			if err := change(t); err != nil {
				return err
			}
			return t.Confirm()
		}
		time.Sleep(SettlePause)
	}
}
