package storetest

import (
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"kontor/internal/shop"
	"kontor/internal/shop/order"
)

var listScenarios = []scenario{
	{"each filter finds its orders, newest first", filters},
	{"filters work together", filtersTogether},
	{"H45 totals and coupons are compared as they are stored", filterTotals},
	{"days are Berlin's, both ends inclusive", filterDays},
	{"days of 23 and 25 hours are whole", filterClockChange},
	{"a clock that jumped hides no order", filterJumpedClock},
	{"S5 texts in filters mean nothing but themselves", filterHostile},
	{"counts are of all orders, whatever the filter", countsOfAll},
	{"an empty shop has an empty list", emptyList},
}

// expect expects that the filter finds exactly the orders with these ids, page by page
// and in a walk through all.
func (s *suite) expect(f order.Filter, ids ...int64) {
	s.t.Helper()
	if diff := cmp.Diff(ids, idsOf(s.page(f).Orders), cmpopts.EquateEmpty()); diff != "" {
		s.t.Errorf("page %+v (-want +got):\n%s", f, diff)
	}
	if diff := cmp.Diff(ids, idsOf(s.all(f)), cmpopts.EquateEmpty()); diff != "" {
		s.t.Errorf("each %+v (-want +got):\n%s", f, diff)
	}
}

func idsOf(orders []order.Order) (ids []int64) {
	for _, o := range orders {
		ids = append(ids, o.ID)
	}
	return ids
}

func method(name string) func(*order.Order) {
	return func(o *order.Order) { o.PaymentMethod = name }
}

func to(country shop.Country) func(*order.Order) {
	return func(o *order.Order) { o.Country = country }
}

func filters(s *suite) {
	s.place()
	s.place(in(order.StatusPaid), to("at"))
	s.place(in(order.StatusCancelled), to("ch"), method("bar"))
	s.place(in(order.StatusPaid), to("lu"), method(order.MethodPayPal))
	s.expect(order.Filter{}, 4, 3, 2, 1)
	s.expect(order.Filter{Status: order.StatusPaid}, 4, 2)
	s.expect(order.Filter{Status: order.StatusPaymentOpen}, 1)
	s.expect(order.Filter{Status: order.StatusCancelled}, 3)
	s.expect(order.Filter{Country: "at"}, 2)
	s.expect(order.Filter{PaymentMethod: order.MethodTransfer}, 2, 1)
	s.expect(order.Filter{PaymentMethod: "bar"}, 3)
	s.expect(order.Filter{PaymentMethod: "BAR"})
}

func filtersTogether(s *suite) {
	mueller := func(o *order.Order) { o.Customer.Name = "Jörg Müller" }
	s.place(mueller)
	s.place(mueller, in(order.StatusPaid), to("at"), at(noon.AddDate(0, 0, 1)))
	s.place(in(order.StatusPaid), to("at"), at(noon.AddDate(0, 0, 1)))
	s.place(mueller, in(order.StatusPaid), to("at"), at(noon.AddDate(0, 0, 2)))
	day := shop.DayOf(noon.AddDate(0, 0, 1))
	s.expect(order.Filter{
		Status: order.StatusPaid, Country: "at", PaymentMethod: order.MethodTransfer,
		Words: order.SplitWords("müller wolle"), From: day, Until: day,
	}, 2)
	s.expect(order.Filter{Words: order.SplitWords("müller"), From: day}, 4, 2)
	s.expect(order.Filter{Words: order.SplitWords("müller"), Before: 4}, 2, 1)
	s.expect(order.Filter{Words: order.SplitWords("müller"), Status: order.StatusCancelled})
}

