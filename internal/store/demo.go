package store

import (
	"context"
	"fmt"
	"reflect"
	"time"

	"kontor/internal/shop"
	"kontor/internal/shop/audit"
	"kontor/internal/shop/catalogue"
	"kontor/internal/store/stocks"
)

// RemoveDemo removes the products and coupons of the demo, and returns how many. What
// only these products referred to, invented makers and groups, goes with them; what other
// variants inherited from them becomes the variants' own. Coupons
// that orders were placed with are kept, as they are in the office, and returned by
// their codes: nobody can use them any longer, and they do not count as the demo's from
// then on. Orders keep their own copy of what was bought.
func (db *DB) RemoveDemo(ctx context.Context, at time.Time) (products, coupons int64, kept []string, err error) {
	err = db.update(func(t *tx) (err error) {
		if err = t.raiseCatalogue(); err != nil {
			return err
		}
		slugs, err := t.texts(`SELECT slug FROM products WHERE demo = 1`)
		if err != nil {
			return err
		}
		if err := t.keepInherited(ctx, at); err != nil {
			return err
		}
		if products, err = t.removeDemoProducts(); err != nil {
			return err
		}
		if err := stocks.End(ctx, t.Tx.Tx, at, slugs...); err != nil {
			return err
		}
		if coupons, kept, err = t.removeDemoCoupons(at); err == nil {
			t.Record(ctx, audit.Entry{Action: audit.Demo, To: fmt.Sprintf("entfernt: %d Produkte, %d Gutscheine", products, coupons)})
		}
		return err
	})
	return products, coupons, kept, err
}

// keepInherited writes into the operator's variants what they inherit from a product of
// the demo.
func (t *tx) keepInherited(ctx context.Context, at time.Time) error {
	products, err := t.allProducts(true)
	if err != nil {
		return err
	}
	all := catalogue.Assortment{Products: products}
	all.Arrange()
	for i := range products {
		before := &products[i]
		first := all.FirstVariant(before)
		if before.Demo || first == nil || !first.Demo {
			continue
		}
		after := before.Clone()
		after.Inherit(first)
		if reflect.DeepEqual(*before, after) {
			continue
		}
		values := append(productValues(&after), textValues(after.Texts)...)
		if err := t.replaceProduct(before, &after, append(values, shop.FormatTime(at), after.Slug)); err != nil {
			return err
		}
		t.recordProduct(ctx, before, &after)
	}
	return nil
}

func (t *tx) removeDemoProducts() (removed int64, err error) {
	const demo = `(SELECT slug FROM products WHERE demo = 1)`
	for _, statement := range []string{
		`DELETE FROM produkt_bilder WHERE slug IN ` + demo,
		// Addresses at example.org belong to nobody (RFC 2606).
		`DELETE FROM hersteller WHERE kontakt LIKE '%@example.org' AND slug IN (SELECT hersteller FROM products WHERE demo = 1)
			AND slug NOT IN (SELECT hersteller FROM products WHERE demo = 0)`,
		`DELETE FROM produktgruppen WHERE slug IN (SELECT gruppe FROM products WHERE demo = 1)
			AND slug NOT IN (SELECT gruppe FROM products WHERE demo = 0)`,
	} {
		if _, err := t.Exec(statement); err != nil {
			return 0, err
		}
	}
	if err := t.dropContents(); err != nil {
		return 0, err
	}
	return t.Exec(`DELETE FROM products WHERE demo = 1`)
}

func (t *tx) removeDemoCoupons(at time.Time) (removed int64, kept []string, err error) {
	removed, err = t.Exec(`DELETE FROM coupons WHERE demo = 1
		AND NOT EXISTS (SELECT 1 FROM gutschein_einloesungen e WHERE e.code = coupons.code)`)
	if err != nil {
		return removed, nil, err
	}
	if kept, err = t.texts(`SELECT code FROM coupons WHERE demo = 1 ORDER BY code`); err != nil {
		return removed, kept, err
	}
	_, err = t.Exec(`UPDATE coupons SET aktiv = 0, demo = 0, updated_at = $1, version = version + 1 WHERE demo = 1`, shop.FormatTime(at))
	return removed, kept, err
}
