package storetest

import (
	"kontor/internal/shop"
	"kontor/internal/shop/catalogue"
	"kontor/internal/shop/checkout"
	"kontor/internal/shop/order"
	"kontor/internal/shop/payment"
)

var deliveryScenarios = []scenario{
	{"P31 orders keep the delivery time of their day, however they were placed", deliveryTimesStay},
}

func deliveryTimesStay(s *suite) {
	s.product("stoff", func(p *catalogue.Product) { p.DeliveryDays = 5 })
	s.product("wolle", func(p *catalogue.Product) { p.DeliveryDays = 1 })
	s.coupon("HERBST10")
	times := checkout.DeliveryTimes{"de": {From: 2, To: 4}}
	place := func(changes ...func(*order.Order)) int64 {
		changes = append([]func(*order.Order){of(item("stoff", 1, 6.9), item("wolle", 2, 6.9), item("unbekannt", 1, 1))}, changes...)
		wanted := s.placement(newOrder(changes...))
		wanted.Terms.Delivery = times
		placed, err := s.Store.PlaceOrder(s.t.Context(), wanted)
		if err != nil {
			s.t.Fatal(err)
		}
		return placed.Order.ID
	}
	want := map[int64]shop.DeliveryTime{
		place():                 {From: 7, To: 9},
		place(with("HERBST10")): {From: 7, To: 9},
		place(func(o *order.Order) { o.Country = "ch" }): {},
		s.paid(times):                         {From: 7, To: 9},
		s.place(of(item("stoff", 1, 6.9))).ID: {}, // by a shop that says nothing
	}
	changed := s.mustProduct("stoff")
	changed.DeliveryDays = 90
	if _, err := s.Store.ChangeProduct(s.t.Context(), changed, noon); err != nil {
		s.t.Fatal(err)
	}
	for id, time := range want {
		if got := s.details(id).Delivery; got != time {
			s.t.Errorf("order %d: %+v, want %+v", id, got, time)
		}
	}
}

// paid returns the id of the order that a payment became.
func (s *suite) paid(times checkout.DeliveryTimes) int64 {
	s.t.Helper()
	basket := newOrder(of(item("stoff", 1, 6.9)), method(order.MethodPayPal))
	basket.Subtotal, basket.Total = 6.9, 11.8
	opened, err := s.Store.OpenPayment(s.t.Context(), payment.Opening{Payment: payment.NewPayment("Seite", basket, false, noon), Prices: checkout.PriceCheckOff})
	if err != nil {
		s.t.Fatal(err)
	}
	step := paymentChange(opened.Payment.ID, func(p *payment.Payment) {
		p.CreatedAs("ORDER-Seite", noon)
		p.Observe(capturedAs("Seite", p.Total), noon)
	})
	step.Delivery = times
	changed, err := s.Store.ChangePayment(s.t.Context(), step)
	if err != nil || changed.Order == nil {
		s.t.Fatalf("%+v: %v", changed, err)
	}
	return changed.Order.ID
}
