package database

import (
	"testing"
	"testing/fstest"
)

// nothing is gathered by writes of a database without a shop.
type nothing struct{}

func (nothing) Join(Gathered)   {}
func (nothing) Committed()      {}
func (nothing) Write(*Tx) error { return nil }

// empty returns the options for a SQLite database of one table.
func empty(dir string) Options {
	return Options{
		Dir: dir, Gather: func() Gathered { return nothing{} }, OnLoss: func(Loss) {},
		Schema: Schema{
			Files:   fstest.MapFS{"migrations/sqlite/00001_first.sql": {Data: []byte("-- +goose Up\nCREATE TABLE first (id INTEGER PRIMARY KEY, text BLOB);\nCREATE TABLE betrieb (id INTEGER PRIMARY KEY, shop_id TEXT, lauf TEXT, generation INTEGER, umzug TEXT, mindest_schema INTEGER);\n")}},
			Version: 2, Backfill: Backfill{Version: 2, Run: func(*Tx) error { return nil }}, Refold: func(*Tx) error { return nil },
		},
	}
}

// open opens the database in dir and closes it with the test.
func open(t testing.TB, dir string) *DB {
	t.Helper()
	db, err := Open(t.Context(), empty(dir))
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
