package store

import (
	"context"
	"database/sql"

	"kontor/internal/shop/catalogue"
)

// assortment is the list of all products, which every storefront page needs. It is
// valid while the state of its rows stays the same, whoever changes them.
type assortment struct {
	state    string
	products []catalogue.Product
}

// catalogueState lists every row with its version. Each write increases that; the time
// distinguishes two products that had the same slug one after the other.
const catalogueState = `SELECT coalesce(string_agg(slug || ' ' || version || ' ' || updated_at, ','), '') FROM products`

// Products returns the whole catalogue by slug. The result is shared: callers must not
// change it.
func (db *DB) Products(ctx context.Context) ([]catalogue.Product, error) {
	var state string
	err := db.read(ctx, func(t *tx) error { return t.Row(catalogueState, nil, &state) })
	if err != nil {
		return nil, err
	}
	if kept := db.catalogue.Load(); kept != nil && kept.state == state {
		return kept.products, nil
	}
	read, err := db.readCatalogue(ctx)
	if err != nil {
		return nil, err
	}
	db.catalogue.Store(&read)
	return read.products, nil
}

func (db *DB) readCatalogue(ctx context.Context) (c assortment, err error) {
	err = db.view(ctx, func(t *tx) error {
		c = assortment{}
		if err := t.Row(catalogueState, nil, &c.state); err != nil {
			return err
		}
		return t.Rows(`SELECT `+productColumns+` FROM products ORDER BY slug`, nil, func(rows *sql.Rows) error {
			p, err := scanProduct(rows.Scan)
			c.products = append(c.products, p)
			return err
		})
	})
	return c, err
}
