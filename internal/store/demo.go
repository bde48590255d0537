package store

import (
	"context"
	"time"

	"kontor/internal/shop"
)

// RemoveDemo removes the products and coupons of the demo, and returns how many. Coupons
// that orders were placed with are kept, as they are in the office, and returned by
// their codes: nobody can use them any longer, and they do not count as the demo's from
// then on. Orders keep their own copy of what was bought.
func (db *DB) RemoveDemo(_ context.Context, at time.Time) (products, coupons int64, kept []string, err error) {
	err = db.update(func(t *tx) (err error) {
		if err = t.raiseCatalogue(); err != nil {
			return err
		}
		if _, err = t.Exec(`DELETE FROM produkt_bilder WHERE slug IN (SELECT slug FROM products WHERE demo = 1)`); err != nil {
			return err
		}
		if err = t.dropContents(); err != nil {
			return err
		}
		if products, err = t.Exec(`DELETE FROM products WHERE demo = 1`); err != nil {
			return err
		}
		coupons, kept, err = t.removeDemoCoupons(at)
		return err
	})
	return products, coupons, kept, err
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
