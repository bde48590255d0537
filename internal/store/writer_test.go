package store

import (
	"errors"
	"slices"
	"testing"

	"kontor/internal/database"
	"kontor/internal/shop"
	"kontor/internal/shop/checkout"
	"kontor/internal/shop/coupon"
	"kontor/internal/shop/order"
)

// Nobody learns of anything, not even a refusal, before the batch's COMMIT.
func TestAnswersLeaveAfterTheCommit(t *testing.T) {
	t.Parallel()
	db := open(t, t.TempDir())
	release := occupy(t, db)
	working, finish := make(chan struct{}), make(chan struct{})
	refused := enqueue(t, db, 1, func(*tx) error { return coupon.ErrUsed })
	stored := enqueue(t, db, 2, placing("anna", nil))
	last := enqueue(t, db, 3, func(*tx) error {
		close(working)
		<-finish
		return nil
	})
	release()
	<-working // the first two have run
	select {
	case err := <-refused:
		t.Errorf("the refusal left before the commit: %v", err)
	case err := <-stored:
		t.Errorf("the order was answered before the commit: %v", err)
	default:
	}
	close(finish)
	if err := <-refused; !errors.Is(err, coupon.ErrUsed) {
		t.Errorf("refusal: %v", err)
	}
	if err := errors.Join(<-stored, <-last); err != nil {
		t.Error(err)
	}
}

// Two requests with one key in the same batch become one order.
func TestH01_OneKeyTwiceInABatch(t *testing.T) {
	t.Parallel()
	db := open(t, t.TempDir())
	release := occupy(t, db)
	answers := make(chan checkout.Placed, 2)
	for i, attempt := range []string{"a", "b"} {
		go func() {
			placed, err := db.PlaceOrder(t.Context(), checkout.Placement{
				Order: testOrder("anna"), Prefix: "BK", AttemptID: attempt,
				Idempotency: &checkout.Idempotency{Route: "/api/orders", Key: "k", Fingerprint: "f"},
			})
			if err != nil {
				t.Error(err)
			}
			answers <- placed
		}()
		eventually(t, func() bool { return database.Inside(db.engine).Waiting() == i+1 })
	}
	release()
	first, second := <-answers, <-answers
	if first.Order.Number != second.Order.Number || first.Replayed == second.Replayed {
		t.Errorf("answers %+v and %+v", first, second)
	}
	stores(t, db, "anna")
}

func TestCloseCarriesOutWhatWaits(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	db, err := Open(t.Context(), database.Options{Dir: dir})
	if err != nil {
		t.Fatal(err)
	}
	release := occupy(t, db)
	waiting := enqueue(t, db, 1, placing("anna", nil))
	closed := make(chan error)
	go func() { closed <- db.Close() }()
	eventually(t, database.Inside(db.engine).Closed)
	if err := db.update(placing("berta", nil)); !errors.Is(err, database.ErrClosed) {
		t.Errorf("a write after Close: %v, want ErrClosed", err)
	}
	release()
	if err := errors.Join(<-waiting, <-closed); err != nil {
		t.Error(err)
	}
	stores(t, open(t, dir), "anna")
}

func TestClosedStore(t *testing.T) {
	t.Parallel()
	db, err := Open(t.Context(), database.Options{Dir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	if err := db.Available(); err != nil {
		t.Errorf("an open store is not available: %v", err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	note := "zu spät"
	for name, write := range map[string]func() error{
		"PlaceOrder": func() error {
			_, err := db.PlaceOrder(t.Context(), checkout.Placement{Order: testOrder("anna"), Prefix: "BK"})
			return err
		},
		"ChangeOrder": func() error {
			_, err := db.ChangeOrder(t.Context(), 1, order.Change{Note: &note}, testOrder("anna").CreatedAt)
			return err
		},
		"DeleteCoupon": func() error { return db.DeleteCoupon(t.Context(), "X", 0) },
		"Import": func() error {
			_, err := db.Import(t.Context(), slices.Values([]*order.Order{testOrder("anna")}), "BK")
			return err
		},
		"ForgetKeys": func() error {
			_, err := db.ForgetKeys(t.Context(), testOrder("anna").CreatedAt)
			return err
		},
	} {
		if err := write(); !errors.Is(err, database.ErrClosed) {
			t.Errorf("%s: %v, want ErrClosed", name, err)
		}
	}
	if err := db.Available(); !errors.Is(err, shop.ErrDatabaseUnavailable) {
		t.Errorf("Available: %v", err)
	}
	if _, err := db.Orders(t.Context(), order.Filter{}); err == nil {
		t.Error("a closed store reads")
	}
	if _, err := db.Bestsellers(t.Context()); err == nil {
		t.Error("a closed store knows its best sellers")
	}
}

// Keys are deleted in batches, and each is counted once.
func TestForgetKeysInParts(t *testing.T) {
	t.Parallel()
	db := open(t, t.TempDir())
	at := testOrder("anna").CreatedAt
	err := db.update(func(t *tx) error {
		if err := placing("anna", nil)(t); err != nil {
			return err
		}
		_, err := t.Exec(`WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2500)
			INSERT INTO idempotenz (weg, schluessel, hash, order_id, created_at) SELECT '/api/orders', i, 'f', 1, $1 FROM n`,
			shop.FormatTime(at))
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if n, err := db.ForgetKeys(t.Context(), at.AddDate(0, 0, 1)); n != 2500 || err != nil {
		t.Errorf("forgot %d keys, %v; want 2500", n, err)
	}
}
