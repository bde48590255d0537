package store

import (
	"context"
	"database/sql"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestR9_ForeignDatabaseIsLeftAlone(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	path := filepath.Join(dir, fileName)
	foreign, err := sql.Open("sqlite", dsn(path))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := foreign.Exec(`CREATE TABLE users (name TEXT)`); err != nil {
		t.Fatal(err)
	}
	foreign.Close()
	before, _ := os.ReadFile(path)

	_, err = Open(context.Background(), Options{Dir: dir})

	if err == nil || !strings.Contains(err.Error(), path) || !strings.Contains(err.Error(), "anderen Programm") {
		t.Errorf("Open = %v, want an error that names the path and the other program", err)
	}
	tables, err := sql.Open("sqlite", dsn(path))
	if err != nil {
		t.Fatal(err)
	}
	defer tables.Close()
	var n int
	if err := tables.QueryRow(`SELECT count(*) FROM sqlite_master`).Scan(&n); err != nil || n != 1 {
		t.Errorf("the foreign database has %d tables (%v), want its own one", n, err)
	}
	if len(before) == 0 {
		t.Error("the foreign database was empty before")
	}
}

func TestR9_DeletedFileIsNoticed(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	db, err := Open(context.Background(), Options{Dir: dir})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if err := db.Ready(t.Context()); err != nil {
		t.Fatalf("Ready = %v before", err)
	}
	if err := os.Remove(filepath.Join(dir, fileName)); err != nil {
		t.Fatal(err)
	}
	if err := db.Ready(t.Context()); err == nil {
		t.Error("Ready = nil after the database file was deleted")
	}
}

func TestO5_ClosingLeavesNoLog(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	db, err := Open(context.Background(), Options{Dir: dir})
	if err != nil {
		t.Fatal(err)
	}
	if err := db.Ready(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	if left, _ := filepath.Glob(filepath.Join(dir, "*-wal")); len(left) > 0 {
		t.Errorf("Close left %v", left)
	}
}
