package store

import (
	"os"
	"path/filepath"
	"testing"
)

// W12: after a restart the shop does not start a new database beside the copy of the
// old one, and continues once that has the database's name.
func TestW12_NoNewDatabaseBesideARescueCopy(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	path := filepath.Join(dir, FileName)
	db, err := Open(t.Context(), Options{Dir: dir})
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

func TestRoomOnTheDisk(t *testing.T) {
	t.Parallel()
	for size, want := range map[uint64]uint64{100 << 30: 32 << 20, 1600 << 20: 32 << 20, 500 << 20: 10 << 20, 0: 0} {
		if got := leastRoom(size); got != want {
			t.Errorf("of %d bytes %d must be free, want %d", size, got, want)
		}
	}
	if err := enoughRoom(filepath.Join(t.TempDir(), "fehlt"), roomOn); err == nil {
		t.Error("a directory that is not there has room")
	}
}

// W14: a disk counts as too full before a write fails on it.
func TestW14_ReadyWhileThereIsRoom(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	db := open(t, dir)
	engine := db.engine.engine.(*sqliteEngine)
	for free, ready := range map[uint64]bool{0: false, 20<<20 - 1: false, 20 << 20: true} {
		engine.room = func(asked string) (uint64, uint64, error) {
			if asked != dir {
				t.Errorf("asked about %s", asked)
			}
			return free, 1000 << 20, nil
		}
		if err := db.Ready(t.Context()); (err == nil) != ready {
			t.Errorf("with %d bytes left: %v", free, err)
		}
	}
}
