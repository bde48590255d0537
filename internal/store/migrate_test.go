package store

import (
	"database/sql"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"kontor/internal/database"
	"kontor/internal/shop/checkout"
	"kontor/internal/shop/order"
	"kontor/tests/storetest"
)

func TestR38_FilledDatabasesMigrateWithEveryRow(t *testing.T) {
	t.Parallel()
	for version := range int64(SchemaVersion) {
		t.Run(fmt.Sprint("from ", version), func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			path := databaseAt(t, dir, version)
			before := connect(t, path)
			tables := tableColumns(t, before)
			for table := range tables {
				if table == "schema_migrations" || table == "betrieb" || derivedTable(table) {
					delete(tables, table)
				}
			}
			rows := tableRows(t, before, tables)
			before.Close()

			db := open(t, dir)

			if v, err := db.SchemaVersion(t.Context()); v != SchemaVersion || err != nil {
				t.Errorf("schema %d, %v", v, err)
			}
			after := connect(t, path)
			if diff := cmp.Diff(rows, tableRows(t, after, tables)); diff != "" {
				t.Errorf("rows changed:\n%s", diff)
			}
			sound(t, after)
			storetest.Agree(t, &storetest.Engine{Store: db, SQL: after})
			if version > 0 {
				ordersWork(t, db, after)
			}
		})
	}
}

// derivedTable reports whether version 5 fills the table.
func derivedTable(name string) bool {
	return strings.HasPrefix(name, "orders_suche") || slices.Contains([]string{"gutschein_einloesungen", "order_counters", "item_counters"}, name)
}

// sound makes SQLite check that the file is intact.
func sound(t *testing.T, db *sql.DB) {
	t.Helper()
	if got := storetest.Texts(t, db, `PRAGMA integrity_check`); len(got) != 1 || got[0] != "ok" {
		t.Errorf("integrity_check: %v", got)
	}
	if got := storetest.Texts(t, db, `SELECT "table" FROM pragma_foreign_key_check`); len(got) > 0 {
		t.Errorf("rows that refer to nothing: %v", got)
	}
}

// ordersWork uses the migrated data as the shop does.
func ordersWork(t *testing.T, db *DB, plain *sql.DB) {
	t.Helper()
	want := storetest.Texts(t, plain, `SELECT upper(trim(gutschein_code)) || lower(kunde_email) || id FROM orders
		WHERE trim(gutschein_code) <> '' ORDER BY id`)
	if diff := cmp.Diff(want, storetest.Texts(t, plain, `SELECT code || email_klein || order_id FROM gutschein_einloesungen ORDER BY order_id`)); diff != "" {
		t.Errorf("redemptions (-want +got):\n%s", diff)
	}
	for _, words := range [][]string{{"zoë", "groß"}, {"größe"}, {"example"}} {
		if found := countFound(t, db, words...); found != 120 {
			t.Errorf("%q finds %d orders", words, found)
		}
	}
	if found := countFound(t, db, "0042"); found != 1 {
		t.Errorf("0042 finds %d orders", found)
	}
	details, err := db.Order(t.Context(), 42)
	if err != nil || details.Number != "BK-2025-0042" || len(details.Items) != 3 || details.Subtotal != 0.30000000000000004 {
		t.Errorf("order 42: %+v, %v", details, err)
	}
	// Ids of deleted orders are never issued again.
	placed, err := db.PlaceOrder(t.Context(), checkout.Placement{Order: testOrder("anna"), Prefix: "BK", AttemptID: "new"})
	if err != nil || placed.Order.ID != 122 {
		t.Errorf("H50b the next order: %+v, %v; want id 122", placed.Order, err)
	}
}

func countFound(t *testing.T, db *DB, words ...string) (n int) {
	t.Helper()
	err := db.EachOrder(t.Context(), order.Filter{Words: words}, func(*order.Order) error { n++; return nil })
	if err != nil {
		t.Error(err)
	}
	return n
}

func TestMigratingTwiceChangesNothing(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	path := databaseAt(t, dir, 1)
	var first map[string][]string
	for range 2 {
		db, err := Open(t.Context(), database.Options{Dir: dir})
		if err != nil {
			t.Fatal(err)
		}
		if err := db.Close(); err != nil {
			t.Fatal(err)
		}
		plain := connect(t, path)
		rows := tableRows(t, plain, tableColumns(t, plain))
		delete(rows, "betrieb") // names the latest start
		if plain.Close(); first == nil {
			first = rows
		}
		if diff := cmp.Diff(first, rows); diff != "" {
			t.Errorf("the second start changed:\n%s", diff)
		}
	}
}

// A coupon code that an older version stored verbatim is the same coupon.
func TestH35_MigratedCouponIsNotUsedTwice(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	path := databaseAt(t, dir, 4)
	older := connect(t, path)
	if _, err := older.Exec(`UPDATE orders SET status = 'storniert', kunde_email = 'a@x.de' WHERE id = 1;
		UPDATE orders SET status = 'bezahlt', kunde_email = 'A@x.de' WHERE id = 10`); err != nil {
		t.Fatal(err)
	}
	older.Close()
	db := open(t, dir)
	paid := order.StatusPaid
	_, err := db.ChangeOrder(t.Context(), 1, order.Change{Status: &paid}, testOrder("anna").CreatedAt)
	if err == nil || !strings.Contains(err.Error(), "BK-2025-0010") {
		t.Errorf("taking back the order with the code ' sommer10': %v, want a refusal that names the other order", err)
	}
}

func TestBothEnginesHaveTheSameMigrations(t *testing.T) {
	t.Parallel()
	names := func(engine string) (found []string) {
		files, err := fs.ReadDir(migrations, "migrations/"+engine)
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			found = append(found, file.Name())
		}
		return found
	}
	if diff := cmp.Diff(names("sqlite"), names("postgres")); diff != "" {
		t.Errorf("migrations (-sqlite +postgres):\n%s", diff)
	}
}
