package storetest

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/google/go-cmp/cmp"

	"kontor/internal/shop"
	"kontor/internal/shop/checkout"
	"kontor/internal/shop/order"
)

var hintScenarios = []scenario{
	{"H02 the same order within the hour is pointed out", duplicatePointedOut},
	{"another order is no duplicate", noDuplicate},
	{"H16 prices that do not fit are pointed out", pricesPointedOut},
	{"shipping, discounts and gifts that do not fit are pointed out", chargesPointedOut},
	{"the bonus is for customers who have paid", bonusPointedOut},
	{"H16 strict prices refuse the order", strictPrices},
	{"prices are left alone when switched off", pricesOff},
	{"orders with hints are found by them", hintsFiltered},
}

// terms match the plain order.
var terms = checkout.Terms{
	Shipping:       map[shop.Country]checkout.ShippingRate{"de": {Cost: 490, FreeFrom: 5000}},
	LoyaltyPercent: 10, Subscription: "abo", Gift: "garn",
}

// placeChecked places the order with a check of its prices.
func (s *suite) placeChecked(check checkout.PriceCheck, o *order.Order) (checkout.Placed, error) {
	p := s.placement(o)
	p.Prices, p.Terms = check, terms
	return s.Store.PlaceOrder(s.t.Context(), p)
}

// hintsOf places the order with price hints and returns its hints, which must be the
// same in the answer and in the stored order.
func (s *suite) hintsOf(changes ...func(*order.Order)) []order.Hint {
	s.t.Helper()
	placed, err := s.placeChecked(checkout.PriceCheckHint, newOrder(changes...))
	if err != nil {
		s.t.Fatal(err)
	}
	if diff := cmp.Diff(placed.Order.Hints, s.details(placed.Order.ID).Hints); diff != "" {
		s.t.Errorf("hints of the answer and the stored order differ:\n%s", diff)
	}
	return placed.Order.Hints
}

func duplicatePointedOut(s *suite) {
	first := s.place()
	for _, later := range []time.Duration{29 * time.Second, time.Hour} {
		again := s.place(at(noon.Add(later)), from(" Erika@EXAMPLE.org"))
		if !again.HasHint(order.HintDuplicate) {
			s.t.Errorf("after %v: hints %+v", later, again.Hints)
		}
		if later < time.Minute && !strings.Contains(again.HintTexts(), first.Number) {
			s.t.Errorf("the hint %q does not name %s", again.HintTexts(), first.Number)
		}
	}
	if n := s.rows(); n.orders != 3 {
		s.t.Errorf("%d orders stored, want all 3", n.orders)
	}
	if late := s.place(at(noon.Add(2*time.Hour + time.Millisecond))); len(late.Hints) > 0 {
		s.t.Errorf("an hour later: hints %+v", late.Hints)
	}
}

func noDuplicate(s *suite) {
	s.place()
	for name, change := range map[string]func(*order.Order){
		"address":  from("andere@example.org"),
		"quantity": of(item("wolle", 3, 7.9)),
		"product":  of(item("garn", 2, 7.9)),
		"price":    of(item("wolle", 2, 7.91)),
		"items":    of(item("wolle", 2, 7.9), item("garn", 1, 0)),
		"total":    func(o *order.Order) { o.Total++ },
		"country":  func(o *order.Order) { o.Country = "at" },
		"method":   func(o *order.Order) { o.PaymentMethod = "bar" },
	} {
		if o := s.place(change); len(o.Hints) > 0 {
			s.t.Errorf("another %s: hints %+v", name, o.Hints)
		}
	}
}

func pricesPointedOut(s *suite) {
	s.product("wolle")
	if hints := s.hintsOf(); len(hints) > 0 {
		s.t.Errorf("an order that fits has hints %+v", hints)
	}
	total := s.hintsOf(from("b@x.de"), func(o *order.Order) { o.Total = 0.01 })
	if len(total) != 1 || total[0].Kind != order.HintTotal || !strings.Contains(total[0].Text, "20,70") {
		s.t.Errorf("wrong total: hints %+v", total)
	}
	price := s.hintsOf(from("c@x.de"), of(item("wolle", 1, 15.8)))
	if len(price) != 1 || price[0].Kind != order.HintPrice || !strings.Contains(price[0].Text, "7,90") {
		s.t.Errorf("wrong price: hints %+v", price)
	}
	unknown := s.hintsOf(from("d@x.de"), of(item("' OR 1=1", 2, 7.9)))
	if len(unknown) != 1 || unknown[0].Kind != order.HintUnknown {
		s.t.Errorf("unknown product: hints %+v", unknown)
	}
	p := s.mustProduct("wolle")
	p.Active = false
	if _, err := s.Store.ChangeProduct(s.t.Context(), p, noon); err != nil {
		s.t.Fatal(err)
	}
	if gone := s.hintsOf(from("e@x.de")); len(gone) != 1 || gone[0].Kind != order.HintUnknown {
		s.t.Errorf("inactive product: hints %+v", gone)
	}
}

