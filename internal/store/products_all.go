package store

import (
	"context"
	"database/sql"

	"kontor/internal/shop/catalogue"
)

// assortment is the list of all products, which every storefront page needs. It is
// valid while the catalogue's number stays the same, whoever raises it.
type assortment struct {
	state    int64
	products []catalogue.Product
}

// catalogueState is the number that each change of the catalogue raises.
const catalogueState = `SELECT coalesce(max(stand), 0) FROM katalog_stand`

// raiseCatalogue makes every instance read the catalogue again. It comes first in a
// transaction that changes the catalogue, so that these follow one another.
func (t *tx) raiseCatalogue() error {
	_, err := t.Exec(`INSERT INTO katalog_stand (id, stand) VALUES (1, 1) ON CONFLICT (id) DO UPDATE SET stand = katalog_stand.stand + 1`)
	return err
}

// Products returns the whole catalogue by slug, without long texts. The result is
// shared: callers must not change it.
func (db *DB) Products(ctx context.Context) ([]catalogue.Product, error) {
	var state int64
	err := db.read(ctx, func(t *tx) error { return t.Row(catalogueState, nil, &state) })
	if err != nil {
		return nil, err
	}
	kept := db.catalogue.Load()
	if kept != nil && kept.state == state {
		return kept.products, nil
	}
	db.reading.Lock() // one reads for all who wait
	defer db.reading.Unlock()
	if fresh := db.catalogue.Load(); fresh != kept && fresh.state >= state {
		return fresh.products, nil
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
		var reduced []int
		err := t.Rows(`SELECT `+productColumns+` FROM products ORDER BY slug`, nil, func(rows *sql.Rows) error {
			var r productRow
			if err := rows.Scan(r.places()...); err != nil {
				return err
			}
			p, err := r.product()
			c.products = append(c.products, p)
			if p.Reduced {
				reduced = append(reduced, len(c.products)-1)
			}
			return err
		})
		if err == nil {
			err = t.addPictures(c.products)
		}
		if err != nil || len(reduced) == 0 {
			return err
		}
		return t.addPricesBefore(c.products, reduced)
	})
	return c, err
}

// addPricesBefore sets the crossed-out prices of the reduced products, given by their
// indexes.
func (t *tx) addPricesBefore(products []catalogue.Product, reduced []int) error {
	histories := make(map[string]catalogue.PriceHistory, len(reduced))
	err := t.Rows(`SELECT slug, ab, preis_cent FROM preisverlauf WHERE slug IN (SELECT slug FROM products WHERE ermaessigt_seit IS NOT NULL)
		ORDER BY slug, ab`, nil, func(rows *sql.Rows) error {
		var slug string
		price, err := scanPrice(rows.Scan, &slug)
		histories[slug] = append(histories[slug], price)
		return err
	})
	for _, i := range reduced {
		p := &products[i]
		p.PriceBefore, _ = histories[p.Slug].LowestBefore(p.ReducedSince)
	}
	return err
}
