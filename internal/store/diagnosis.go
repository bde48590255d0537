package store

import (
	"context"
	"database/sql"
	"time"

	"kontor/internal/books"
	"kontor/internal/shop"
)

// maxDamage bounds how many faults are named.
const maxDamage = 5

// Damage returns what SQLite finds wrong with the database's file, at most a few faults;
// nothing for PostgreSQL, which notices damage by itself. It reads the whole file.
func (db *DB) Damage(ctx context.Context) (faults []string, err error) {
	if db.dialect == postgresDialect {
		return nil, nil
	}
	return db.examined(ctx, func(t *tx) ([]string, error) { return books.Damage(ctx, t) })
}

// Faults returns what does not agree in the books, at most a few German sentences. It
// reads all orders.
func (db *DB) Faults(ctx context.Context) ([]string, error) {
	engine := books.SQLite
	if db.dialect == postgresDialect {
		engine = books.PostgreSQL
	}
	return db.examined(ctx, func(t *tx) ([]string, error) { return books.Orders(ctx, t, engine) })
}

func (db *DB) examined(ctx context.Context, examine func(*tx) ([]string, error)) (faults []string, err error) {
	err = db.view(ctx, func(t *tx) error {
		faults, err = examine(t)
		return err
	})
	return faults[:min(len(faults), maxDamage)], err
}

// JournalMode returns SQLite's journal mode, wal unless somebody has changed it; empty
// for PostgreSQL.
func (db *DB) JournalMode(ctx context.Context) (mode string, err error) {
	if db.dialect == postgresDialect {
		return "", nil
	}
	err = db.read(ctx, func(t *tx) error { return t.Row(`PRAGMA journal_mode`, nil, &mode) })
	return mode, err
}

// firstOrders is how many orders are examined for those of a demo, which come first.
const firstOrders = 1000

// Newest returns when the newest order was placed, zero if there is none, and how many of
// the first thousand came from addresses reserved for examples, as the demo's do.
func (db *DB) Newest(ctx context.Context) (at time.Time, examples int64, err error) {
	var text string
	err = db.view(ctx, func(t *tx) error {
		err := absent(t.Row(`SELECT created_at FROM orders ORDER BY id DESC LIMIT 1`, nil, &text))
		if err != nil {
			return err
		}
		return t.Row(`SELECT count(*) FROM (SELECT kunde_email FROM orders ORDER BY id LIMIT $1) AS first
			WHERE kunde_email LIKE '%@example.org' OR kunde_email LIKE '%@example.com' OR kunde_email LIKE '%@example.net'`, []any{firstOrders}, &examples)
	})
	if err == nil && text != "" {
		at, err = shop.ParseTime(text)
	}
	return at, examples, err
}

// OrdersAfter returns when the first order with a higher id was placed, zero if there is
// none, and the highest id of all such orders.
func (db *DB) OrdersAfter(ctx context.Context, id int64) (first time.Time, highest int64, err error) {
	var text string
	err = db.read(ctx, func(t *tx) error {
		return t.Row(`SELECT coalesce(min(created_at), ''), coalesce(max(id), 0) FROM orders WHERE id > $1`, []any{id}, &text, &highest)
	})
	if err == nil && text != "" {
		first, err = shop.ParseTime(text)
	}
	return first, highest, err
}

// MailsDueSince returns when the message was written that has been due for the longest;
// zero: none is due.
func (db *DB) MailsDueSince(ctx context.Context, now time.Time) (since time.Time, err error) {
	var oldest string
	err = db.read(ctx, func(t *tx) error {
		return t.Row(`SELECT coalesce(min(created_at), '') FROM mails WHERE zustand = 'offen' AND faellig_ab <= $1`, []any{shop.FormatTime(now)}, &oldest)
	})
	if err == nil && oldest != "" {
		since, err = shop.ParseTime(oldest)
	}
	return since, err
}

// DemoRows returns how many products and coupons of the demo there are, and how many
// products are sold in all.
func (db *DB) DemoRows(ctx context.Context) (products, coupons, sold int64, err error) {
	err = db.read(ctx, func(t *tx) error {
		return t.Row(`SELECT (SELECT count(*) FROM products WHERE demo = 1), (SELECT count(*) FROM coupons WHERE demo = 1),
			(SELECT count(*) FROM products WHERE aktiv = 1)`, nil, &products, &coupons, &sold)
	})
	return products, coupons, sold, err
}

// texts returns the first column of a query.
func (t *tx) texts(query string, args ...any) (found []string, err error) {
	err = t.Rows(query, args, func(rows *sql.Rows) error {
		var text string
		err := rows.Scan(&text)
		found = append(found, text)
		return err
	})
	return found, err
}
