package store

import (
	"errors"
	"strings"
	"testing"
	"time"

	"kontor/internal/database"
	"kontor/internal/shop/checkout"
	"kontor/internal/shop/order"
	"kontor/internal/store/stocks"
)

// inOneBatch hands changes to the writer while it is busy, so that they share one
// transaction, and returns how each ended.
func inOneBatch(t *testing.T, db *DB, changes ...func(*tx) error) []error {
	t.Helper()
	release := occupy(t, db)
	answers := make([]chan error, len(changes))
	for i, change := range changes {
		answers[i] = enqueue(t, db, i+1, change)
	}
	release()
	results := make([]error, len(changes))
	for i := range answers {
		results[i] = <-answers[i]
	}
	return results
}

// occupy keeps the writer busy until release is called.
func occupy(t *testing.T, db *DB) (release func()) {
	t.Helper()
	busy, free := make(chan struct{}), make(chan struct{})
	go db.update(func(*tx) error {
		close(busy)
		<-free
		return nil
	})
	<-busy
	return func() { close(free) }
}

// enqueue hands a change to a busy writer and returns once it is the nth in the queue.
func enqueue(t *testing.T, db *DB, nth int, change func(*tx) error) chan error {
	t.Helper()
	answer := make(chan error, 1)
	go func() { answer <- db.update(change) }()
	eventually(t, func() bool { return database.Inside(db.engine).Waiting() == nth })
	return answer
}

// eventually waits until the condition holds.
func eventually(t *testing.T, true func() bool) {
	t.Helper()
	for deadline := time.Now().Add(time.Minute); !true(); time.Sleep(time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatal("it did not come true within a minute")
		}
	}
}

// testOrder is an order of one product by the named customer.
func testOrder(name string) *order.Order {
	d := checkout.Draft{
		Country: "de", Customer: order.Person{Name: name, Email: name + "@example.org"},
		Items: []checkout.DraftItem{{Slug: "wolle", Name: "Wolle", Quantity: 1, Price: 7.9}}, Total: 7.9,
	}
	o := d.Order(time.Date(2026, 11, 21, 11, 0, 0, 0, time.UTC))
	o.Status = order.StatusPaid
	return o
}

// placing returns a change that places an order and then ends with err.
func placing(name string, err error) func(*tx) error {
	return func(t *tx) error {
		p := checkout.Placement{Order: testOrder(name), Prefix: "BK", AttemptID: name}
		_, failed := t.place(p.Order, newOrderOf(p, &stocks.Stocks{}))
		return errors.Join(failed, err)
	}
}

// stores expects that exactly the orders of these customers are stored, newest
// first, counted and found.
func stores(t *testing.T, db *DB, names ...string) {
	t.Helper()
	page, err := db.Orders(t.Context(), order.Filter{})
	if err != nil {
		t.Fatal(err)
	}
	found, err := db.Orders(t.Context(), order.Filter{Words: []string{"wolle"}})
	if err != nil {
		t.Fatal(err)
	}
	var stored []string
	for _, o := range page.Orders {
		stored = append(stored, o.Customer.Name)
	}
	if strings.Join(stored, " ") != strings.Join(names, " ") || page.Counts.All() != int64(len(names)) || len(found.Orders) != len(names) {
		t.Errorf("stored %v, counted %v, found %d; want %v", stored, page.Counts, len(found.Orders), names)
	}
}

func TestBatchSharesOneTransaction(t *testing.T) {
	t.Parallel()
	db := open(t, t.TempDir())
	results := inOneBatch(t, db, placing("anna", nil), func(member *tx) error {
		var own int
		if err := member.Row(`SELECT count(*) FROM orders`, nil, &own); err != nil || own != 1 {
			t.Errorf("the second member sees %d orders, %v; want the first member's", own, err)
		}
		page, err := db.Orders(t.Context(), order.Filter{})
		if err != nil || len(page.Orders) != 0 {
			t.Errorf("readers see %d orders before the commit, %v", len(page.Orders), err)
		}
		return nil
	})
	if err := errors.Join(results...); err != nil {
		t.Error(err)
	}
	stores(t, db, "anna")
}

func TestH10_FailingMemberLeavesNoTrace(t *testing.T) {
	t.Parallel()
	db := open(t, t.TempDir())
	fault := errors.New("fault")
	results := inOneBatch(t, db, placing("anna", nil), placing("berta", fault), placing("clara", nil))
	if results[0] != nil || !errors.Is(results[1], fault) || results[2] != nil {
		t.Errorf("results %v", results)
	}
	stores(t, db, "clara", "anna")
}

func TestPanickingMemberFailsAlone(t *testing.T) {
	t.Parallel()
	db := open(t, t.TempDir())
	results := inOneBatch(t, db, placing("anna", nil), func(t *tx) error {
		placing("berta", nil)(t)
		panic("Schreck")
	}, placing("clara", nil))
	if results[0] != nil || results[1] == nil || !strings.Contains(results[1].Error(), "Schreck") || results[2] != nil {
		t.Errorf("results %v", results)
	}
	stores(t, db, "clara", "anna")
}

// A batch that is lost as a whole runs again, one member after another.
func TestLostBatchRunsAgainOneByOne(t *testing.T) {
	t.Parallel()
	for name, lose := range map[string]string{
		// COMMIT itself fails: the reference is only checked there.
		"at COMMIT": `INSERT INTO order_items (order_id, position, produkt_slug, name, menge, preis, preis_cent) VALUES (99, 1, 'x', 'x', 1, 1, 1)`,
		// As SQLite does by itself when the disk is full.
		"before": `ROLLBACK`,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			db := open(t, t.TempDir())
			runs := 0
			results := inOneBatch(t, db,
				func(t *tx) error { runs++; return placing("anna", nil)(t) },
				func(t *tx) error {
					if _, err := t.Exec(`PRAGMA defer_foreign_keys = 1`); err != nil {
						return err
					}
					if err := placing("berta", nil)(t); err != nil {
						return err
					}
					_, err := t.Exec(lose)
					return err
				},
				placing("clara", nil))
			if results[0] != nil || !errors.Is(results[1], database.ErrBroken) || results[2] != nil {
				t.Errorf("results %v", results)
			}
			if runs != 2 {
				t.Errorf("the first member ran %d times, want 2", runs)
			}
			stores(t, db, "clara", "anna")
		})
	}
}
