package store

import (
	"context"
	"database/sql"
	"errors"
	"sync"
	"testing"
	"time"

	"kontor/internal/database"
	"kontor/internal/shop"
	"kontor/internal/shop/checkout"
	"kontor/internal/shop/payment"
	"kontor/internal/store/base"
	"kontor/tests/pgtest"
)

// replicated is a server that waits for a standby before it answers a COMMIT, but there
// is none: every write hangs in its commit.
type replicated struct {
	t     *testing.T
	admin *sql.DB
	url   string
}

func startReplicated(t *testing.T) *replicated {
	t.Helper()
	c, err := pgtest.Start()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Stop() })
	admin, err := sql.Open("pgx", c.URL("postgres"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { admin.Close() })
	return &replicated{t, admin, c.URL("postgres")}
}

// require names the standby that commits wait for; empty: none.
func (r *replicated) require(standby string) {
	r.t.Helper()
	for _, statement := range []string{`ALTER SYSTEM SET synchronous_standby_names = '` + standby + `'`, `SELECT pg_reload_conf()`} {
		if _, err := r.admin.Exec(statement); err != nil {
			r.t.Fatal(err)
		}
	}
	if standby != "" {
		r.awaitHanging()
	}
}

// awaitHanging returns once commits hang: not every process of the server reads a new
// setting at once.
func (r *replicated) awaitHanging() {
	r.t.Helper()
	ctx, cancel := context.WithCancel(r.t.Context())
	var trying sync.WaitGroup
	defer trying.Wait()
	defer cancel()
	trying.Go(func() {
		for ctx.Err() == nil {
			r.admin.ExecContext(ctx, database.PostgreSQL.Confirm) // until one hangs
		}
	})
	eventually(r.t, func() bool {
		return scan[int](r.t, r.admin, `SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'SyncRep'`) > 0
	})
}

// place places an order, and fails the test if it is answered while no standby has it.
// After that no standby is required any more.
func (r *replicated) place(db *DB, p checkout.Placement, meanwhile func()) (placed checkout.Placed) {
	r.t.Helper()
	r.waits(func() (err error) {
		placed, err = db.PlaceOrder(r.t.Context(), p)
		return err
	}, meanwhile)
	return placed
}

// waits does the same for any write.
func (r *replicated) waits(write func() error, meanwhile func()) {
	r.t.Helper()
	answers := make(chan error, 1)
	go func() { answers <- write() }()
	for stop := time.Now().Add(time.Second); time.Now().Before(stop); time.Sleep(5 * time.Millisecond) {
		meanwhile()
	}
	select {
	case err := <-answers:
		r.t.Fatalf("answered %v while no standby has it", err)
	default:
	}
	r.require("")
	if err := <-answers; err != nil {
		r.t.Fatal(err)
	}
}

// An order whose key is known may be on the primary alone, for example if that crashed
// and came back before the standbys had it. The answer waits for them.
func TestR48_ReplayWaitsForStandbys(t *testing.T) {
	t.Parallel()
	r := startReplicated(t)
	db := openURL(t, r.url)
	p := attempt("kunde")
	p.Idempotency = &checkout.Idempotency{Route: "/api/orders", Key: "k", Fingerprint: "f"}
	first, err := db.PlaceOrder(t.Context(), p)
	if err != nil {
		t.Fatal(err)
	}
	r.require("nobody")
	again := attempt("kunde")
	again.AttemptID, again.Idempotency = "zweiter", p.Idempotency
	placed := r.place(db, again, func() {})
	if !placed.Replayed || placed.Order.Number != first.Order.Number {
		t.Errorf("replayed %v: %s, want %s", placed.Replayed, placed.Order.Number, first.Order.Number)
	}
}

// Ending a COMMIT that waits for a standby - by an operator, a time limit, or a client
// that gives up - makes the order visible on the primary alone. The server even answers
// that COMMIT, with a warning. Neither counts as stored.
func TestR48_CommitGivenUpIsNotStored(t *testing.T) {
	t.Parallel()
	r := startReplicated(t)
	db := openURL(t, r.url)
	r.require("nobody")
	cancelled := 0
	placed := r.place(db, attempt("kunde"), func() {
		var n int
		if err := r.admin.QueryRow(`SELECT count(pg_cancel_backend(pid)) FROM pg_stat_activity WHERE wait_event = 'SyncRep'`).Scan(&n); err != nil {
			t.Fatal(err)
		}
		cancelled += n
	})
	if n := stored(t, db); n != 1 || cancelled < 2 {
		t.Errorf("%d orders are stored, %d commits were cancelled", n, cancelled)
	}
	if details, err := db.Order(t.Context(), placed.Order.ID); err != nil || details.Number != placed.Order.Number {
		t.Errorf("answered %s, stored is %s; %v", placed.Order.Number, details.Number, err)
	}
}

// PayPal repeats an unanswered notification. Its receipt is confirmed only once the
// standbys have it.
func TestR48_KnownNotificationWaitsForStandbys(t *testing.T) {
	t.Parallel()
	r := startReplicated(t)
	db := openURL(t, r.url)
	keep := func() error {
		return db.KeepPayPalEvent(t.Context(), payment.PayPalEvent{ID: "WH-1", Type: "PAYMENT.CAPTURE.COMPLETED"}, time.Now())
	}
	if err := keep(); err != nil {
		t.Fatal(err)
	}
	r.require("nobody")
	r.waits(keep, func() {})
}

// R48: without a standby, orders fail in time, and soon at once; when one is back, they
// are taken again. Repeating what was answered with an error makes one order.
func TestR48_WithoutStandbysOrdersFailInTime(t *testing.T) {
	t.Parallel()
	r := startReplicated(t)
	db := openURL(t, r.url)
	r.require("nobody")
	p := attempt("kunde")
	p.Idempotency = &checkout.Idempotency{Route: "/api/orders", Key: "k", Fingerprint: "f"}
	began := time.Now()
	if placed, err := db.PlaceOrder(t.Context(), p); err == nil {
		t.Errorf("answered %s while no standby has it", placed.Order.Number)
	}
	if took := time.Since(began); took > 2*database.WriteTimeout+base.SettleTimeout {
		t.Errorf("the order was answered after %v", took)
	}
	if err := db.Available(); !errors.Is(err, shop.ErrDatabaseUnavailable) {
		t.Errorf("the database counts as there: %v", err)
	}
	r.require("")
	r.awaitAvailable(db)
	p.AttemptID = "zweiter"
	if _, err := db.PlaceOrder(t.Context(), p); err != nil {
		t.Fatal(err)
	}
	if n := stored(t, db); n != 1 {
		t.Errorf("%d orders are stored", n)
	}
}

func (r *replicated) awaitAvailable(db *DB) {
	r.t.Helper()
	for deadline := time.Now().Add(5 * time.Second); db.Available() != nil; time.Sleep(5 * time.Millisecond) {
		if time.Now().After(deadline) {
			r.t.Fatal("the database does not come back")
		}
	}
}
