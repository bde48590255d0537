package storetest

import (
	"fmt"

	"github.com/google/go-cmp/cmp"

	"kontor/internal/shop"
	"kontor/internal/shop/checkout"
	"kontor/internal/shop/order"
)

var bestsellerScenarios = []scenario{
	{"H38 an empty shop has none", noBestsellers},
	{"H38 the six sold most, equal sums by slug", sixBestsellers},
	{"H39 only orders that count", bestsellersByState},
	{"H39 only lines that are not free", bestsellersFree},
	{"a product whose lines round to no pieces is one too", bestsellersZero},
	{"slugs are compared by their bytes", bestsellersBytes},
	{"S35 the largest quantities are summed exactly", bestsellersLarge},
}

func (s *suite) bestsellers() []string {
	s.t.Helper()
	slugs, err := s.Store.Bestsellers(s.t.Context())
	if err != nil {
		s.t.Fatal(err)
	}
	return slugs
}

// sellsBest expects these best sellers from the store and from the plain query.
func (s *suite) sellsBest(slugs ...string) {
	s.t.Helper()
	want := append([]string{}, slugs...)
	if diff := cmp.Diff(want, s.bestsellers()); diff != "" {
		s.t.Errorf("best sellers (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(want, s.plainBestsellers()); diff != "" {
		s.t.Errorf("plain query (-want +got):\n%s", diff)
	}
}

func paid(items ...checkout.DraftItem) func(*order.Order) {
	return func(o *order.Order) {
		of(items...)(o)
		o.Status = order.StatusPaid
	}
}

func noBestsellers(s *suite) {
	s.sellsBest()
	s.place()
	s.sellsBest()
}

func sixBestsellers(s *suite) {
	for i, slug := range []string{"g", "f", "e", "d", "c", "b", "a"} {
		s.place(paid(item(slug, float64(1+i/2), 1))) // g f: 1, e d: 2, c b: 3, a: 4
	}
	for range 3 {
		s.sellsBest("a", "b", "c", "d", "e", "f")
	}
	s.place(paid(item("g", 1, 1), item("g", 1, 1), item("h", 9, 1)))
	s.sellsBest("h", "a", "b", "c", "g", "d")
}

func bestsellersByState(s *suite) {
	a := s.place(paid(item("a", 2, 1)))
	b := s.place(of(item("b", 3, 1)))
	s.sellsBest("a")
	s.setStatus(b.ID, order.StatusPaid)
	s.sellsBest("b", "a")
	s.setStatus(a.ID, order.StatusCancelled)
	s.sellsBest("b")
	s.setStatus(a.ID, order.StatusCancelled) // again: nothing is subtracted twice
	s.sellsBest("b")
	s.setStatus(a.ID, order.StatusPaid)
	s.sellsBest("b", "a")
	s.setStatus(b.ID, order.StatusPaymentOpen)
	s.sellsBest("a")
}

func bestsellersFree(s *suite) {
	free := item("a", 5, 0)
	free.Free = true
	gift := item("geschenk", 9, 0)
	gift.Free = true
	s.place(paid(free, item("a", 1, 1), item("b", 2, 1), gift))
	s.sellsBest("b", "a")
}

func bestsellersZero(s *suite) {
	o := s.place(paid(item("null", 0.4, 1)))
	s.sellsBest("null")
	s.place(paid(item("eins", 1, 1)))
	s.sellsBest("eins", "null")
	s.setStatus(o.ID, order.StatusCancelled)
	s.sellsBest("eins")
}

func bestsellersBytes(s *suite) {
	s.place(paid(item("ä", 1, 1), item("b", 1, 1), item("A", 1, 1), item("a", 1, 1), item("a-b", 1, 1), item("😀", 1, 1)))
	s.sellsBest("A", "a", "a-b", "b", "ä", "😀")
}

func bestsellersLarge(s *suite) {
	for range 3 {
		var items []checkout.DraftItem
		for range checkout.MaxItems {
			items = append(items, item("viel", checkout.MaxQuantity, shop.MaxAmount))
		}
		o := newOrder(paid(items...))
		o.Total = shop.MaxAmount
		if _, err := s.placeChecked(checkout.PriceCheckHint, o); err != nil {
			s.t.Fatal(err)
		}
	}
	s.sellsBest("viel")
	figures := s.figures("", "")
	if want := int64(3 * checkout.MaxItems * checkout.MaxQuantity); len(figures.Products) != 1 || figures.Products[0].Quantity != want {
		s.t.Errorf("sold %+v, want %d pieces", figures.Products, want)
	}
	if want := shop.Cents(3e11); figures.Revenue != want {
		s.t.Errorf("revenue %v, want %v", fmt.Sprint(figures.Revenue), want)
	}
}
