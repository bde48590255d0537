package store

import (
	"errors"
	"fmt"
	"testing"

	"kontor/internal/shop/catalogue"
	"kontor/internal/shop/stock"
)

// P5: an order whose COMMIT is not answered takes from the stock once, even the last
// piece, and the stock stays the sum of its journal.
func TestP5_LostCommitsTakeOnce(t *testing.T) {
	t.Parallel()
	database := emptyPostgres(t)
	p, through := startProxy(t, database)
	db, direct := openURL(t, through), openURL(t, database)
	const rounds = 6
	pieces := int64(rounds)
	at := testOrder("x").CreatedAt
	if _, err := direct.CreateProduct(t.Context(), catalogue.Product{Slug: "wolle", CategorySlug: "garn", Price: 7.9, Active: true}, at); err != nil {
		t.Fatal(err)
	}
	if err := direct.ChangeStock(t.Context(), stock.Change{Slug: "wolle", To: &pieces, At: at}); err != nil {
		t.Fatal(err)
	}
	for i := range rounds {
		p.next.Store(int32(1 + i%3))
		if _, err := db.PlaceOrder(t.Context(), attempt(fmt.Sprint("kunde", i))); err != nil {
			t.Fatalf("cut %d: %v", 1+i%3, err)
		}
	}
	if _, err := db.PlaceOrder(t.Context(), attempt("zuletzt")); !errors.Is(err, stock.ErrShort) {
		t.Errorf("an order of what is sold out: %v", err)
	}
	journal, err := direct.StockJournal(t.Context(), "wolle", stock.Page{Limit: 50})
	if left, _ := (stock.Stock{"wolle": journal.Lots}).Left("wolle"); err != nil || left != 0 || len(journal.Entries) != 1+rounds {
		t.Errorf("%d left, %d entries, %v", left, len(journal.Entries), err)
	}
	if faults, err := direct.Faults(t.Context()); err != nil || len(faults) > 0 {
		t.Errorf("%v, %v", faults, err)
	}
}
