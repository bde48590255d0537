package main

import (
	"context"
	"database/sql"
	"errors"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"kontor/internal/database"
	"kontor/internal/store"
	"kontor/tests/scratch"
)

// emptyDatabase is a database that has its tables and nothing in them, not even which
// shop it is: what the first start leaves when it is killed after the migrations.
var emptyDatabase = sync.OnceValues(func() ([]byte, error) {
	dir, err := os.MkdirTemp(scratch.Root(), "kontor-empty-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	shop, err := store.Open(context.Background(), database.Options{Dir: dir})
	if err != nil {
		return nil, err
	}
	if err := shop.Close(); err != nil {
		return nil, err
	}
	path := filepath.Join(dir, database.FileName)
	db, err := sql.Open("sqlite", path)
	if err != nil {
		return nil, err
	}
	_, err = db.Exec(`DELETE FROM betrieb`)
	if err := errors.Join(err, db.Close()); err != nil {
		return nil, err
	}
	return os.ReadFile(path)
})

// writeEmptyDatabase puts an empty database into a directory. The migrations are more
// than half of the work of a first start.
func writeEmptyDatabase(t *testing.T, dir string) {
	t.Helper()
	content, err := emptyDatabase()
	if err != nil {
		t.Fatal(err)
	}
	writeText(t, filepath.Join(dir, database.FileName), string(content))
}

// emptyShop returns a data directory with an empty database.
func emptyShop(t *testing.T) string {
	t.Helper()
	dir := scratch.Dir(t)
	writeEmptyDatabase(t, dir)
	return dir
}
