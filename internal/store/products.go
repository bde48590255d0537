package store

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"slices"
	"time"

	"kontor/internal/database"
	"kontor/internal/shop"
	"kontor/internal/shop/audit"
	"kontor/internal/shop/catalogue"
	"kontor/internal/shop/checkout"
	"kontor/internal/shop/order"
	"kontor/internal/store/base"
)

const productColumns = `slug, name_de, name_en, name_fr, name_it, kategorie_slug, preis, grundpreis,
	grundpreis_einheit, aktiv, bestseller_label, bild, alt_de, alt_en, alt_fr, alt_it, demo, version`

func scanProduct(scan func(...any) error) (catalogue.Product, error) {
	var p catalogue.Product
	var de, en, fr, it string
	var alt [4]string
	err := scan(&p.Slug, &de, &en, &fr, &it, &p.CategorySlug, &p.Price, &p.UnitPrice, &p.Unit,
		&p.Active, &p.BestsellerLabel, &p.Photo, &alt[0], &alt[1], &alt[2], &alt[3],
		database.Truth(&p.Demo), &p.Version)
	p.Names = map[shop.Language]string{"de": de, "en": en, "fr": fr, "it": it}
	p.Alt = map[shop.Language]string{"de": alt[0], "en": alt[1], "fr": alt[2], "it": alt[3]}
	return p, err
}

// product returns one product, or catalogue.ErrProductNotFound.
func (t *tx) product(slug string) (catalogue.Product, error) {
	p, err := scanProduct(func(dest ...any) error {
		return t.Row(`SELECT `+productColumns+` FROM products WHERE slug = $1`, []any{slug}, dest...)
	})
	if errors.Is(err, sql.ErrNoRows) {
		return p, catalogue.ErrProductNotFound
	}
	return p, err
}

// Product returns one product, or catalogue.ErrProductNotFound.
func (db *DB) Product(ctx context.Context, slug string) (p catalogue.Product, err error) {
	err = db.view(ctx, func(t *tx) error {
		p, err = t.product(slug)
		return err
	})
	return p, err
}

// CreateProduct stores a new product; catalogue.ErrProductExists if its slug is taken.
func (db *DB) CreateProduct(ctx context.Context, p catalogue.Product, at time.Time) (created catalogue.Product, err error) {
	err = db.update(func(t *tx) error {
		n, err := t.Exec(`INSERT INTO products (slug, name_de, name_en, name_fr, name_it, kategorie_slug, preis,
				grundpreis, grundpreis_einheit, aktiv, bestseller_label, alt_de, alt_en, alt_fr, alt_it, demo, created_at, updated_at)
			VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $17) ON CONFLICT (slug) DO NOTHING`,
			append(append([]any{p.Slug}, productValues(p)...), shop.FormatTime(at))...)
		if err != nil {
			return err
		}
		if n == 0 {
			return catalogue.ErrProductExists
		}
		if created, err = t.product(p.Slug); err == nil {
			t.recordProduct(ctx, &catalogue.Product{Slug: p.Slug}, &created)
		}
		return err
	})
	return created, err
}

// ChangeProduct stores a changed product. Errors: catalogue.ErrProductNotFound;
// shop.ErrStale if it was changed since it was read.
func (db *DB) ChangeProduct(ctx context.Context, p catalogue.Product, at time.Time) (changed catalogue.Product, err error) {
	err = db.update(func(t *tx) error {
		before, err := t.product(p.Slug)
		if err != nil {
			return err
		}
		n, err := t.Exec(`UPDATE products SET name_de = $1, name_en = $2, name_fr = $3, name_it = $4,
				kategorie_slug = $5, preis = $6, grundpreis = $7, grundpreis_einheit = $8, aktiv = $9,
				bestseller_label = $10, alt_de = $11, alt_en = $12, alt_fr = $13, alt_it = $14,
				demo = $15, updated_at = $16, version = version + 1
			WHERE slug = $17 AND version = $18`,
			append(productValues(p), shop.FormatTime(at), p.Slug, p.Version)...)
		if err != nil {
			return err
		}
		if n == 0 {
			return shop.ErrStale
		}
		if changed, err = t.product(p.Slug); err == nil {
			t.recordProduct(ctx, &before, &changed)
		}
		return err
	})
	return changed, err
}

func productValues(p catalogue.Product) []any {
	return []any{p.Names["de"], p.Names["en"], p.Names["fr"], p.Names["it"], p.CategorySlug, p.Price,
		p.UnitPrice, p.Unit, base.Flag(p.Active), base.Flag(p.BestsellerLabel), p.Alt["de"], p.Alt["en"], p.Alt["fr"], p.Alt["it"], base.Flag(p.Demo)}
}

// DeleteProduct removes a product from the catalogue. Errors:
// catalogue.ErrProductNotFound; shop.ErrStale unless it has this version, 0 for any.
// Orders keep their own copy of what was bought.
func (db *DB) DeleteProduct(ctx context.Context, slug string, version int64) error {
	return db.update(func(t *tx) error {
		if err := t.removePhoto(slug); err != nil {
			return err
		}
		n, err := t.Exec(`DELETE FROM products WHERE slug = $1 AND CAST($2 AS BIGINT) IN (0, version)`, slug, version)
		if err == nil && n > 0 {
			t.Record(ctx, audit.Entry{Action: audit.Product, Subject: audit.Subject(audit.KindProduct, slug), To: "gelöscht"})
		}
		if err != nil || n > 0 {
			return err
		}
		_, err = t.product(slug)
		return cmp.Or(err, error(shop.ErrStale))
	})
}

// askPrices requests what is needed to check the order's prices, unless they are not
// checked.
func (t *tx) askPrices(o *order.Order, check checkout.PriceCheck, s *surroundings) error {
	if check == checkout.PriceCheckOff {
		return nil
	}
	s.catalogue = make(map[string]catalogue.Product, len(o.Items))
	return errors.Join(t.askCatalogue(o.Items, s.catalogue), t.askLoyal(o, s))
}

// askLoyal requests whether the customer has paid an earlier order, if the order claims
// the bonus for it.
func (t *tx) askLoyal(o *order.Order, s *surroundings) error {
	if o.CustomerID == 0 || !o.LoyaltyBonus {
		return nil
	}
	return t.Ask(`SELECT count(*) FROM (SELECT 1 FROM orders WHERE kunde_id = $1 AND status = 'bezahlt' LIMIT 1) AS paid`,
		[]any{o.CustomerID}, func(row database.Scanner) error { return row.Scan(database.Truth(&s.loyal)) })
}

// askCatalogue requests price and state of the products of items. Unknown products are
// missing from the result.
func (t *tx) askCatalogue(items []order.Item, into map[string]catalogue.Product) error {
	asked := make(map[string]bool, len(items))
	var slugs []any
	for _, item := range items {
		if !asked[item.Slug] {
			asked[item.Slug], slugs = true, append(slugs, item.Slug)
		}
	}
	for part := range slices.Chunk(slugs, base.RowsAtOnce) {
		query := `SELECT slug, preis, aktiv FROM products WHERE slug IN ` + base.ValueLists(1, len(part))
		err := t.Ask(query, part, func(row database.Scanner) error {
			var p catalogue.Product
			err := row.Scan(&p.Slug, &p.Price, database.Truth(&p.Active))
			into[p.Slug] = p
			return err
		})
		if err != nil {
			return err
		}
	}
	return nil
}
