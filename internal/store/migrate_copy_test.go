package store_test

import (
	"database/sql"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	_ "modernc.org/sqlite" // the driver "sqlite"

	"kontor/internal/backup"
	"kontor/internal/database"
	"kontor/internal/demo"
	"kontor/internal/store"
	"kontor/tests/storetest"
)

// W9: a shop with orders is copied before its schema changes, here 300 of them and
// 100,000 in the full run; the copy has the old schema and every order. Where none can
// be written nothing is migrated.
func TestW9_MigratingLeavesACheckedCopy(t *testing.T) {
	t.Parallel()
	orders := 300
	if os.Getenv("KONTOR_TEST_ALL") != "" {
		orders = 100_000
	}
	dir, copies := t.TempDir(), filepath.Join(t.TempDir(), "kopien")
	fill(t, dir, orders)
	stepBack(t, dir)
	o := database.Options{Dir: dir, BeforeMigrating: keeperOf(t, copies).BeforeMigrating}

	if err := os.WriteFile(copies, nil, 0o600); err != nil { // no place for copies
		t.Fatal(err)
	}
	if db, err := store.Open(t.Context(), o); err == nil {
		db.Close()
		t.Fatal("migrated without a copy")
	} else if text := err.Error(); !strings.Contains(text, "bleibt bei 23") || !strings.Contains(text, copies) {
		t.Errorf("refused with %q", text)
	}
	if state, err := store.Inspect(t.Context(), database.Options{Dir: dir}); err != nil || state.Version != 23 {
		t.Errorf("after the refusal: schema %d, %v", state.Version, err)
	}
	if err := os.Remove(copies); err != nil {
		t.Fatal(err)
	}
	db, err := store.Open(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	wantCopy(t, copies, orders)
}

// wantCopy expects one copy from before the migration.
func wantCopy(t *testing.T, copies string, orders int) {
	t.Helper()
	all, err := backup.List(copies)
	if err != nil || len(all) != 1 || !strings.HasPrefix(all[0].Name, "vor-schema-") {
		t.Fatalf("copies %+v, %v", all, err)
	}
	c, err := backup.Open(t.Context(), all[0].Path, "", t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	if m := c.Manifest; m.Schema != 23 || m.Orders() != int64(orders) {
		t.Errorf("the copy has schema %d and %d orders", m.Schema, m.Orders())
	}
}

// A database without orders migrates without a copy, and so does a new one.
func TestW9_NothingIsCopiedWithoutOrders(t *testing.T) {
	t.Parallel()
	dir, copies := t.TempDir(), filepath.Join(t.TempDir(), "kopien")
	for range 2 {
		fill(t, dir, 0)
		stepBack(t, dir)
		db, err := store.Open(t.Context(), database.Options{Dir: dir, BeforeMigrating: keeperOf(t, copies).BeforeMigrating})
		if err != nil {
			t.Fatal(err)
		}
		db.Close()
	}
	if _, err := os.Stat(copies); !os.IsNotExist(err) {
		t.Errorf("there are copies: %v", err)
	}
}

func keeperOf(t *testing.T, dir string) *backup.Keeper {
	t.Helper()
	k, err := backup.New(backup.Options{Dir: dir, Slug: "bastelkontor", Log: slog.New(slog.DiscardHandler), Now: time.Now})
	if err != nil {
		t.Fatal(err)
	}
	return k
}

func fill(t *testing.T, dir string, orders int) {
	t.Helper()
	db, err := store.Open(t.Context(), database.Options{Dir: dir})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if _, err := db.Import(t.Context(), demo.Orders(orders, time.Now(), 1), "BK"); err != nil {
		t.Fatal(err)
	}
}

// stepBack takes the last migrations from a database, so that it has schema 23.
func stepBack(t *testing.T, dir string) {
	t.Helper()
	db, err := sql.Open("sqlite", "file:"+filepath.Join(dir, database.FileName))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	for _, statement := range storetest.Undo(t, 23) {
		if _, err := db.Exec(statement); err != nil {
			t.Fatal(err)
		}
	}
}
