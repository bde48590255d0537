package store

import (
	"database/sql"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"kontor/internal/database"
	"kontor/tests/storetest"
)

// A migration that fails or is killed halfway leaves the database as it was, and runs
// again once the obstacle is gone.
func TestFailedMigrationLeavesNothing(t *testing.T) {
	t.Parallel()
	for version, obstacle := range map[int64]struct{ build, remove string }{
		1: {`CREATE TABLE products (x)`, `DROP TABLE products`},                                                                                // the last statement of 2
		2: {`CREATE INDEX orders_paypal ON products (preis)`, `DROP INDEX orders_paypal`},                                                      // the last of 3
		3: {`CREATE TABLE orders_suche (x)`, `DROP TABLE orders_suche`},                                                                        // the last of 4
		4: {`UPDATE orders SET created_at = 'gestern' WHERE id = 1`, `UPDATE orders SET created_at = '2025-01-01T22:30:00.123Z' WHERE id = 1`}, // the oldest order
	} {
		t.Run(fmt.Sprint("after ", version), func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			path := databaseAt(t, dir, version)
			plain := connect(t, path)
			if _, err := plain.Exec(obstacle.build); err != nil {
				t.Fatal(err)
			}
			schema := `SELECT coalesce(sql, name) FROM sqlite_schema ORDER BY 1`
			before, beforeSchema := tableRows(t, plain, tableColumns(t, plain)), storetest.Texts(t, plain, schema)

			if db, err := Open(t.Context(), database.Options{Dir: dir}); err == nil {
				db.Close()
				t.Fatal("the migration did not fail")
			} else if !strings.Contains(err.Error(), path) {
				t.Errorf("%q does not name the path", err)
			}

			if diff := cmp.Diff(before, tableRows(t, plain, tableColumns(t, plain))); diff != "" {
				t.Errorf("rows changed:\n%s", diff)
			}
			if diff := cmp.Diff(beforeSchema, storetest.Texts(t, plain, schema)); diff != "" {
				t.Errorf("schema changed:\n%s", diff)
			}
			if _, err := plain.Exec(obstacle.remove); err != nil {
				t.Fatal(err)
			}
			if v, err := open(t, dir).SchemaVersion(t.Context()); v != SchemaVersion || err != nil {
				t.Errorf("after the obstacle is gone: schema %d, %v", v, err)
			}
		})
	}
}

func TestR40_NewerSchemaIsRefused(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	open(t, dir).Close()
	path := filepath.Join(dir, database.FileName)
	plain := connect(t, path)
	demands(t, plain, 98)
	before := tableRows(t, plain, tableColumns(t, plain))
	db, err := Open(t.Context(), database.Options{Dir: dir})
	if err == nil {
		db.Close()
		t.Fatal("Open works")
	}
	for _, part := range []string{path, "99", "98", fmt.Sprint(SchemaVersion)} {
		if !strings.Contains(err.Error(), part) {
			t.Errorf("%q does not say %q", err, part)
		}
	}
	if diff := cmp.Diff(before, tableRows(t, plain, tableColumns(t, plain))); diff != "" {
		t.Errorf("rows changed:\n%s", diff)
	}
}

// demands makes a database one of schema 99, which allows programs from a schema on.
func demands(t *testing.T, db *sql.DB, least int64) {
	t.Helper()
	for _, statement := range []string{
		`INSERT INTO schema_migrations (version_id, is_applied) VALUES (98, '1'), (99, '1')`,
		fmt.Sprintf(`INSERT INTO betrieb (id, shop_id, lauf, generation, mindest_schema) VALUES (1, 'x', 'x', 1, %d)
			ON CONFLICT (id) DO UPDATE SET mindest_schema = excluded.mindest_schema`, least),
	} {
		if _, err := db.Exec(statement); err != nil {
			t.Fatal(err)
		}
	}
}

// R40: a program that a newer database still allows serves it, and leaves its schema
// alone.
func TestR40_NewerSchemaThatAllowsThisProgramIsServed(t *testing.T) {
	t.Parallel()
	for engine, place := range map[string]func() (database.Options, *sql.DB){
		"SQLite": func() (database.Options, *sql.DB) {
			dir := t.TempDir()
			open(t, dir).Close()
			return database.Options{Dir: dir}, connect(t, filepath.Join(dir, database.FileName))
		},
		"PostgreSQL": func() (database.Options, *sql.DB) {
			url := target(t)
			openURL(t, url).Close()
			return database.Options{URL: url}, connectServer(t, url)
		},
	} {
		o, plain := place()
		t.Run(engine, func(t *testing.T) {
			t.Parallel()
			demands(t, plain, SchemaVersion)
			db, err := Open(t.Context(), o)
			if err != nil {
				t.Fatal(err)
			}
			defer db.Close()
			if _, err := db.PlaceOrder(t.Context(), attempt("Änne")); err != nil {
				t.Error(err)
			}
			if v, err := db.SchemaVersion(t.Context()); v != 99 || err != nil {
				t.Errorf("schema %d, %v", v, err)
			}
			reader, err := OpenReader(t.Context(), o)
			if err != nil {
				t.Fatal(err)
			}
			reader.Close()
		})
	}
}
