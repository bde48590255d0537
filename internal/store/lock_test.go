package store

import (
	"context"
	"database/sql"
	"errors"
	"path/filepath"
	"testing"
	"time"

	"kontor/internal/database"
	"kontor/internal/shop/order"
)

func TestR11_SecondStoreIsRefused(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	db := open(t, dir)
	if second, err := Open(t.Context(), database.Options{Dir: dir}); !errors.Is(err, database.ErrLocked) {
		t.Errorf("second Open: %v, %v", second, err)
	}
	if err := db.update(placing("anna", nil)); err != nil {
		t.Errorf("the first store after that: %v", err)
	}
}

// holdLock takes the database's write lock as a foreign program would.
func holdLock(t *testing.T, dir string) *sql.Conn {
	t.Helper()
	foreign, err := connect(t, filepath.Join(dir, database.FileName)).Conn(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { foreign.Close() })
	if _, err := foreign.ExecContext(t.Context(), "BEGIN IMMEDIATE"); err != nil {
		t.Fatal(err)
	}
	return foreign
}

func letGo(t *testing.T, foreign *sql.Conn) {
	t.Helper()
	if _, err := foreign.ExecContext(context.Background(), "ROLLBACK"); err != nil {
		t.Fatal(err)
	}
}

func TestR7_OrderWaitsForAForeignLock(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	db := open(t, dir)
	foreign := holdLock(t, dir)
	answer := make(chan error, 1)
	go func() { answer <- db.update(placing("anna", nil)) }()
	select {
	case err := <-answer:
		t.Fatalf("the order did not wait: %v", err)
	case <-time.After(300 * time.Millisecond):
	}
	letGo(t, foreign)
	if err := <-answer; err != nil {
		t.Errorf("the order after the lock: %v", err)
	}
	stores(t, db, "anna")
}

func TestR7_OrderGivesUpInTime(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	db := open(t, dir)
	foreign := holdLock(t, dir)
	start := time.Now()
	first := make(chan error, 1)
	go func() { first <- db.update(placing("anna", nil)) }()
	select {
	case err := <-first:
		t.Fatalf("the order did not wait: %v", err)
	case <-time.After(100 * time.Millisecond):
	}
	second := enqueue(t, db, 1, placing("berta", nil)) // arrives while the first waits
	if _, err := db.Orders(t.Context(), order.Filter{}); err != nil || time.Since(start) > 2*time.Second {
		t.Errorf("a list during the lock: %v after %v", err, time.Since(start))
	}
	if _, err := db.Bestsellers(t.Context()); err != nil {
		t.Errorf("best sellers during the lock: %v", err)
	}
	for _, answer := range []chan error{first, second} {
		if err := <-answer; err == nil || errors.Is(err, database.ErrBroken) {
			t.Errorf("an order during the lock: %v", err)
		}
	}
	if took := time.Since(start); took > 10*time.Second {
		t.Errorf("the orders gave up after %v", took)
	}
	letGo(t, foreign)
	if err := db.update(placing("clara", nil)); err != nil {
		t.Errorf("an order after the lock: %v", err)
	}
	stores(t, db, "clara")
}
