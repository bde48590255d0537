package store

import (
	"context"

	"kontor/internal/database"
	"kontor/internal/store/base"
	"kontor/internal/store/messages"
)

// tx is a transaction about orders and what belongs to them.
type tx struct {
	*messages.Tx
	dialect *dialect
	derived *derived // what the transaction adds; nil when reading
	earlier *derived // what others in the batch add, not written yet; nil: there are none
}

func newTx(within *database.Tx) *tx { return extend(messages.In(base.In(within))) }

// extend returns a room's transaction as one about orders.
func extend(within *messages.Tx) *tx {
	t := &tx{Tx: within, dialect: dialectOf(within.Dialect)}
	t.derived, _ = within.Gathered.(*derived)
	t.earlier, _ = within.Earlier.(*derived)
	return t
}

// update runs one write transaction, see [base.DB.Update].
func (db *DB) update(change func(*tx) error) error { return db.orders.Update(change) }

// view runs reads that belong together in one snapshot.
func (db *DB) view(ctx context.Context, read func(*tx) error) error { return db.orders.View(ctx, read) }

// read runs a single read.
func (db *DB) read(ctx context.Context, read func(*tx) error) error { return db.orders.Read(ctx, read) }
