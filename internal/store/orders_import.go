package store

import (
	"context"
	"crypto/rand"
	"iter"

	"kontor/internal/shop"
	"kontor/internal/shop/order"
)

// Import stores orders as they are, with their own times and states, and gives them ids
// and numbers. It returns how many were stored; after an error, those of earlier
// batches stay. It is for demonstrations and measurements: coupons and prices are not
// checked.
func (db *DB) Import(ctx context.Context, orders iter.Seq[*order.Order], prefix string) (stored int64, err error) {
	batch := make([]*order.Order, 0, db.dialect.importBatch)
	flush := func() error {
		err := db.update(func(t *tx) error {
			for _, o := range batch {
				if err := t.importOne(*o, prefix); err != nil {
					return err
				}
			}
			return ctx.Err()
		})
		if err == nil {
			stored += int64(len(batch))
		}
		batch = batch[:0]
		return err
	}
	for o := range orders {
		if batch = append(batch, o); len(batch) == db.dialect.importBatch {
			if err := flush(); err != nil {
				return stored, err
			}
		}
	}
	return stored, flush()
}

func (t *tx) importOne(o order.Order, prefix string) error {
	// The time comes first, so that the index of the attempts grows at its end.
	attempt := shop.FormatTime(o.CreatedAt) + rand.Text()
	if err := t.insertOrder(&o, newOrderRows(&o, o.CreatedAt, attempt), prefix, nil); err != nil {
		return err
	}
	return t.redeem(&o)
}
