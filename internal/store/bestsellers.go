package store

import (
	"context"
	"database/sql"
)

// bestsellersQuery equals the specification's query over all stored orders, but
// reads one row for each product instead of one for each line.
const bestsellersQuery = `SELECT produkt_slug FROM item_counters WHERE tag = ''
	GROUP BY produkt_slug HAVING sum(zeilen) > 0
	ORDER BY sum(menge) DESC, produkt_slug LIMIT 6`

// Bestsellers returns the slugs of the six products sold most in orders that
// count, free lines left out; equal sums by slug in byte order.
// Spec: GET /api/bestseller.
func (db *DB) Bestsellers(ctx context.Context) ([]string, error) {
	slugs := make([]string, 0, 6)
	err := db.look(ctx, func(t *tx) error {
		return t.Rows(bestsellersQuery, nil, func(rows *sql.Rows) error {
			var slug string
			err := rows.Scan(&slug)
			slugs = append(slugs, slug)
			return err
		})
	})
	return slugs, err
}
