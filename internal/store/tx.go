package store

import (
	"context"

	"kontor/internal/database"
)

// tx is a transaction of the shop, or a savepoint in one. Several locks must be taken
// in this order: idempotency key or order, coupon and person, address of a message,
// coupon; customer, identity. That of the audit log comes after everything else, and
// only with an operator's changes.
type tx struct {
	*database.Tx
	dialect *dialect
	derived *derived // what the transaction adds; nil when reading
	earlier *derived // what others in the batch add, not written yet; nil: there are none
}

func newTx(within *database.Tx) *tx {
	t := &tx{Tx: within, dialect: dialectOf(within.Dialect)}
	t.derived, _ = within.Gathered.(*derived)
	t.earlier, _ = within.Earlier.(*derived)
	return t
}

// update runs one write transaction. change may run again after a failed attempt, so
// it must not keep anything from an earlier run.
func (db *DB) update(change func(*tx) error) error {
	return db.engine.Update(func(t *database.Tx) error { return change(newTx(t)) })
}

// view runs reads that belong together in one snapshot.
func (db *DB) view(ctx context.Context, read func(*tx) error) error {
	return db.engine.View(ctx, func(t *database.Tx) error { return read(newTx(t)) })
}

// read runs a single read.
func (db *DB) read(ctx context.Context, read func(*tx) error) error {
	return db.engine.Read(ctx, func(t *database.Tx) error { return read(newTx(t)) })
}
