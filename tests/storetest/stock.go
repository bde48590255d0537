package storetest

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"kontor/internal/shop/catalogue"
	"kontor/internal/shop/checkout"
	"kontor/internal/shop/order"
	"kontor/internal/shop/stock"
)

var stockScenarios = []scenario{
	{"P1 what nobody counts is sold without limit", uncounted},
	{"P3 two lines of 6 of 10: refused, nothing taken", linesAddUp},
	{"P6 a refused and a replayed order take nothing", stockReplayed},
	{"an order takes from the smallest lot that suffices, else from the largest first", stockLots},
	{"P7 cancelling gives back once, reopening takes again", stockCancelled},
	{"a cancelled order may keep what it took", stockKept},
	{"an operator's change counts once, and only of what was seen", stockChanges},
	{"what is no longer counted is sold without limit, and given back to nobody", stockEnded},
	{"the journal has everything, page by page", stockJournal},
	{"P16 P17 a table's counts are stored with its products, or nothing of it", stockImported},
}

// tracked makes the store count a product.
func (s *suite) tracked(slug string, pieces int64, lots ...string) {
	s.t.Helper()
	if !slices.ContainsFunc(s.products(), func(p catalogue.Product) bool { return p.Slug == slug }) {
		s.product(slug)
	}
	for _, lot := range append(lots, "")[:max(1, len(lots))] {
		if err := s.changeStock(stock.Change{Slug: slug, Lot: lot, To: &pieces}); err != nil {
			s.t.Fatalf("count %s: %v", slug, err)
		}
	}
}

func (s *suite) changeStock(c stock.Change) error {
	c.Who, c.At = "Verwaltung", noon
	return s.Store.ChangeStock(s.t.Context(), c)
}

// left returns what is left of a product, by lot.
func (s *suite) left(slug string) string {
	s.t.Helper()
	found, err := s.Store.Stock(s.t.Context(), slug)
	if err != nil {
		s.t.Fatal(err)
	}
	if _, counted := found.Left(slug); !counted {
		return "uncounted"
	}
	var lots []string
	for _, lot := range found[slug] {
		lots = append(lots, strings.TrimPrefix(fmt.Sprintf("%s:%d", lot.Name, lot.Pieces), ":"))
	}
	return strings.Join(lots, " ")
}

func (s *suite) wantLeft(slug, want string) {
	s.t.Helper()
	if got := s.left(slug); got != want {
		s.t.Errorf("%s: %s left, want %s", slug, got, want)
	}
	s.stockAgrees()
}

// stockAgrees expects the stock to be the sum of its journal, and nothing to be given
// back twice.
func (s *suite) stockAgrees() {
	s.t.Helper()
	for what, query := range map[string]string{
		"lots that are not the sum of the journal": `SELECT count(*) FROM (SELECT slug FROM (SELECT slug, partie, bestand AS n FROM bestaende
			UNION ALL SELECT slug, partie, -menge FROM bestandsbuchungen) AS sides GROUP BY slug, partie HAVING sum(n) <> 0) AS wrong`,
		"orders that gave back more than they took": `SELECT count(*) FROM (SELECT order_id FROM bestandsbuchungen WHERE order_id IS NOT NULL
			GROUP BY order_id, slug HAVING sum(menge) > 0) AS wrong`,
	} {
		var wrong int
		if s.scan(query, nil, &wrong); wrong > 0 {
			s.t.Errorf("%d %s", wrong, what)
		}
	}
}

// wantShort expects an error that says of what there is too little.
func (s *suite) wantShort(err error, text string) {
	s.t.Helper()
	if !errors.Is(err, stock.ErrShort) || err.Error() != text {
		s.t.Errorf("%v, want %s", err, text)
	}
}

func uncounted(s *suite) {
	s.tracked("garn", 1)
	for range 3 {
		s.place(of(item("wolle", 1000, 7.9)))
	}
	if _, err := s.tryPlace(newOrder(of(item("garn", 2, 7.9), item("wolle", 1, 7.9)))); !errors.Is(err, stock.ErrShort) {
		s.t.Errorf("two of one: %v", err)
	}
	s.wantLeft("wolle", "uncounted")
	s.wantLeft("garn", "1")
}

