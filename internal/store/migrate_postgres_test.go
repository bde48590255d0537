package store

import (
	"database/sql"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"kontor/internal/database"
)

// unmigrated returns the URL of a database without a schema, and a connection to it
// beside the shop's.
func unmigrated(t *testing.T) (string, *sql.DB) {
	t.Helper()
	url := target(t)
	return url, connectServer(t, url)
}

func connectServer(t *testing.T, url string) *sql.DB {
	t.Helper()
	plain, err := sql.Open("pgx", url)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { plain.Close() })
	return plain
}

// scan reads one value.
func scan[T any](t *testing.T, db *sql.DB, query string) (value T) {
	t.Helper()
	if err := db.QueryRow(query).Scan(&value); err != nil {
		t.Fatalf("%s: %v", query, err)
	}
	return value
}

// R39: of three instances that start on an empty database simultaneously one migrates
// at a time, the others wait, and then all take orders.
func TestR39_InstancesMigrateInTurns(t *testing.T) {
	t.Parallel()
	url, plain := unmigrated(t)
	fourth, err := plain.Begin() // an instance that is just migrating
	if err != nil {
		t.Fatal(err)
	}
	defer fourth.Rollback()
	if _, err := fourth.Exec(database.PostgreSQL.LockKey, "kontor migrations"); err != nil {
		t.Fatal(err)
	}
	opened := make(chan error, 3)
	for i := range 3 {
		go func() {
			db, err := Open(t.Context(), database.Options{URL: url})
			if err == nil {
				_, err = db.PlaceOrder(t.Context(), attempt(fmt.Sprint("kunde", i)))
				db.Close()
			}
			opened <- err
		}()
	}
	const waiting = `SELECT count(*) FROM pg_locks l JOIN pg_database d ON d.oid = l.database
		WHERE d.datname = current_database() AND l.locktype = 'advisory' AND NOT l.granted`
	for deadline := time.Now().Add(time.Minute); scan[int](t, plain, waiting) < 3; time.Sleep(5 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatal("the instances do not wait for each other")
		}
	}
	if scan[bool](t, plain, `SELECT to_regclass('orders') IS NOT NULL`) {
		t.Error("an instance has migrated before its turn")
	}
	fourth.Rollback()
	for range 3 {
		if err := <-opened; err != nil {
			t.Error(err)
		}
	}
	if n := scan[int](t, plain, `SELECT count(*) FROM orders`); n != 3 {
		t.Errorf("%d orders", n)
	}
	if twice := scan[int](t, plain, `SELECT count(version_id) - count(DISTINCT version_id) FROM schema_migrations`); twice != 0 {
		t.Errorf("%d migrations ran again", twice)
	}
}

// R39: a migration that fails leaves nothing behind, and runs again once the
// obstacle is gone.
func TestR39_FailedMigrationLeavesNothingOnPostgres(t *testing.T) {
	t.Parallel()
	url, plain := unmigrated(t)
	if _, err := plain.Exec(`CREATE TABLE orders_suche (x TEXT)`); err != nil { // the last one that 4 creates
		t.Fatal(err)
	}
	if db, err := Open(t.Context(), database.Options{URL: url}); err == nil {
		db.Close()
		t.Fatal("the migration did not fail")
	}
	columns := scan[string](t, plain, `SELECT string_agg(column_name, ' ') FROM information_schema.columns WHERE table_name = 'orders'`)
	if version := scan[int](t, plain, `SELECT max(version_id) FROM schema_migrations`); version != 3 || slices.Contains(strings.Fields(columns), "sprache") {
		t.Errorf("schema %d with the columns %s", version, columns)
	}
	if _, err := plain.Exec(`DROP TABLE orders_suche`); err != nil {
		t.Fatal(err)
	}
	db := openURL(t, url)
	if version, err := db.SchemaVersion(t.Context()); version != SchemaVersion || err != nil {
		t.Errorf("after the obstacle is gone: schema %d, %v", version, err)
	}
}
