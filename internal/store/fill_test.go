package store

import (
	"database/sql"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"kontor/internal/database"
	"kontor/tests/scratch"
	"kontor/tests/storetest"
)

// databaseAt creates a database of an older version in dir, filled with what that
// version could store, and returns its path.
func databaseAt(t *testing.T, dir string, version int64) string {
	t.Helper()
	path := filepath.Join(dir, database.FileName)
	if version == 0 {
		return path
	}
	if err := os.WriteFile(path, filled(t, version), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

var (
	filledMu sync.Mutex
	images   [][]byte // the databases from version 1 on, as far as they were needed
)

// filled returns the file of a database of an older version. Each is made of the one
// before.
func filled(t *testing.T, version int64) []byte {
	t.Helper()
	filledMu.Lock()
	defer filledMu.Unlock()
	for v := int64(len(images)); v < version; v++ {
		path := filepath.Join(scratch.Dir(t), database.FileName)
		if v > 0 {
			if err := os.WriteFile(path, images[v-1], 0o600); err != nil {
				t.Fatal(err)
			}
		}
		fill(t, path, v+1)
		image, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		images = append(images, image)
	}
	return images[version-1]
}

// fill brings a database to the next version and adds to it.
func fill(t *testing.T, path string, version int64) {
	t.Helper()
	db := connect(t, path, "foreign_keys(0)")
	if err := schema.Migrate(t.Context(), db, database.SQLite, version); err != nil {
		t.Fatal(err)
	}
	if version <= int64(len(fillings)) {
		for _, statement := range fillings[version-1] {
			mustExec(t, db, statement)
		}
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
}

// fillings are what each version adds. Orders 1 to 120 are from version 1; 121 was
// deleted, so the next one is 122. What version 5 derives is empty before.
var fillings = [][]string{
	{
		`WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 121)
		INSERT INTO orders (bestellnummer, created_at, updated_at, status, kunde_name, kunde_email, land, strasse, plz, ort,
			zahlungsart, zwischensumme, versandkosten, rabatt_gesamt, summe, summe_cent, treuebonus_verwendet,
			abo_rabatt_verwendet, gutschein_code)
		SELECT printf('BK-2025-%04d', i), printf('2025-%02d-%02dT22:30:00.123Z', 1 + i / 28, 1 + i % 28), '2025-12-01T00:00:00.000Z',
			CASE WHEN i % 7 = 0 THEN 'storniert' ELSE 'bezahlt' END, 'Zoë ''Groß''', printf('Kunde%d@Example.ORG', i % 40),
			substr('deatchlu', 1 + 2 * (i % 4), 2), 'Weg 1', '01234', 'Köln', CASE i % 3 WHEN 0 THEN 'ueberweisung' WHEN 1 THEN 'paypal' ELSE '' END,
			0.1 + 0.2, 4.9, 1.005, i + 0.99, i * 100 + 99, i % 2, 0,
			CASE i % 10 WHEN 0 THEN 'SOMMER10' WHEN 1 THEN ' sommer10' WHEN 2 THEN '' END FROM n`,
		`INSERT INTO order_items (order_id, position, produkt_slug, name, kategorie_slug, menge, preis, preis_cent, gratis)
		SELECT o.id, p.value, printf('artikel-%d', (o.id + p.value) % 9), 'Größe "M"', CASE WHEN p.value = 1 THEN 'garn' END,
			o.id % 5, 1.1 * p.value, 110 * p.value, p.value = 3
		FROM orders o JOIN json_each('[1,2,3]') p`,
		`DELETE FROM order_items WHERE order_id = 121`,
		`DELETE FROM orders WHERE id = 121`,
	},
	{
		`INSERT INTO coupons (code, einmalig_pro_person, aktiv, art, wert, gueltig_von, gueltig_bis, mindestsumme, max_einloesungen,
			version, created_at, updated_at)
		VALUES ('SOMMER10', 1, 1, 'prozent', 10, '', '2025-12-31', 5.5, 100, 3, '2025-01-01T00:00:00.000Z', '2025-01-01T00:00:00.000Z')`,
		`INSERT INTO customers (name, email, created_at, updated_at) VALUES ('Zoë', 'zoe@example.org', '2025-01-01T00:00:00.000Z', '2025-01-01T00:00:00.000Z')`,
		`INSERT INTO products VALUES ('wolle', 'Wolle', 'Wool', 'Laine', 'Lana', 'garn', 7.9, 15.8, '100 g', 1, 0, 2, '2025-01-01T00:00:00.000Z', '2025-01-01T00:00:00.000Z')`,
	},
	{
		`UPDATE orders SET status = 'zahlungOffen' WHERE id % 11 = 0`,
		`UPDATE orders SET paypal_order_id = 'PP-' || id WHERE zahlungsart = 'paypal'`,
	},
	{
		`UPDATE orders SET kunde_id = 1, sprache = 'fr', anfrage_id = 'a-' || id, version = 2, notiz = 'angerufen',
			hinweise = '[{"art":"summe","text":"Summe weicht ab"}]', inhalt = id WHERE id % 13 = 0`,
		`INSERT INTO order_events (order_id, nr, zeit, wer, art, text)
		SELECT id, 2, updated_at, 'Verwaltung', 'notiz', 'angerufen' FROM orders WHERE version = 2`,
	},
}

// tableRows returns every row of a database's tables, each value in SQL's own spelling,
// which distinguishes types and exact numbers.
func tableRows(t *testing.T, db *sql.DB, tables map[string]string) map[string][]string {
	t.Helper()
	content := make(map[string][]string)
	for table, columns := range tables {
		content[table] = storetest.Texts(t, db, fmt.Sprintf(`SELECT %s FROM %s ORDER BY 1`, columns, table))
	}
	return content
}

// tableColumns returns the tables of a database, with an expression of all
// their columns for tableRows.
func tableColumns(t *testing.T, db *sql.DB) map[string]string {
	t.Helper()
	tables := make(map[string]string)
	for _, table := range storetest.Texts(t, db, `SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND sql NOT LIKE '%VIRTUAL%'`) {
		tables[table] = storetest.Texts(t, db, `SELECT group_concat('quote("' || name || '")', ' || '', '' || ') FROM pragma_table_info('`+table+`')`)[0]
	}
	return tables
}

// fillPostgres brings an empty database to an older version, with orders of the first
// one: 1 to 120, and a deleted 121.
func fillPostgres(t *testing.T, db *sql.DB, version int64) {
	t.Helper()
	for v := range version {
		if err := schema.Migrate(t.Context(), db, database.PostgreSQL, v+1); err != nil {
			t.Fatal(err)
		}
		if v > 0 {
			continue
		}
		mustExec(t, db, `INSERT INTO orders (bestellnummer, created_at, updated_at, status, kunde_name, kunde_email, land, zahlungsart,
				summe, summe_cent, gutschein_code)
			SELECT 'BK-2025-' || lpad(i::text, 4, '0'), '2025-03-05T22:30:00.123Z', '2025-12-01T00:00:00.000Z',
				CASE WHEN i % 7 = 0 THEN 'storniert' ELSE 'bezahlt' END, 'Zoë ''Groß''', 'Kunde' || i || '@Example.ORG',
				substr('deatchlu', 1 + 2 * (i % 4), 2), CASE i % 2 WHEN 0 THEN 'ueberweisung' ELSE 'paypal' END,
				i + 0.99, i * 100 + 99, CASE i % 5 WHEN 0 THEN 'SOMMER10' WHEN 1 THEN ' sommer10' END
			FROM generate_series(1, 121) i`)
		mustExec(t, db, `INSERT INTO order_items (order_id, position, produkt_slug, name, menge, preis, preis_cent, gratis)
			SELECT id, p, 'artikel-' || (id + p) % 9, 'Größe "M"', id % 5, 1.1 * p, 110 * p, CASE p WHEN 3 THEN 1 ELSE 0 END
			FROM orders, generate_series(1, 3) p WHERE id < 121`)
		mustExec(t, db, `DELETE FROM orders WHERE id = 121`)
	}
}
