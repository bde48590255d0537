package main

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"path/filepath"
	"strings"

	_ "modernc.org/sqlite" // the driver "sqlite"

	"kontor/internal/shop"
	"kontor/internal/shop/order"
)

// bareSchema is the specification's two tables and nothing else.
const bareSchema = `
CREATE TABLE orders (
  id INTEGER PRIMARY KEY AUTOINCREMENT, bestellnummer TEXT UNIQUE, created_at TEXT NOT NULL, updated_at TEXT NOT NULL,
  status TEXT NOT NULL, kunde_name TEXT NOT NULL, kunde_email TEXT NOT NULL, land TEXT NOT NULL,
  strasse TEXT NOT NULL, plz TEXT NOT NULL, ort TEXT NOT NULL, zahlungsart TEXT NOT NULL,
  zwischensumme REAL NOT NULL, versandkosten REAL NOT NULL, rabatt_gesamt REAL NOT NULL, summe REAL NOT NULL,
  treuebonus_verwendet INTEGER NOT NULL, abo_rabatt_verwendet INTEGER NOT NULL, gutschein_code TEXT, paypal_order_id TEXT
);
CREATE TABLE order_items (
  order_id INTEGER NOT NULL REFERENCES orders (id), position INTEGER NOT NULL, produkt_slug TEXT NOT NULL,
  name TEXT NOT NULL, kategorie_slug TEXT, menge INTEGER NOT NULL, preis REAL NOT NULL, gratis INTEGER NOT NULL,
  PRIMARY KEY (order_id, position)
) WITHOUT ROWID`

// barePragmas are the settings with which the store writes.
var barePragmas = []string{
	"busy_timeout(4000)", "journal_mode(WAL)", "synchronous(FULL)", "foreign_keys(1)", "secure_delete(1)",
	"cache_size(-65536)", "journal_size_limit(67108864)", "wal_autocheckpoint(4000)",
}

// bare is the database driver alone: one connection, prepared statements, and an
// order's rows written one after another as the specification describes.
type bare struct {
	db                                                *sql.DB
	conn                                              *sql.Conn
	begin, insertOrder, setNumber, insertItem, commit *sql.Stmt
}

func openBare(ctx context.Context, dir string) (*bare, error) {
	query := url.Values{"_pragma": barePragmas}
	db, err := sql.Open("sqlite", "file:"+filepath.Join(dir, "bare.db")+"?"+query.Encode())
	if err != nil {
		return nil, err
	}
	b := &bare{db: db}
	if b.conn, err = db.Conn(ctx); err == nil {
		_, err = b.conn.ExecContext(ctx, bareSchema)
	}
	if err == nil {
		err = b.prepare(ctx)
	}
	if err != nil {
		return nil, errors.Join(err, db.Close())
	}
	return b, nil
}

func (b *bare) prepare(ctx context.Context) (err error) {
	for _, s := range []struct {
		stmt  **sql.Stmt
		query string
	}{
		{&b.begin, `BEGIN IMMEDIATE`},
		{&b.insertOrder, `INSERT INTO orders (created_at, updated_at, status, kunde_name, kunde_email, land, strasse,
			plz, ort, zahlungsart, zwischensumme, versandkosten, rabatt_gesamt, summe, treuebonus_verwendet,
			abo_rabatt_verwendet, gutschein_code, paypal_order_id) VALUES (?` + strings.Repeat(", ?", 17) + `)`},
		{&b.setNumber, `UPDATE orders SET bestellnummer = ? WHERE id = ?`},
		{&b.insertItem, `INSERT INTO order_items (order_id, position, produkt_slug, name, kategorie_slug, menge,
			preis, gratis) VALUES (?` + strings.Repeat(", ?", 7) + `)`},
		{&b.commit, `COMMIT`},
	} {
		if *s.stmt, err = b.conn.PrepareContext(ctx, s.query); err != nil {
			return fmt.Errorf("prepare %.40q: %w", s.query, err)
		}
	}
	return nil
}

// store commits orders together.
func (b *bare) store(ctx context.Context, orders []*order.Order) error {
	if _, err := b.begin.ExecContext(ctx); err != nil {
		return err
	}
	for _, o := range orders {
		if err := b.insert(ctx, o); err != nil {
			return err
		}
	}
	_, err := b.commit.ExecContext(ctx)
	return err
}

func (b *bare) insert(ctx context.Context, o *order.Order) error {
	c := o.Customer
	at := shop.FormatTime(o.CreatedAt)
	inserted, err := b.insertOrder.ExecContext(ctx, at, at, o.Status, c.Name, c.Email, o.Country, c.Street,
		c.Postcode, c.City, o.PaymentMethod, o.Subtotal, o.Shipping, o.Discount, o.Total, o.LoyaltyBonus,
		o.SubscriptionRebate, nil, nil)
	if err != nil {
		return err
	}
	id, err := inserted.LastInsertId()
	if err != nil {
		return err
	}
	if _, err := b.setNumber.ExecContext(ctx, order.Number(prefix, o.CreatedAt, id), id); err != nil {
		return err
	}
	for i, item := range o.Items {
		if _, err := b.insertItem.ExecContext(ctx, id, i+1, item.Slug, item.Name, item.Category,
			item.Quantity, item.Price, item.Free); err != nil {
			return err
		}
	}
	return nil
}

func (b *bare) Close() error { return errors.Join(b.conn.Close(), b.db.Close()) }
