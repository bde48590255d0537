package store

import (
	"os"
	"runtime/debug"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"kontor/internal/database"
	"kontor/tests/storetest"
)

// R38: 100,000 orders of the first version, a tenth of them under the race detector,
// which makes SQLite twenty times slower, and 2,000 in the sampled run. The duration is
// printed, not asserted, since it depends on the machine.
func TestR38_ManyOrdersMigrate(t *testing.T) {
	orders := 2_000
	switch all := os.Getenv("KONTOR_TEST_ALL") == "1"; {
	case all && underRaceDetector():
		orders = 10_000
	case all:
		orders = 100_000
	}
	dir := t.TempDir()
	path := databaseAt(t, dir, 1)
	plain := connect(t, path, "synchronous(OFF)")
	if _, err := plain.Exec(manyOrders, orders); err != nil {
		t.Fatal(err)
	}
	if _, err := plain.Exec(threeItemsEach); err != nil {
		t.Fatal(err)
	}
	tables := map[string]string{}
	for table, columns := range tableColumns(t, plain) {
		if table != "schema_migrations" {
			tables[table] = columns
		}
	}
	before := tableRows(t, plain, tables)
	plain.Close()
	if n := len(before["orders"]); n != orders {
		t.Fatalf("%d orders to migrate, want %d", n, orders)
	}

	start := time.Now()
	db, err := Open(t.Context(), database.Options{Dir: dir})
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("R38: migrated %d orders and %d lines in %v", orders, len(before["order_items"]), time.Since(start).Round(time.Millisecond))
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	start = time.Now()
	db = open(t, dir)
	t.Logf("the next start takes %v", time.Since(start).Round(time.Millisecond))

	after := connect(t, path)
	if diff := cmp.Diff(before, tableRows(t, after, tables)); diff != "" {
		t.Errorf("rows changed:\n%s", diff)
	}
	sound(t, after)
	storetest.Agree(t, &storetest.Engine{Store: db, SQL: after})
}

const (
	manyOrders = `WITH RECURSIVE n (i) AS (SELECT 122 UNION ALL SELECT i + 1 FROM n WHERE i <= $1)
		INSERT INTO orders (id, bestellnummer, created_at, updated_at, status, kunde_name, kunde_email, land, zahlungsart, summe, summe_cent, gutschein_code)
		SELECT i, printf('BK-2025-%04d', i), strftime('%Y-%m-%dT%H:%M:%fZ', 1735689600 + i * 300, 'unixepoch'),
			strftime('%Y-%m-%dT%H:%M:%fZ', 1735689600 + i * 300, 'unixepoch'), CASE WHEN i % 7 = 0 THEN 'storniert' ELSE 'bezahlt' END,
			printf('Vorname%d Nachname%d', i % 200, i % 777), printf('kunde%d@example.org', i % 5000), substr('deatchlu', 1 + 2 * (i % 4), 2),
			'ueberweisung', 20.99, 2099, CASE i % 10 WHEN 0 THEN 'SOMMER10' END FROM n`
	threeItemsEach = `INSERT INTO order_items (order_id, position, produkt_slug, name, menge, preis, preis_cent)
		SELECT o.id, p.value, printf('artikel-%d-wolle', (o.id + p.value) % 24), printf('Artikel %d', (o.id + p.value) % 24), 1 + o.id % 3, 6.99, 699
		FROM orders o JOIN json_each('[1,2,3]') p WHERE o.id > 121`
)

func underRaceDetector() bool {
	build, ok := debug.ReadBuildInfo()
	return ok && slices.Contains(build.Settings, debug.BuildSetting{Key: "-race", Value: "true"})
}
