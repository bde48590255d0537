package storetest

import (
	"kontor/internal/shop/catalogue"
	"kontor/internal/shop/checkout"
	"kontor/internal/shop/order"
	"kontor/internal/shop/payment"
	"kontor/internal/shop/tax"
)

var taxClassScenarios = []scenario{
	{"F4 lines keep the tax class of the day of the order, however it was placed", taxClassesStay},
}

func taxClassesStay(s *suite) {
	s.product("buch", func(p *catalogue.Product) { p.TaxClass = tax.Reduced })
	s.product("wolle")
	s.coupon("HERBST10")
	items := func(o *order.Order) {
		o.Subtotal, o.Total = 20.7, 25.6
		o.Items = nil
		for _, slug := range []string{"buch", "wolle", "unbekannt"} {
			// What comes with the order does not count.
			o.Items = append(o.Items, order.Item{Slug: slug, Name: slug, Quantity: 1, Price: 6.9, TaxClass: tax.Standard})
		}
	}
	placed := []int64{s.place(items).ID, s.place(items, with("HERBST10")).ID}
	checked := s.placement(newOrder(items, from("other@example.org")))
	checked.Prices = checkout.PriceCheckHint
	if p, err := s.Store.PlaceOrder(s.t.Context(), checked); err != nil {
		s.t.Fatal(err)
	} else {
		placed = append(placed, p.Order.ID)
	}
	placed = append(placed, s.paidBasket(items).ID)

	changed := s.mustProduct("buch")
	changed.TaxClass = tax.Standard
	if _, err := s.Store.ChangeProduct(s.t.Context(), changed, noon); err != nil {
		s.t.Fatal(err)
	}
	for _, id := range placed {
		got := s.details(id).Items
		if got[0].TaxClass != tax.Reduced || got[1].TaxClass != tax.Standard || got[2].TaxClass != tax.Standard {
			s.t.Errorf("order %d: %+v", id, got)
		}
	}
}

// paidBasket returns the order that a payment of the plain order with changes became.
func (s *suite) paidBasket(change func(*order.Order)) *order.Order {
	s.t.Helper()
	basket := newOrder(change, method(order.MethodPayPal))
	opened, err := s.Store.OpenPayment(s.t.Context(), payment.Opening{Payment: payment.NewPayment("Seite", basket, false, noon), Prices: checkout.PriceCheckOff})
	if err != nil {
		s.t.Fatal(err)
	}
	changed, err := s.paymentStep(opened.Payment.ID, func(p *payment.Payment) {
		p.CreatedAs("ORDER-Seite", noon)
		p.Observe(capturedAs("Seite", p.Total), noon)
	})
	if err != nil || changed.Order == nil {
		s.t.Fatalf("%+v, %v", changed.Payment, err)
	}
	return changed.Order
}
