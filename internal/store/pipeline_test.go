package store

import (
	"errors"
	"testing"
	"time"

	"kontor/internal/database"
	"kontor/internal/shop/order"
	"kontor/internal/store/stocks"
)

// A write that fails or is refused, wherever its statements wait, leaves no row and no
// lock, and its connection serves the next one.
func TestFailedWritesLeaveNothing(t *testing.T) {
	t.Parallel()
	db := openURL(t, emptyPostgres(t))
	pool := database.Inside(db.engine).Pool()
	pool.SetMaxOpenConns(1)
	broken := errors.New("broken")
	place := func(tx *tx, name string) error {
		p := attempt(name)
		_, err := tx.place(p.Order, newOrderOf(p, &stocks.Stocks{}))
		return err
	}
	for what, c := range map[string]struct {
		change func(*tx) error
		want   error // nil: any
	}{
		"refused after its rows":                     {func(tx *tx) error { return errors.Join(tx.Lock("a"), place(tx, "anna"), broken) }, broken},
		"refused before its first statement is sent": {func(tx *tx) error { return errors.Join(tx.Lock("a"), broken) }, broken},
		"refused without a statement":                {func(*tx) error { return broken }, broken},
		"failed among others": {func(tx *tx) error {
			return errors.Join(place(tx, "anna"), tx.Later("SELECT 1/0"), tx.Later("SELECT 1"))
		}, nil},
		"failed at the end":            {func(tx *tx) error { place(tx, "anna"); return tx.Later("SELECT nothing") }, nil},
		"failed, which nobody noticed": {func(tx *tx) error { place(tx, "anna"); tx.Exec("SELECT 1/0"); return nil }, nil},
	} {
		err := db.update(c.change)
		if err == nil || c.want != nil && !errors.Is(err, c.want) || errors.Is(err, database.ErrInDoubt) {
			t.Errorf("%s: %v", what, err)
		}
		if n := stored(t, db); n != 0 {
			t.Fatalf("%s: %d orders are stored", what, n)
		}
		var locks int
		if err := pool.QueryRow(`SELECT count(*) FROM pg_locks l JOIN pg_database d ON d.oid = l.database
			WHERE d.datname = current_database() AND l.locktype = 'advisory'`).Scan(&locks); err != nil || locks != 0 {
			t.Errorf("%s: %d locks are held, %v", what, locks, err)
		}
	}
	if _, err := db.PlaceOrder(t.Context(), attempt("anna")); err != nil {
		t.Error(err)
	}
}

// A pooled connection that the server has ended costs an order no more than a retry.
func TestEndedConnectionsAreReplaced(t *testing.T) {
	t.Parallel()
	url := emptyPostgres(t)
	db, other := openURL(t, url), openURL(t, url)
	database.Inside(db.engine).Pool().SetMaxOpenConns(1)
	for i, name := range []string{"anna", "berta", "clara"} {
		if _, err := db.PlaceOrder(t.Context(), attempt(name)); err != nil {
			t.Fatal(err)
		}
		pool := database.Inside(other.engine).Pool()
		if _, err := pool.Exec(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
			WHERE datname = current_database() AND pid <> pg_backend_pid()`); err != nil {
			t.Fatal(err)
		}
		status := order.StatusCancelled
		if _, err := db.ChangeOrder(t.Context(), int64(i+1), order.Change{Status: &status}, time.Now()); err != nil {
			t.Error(err)
		}
	}
}

// The check of the database does not take one ended connection for an outage.
func TestEndedConnectionIsNoOutage(t *testing.T) {
	t.Parallel()
	url := emptyPostgres(t)
	db, other := openURL(t, url), openURL(t, url)
	for range 3 {
		if err := database.Inside(db.engine).CheckHealth(t.Context()); err != nil {
			t.Fatal(err)
		}
		if _, err := database.Inside(other.engine).Pool().Exec(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
			WHERE datname = current_database() AND pid <> pg_backend_pid()`); err != nil {
			t.Fatal(err)
		}
		if err := database.Inside(db.engine).CheckHealth(t.Context()); err != nil {
			t.Errorf("after its connection was ended: %v", err)
		}
	}
}
