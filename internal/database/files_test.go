package database

import (
	"os"
	"path/filepath"
	"testing"
)

func TestR9_DeletedFileIsNoticed(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	db, err := Open(t.Context(), empty(dir))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if err := db.Ready(t.Context()); err != nil {
		t.Fatalf("Ready = %v before", err)
	}
	if err := os.Remove(filepath.Join(dir, FileName)); err != nil {
		t.Fatal(err)
	}
	if err := db.Ready(t.Context()); err == nil {
		t.Error("Ready = nil after the database file was deleted")
	}
}

func TestO5_ClosingLeavesNoLog(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	db, err := Open(t.Context(), empty(dir))
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