func linesAddUp(s *suite) {
	s.tracked("wolle", 10)
	s.tracked("garn", 0)
	before := s.rows()
	gift := item("wolle", 6, 0)
	gift.Free = true
	_, err := s.tryPlace(newOrder(of(item("wolle", 6, 7.9), gift, item("garn", 1, 1))))
	s.wantShort(err, "Nicht genug auf Lager: „Artikel wolle“ (noch 10).")
	_, err = s.tryPlace(newOrder(of(item("garn", 1, 1), item("wolle", 6, 7.9))))
	s.wantShort(err, "Ausverkauft: „Artikel garn“.")
	if after := s.rows(); after != before {
		s.t.Errorf("rows %+v, before %+v", after, before)
	}
	s.wantLeft("wolle", "10")
	if o := s.place(of(item("wolle", 0.4, 7.9), item("wolle", 10, 7.9))); o.ID != 1 {
		s.t.Errorf("the first order has the id %d", o.ID)
	}
	s.wantLeft("wolle", "0")
}

func stockReplayed(s *suite) {
	s.tracked("wolle", 10)
	for range 3 {
		if _, err := s.placeKeyed(key("k")); err != nil {
			s.t.Fatal(err)
		}
	}
	s.wantLeft("wolle", "8")
	s.coupon("EINMAL", once)
	s.place(with("EINMAL"))
	s.refuse(stock.ErrShort, of(item("wolle", 7, 7.9)))
	if _, err := s.tryPlace(newOrder(with("EINMAL"), of(item("wolle", 7, 7.9)))); errors.Is(err, stock.ErrShort) {
		s.t.Error("the stock was checked before the coupon")
	}
	s.wantLeft("wolle", "6")
}

func stockLots(s *suite) {
	s.tracked("wolle", 5, "A", "B")
	s.tracked("wolle", 3, "C")
	hint := func(o *order.Order) string {
		for _, h := range s.details(o.ID).Hints {
			if h.Kind == order.HintLot {
				return h.Text
			}
		}
		return ""
	}
	if o := s.place(of(item("wolle", 2, 7.9), item("wolle", 1, 7.9))); hint(o) != "" {
		s.t.Errorf("hint %q", hint(o))
	}
	s.wantLeft("wolle", "A:5 B:5 C:0")
	if o := s.place(of(item("wolle", 7, 7.9))); hint(o) != "Mehrere Partien von wolle: 5 aus B, 2 aus A" {
		s.t.Errorf("hint %q", hint(o))
	}
	s.wantLeft("wolle", "A:3 B:0 C:0")
}

func stockCancelled(s *suite) {
	s.tracked("wolle", 5, "A", "B")
	s.tracked("garn", 4)
	o := s.place(of(item("wolle", 6, 7.9), item("garn", 4, 1), item("nadel", 1, 1)))
	for range 2 {
		s.setStatus(o.ID, order.StatusCancelled)
		s.wantLeft("wolle", "A:5 B:5")
		s.wantLeft("garn", "4")
	}
	s.setStatus(o.ID, order.StatusPaid)
	s.setStatus(o.ID, order.StatusPaymentOpen)
	s.wantLeft("wolle", "A:4 B:0")
	s.wantLeft("garn", "0")

	s.setStatus(o.ID, order.StatusCancelled)
	s.place(of(item("garn", 3, 1)))
	paid := order.StatusPaid
	_, err := s.tryChange(o.ID, order.Change{Status: &paid})
	s.wantShort(err, "Der Bestand reicht nicht, um die Bestellung wieder aufzunehmen: „Artikel garn“ (gebraucht 4, noch 1).")
	if d := s.details(o.ID); d.Status != order.StatusCancelled {
		s.t.Errorf("status %s", d.Status)
	}
	s.wantLeft("wolle", "A:5 B:5")
	s.wantLeft("garn", "1")
}

