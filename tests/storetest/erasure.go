package storetest

import (
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/google/go-cmp/cmp"

	"kontor/internal/shop"
	"kontor/internal/shop/account"
	"kontor/internal/shop/audit"
	"kontor/internal/shop/coupon"
	"kontor/internal/shop/order"
)

var erasureScenarios = []scenario{
	{"X1 X5 X6 H48 S30 an account goes, its orders stay", erasing},
	{"X3 S7 two deletions at once delete once", erasingTwice},
	{"X4 orders placed while the account is deleted are stored", erasingWhileOrdering},
	{"K10 X5 a sign-in while the account is deleted", erasingWhileSigningIn},
	{"X7 only a fresh sign-in deletes", erasingLate},
	{"X8 a deletion that fails deletes nothing", erasingFails},
	{"X9 an account that came back with a backup is deleted again", erasingAgain},
}

// lines returns all rows of a query as texts.
func (s *suite) lines(query string) (lines []map[string]any) {
	s.t.Helper()
	rows, err := s.SQL.Query(query)
	if err != nil {
		s.t.Fatal(err)
	}
	defer rows.Close()
	columns, err := rows.Columns()
	if err != nil {
		s.t.Fatal(err)
	}
	for rows.Next() {
		values, pointers := make([]any, len(columns)), make([]any, len(columns))
		for i := range values {
			pointers[i] = &values[i]
		}
		if err := rows.Scan(pointers...); err != nil {
			s.t.Fatal(err)
		}
		line := make(map[string]any)
		for i, name := range columns {
			line[name] = values[i]
		}
		lines = append(lines, line)
	}
	if err := rows.Err(); err != nil {
		s.t.Fatal(err)
	}
	return lines
}

// orderTables are the tables that are kept when an account is deleted.
var orderTables = []string{
	`SELECT * FROM orders ORDER BY id`, `SELECT * FROM order_items ORDER BY order_id, position`,
	`SELECT * FROM order_events ORDER BY order_id, nr, art`, `SELECT * FROM gutschein_einloesungen ORDER BY order_id`,
	`SELECT * FROM order_counters ORDER BY tag, status, land, zahlungsart, slot`,
	`SELECT * FROM item_counters ORDER BY tag, produkt_slug, slot`, `SELECT * FROM mails ORDER BY id`,
}

func erasing(s *suite) {
	s.coupon("EINMAL", once)
	anna := identity("google", "1001")
	key, id := s.signIn(noon, anna)
	elsewhere, _ := s.signIn(noon, anna)
	stranger, otherID := s.signIn(noon, identity("google", "1002"))
	if err := s.Store.LinkIdentity(s.t.Context(), key, "microsoft", identity("microsoft", "9"), noon); err != nil {
		s.t.Fatal(err)
	}
	s.place(placedBy(id), with("EINMAL"), from("anna@example.org"))
	s.place(placedBy(otherID))
	s.setStatus(1, order.StatusPaid)
	before := make(map[string][]map[string]any)
	for _, table := range orderTables {
		before[table] = s.lines(table)
	}

	erased, err := s.Store.EraseCustomer(s.t.Context(), key, noon.Add(time.Minute))
	if err != nil {
		s.t.Fatal(err)
	}
	if want := (account.Erasure{CustomerID: id, Identities: 2, Sessions: 2, Orders: 1}); erased != want {
		s.t.Errorf("erased %+v, want %+v", erased, want)
	}
	kept := before[orderTables[0]][0]
	kept["kunde_id"], kept["seite_ab"] = nil, shop.FormatTime(noon.Add(time.Minute)) // links in earlier mails are void
	for _, table := range orderTables {
		if diff := cmp.Diff(before[table], s.lines(table)); diff != "" {
			s.t.Errorf("%s (-before +after):\n%s", table, diff)
		}
	}
	s.signedOut(key, noon)
	s.signedOut(elsewhere, noon)
	s.customer(stranger, noon)
	s.counts(map[string]int{"customers": 1, "kunden_anmeldungen": 1, "kunden_sitzungen": 1})
	s.refuse(coupon.ErrUsed, with("EINMAL"), from("Anna@example.org"))

	again, newID := s.signIn(noon, anna)
	if newID == id {
		s.t.Error("the id of the deleted account was given again")
	}
	if page, err := s.Store.CustomerOrders(s.t.Context(), again, noon, 0, 10); err != nil || len(page.Orders) > 0 {
		s.t.Errorf("the new account has %v, %v", page.Orders, err)
	}
	if orders, _, err := s.Store.ExportOrders(s.t.Context(), again, noon, 0); err != nil || len(orders) > 0 {
		s.t.Errorf("the new account's data has %v, %v", orders, err)
	}
}

func erasingTwice(s *suite) {
	anna := identity("google", "1001")
	first, _ := s.signIn(noon, anna)
	second, _ := s.signIn(noon, anna)
	errs := make([]error, 2)
	var both sync.WaitGroup
	for n, key := range []account.SessionKey{first, second} {
		both.Go(func() { _, errs[n] = s.Store.EraseCustomer(s.t.Context(), key, noon) })
	}
	both.Wait()
	if errs[0] != nil {
		errs[0], errs[1] = errs[1], errs[0]
	}
	if errs[0] != nil || !errors.Is(errs[1], account.ErrNotSignedIn) {
		s.t.Errorf("deletions: %v, %v", errs[0], errs[1])
	}
	s.counts(map[string]int{"customers": 0, "kunden_anmeldungen": 0, "kunden_sitzungen": 0})
}