func chargesPointedOut(s *suite) {
	s.product("wolle")
	s.product("garn")
	s.coupon("ZEHN")
	tenth := func(o *order.Order) { o.Discount, o.Total = 1.58, 19.12 }
	for i, tt := range []struct {
		changes []func(*order.Order)
		want    []order.HintKind
	}{
		{[]func(*order.Order){with("ZEHN"), tenth}, nil},
		{[]func(*order.Order){tenth}, []order.HintKind{order.HintDiscount}},
		{[]func(*order.Order){with("ZEHN")}, []order.HintKind{order.HintDiscount}},
		{[]func(*order.Order){func(o *order.Order) { o.Shipping, o.Total = 0, 15.8 }}, []order.HintKind{order.HintShipping}},
		{[]func(*order.Order){func(o *order.Order) { o.Shipping, o.Discount = -4.9, -9.8 }}, []order.HintKind{order.HintShipping, order.HintDiscount}},
		{[]func(*order.Order){func(o *order.Order) {
			o.Items = append(o.Items, order.Item{Slug: "garn", Name: "Garn", Quantity: 1, Free: true})
		}},
			[]order.HintKind{order.HintFree}},
		{[]func(*order.Order){of(item("wolle", 2, 7.9), item("garn", 0.4, 7.9))}, []order.HintKind{order.HintQuantity}},
	} {
		var kinds []order.HintKind
		for _, hint := range s.hintsOf(append(tt.changes, from(fmt.Sprintf("kunde%d@x.de", i)))...) {
			kinds = append(kinds, hint.Kind)
		}
		if diff := cmp.Diff(tt.want, kinds); diff != "" {
			s.t.Errorf("%d (-want +got):\n%s", i, diff)
		}
	}
}

func bonusPointedOut(s *suite) {
	s.product("wolle")
	_, customer := s.signIn(noon, identity("google", "treu"))
	bonus := func(o *order.Order) {
		o.CustomerID, o.LoyaltyBonus, o.Discount, o.Total = customer, true, 1.58, 19.12
	}
	if hints := s.hintsOf(bonus); len(hints) == 0 {
		s.t.Error("a bonus without an order before has no hint")
	}
	s.setStatus(1, order.StatusPaid)
	if hints := s.hintsOf(bonus, of(item("wolle", 1, 7.9), item("wolle", 1, 7.9))); len(hints) > 0 {
		s.t.Errorf("the bonus of somebody who has paid has hints %+v", hints)
	}
}

func strictPrices(s *suite) {
	s.product("wolle")
	s.coupon("EINMAL", once)
	before := s.rows()
	for name, change := range map[string]func(*order.Order){
		"total": func(o *order.Order) { o.Total = 0.01 }, "shipping": func(o *order.Order) { o.Shipping, o.Total = 0, 15.8 }, "price": of(item("wolle", 1, 15.8)), "product": of(item("garn", 2, 7.9)),
	} {
		if _, err := s.placeChecked(checkout.PriceCheckStrict, newOrder(change, with("EINMAL"))); !errors.Is(err, checkout.ErrPricesChanged) {
			s.t.Errorf("wrong %s: %v", name, err)
		}
	}
	if after := s.rows(); after != before {
		s.t.Errorf("refused orders left rows: %+v", after)
	}
	for range 2 { // the second is a possible duplicate, which has nothing to do with prices
		if _, err := s.placeChecked(checkout.PriceCheckStrict, newOrder()); err != nil {
			s.t.Errorf("an order that fits: %v", err)
		}
	}
}

func pricesOff(s *suite) {
	if o := s.place(func(o *order.Order) { o.Total = 0.01 }); len(o.Hints) > 0 {
		s.t.Errorf("hints %+v", o.Hints)
	}
}

func hintsFiltered(s *suite) {
	s.product("wolle")
	s.hintsOf()
	s.hintsOf()                                                  // 2: a duplicate
	s.hintsOf(from("b@x.de"), of(item("garn", 2, 7.9)))          // 4: unknown, with a text that resembles another hint
	s.hintsOf(from("c@x.de"), of(item(`"art":"summe"`, 2, 7.9))) // 4: unknown, with a text like another hint
	for _, want := range []struct {
		filter order.Filter
		ids    []int64
	}{
		{order.Filter{AnyHint: true}, []int64{4, 3, 2}},
		{order.Filter{Hint: order.HintDuplicate}, []int64{2}},
		{order.Filter{Hint: order.HintUnknown}, []int64{4, 3}},
		{order.Filter{Hint: order.HintTotal}, nil},
	} {
		s.expect(want.filter, want.ids...)
	}
}
