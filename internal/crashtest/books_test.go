package crashtest

import (
	"database/sql"
	"testing"

	_ "modernc.org/sqlite" // the driver "sqlite"
)

// books is what a database holds, read with plain SQL.
type books struct {
	t  testing.TB
	db *sql.DB

	orders map[int64]*stored
	marks  map[string][]*stored
	keys   map[int64]string // idempotency keys by order
}

// stored is an order's row with its items.
type stored struct {
	body
	id        int64
	number    string
	createdAt string
	status    string
	cents     int64
	version   int64
}

// openBooks reads the orders of a database that no process uses.
func openBooks(t testing.TB, path string) *books {
	t.Helper()
	db, err := sql.Open("sqlite", "file:"+path+"?_pragma=query_only(1)")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	b := &books{t: t, db: db, orders: make(map[int64]*stored), marks: make(map[string][]*stored), keys: make(map[int64]string)}
	b.readOrders()
	b.readItems()
	b.readKeys()
	return b
}

func (b *books) close() { b.db.Close() }

func (b *books) readOrders() {
	b.t.Helper()
	b.each(`SELECT id, coalesce(bestellnummer, ''), created_at, status, summe_cent, version,
			kunde_name, kunde_email, strasse, plz, ort, land, zahlungsart,
			zwischensumme, versandkosten, rabatt_gesamt, summe,
			treuebonus_verwendet, abo_rabatt_verwendet, coalesce(gutschein_code, '')
		FROM orders`, func(scan func(...any) error) error {
		var o stored
		err := scan(&o.id, &o.number, &o.createdAt, &o.status, &o.cents, &o.version,
			&o.Kunde.Name, &o.Kunde.Email, &o.Kunde.Strasse, &o.Kunde.PLZ, &o.Kunde.Ort, &o.Land, &o.Zahlungsart,
			&o.Zwischensumme, &o.Versandkosten, &o.RabattGesamt, &o.Summe,
			&o.Treuebonus, &o.AboRabatt, &o.Gutschein)
		b.orders[o.id] = &o
		b.marks[o.Kunde.Name] = append(b.marks[o.Kunde.Name], &o)
		return err
	})
}

func (b *books) readItems() {
	b.t.Helper()
	b.each(`SELECT order_id, produkt_slug, name, coalesce(kategorie_slug, ''), menge, preis, gratis
		FROM order_items ORDER BY order_id, position`, func(scan func(...any) error) error {
		var id int64
		var line item
		err := scan(&id, &line.Slug, &line.Name, &line.Kategorie, &line.Menge, &line.Preis, &line.Gratis)
		if o := b.orders[id]; o != nil { // orphans: see checkRows
			o.Artikel = append(o.Artikel, line)
		}
		return err
	})
}

func (b *books) readKeys() {
	b.t.Helper()
	b.each(`SELECT order_id, schluessel FROM idempotenz`, func(scan func(...any) error) error {
		var id int64
		var key string
		err := scan(&id, &key)
		b.keys[id] = key
		return err
	})
}

// each calls read for every row of a query.
func (b *books) each(query string, read func(scan func(...any) error) error) {
	b.t.Helper()
	rows, err := b.db.QueryContext(b.t.Context(), query)
	if err != nil {
		b.t.Fatalf("%s: %v", query, err)
	}
	defer rows.Close()
	for rows.Next() {
		if err := read(rows.Scan); err != nil {
			b.t.Fatalf("%s: %v", query, err)
		}
	}
	if err := rows.Err(); err != nil {
		b.t.Fatalf("%s: %v", query, err)
	}
}

// texts returns the first column of a query.
func (b *books) texts(query string) []string {
	b.t.Helper()
	found := []string{}
	b.each(query, func(scan func(...any) error) error {
		var text string
		err := scan(&text)
		found = append(found, text)
		return err
	})
	return found
}

// bestsellers is the specification's query. Spec: GET /api/bestseller.
func (b *books) bestsellers() []string {
	b.t.Helper()
	return b.texts(`SELECT i.produkt_slug FROM order_items i JOIN orders o ON o.id = i.order_id
		WHERE o.status NOT IN ('storniert', 'zahlungOffen') AND i.gratis <> 1
		GROUP BY i.produkt_slug ORDER BY sum(i.menge) DESC, i.produkt_slug LIMIT 6`)
}

// statusCounts counts the orders, in all and in each state.
func (b *books) statusCounts() map[string]int64 {
	counts := map[string]int64{"alle": int64(len(b.orders)), "bezahlt": 0, "zahlungOffen": 0, "storniert": 0}
	for _, o := range b.orders {
		counts[o.status]++
	}
	return counts
}