func erasingWhileOrdering(s *suite) {
	key, id := s.signIn(noon, identity("google", "1001"))
	const orders = 24
	var all sync.WaitGroup
	for n := range orders {
		all.Go(func() {
			if _, err := s.tryPlace(newOrder(placedBy(id))); err != nil {
				s.t.Errorf("order %d: %v", n, err)
			}
		})
		if n == orders/2 {
			all.Go(func() {
				if _, err := s.Store.EraseCustomer(s.t.Context(), key, noon); err != nil {
					s.t.Errorf("delete: %v", err)
				}
			})
		}
	}
	all.Wait()
	s.place(placedBy(id))
	var linked int
	s.scan(`SELECT count(*) FROM orders WHERE kunde_id IS NOT NULL`, nil, &linked)
	if linked != 0 {
		s.t.Errorf("%d orders belong to the deleted account", linked)
	}
	s.counts(map[string]int{"orders": orders + 1, "customers": 0})
	s.countersAgree()
}

func erasingWhileSigningIn(s *suite) {
	anna := identity("google", "1001")
	key, _ := s.signIn(noon, anna)
	var all sync.WaitGroup
	for range 6 {
		all.Go(func() {
			_, new := account.NewSessionID()
			if _, err := s.Store.SignIn(s.t.Context(), account.VerifiedSignIn{Provider: "google", Identity: anna, Session: new, At: noon}); err != nil {
				s.t.Errorf("sign in: %v", err)
			}
		})
	}
	all.Go(func() {
		if _, err := s.Store.EraseCustomer(s.t.Context(), key, noon); err != nil {
			s.t.Errorf("delete: %v", err)
		}
	})
	all.Wait()
	s.signedOut(key, noon)
	if n := s.count("customers"); n > 1 {
		s.t.Errorf("%d customers", n)
	}
}

func erasingLate(s *suite) {
	key, _ := s.signIn(noon, identity("google", "1001"))
	late := noon.Add(account.SessionFresh + time.Millisecond)
	if _, err := s.Store.EraseCustomer(s.t.Context(), key, late); !errors.Is(err, account.ErrSignInAgain) {
		s.t.Errorf("delete: %v, want %v", err, account.ErrSignInAgain)
	}
	s.customer(key, late)
	if _, err := s.Store.EraseCustomer(s.t.Context(), key, noon.Add(account.SessionFresh)); err != nil {
		s.t.Errorf("delete: %v", err)
	}
}

func erasingFails(s *suite) {
	key, id := s.signIn(noon, identity("google", "1001"))
	s.place(placedBy(id))
	// The customer's row is deleted last; here that fails.
	if err := s.Exec(`CREATE TABLE haelt (kunde_id BIGINT REFERENCES customers (id))`); err != nil {
		s.t.Fatal(err)
	}
	if err := s.Exec(`INSERT INTO haelt VALUES (1)`); err != nil {
		s.t.Fatal(err)
	}
	if _, err := s.Store.EraseCustomer(s.t.Context(), key, noon); err == nil {
		s.t.Fatal("deleted")
	}
	s.customer(key, noon)
	s.counts(map[string]int{"customers": 1, "kunden_anmeldungen": 1, "kunden_sitzungen": 1, "loeschungen": 0})
	if o := s.details(1).Order; o.CustomerID != id {
		s.t.Errorf("the order belongs to %d", o.CustomerID)
	}
	if err := s.Exec(`DROP TABLE haelt`); err != nil {
		s.t.Fatal(err)
	}
	if _, err := s.Store.EraseCustomer(s.t.Context(), key, noon); err != nil {
		s.t.Errorf("delete: %v", err)
	}
	s.counts(map[string]int{"customers": 0, "loeschungen": 1})
}

func erasingAgain(s *suite) {
	key, id := s.signIn(noon, identity("google", "1001"))
	_, other := s.signIn(noon, identity("google", "1002"))
	s.place(placedBy(id))
	s.place(placedBy(other))
	want := account.Erasure{CustomerID: id, Identities: 1, Sessions: 1, Orders: 1}
	ctx := audit.Command(s.t.Context(), "kontor accounts", noon)
	if erased, err := s.Store.EraseCustomerAgain(ctx, id, noon); err != nil || erased != want {
		s.t.Errorf("erased %+v, %v, want %+v", erased, err, want)
	}
	s.signedOut(key, noon)
	s.counts(map[string]int{"customers": 1, "kunden_anmeldungen": 1, "kunden_sitzungen": 1, "orders": 2})
	if o := s.details(1).Order; o.CustomerID != 0 {
		s.t.Errorf("the order belongs to %d", o.CustomerID)
	}
	if o := s.details(2).Order; o.CustomerID != other {
		s.t.Errorf("the other order belongs to %d", o.CustomerID)
	}
	if _, err := s.Store.EraseCustomerAgain(ctx, id, noon); !errors.Is(err, account.ErrNoCustomer) {
		s.t.Errorf("the second time: %v", err)
	}
	if log := s.entries(); len(log) != 1 || log[0].Action != audit.Erasure || log[0].Subject != fmt.Sprintf("konto %d", id) {
		s.t.Errorf("in the audit log: %+v", log)
	}
	s.counts(map[string]int{"loeschungen": 1})
}