func stockKept(s *suite) {
	s.tracked("wolle", 5)
	o := s.place()
	cancelled := order.StatusCancelled
	s.change(o.ID, order.Change{Status: &cancelled, KeepStock: true})
	s.wantLeft("wolle", "3")
	s.setStatus(o.ID, order.StatusPaid)
	s.wantLeft("wolle", "3")
	s.setStatus(o.ID, order.StatusCancelled)
	s.wantLeft("wolle", "5")
}

func stockChanges(s *suite) {
	s.tracked("wolle", 5)
	add := stock.Change{Slug: "wolle", By: 10, Request: "lieferung-1"}
	for range 3 {
		if err := s.changeStock(add); err != nil {
			s.t.Fatal(err)
		}
	}
	s.wantLeft("wolle", "15")
	add.By = 9
	if err := s.changeStock(add); !errors.Is(err, checkout.ErrIdempotencyReuse) {
		s.t.Errorf("another change with the same request: %v", err)
	}
	twelve := int64(12)
	if err := s.changeStock(stock.Change{Slug: "wolle", To: &twelve, Expected: &stock.Expected{Pieces: 14, Counted: true}}); !errors.Is(err, stock.ErrChanged) ||
		err.Error() != "Der Bestand hat sich geändert (jetzt 15)." {
		s.t.Errorf("a count of something else: %v", err)
	}
	s.wantShort(s.changeStock(stock.Change{Slug: "wolle", By: -16}), "So viele sind nicht da (jetzt 15).")
	if err := s.changeStock(stock.Change{Slug: "fehlt", By: 1}); !errors.Is(err, catalogue.ErrProductNotFound) {
		s.t.Errorf("an unknown product: %v", err)
	}
	if err := s.changeStock(stock.Change{Slug: "wolle", To: &twelve, Expected: &stock.Expected{Pieces: 15, Counted: true}}); err != nil {
		s.t.Error(err)
	}
	s.wantLeft("wolle", "12")
}

func stockEnded(s *suite) {
	s.tracked("wolle", 5, "A", "B")
	o := s.place()
	if err := s.changeStock(stock.Change{Slug: "wolle", End: true}); err != nil {
		s.t.Fatal(err)
	}
	s.wantLeft("wolle", "uncounted")
	s.place(of(item("wolle", 100, 7.9)))
	s.setStatus(o.ID, order.StatusCancelled)
	s.setStatus(o.ID, order.StatusPaid)
	s.wantLeft("wolle", "uncounted")
	s.tracked("wolle", 3)
	s.setStatus(o.ID, order.StatusCancelled)
	s.wantLeft("wolle", "3 A:2")
	if err := s.Store.DeleteProduct(s.t.Context(), "wolle", 0, noon); err != nil {
		s.t.Fatal(err)
	}
	s.wantLeft("wolle", "uncounted")
}

func stockJournal(s *suite) {
	s.tracked("wolle", 5)
	o := s.place()
	s.setStatus(o.ID, order.StatusCancelled)
	var kinds []stock.Kind
	for p := (stock.Page{Limit: 2}); ; {
		j, err := s.Store.StockJournal(s.t.Context(), "wolle", p)
		if err != nil {
			s.t.Fatal(err)
		}
		for _, e := range j.Entries {
			kinds = append(kinds, e.Kind)
			if (e.OrderNumber == o.Number) != (e.Kind != stock.KindCount) {
				s.t.Errorf("entry %+v", e)
			}
		}
		if !j.More {
			break
		}
		p.Before = j.Entries[len(j.Entries)-1].ID
	}
	if want := []stock.Kind{stock.KindCancel, stock.KindOrder, stock.KindCount}; !slices.Equal(kinds, want) {
		s.t.Errorf("journal %v, want %v", kinds, want)
	}
	var entries int
	if s.scan(`SELECT count(*) FROM protokoll WHERE aktion = 'bestand'`, nil, &entries); entries != 0 {
		s.t.Errorf("%d entries in the audit log without an operator", entries)
	}
}
