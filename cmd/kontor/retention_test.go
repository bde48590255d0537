package main

import (
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"kontor/internal/database"
	"kontor/internal/shop/order"
	"kontor/internal/store"
	"kontor/tests/scratch"
)

// oldShop creates a database with one order whose retention period is over and one
// whose is not.
func oldShop(t *testing.T) (dir string) {
	t.Helper()
	dir = scratch.Dir(t)
	db, err := store.Open(t.Context(), database.Options{Dir: dir})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	var orders []*order.Order
	for _, at := range []time.Time{time.Date(2010, 6, 1, 0, 0, 0, 0, time.UTC), time.Now().UTC().Truncate(time.Millisecond)} {
		orders = append(orders, &order.Order{
			CreatedAt: at, UpdatedAt: at, Status: order.StatusPaid, Country: "at", Language: "de",
			Customer: order.Person{Name: "Xaver Moosgruber", Email: "xaver@alt.example", Street: "Jxvngasse 7", Postcode: "1010", City: "Wien"},
			Items:    []order.Item{{Slug: "wolle", Name: "Wolle", Quantity: 1, Price: 1}},
		})
	}
	if _, err := db.Import(t.Context(), slices.Values(orders), "BK"); err != nil {
		t.Fatal(err)
	}
	return dir
}

// retention runs the command and returns its output.
func retention(t *testing.T, dir string, flags ...string) string {
	t.Helper()
	code, said := runWith(t, []string{"DATA_DIR=" + dir}, append([]string{"retention"}, flags...)...)
	if code != exitOK {
		t.Fatalf("retention %v ends with %d:\n%s", flags, code, said)
	}
	return said
}

// persons returns the e-mails of all orders, oldest order first.
func persons(t *testing.T, dir string) (emails []string) {
	t.Helper()
	db, err := store.OpenReader(t.Context(), database.Options{Dir: dir})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	page, err := db.Orders(t.Context(), order.Filter{Limit: order.MaxLimit})
	if err != nil {
		t.Fatal(err)
	}
	for _, o := range slices.Backward(page.Orders) {
		emails = append(emails, o.Customer.Email)
	}
	return emails
}

// Without --apply nothing changes; with it the personal data of expired orders is
// deleted, and the output lists each order.
func TestRetentionAppliesOnlyWhenTold(t *testing.T) {
	t.Parallel()
	dir := oldShop(t)
	said := retention(t, dir)
	for _, want := range []string{
		`(?m)^AT +2010 +1 +0 +2019-01-01 +BK-2010-0001 bis BK-2010-0001  fällig$`,
		`(?m)^Heute löschbar: personenbezogene Daten von 1 Bestellungen$`,
	} {
		if !regexp.MustCompile(want).MatchString(said) {
			t.Errorf("the list has no %s:\n%s", want, said)
		}
	}
	if strings.Contains(said, "anonymisiert\n") || strings.Contains(said, "Moosgruber") {
		t.Errorf("the list:\n%s", said)
	}
	if got := persons(t, dir); !slices.Equal(got, []string{"xaver@alt.example", "xaver@alt.example"}) {
		t.Errorf("without --apply the orders are of %v", got)
	}

	said = retention(t, dir, "--apply")
	if !regexp.MustCompile(`(?m)^20\d\d-\d\d-\d\dT[\d:.]+Z  BK-2010-0001 anonymisiert\n1 Bestellungen anonymisiert$`).MatchString(said) {
		t.Errorf("the protocol:\n%s", said)
	}
	if got := persons(t, dir); !slices.Equal(got, []string{order.AnonymousEmail, "xaver@alt.example"}) {
		t.Errorf("with --apply the orders are of %v", got)
	}
	if said := retention(t, dir, "--apply"); !strings.HasSuffix(said, "\n0 Bestellungen anonymisiert\n") {
		t.Errorf("the second time:\n%s", said)
	}
}
