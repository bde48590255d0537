package store

import "context"

// tx is a transaction of the shop, or a savepoint in one.
type tx struct {
	*Tx
	dialect *dialect
	derived *derived // what the transaction adds; nil when reading
	earlier *derived // what others in the batch add, not written yet; nil: there are none
}

func newTx(within *Tx) *tx {
	t := &tx{Tx: within, dialect: dialectOf(within.Dialect)}
	t.derived, _ = within.Gathered.(*derived)
	t.earlier, _ = within.Earlier.(*derived)
	return t
}

// update runs one write transaction, see [engine.Update].
func (db *DB) update(change func(*tx) error) error {
	return db.engine.Update(func(t *Tx) error { return change(newTx(t)) })
}

// view runs reads that belong together in one snapshot.
func (db *DB) view(ctx context.Context, look func(*tx) error) error {
	return db.engine.View(ctx, func(t *Tx) error { return look(newTx(t)) })
}

// look runs a single read.
func (db *DB) look(ctx context.Context, look func(*tx) error) error {
	return db.engine.Look(ctx, func(t *Tx) error { return look(newTx(t)) })
}
