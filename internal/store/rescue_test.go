package store

import (
	"os"
	"path/filepath"
	"testing"

	"kontor/internal/database"
)

// W12: after a restart the shop does not start a new database beside the copy of the
// old one, and continues once that has the database's name.
func TestW12_NoNewDatabaseBesideARescueCopy(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	path := filepath.Join(dir, database.FileName)
	db, err := Open(t.Context(), database.Options{Dir: dir})
	if err != nil {
		t.Fatal(err)
	}
	if err := db.update(placing("anna", nil)); err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(path); err != nil { // and nobody asks until the end
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	loss := <-db.Losses()
	if loss.Rescue == "" {
		t.Fatal("there is no rescue copy")
	}
	refuses(t, dir, path, loss.Rescue, "fehlt")
	if _, err := os.Stat(path); err == nil {
		t.Error("the refused start has made a database")
	}
	if err := os.Rename(loss.Rescue, path); err != nil {
		t.Fatal(err)
	}
	stores(t, open(t, dir), "anna")
}
