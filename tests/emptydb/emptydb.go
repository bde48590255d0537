// Package emptydb gives tests of the schema the database of an empty shop, to be used
// with plain SQL. They are tests of the store's rooms, which the store imports.
package emptydb

import (
	"context"
	"database/sql"
	"path/filepath"
	"testing"

	"kontor/internal/database"
	"kontor/internal/store"
	"kontor/tests/pgtest"
	"kontor/tests/scratch"
)

// SQLite returns an empty shop's database.
func SQLite(t testing.TB) *sql.DB {
	t.Helper()
	dir := scratch.Dir(t)
	return fill(t, database.Options{Dir: dir}, "sqlite", "file:"+filepath.Join(dir, database.FileName))
}

// PostgreSQL returns an empty shop's database on a server of its own, which ends with the
// test.
func PostgreSQL(t testing.TB) *sql.DB {
	t.Helper()
	c, err := pgtest.StartHasty()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := c.Stop(); err != nil {
			t.Error(err)
		}
	})
	const name = "kontor"
	if err := c.Create(name, ""); err != nil {
		t.Fatal(err)
	}
	return fill(t, database.Options{URL: c.URL(name)}, "pgx", c.URL(name))
}

// fill stores the schema, and returns connections around the store.
func fill(t testing.TB, o database.Options, driver, source string) *sql.DB {
	t.Helper()
	db, err := store.Open(context.Background(), o)
	if err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	plain, err := sql.Open(driver, source)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { plain.Close() })
	return plain
}
