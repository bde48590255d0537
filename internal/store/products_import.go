package store

import (
	"context"
	"time"

	"kontor/internal/shop"
	"kontor/internal/shop/catalogue"
	"kontor/internal/shop/stock"
)

// WholeProducts returns all products by slug with their texts, and the number of the
// catalogue that they are.
func (db *DB) WholeProducts(ctx context.Context) (products []catalogue.Product, state int64, err error) {
	err = db.view(ctx, func(t *tx) (err error) {
		if err = t.Row(catalogueState, nil, &state); err == nil {
			products, err = t.allProducts(true)
		}
		return err
	})
	return products, state, err
}

// ImportProducts creates the products without a version, changes the others, and changes the
// stock; all or none. Errors: shop.ErrStale if the catalogue has not the number any longer
// with which they were compared; stock.ErrChanged, stock.ErrShort if the stock has changed.
func (db *DB) ImportProducts(ctx context.Context, products []catalogue.Product, counts []stock.Change, at time.Time, state int64) error {
	return db.update(func(t *tx) error {
		if err := t.raiseCatalogue(); err != nil {
			return err
		}
		var now int64
		if err := t.Row(catalogueState, nil, &now); err != nil {
			return err
		}
		if now != state+1 {
			return shop.ErrStale
		}
		for i := range products {
			store := t.changeProduct
			if products[i].Version == 0 {
				store = t.createProduct
			}
			if _, err := store(ctx, &products[i], at); err != nil {
				return err
			}
		}
		if len(counts) == 0 {
			return nil
		}
		return db.ChangeAll(ctx, t.Tx.Tx, counts, at)
	})
}
