package store

import (
	"database/sql"
	"net/url"
	"testing"

	"kontor/internal/database"
)

// open opens the store in dir and closes it with the test.
func open(t testing.TB, dir string) *DB {
	t.Helper()
	db, err := Open(t.Context(), database.Options{Dir: dir})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	})
	return db
}

// connect opens the database file beside the store.
func connect(t testing.TB, path string, pragmas ...string) *sql.DB {
	t.Helper()
	query := url.Values{"_pragma": append([]string{"busy_timeout(4000)"}, pragmas...)}
	db, err := sql.Open("sqlite", "file:"+path+"?"+query.Encode())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	return db
}
