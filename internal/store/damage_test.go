package store

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"kontor/internal/database"
	"kontor/internal/shop/order"
)

// A file that is not a database of the shop is refused with one line that names the
// path and the remedy, and is left exactly as it was.
func TestR9_WhatIsNotOursIsRefused(t *testing.T) {
	t.Parallel()
	image := filledDatabase(t)
	for name, content := range map[string][]byte{
		"a text":             []byte("Hallo"),
		"a longer text":      bytes.Repeat([]byte("Kein SQLite. "), 1000),
		"zeros":              make([]byte, 8192),
		"overwritten header": append(bytes.Repeat([]byte{0xa5}, 100), image[100:]...),
		"overwritten schema": append(append(bytes.Clone(image[:100]), bytes.Repeat([]byte{0xa5}, pageSize-100)...), image[pageSize:]...),
		"half of the file":   image[:len(image)/2],
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			path := filepath.Join(dir, database.FileName)
			if err := os.WriteFile(path, content, 0o600); err != nil {
				t.Fatal(err)
			}
			refuses(t, dir, path)
			if after, err := os.ReadFile(path); err != nil || !bytes.Equal(after, content) {
				t.Errorf("the file was changed, %v", err)
			}
		})
	}
}

const pageSize = 4096

// refuses expects one clear line that names the path, a remedy and the given parts.
func refuses(t *testing.T, dir, path string, parts ...string) {
	t.Helper()
	db, err := Open(t.Context(), database.Options{Dir: dir})
	if err == nil {
		db.Close()
		t.Fatal("Open works")
	}
	for _, part := range append(parts, path, "DATA_DIR") {
		if !strings.Contains(err.Error(), part) {
			t.Errorf("%q does not say %q", err, part)
		}
	}
	if strings.Contains(err.Error(), "\n") {
		t.Errorf("more than one line: %q", err)
	}
}

// filledDatabase returns the file of a database with orders, which no start has named.
func filledDatabase(t *testing.T) []byte {
	t.Helper()
	dir := t.TempDir()
	db, err := Open(t.Context(), database.Options{Dir: dir})
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"anna", "berta", "clara"} {
		if err := db.update(placing(name, nil)); err != nil {
			t.Fatal(err)
		}
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, database.FileName)
	plain := connect(t, path)
	_, err = plain.Exec(`DELETE FROM betrieb`)
	if err := errors.Join(err, plain.Close()); err != nil { // which moves the log to the file
		t.Fatal(err)
	}
	image, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return image
}

func TestR9_ADirectoryInPlaceIsRefused(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	path := filepath.Join(dir, database.FileName)
	if err := os.Mkdir(path, 0o700); err != nil {
		t.Fatal(err)
	}
	refuses(t, dir, path)
	file := filepath.Join(dir, "datei")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	refuses(t, file, file)
	refuses(t, filepath.Join(file, "darunter"), file)
}

// An empty file is a fresh database: a first start that ended before its first write
// leaves one.
func TestR9_AnEmptyFileIsAFreshDatabase(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, database.FileName), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	db := open(t, dir)
	if err := db.update(placing("anna", nil)); err != nil {
		t.Error(err)
	}
	stores(t, db, "anna")
}

// An empty file with a log beside it has lost its content, and SQLite would discard the
// log.
func TestR9_AnEmptyFileWithALogIsRefused(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	path := filepath.Join(dir, database.FileName)
	for name, content := range map[string]string{path: "", path + "-wal": "orders"} {
		if err := os.WriteFile(name, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	refuses(t, dir, path)
	if log, err := os.ReadFile(path + "-wal"); string(log) != "orders" {
		t.Errorf("the log is %q now, %v", log, err)
	}
}

func TestR9_AForeignDatabaseKeepsEveryByte(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	path := filepath.Join(dir, database.FileName)
	foreign := connect(t, path)
	if _, err := foreign.Exec(`CREATE TABLE users (name TEXT)`); err != nil {
		t.Fatal(err)
	}
	if err := foreign.Close(); err != nil {
		t.Fatal(err)
	}
	before, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	refuses(t, dir, path, "anderen Programm")
	if after, err := os.ReadFile(path); err != nil || !bytes.Equal(after, before) {
		t.Errorf("the foreign database was changed, %v", err)
	}
}

// A torn page is found when the start reads it; at the very least the start never
// mistakes the database for a fresh one.
func TestR9_TornPages(t *testing.T) {
	t.Parallel()
	image := filledDatabase(t)
	for page := 1; page < len(image)/pageSize; page++ {
		dir := t.TempDir()
		path := filepath.Join(dir, database.FileName)
		torn := bytes.Clone(image)
		copy(torn[page*pageSize:], bytes.Repeat([]byte{0xa5}, pageSize))
		if err := os.WriteFile(path, torn, 0o600); err != nil {
			t.Fatal(err)
		}
		db, err := Open(t.Context(), database.Options{Dir: dir})
		if err != nil {
			if !strings.Contains(err.Error(), path+" ist keine lesbare Datenbank von Kontor") {
				t.Errorf("page %d: %v", page, err)
			}
			continue
		}
		if list, err := db.Orders(t.Context(), order.Filter{}); err == nil && len(list.Orders) != 3 {
			t.Errorf("page %d: %d orders of 3, without an error", page, len(list.Orders))
		}
		db.Close()
	}
}
