package order_test

import (
	"testing"
	"time"

	"kontor/internal/shop/order"
)

// T59: two orders of one buyer with the same content are one question if the buyer may
// not know of one of them, and only then.
func TestT59_MayRepeat(t *testing.T) {
	t.Parallel()
	noon := time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
	purchase := func(change func(*order.Purchase)) order.Purchase {
		p := order.Purchase{Begun: noon, Order: &order.Order{
			Status: order.StatusPaymentOpen, Customer: order.Person{Email: "erika@example.org"}, Country: "de", Total: 22.2,
			PaymentMethod: order.MethodTransfer, Language: "de", CustomerID: 7,
			Items: []order.Item{{Slug: "wolle", Name: "Wolle", Quantity: 2, Price: 5.95}, {Slug: "nadel", Name: "Nadel", Quantity: 1, Price: 5.4}},
		}}
		change(&p)
		return p
	}
	lost := purchase(func(p *order.Purchase) {
		p.Lost, p.Status, p.PaymentMethod = true, order.StatusPaid, order.MethodPayPal
	})
	for name, c := range map[string]struct {
		want   bool
		change func(*order.Purchase)
	}{
		"the same":            {true, func(*order.Purchase) {}},
		"lost too":            {true, func(p *order.Purchase) { p.Lost = true }},
		"a day later":         {true, func(p *order.Purchase) { p.Begun = noon.Add(order.TwinWindow) }},
		"a day before":        {true, func(p *order.Purchase) { p.Begun = noon.Add(-order.TwinWindow) }},
		"lines in turn":       {true, func(p *order.Purchase) { p.Items[0], p.Items[1] = p.Items[1], p.Items[0] }},
		"in another language": {true, func(p *order.Purchase) { p.Language, p.Items[0].Name = "fr", "Laine" }},
		"a guest":             {true, func(p *order.Purchase) { p.CustomerID, p.Customer.Email = 0, " ERIKA@example.org" }},
		"another address":     {true, func(p *order.Purchase) { p.Customer.Email = "e@example.org" }},
		"another guest":       {false, func(p *order.Purchase) { p.CustomerID, p.Customer.Email = 0, "e@example.org" }},
		"later":               {false, func(p *order.Purchase) { p.Begun = noon.Add(order.TwinWindow + 1) }},
		"before":              {false, func(p *order.Purchase) { p.Begun = noon.Add(-order.TwinWindow - 1) }},
		"cancelled":           {false, func(p *order.Purchase) { p.Status = order.StatusCancelled }},
		"another total":       {false, func(p *order.Purchase) { p.Total += 0.01 }},
		"another quantity":    {false, func(p *order.Purchase) { p.Items[0].Quantity++ }},
		"another price":       {false, func(p *order.Purchase) { p.Items[0].Price++ }},
		"a gift":              {false, func(p *order.Purchase) { p.Items[0].Free = true }},
		"one line more":       {false, func(p *order.Purchase) { p.Items = append(p.Items, p.Items[0]) }},
		"another country":     {false, func(p *order.Purchase) { p.Country = "at" }},
	} {
		other := purchase(c.change)
		if lost.MayRepeat(other) != c.want || other.MayRepeat(lost) != c.want {
			t.Errorf("%s: %v and %v, want %v", name, lost.MayRepeat(other), other.MayRepeat(lost), c.want)
		}
	}
	guests := func(p *order.Purchase) { p.CustomerID, p.Customer.Email = 0, "e@example.org" }
	stranger := purchase(guests)
	if unknown := purchase(guests); unknown.MayRepeat(stranger) {
		t.Error("two orders whose buyer saw both are asked about")
	}
}