func filterTotals(s *suite) {
	s.coupon("HERBST")
	s.place(costing(0))
	s.place(costing(0.29), with("herbst"))
	s.place(costing(19.99), with("HERBST"), in(order.StatusCancelled))
	s.place(costing(20), in(order.StatusPaid))
	cents := func(c shop.Cents) *shop.Cents { return &c }
	s.expect(order.Filter{AtLeast: 29}, 4, 3, 2)
	s.expect(order.Filter{AtLeast: 30}, 4, 3)
	s.expect(order.Filter{AtMost: cents(0)}, 1)
	s.expect(order.Filter{AtLeast: 29, AtMost: cents(1999)}, 3, 2)
	s.expect(order.Filter{AtLeast: 2001})
	s.expect(order.Filter{Coupon: "HERBST"}, 3, 2)
	s.expect(order.Filter{Coupon: "HERBST", Before: 3}, 2)
	s.expect(order.Filter{Coupon: "HERBST", AtLeast: 30, Words: order.SplitWords("erika"), Status: order.StatusCancelled}, 3)
	s.expect(order.Filter{Coupon: "herbst"})
	s.expect(order.Filter{Coupon: `x' OR '1'='1`})
}

func filterDays(s *suite) {
	for _, created := range []string{
		"2026-11-20T22:59:59.999Z", // the 20th in Berlin
		"2026-11-20T23:00:00.000Z", // the 21st
		"2026-11-21T22:59:59.999Z",
		"2026-11-21T23:00:00.000Z", // the 22nd
	} {
		s.place(at(instant(created)))
	}
	s.expect(order.Filter{From: "2026-11-21", Until: "2026-11-21"}, 3, 2)
	s.expect(order.Filter{From: "2026-11-21"}, 4, 3, 2)
	s.expect(order.Filter{Until: "2026-11-21"}, 3, 2, 1)
	s.expect(order.Filter{From: "2026-11-22", Until: "2026-11-20"})
	s.expect(order.Filter{From: "2026-12-01"})
	s.expect(order.Filter{From: "0000-01-01", Until: "9999-12-31"}, 4, 3, 2, 1)
	s.expect(order.Filter{From: "9999-12-31"})
	s.expect(order.Filter{Until: "0000-01-01"})
}

func filterClockChange(s *suite) {
	for _, days := range [][]berlinDay{springDays, autumnDays} {
		for _, day := range days {
			first := s.place(at(instant(day.from)))
			last := s.place(at(instant(day.until).Add(-time.Millisecond)))
			s.expect(order.Filter{From: day.day, Until: day.day}, last.ID, first.ID)
		}
	}
}

func filterJumpedClock(s *suite) {
	s.place()
	s.place(at(noon.AddDate(0, 0, -30)))
	s.place()
	s.place(at(noon.AddDate(0, 0, 30)))
	s.place()
	today, before := shop.DayOf(noon), shop.DayOf(noon.AddDate(0, 0, -30))
	s.expect(order.Filter{From: today, Until: today}, 5, 3, 1)
	s.expect(order.Filter{From: before, Until: before}, 2)
	s.expect(order.Filter{From: before, Until: today}, 5, 3, 2, 1)
}

func filterHostile(s *suite) {
	for range 3 {
		s.place()
	}
	s.place(method("%"))
	for _, text := range hostile {
		s.expect(order.Filter{Country: shop.Country(text)})
		s.expect(order.Filter{Status: order.Status(text)})
		s.expect(order.Filter{PaymentMethod: text})
	}
	s.expect(order.Filter{PaymentMethod: "%"}, 4)
	if n := s.rows(); n.orders != 4 {
		s.t.Errorf("%d orders left", n.orders)
	}
}

func countsOfAll(s *suite) {
	for i := range 6 {
		s.place(in(order.Statuses[i%2])) // paid and open
	}
	want := order.StatusCounts{order.StatusPaid: 3, order.StatusPaymentOpen: 3}
	for _, f := range []order.Filter{{}, {Status: order.StatusPaid}, {Words: []string{"zzz"}}, {Limit: 1, Before: 2}, {From: "2030-01-01"}} {
		counts := s.page(f).Counts
		if counts.All() != 6 || counts[order.StatusPaid] != 3 || counts[order.StatusPaymentOpen] != 3 || counts[order.StatusCancelled] != 0 {
			s.t.Errorf("counts %v with filter %+v, want %v", counts, f, want)
		}
	}
}

func emptyList(s *suite) {
	s.expect(order.Filter{})
	s.expect(order.Filter{Words: []string{"a"}, From: "2026-01-01", Status: order.StatusPaid, AnyHint: true})
	if page := s.page(order.Filter{}); page.Next != 0 || page.Counts.All() != 0 {
		s.t.Errorf("page %+v", page)
	}
}
