package store

import (
	"context"
	"fmt"
	"time"

	"kontor/internal/shop"
	"kontor/internal/shop/audit"
	"kontor/internal/store/stocks"
)

// RemoveDemo removes the products and coupons of the demo, and returns how many. What
// only these products referred to, invented makers and groups, goes with them. Coupons
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
