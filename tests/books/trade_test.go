package books

import (
	"context"
	"database/sql"
	"maps"
	"net/http"
	"path/filepath"
	"slices"
	"testing"

	_ "github.com/jackc/pgx/v5/stdlib" // the driver "pgx"
	_ "modernc.org/sqlite"             // the driver "sqlite"

	"kontor/internal/books"
	"kontor/tests/crowd"
	"kontor/tests/shoptest"
)

// traded is a shop with orders, its database, and the answers that its customers got.
type traded struct {
	t      *testing.T
	db     *sql.DB
	engine books.Engine
	// prelude makes a transaction accept rows that foreign keys forbid.
	prelude string
	ledger  crowd.Ledger
	orders  [4]*crowd.Order // by id, from 1
}

// trade takes four orders: 1 has a coupon and is paid, 2 and 3 are open, 4 was
// paid and is cancelled.
func trade(t *testing.T, s *shoptest.Shop) *traded {
	t.Helper()
	operator := s.Operator().HTTP()
	created := crowd.Send(operator, "POST", s.URL+"/api/verwaltung/gutscheine", map[string]any{
		"code": crowd.CouponCode, "einmalig_pro_person": true, "art": "prozent", "wert": 10,
	})
	if created.Status != http.StatusCreated {
		t.Fatalf("the coupon is answered %d %s", created.Status, created.Body)
	}
	all := &traded{t: t, ledger: make(crowd.Ledger)}
	all.open(s)
	rng := crowd.NewRandom()
	for i := range all.orders {
		o := crowd.Keyed(rng)
		o.Gutschein = ""
		if i == 0 {
			o.Body = o.WithCoupon(rng, 1)
		}
		o.Artikel[0].Gratis = false
		if o.Send(operator, s.URL); !o.Acknowledged() || o.ID != int64(i+1) {
			t.Fatalf("order %d is answered %d %s", i+1, o.Answer.Status, o.Answer.Body)
		}
		all.orders[i], all.ledger[o.Mark()] = o, o
	}
	for _, change := range []struct {
		order  int
		status string
	}{{0, "bezahlt"}, {3, "bezahlt"}, {3, "storniert"}} {
		all.orders[change.order].SetStatus(operator, s.URL, change.status)
	}
	return all
}

// open opens the shop's database beside the shop.
func (a *traded) open(s *shoptest.Shop) {
	a.t.Helper()
	driver, address := "pgx", s.Data.URL
	a.engine, a.prelude = books.PostgreSQL, "SET LOCAL session_replication_role = replica;"
	if address == "" {
		driver, address = "sqlite", "file:"+filepath.Join(s.Data.Dir, "kontor.db")+"?_pragma=busy_timeout(10000)"
		a.engine, a.prelude = books.SQLite, ""
	}
	var err error
	if a.db, err = sql.Open(driver, address); err != nil {
		a.t.Fatal(err)
	}
	a.t.Cleanup(func() { a.db.Close() })
}

// audit returns the auditor's findings, sorted.
func (a *traded) audit(ctx context.Context, db books.Queryer, l crowd.Ledger) []string {
	a.t.Helper()
	read, err := Open(ctx, db, a.engine)
	if err != nil {
		a.t.Fatal(err)
	}
	found, err := read.Audit(l)
	if err != nil {
		a.t.Fatal(err)
	}
	slices.Sort(found)
	return found
}

// answered returns the ledger with another version of an order.
func (a *traded) answered(i int, change func(*crowd.Order)) crowd.Ledger {
	other := *a.orders[i]
	change(&other)
	ledger := maps.Clone(a.ledger)
	ledger[other.Mark()] = &other
	return ledger
}
