package store

import (
	"context"
	"database/sql"
)

// bestsellersQuery equals the specification's query over all stored orders, but reads
// one row per product instead of one per line.
const bestsellersQuery = `SELECT produkt_slug FROM item_counters WHERE tag = ''
	GROUP BY produkt_slug HAVING sum(zeilen) > 0
	ORDER BY sum(menge) DESC, produkt_slug LIMIT 6`

// Bestsellers returns the slugs of the six best-selling products in orders that count,
// not counting free lines; equal sums by slug in byte order.
// Spec: GET /api/bestseller.
func (db *DB) Bestsellers(ctx context.Context) ([]string, error) {
	slugs := make([]string, 0, 6)
	err := db.read(ctx, func(t *tx) error {
		return t.Rows(bestsellersQuery, nil, func(rows *sql.Rows) error {
			var slug string
			err := rows.Scan(&slug)
			slugs = append(slugs, slug)
			return err
		})
	})
	return slugs, err
}
