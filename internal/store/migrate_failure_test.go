package store

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"kontor/internal/database"
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
			before, beforeSchema := tableRows(t, plain, tableColumns(t, plain)), texts(t, plain, schema)

			if db, err := Open(t.Context(), database.Options{Dir: dir}); err == nil {
				db.Close()
				t.Fatal("the migration did not fail")
			} else if !strings.Contains(err.Error(), path) {
				t.Errorf("%q does not name the path", err)
			}

			if diff := cmp.Diff(before, tableRows(t, plain, tableColumns(t, plain))); diff != "" {
				t.Errorf("rows changed:\n%s", diff)
			}
			if diff := cmp.Diff(beforeSchema, texts(t, plain, schema)); diff != "" {
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
	path := databaseAt(t, dir, SchemaVersion-1)
	plain := connect(t, path)
	if _, err := plain.Exec(`INSERT INTO schema_migrations (version_id, is_applied) VALUES (98, 1), (99, 1)`); err != nil {
		t.Fatal(err)
	}
	before := tableRows(t, plain, tableColumns(t, plain))
	db, err := Open(t.Context(), database.Options{Dir: dir})
	if err == nil {
		db.Close()
		t.Fatal("Open works")
	}
	for _, part := range []string{path, "99", fmt.Sprint(SchemaVersion)} {
		if !strings.Contains(err.Error(), part) {
			t.Errorf("%q does not say %q", err, part)
		}
	}
	if diff := cmp.Diff(before, tableRows(t, plain, tableColumns(t, plain))); diff != "" {
		t.Errorf("rows changed:\n%s", diff)
	}
}
