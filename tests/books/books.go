// Package books compares a shop's books with the answers that its customers got.
package books

import (
	"context"
	"fmt"

	"kontor/internal/books"
	"kontor/tests/crowd"
)

// Books is the content of a database. After an error, which Err returns, its methods
// read nothing more.
type Books struct {
	db     books.Queryer
	ctx    context.Context
	engine books.Engine
	err    error

	Orders map[int64]*Stored
	Marks  map[string][]*Stored
	keys   map[int64]string // idempotency keys by order
}

// Stored is an order's row with its items.
type Stored struct {
	crowd.Body
	ID     int64
	Number string
	status string
}

// Open reads the orders of a database that no shop is using. The database stays open
// until the caller closes it.
func Open(ctx context.Context, db books.Queryer, engine books.Engine) (*Books, error) {
	b := &Books{db: db, ctx: ctx, engine: engine,
		Orders: make(map[int64]*Stored), Marks: make(map[string][]*Stored), keys: make(map[int64]string)}
	b.readOrders()
	b.readItems()
	b.readKeys()
	return b, b.err
}

// Err returns the first error of reading the database.
func (b *Books) Err() error { return b.err }

func (b *Books) readOrders() {
	b.each(`SELECT id, coalesce(bestellnummer, ''), status,
			kunde_name, kunde_email, strasse, plz, ort, land, zahlungsart,
			zwischensumme, versandkosten, rabatt_gesamt, summe,
			treuebonus_verwendet, abo_rabatt_verwendet, coalesce(gutschein_code, '')
		FROM orders`, func(scan func(...any) error) error {
		var o Stored
		err := scan(&o.ID, &o.Number, &o.status,
			&o.Kunde.Name, &o.Kunde.Email, &o.Kunde.Strasse, &o.Kunde.PLZ, &o.Kunde.Ort, &o.Land, &o.Zahlungsart,
			&o.Zwischensumme, &o.Versandkosten, &o.RabattGesamt, &o.Summe,
			&o.Treuebonus, &o.AboRabatt, &o.Gutschein)
		b.Orders[o.ID] = &o
		b.Marks[o.Kunde.Name] = append(b.Marks[o.Kunde.Name], &o)
		return err
	})
}

func (b *Books) readItems() {
	b.each(`SELECT order_id, produkt_slug, name, coalesce(kategorie_slug, ''), menge, preis, gratis
		FROM order_items ORDER BY order_id, position`, func(scan func(...any) error) error {
		var id int64
		var line crowd.Item
		err := scan(&id, &line.Slug, &line.Name, &line.Kategorie, &line.Menge, &line.Preis, &line.Gratis)
		if o := b.Orders[id]; o != nil { // orphans: see checkRows
			o.Artikel = append(o.Artikel, line)
		}
		return err
	})
}

func (b *Books) readKeys() {
	b.each(`SELECT order_id, schluessel FROM idempotenz`, func(scan func(...any) error) error {
		var id int64
		var key string
		err := scan(&id, &key)
		b.keys[id] = key
		return err
	})
}

// each calls read for every row of a query.
func (b *Books) each(query string, read func(scan func(...any) error) error) {
	if b.err != nil {
		return
	}
	if err := b.rows(query, read); err != nil {
		b.err = fmt.Errorf("%s: %w", query, err)
	}
}

func (b *Books) rows(query string, read func(scan func(...any) error) error) error {
	rows, err := b.db.QueryContext(b.ctx, query)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		if err := read(rows.Scan); err != nil {
			return err
		}
	}
	return rows.Err()
}

// texts returns the first column of a query.
func (b *Books) texts(query string) []string {
	found := []string{}
	b.each(query, func(scan func(...any) error) error {
		var text string
		err := scan(&text)
		found = append(found, text)
		return err
	})
	return found
}

// Bestsellers is the specification's query.
// Spec: GET /api/bestseller.
func (b *Books) Bestsellers() []string {
	return b.texts(`SELECT i.produkt_slug FROM order_items i JOIN orders o ON o.id = i.order_id
		WHERE o.status NOT IN ('storniert', 'zahlungOffen') AND i.gratis <> 1
		GROUP BY i.produkt_slug ORDER BY sum(i.menge) DESC, i.produkt_slug LIMIT 6`)
}

// StatusCounts counts the orders, in all and in each state.
func (b *Books) StatusCounts() map[string]int64 {
	counts := map[string]int64{"alle": int64(len(b.Orders)), "bezahlt": 0, "zahlungOffen": 0, "storniert": 0}
	for _, o := range b.Orders {
		counts[o.status]++
	}
	return counts
}
