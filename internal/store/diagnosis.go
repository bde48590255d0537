package store

import (
	"context"
	"database/sql"
	"slices"
	"time"

	"kontor/internal/shop"
	"kontor/internal/shop/message"
)

// maxDamage bounds how many faults of a damaged file are named.
const maxDamage = 5

// Damage returns what SQLite finds wrong with the database's file, at most a few faults
// in its own words; nothing for PostgreSQL, which notices damage by itself. It reads the
// whole file.
func (db *DB) Damage(ctx context.Context) (faults []string, err error) {
	if db.dialect == postgresDialect {
		return nil, nil
	}
	err = db.view(ctx, func(t *tx) error {
		pages, err := t.texts(`PRAGMA quick_check`)
		if err != nil {
			return err
		}
		keys, err := t.texts(`SELECT DISTINCT 'foreign key without its row in ' || "table" FROM pragma_foreign_key_check`)
		sound := func(line string) bool { return line == "ok" }
		faults = slices.DeleteFunc(slices.Concat(pages, keys), sound)
		faults = faults[:min(len(faults), maxDamage)]
		return err
	})
	return faults, err
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

// Books are what must fit together about all orders.
type Books struct {
	Orders       int64
	Newest       time.Time // when the newest order was placed; zero: there is none
	WithoutItems int64     // orders that contain nothing
	Misnumbered  int64     // orders whose number does not have their year and id
	Twice        int64     // numbers that more than one order has, counted for each of these but one
	Highest      int64     // the highest id of an order
	Sequence     int64     // the highest id ever given to an order
	Examples     int64     // orders from addresses reserved for examples, as the demo's are
}

const booksQuery = `SELECT count(*), coalesce(max(created_at), ''), coalesce(max(id), 0),
	count(*) - count(DISTINCT bestellnummer),
	coalesce(sum(CASE WHEN bestellnummer LIKE '%-' || substr(created_at, 1, 4) || '-'
		|| CASE WHEN id < 10 THEN '000' WHEN id < 100 THEN '00' WHEN id < 1000 THEN '0' ELSE '' END || id THEN 0 ELSE 1 END), 0),
	coalesce(sum(CASE WHEN EXISTS (SELECT 1 FROM order_items i WHERE i.order_id = o.id) THEN 0 ELSE 1 END), 0),
	coalesce(sum(CASE WHEN kunde_email LIKE '%@example.org' OR kunde_email LIKE '%@example.com' OR kunde_email LIKE '%@example.net'
		THEN 1 ELSE 0 END), 0) FROM orders o`

// Books reads all orders.
func (db *DB) Books(ctx context.Context) (b Books, err error) {
	err = db.view(ctx, func(t *tx) error {
		var newest string
		err := t.Row(booksQuery, nil, &b.Orders, &newest, &b.Highest, &b.Twice, &b.Misnumbered, &b.WithoutItems, &b.Examples)
		if err != nil {
			return err
		}
		if b.Orders > 0 {
			if b.Newest, err = shop.ParseTime(newest); err != nil {
				return err
			}
		}
		return t.Row(t.dialect.givenID("orders"), nil, &b.Sequence)
	})
	return b, err
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

// Backlog is what waits for the operator.
type Backlog struct {
	Mails     message.Counts // in each state
	Waiting   time.Time      // when the message was written that has been due for the longest; zero: none is due
	Transfers int64          // orders by transfer that have not been paid for a long time
	Cases     int64          // payments that somebody has to decide about
}

// Backlog counts what waits for the operator; transfers count that were ordered before
// a moment.
func (db *DB) Backlog(ctx context.Context, now, before time.Time) (b Backlog, err error) {
	err = db.view(ctx, func(t *tx) (err error) {
		if b.Mails, err = t.messageCounts(); err != nil {
			return err
		}
		var oldest string
		err = t.Row(`SELECT coalesce(min(created_at), '') FROM mails WHERE zustand = 'offen' AND faellig_ab <= $1`, []any{shop.FormatTime(now)}, &oldest)
		if err == nil && oldest != "" {
			b.Waiting, err = shop.ParseTime(oldest)
		}
		if err != nil {
			return err
		}
		err = t.Row(`SELECT count(*) FROM orders WHERE status = 'zahlungOffen' AND zahlungsart = 'ueberweisung' AND created_at < $1`,
			[]any{shop.FormatTime(before)}, &b.Transfers)
		if err != nil {
			return err
		}
		return t.Row(`SELECT count(*) FROM zahlungsvorgaenge z WHERE `+paymentIsCase, nil, &b.Cases)
	})
	return b, err
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
