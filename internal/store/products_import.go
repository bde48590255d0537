package store

import (
	"context"
	"time"

	"kontor/internal/shop"
	"kontor/internal/shop/catalogue"
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

// ImportProducts creates the products without a version and changes the others, all or
// none. Error: shop.ErrStale if the catalogue has not the number any longer with which
// they were compared.
func (db *DB) ImportProducts(ctx context.Context, products []catalogue.Product, at time.Time, state int64) error {
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
		return nil
	})
}
