package store

import (
	"context"
	"database/sql"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"kontor/internal/database"
	"kontor/tests/scratch"
	"kontor/tests/storetest"
)

// SQLite keeps every rule of the store, those of racing refunds (T45), leases (T48), of
// what was kept (T55), of sweeps (T56), of what moved (T57), of disputes (T58) and of twins
// (T59) included.
func TestSQLiteConforms(t *testing.T) {
	t.Parallel()
	storetest.Run(t, openEngine)
}

func TestSQLiteProperties(t *testing.T) {
	storetest.RunProperties(t, openEngine)
}

func TestSQLiteAccountProperties(t *testing.T) {
	storetest.RunAccountProperties(t, openEngine)
}

// openEngine opens an empty store for the conformance suite.
func openEngine(t testing.TB) *storetest.Engine {
	t.Helper()
	dir := scratch.Dir(t)
	path := filepath.Join(dir, database.FileName)
	image, err := emptyDatabase()
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, image, 0o600); err != nil {
		t.Fatal(err)
	}
	return &storetest.Engine{
		Store:     open(t, dir),
		SQL:       connect(t, path, "query_only(1)"),
		SetNextID: func(id int64) error { return setNextID(connect(t, path), id) },
		Exec: func(query string) error {
			_, err := connect(t, path, "foreign_keys(1)").Exec(query)
			return err
		},
	}
}

// emptyDatabase returns the file of an empty database, since migrating one
// takes longer than most tests.
var emptyDatabase = sync.OnceValues(func() ([]byte, error) {
	dir, err := os.MkdirTemp(scratch.Root(), "kontor")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	db, err := Open(context.Background(), database.Options{Dir: dir})
	if err != nil {
		return nil, err
	}
	if err := db.Close(); err != nil {
		return nil, err
	}
	return os.ReadFile(filepath.Join(dir, database.FileName))
})

func setNextID(db *sql.DB, id int64) error {
	_, err := db.Exec(`DELETE FROM sqlite_sequence WHERE name = 'orders'`)
	if err == nil {
		_, err = db.Exec(`INSERT INTO sqlite_sequence (name, seq) VALUES ('orders', $1)`, id-1)
	}
	return err
}
