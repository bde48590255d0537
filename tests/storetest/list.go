package storetest

import (
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"kontor"
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

// expect expects that the filter finds exactly the orders with these ids, page
// by page and in a walk through all.
func (s *suite) expect(f kontor.Filter, ids ...int64) {
	s.t.Helper()
	if diff := cmp.Diff(ids, idsOf(s.page(f).Orders), cmpopts.EquateEmpty()); diff != "" {
		s.t.Errorf("page %+v (-want +got):\n%s", f, diff)
	}
	if diff := cmp.Diff(ids, idsOf(s.all(f)), cmpopts.EquateEmpty()); diff != "" {
		s.t.Errorf("each %+v (-want +got):\n%s", f, diff)
	}
}

func idsOf(orders []kontor.Order) (ids []int64) {
	for _, o := range orders {
		ids = append(ids, o.ID)
	}
	return ids
}

func method(name string) func(*kontor.Order) {
	return func(o *kontor.Order) { o.PaymentMethod = name }
}

func to(country kontor.Country) func(*kontor.Order) {
	return func(o *kontor.Order) { o.Country = country }
}

func filters(s *suite) {
	s.place()
	s.place(in(kontor.StatusPaid), to("at"))
	s.place(in(kontor.StatusCancelled), to("ch"), method("bar"))
	s.place(in(kontor.StatusPaid), to("lu"), method(kontor.PaymentPayPal))
	s.expect(kontor.Filter{}, 4, 3, 2, 1)
	s.expect(kontor.Filter{Status: kontor.StatusPaid}, 4, 2)
	s.expect(kontor.Filter{Status: kontor.StatusPaymentOpen}, 1)
	s.expect(kontor.Filter{Status: kontor.StatusCancelled}, 3)
	s.expect(kontor.Filter{Country: "at"}, 2)
	s.expect(kontor.Filter{PaymentMethod: kontor.PaymentTransfer}, 2, 1)
	s.expect(kontor.Filter{PaymentMethod: "bar"}, 3)
	s.expect(kontor.Filter{PaymentMethod: "BAR"})
}

func filtersTogether(s *suite) {
	mueller := func(o *kontor.Order) { o.Customer.Name = "Jörg Müller" }
	s.place(mueller)
	s.place(mueller, in(kontor.StatusPaid), to("at"), at(noon.AddDate(0, 0, 1)))
	s.place(in(kontor.StatusPaid), to("at"), at(noon.AddDate(0, 0, 1)))
	s.place(mueller, in(kontor.StatusPaid), to("at"), at(noon.AddDate(0, 0, 2)))
	day := kontor.DayOf(noon.AddDate(0, 0, 1))
	s.expect(kontor.Filter{
		Status: kontor.StatusPaid, Country: "at", PaymentMethod: kontor.PaymentTransfer,
		Words: kontor.SplitWords("müller wolle"), From: day, Until: day,
	}, 2)
	s.expect(kontor.Filter{Words: kontor.SplitWords("müller"), From: day}, 4, 2)
	s.expect(kontor.Filter{Words: kontor.SplitWords("müller"), Before: 4}, 2, 1)
	s.expect(kontor.Filter{Words: kontor.SplitWords("müller"), Status: kontor.StatusCancelled})
}

func filterTotals(s *suite) {
	s.coupon("HERBST")
	s.place(costing(0))
	s.place(costing(0.29), with("herbst"))
	s.place(costing(19.99), with("HERBST"), in(kontor.StatusCancelled))
	s.place(costing(20), in(kontor.StatusPaid))
	cents := func(c kontor.Cents) *kontor.Cents { return &c }
	s.expect(kontor.Filter{AtLeast: 29}, 4, 3, 2)
	s.expect(kontor.Filter{AtLeast: 30}, 4, 3)
	s.expect(kontor.Filter{AtMost: cents(0)}, 1)
	s.expect(kontor.Filter{AtLeast: 29, AtMost: cents(1999)}, 3, 2)
	s.expect(kontor.Filter{AtLeast: 2001})
	s.expect(kontor.Filter{Coupon: "HERBST"}, 3, 2)
	s.expect(kontor.Filter{Coupon: "HERBST", Before: 3}, 2)
	s.expect(kontor.Filter{Coupon: "HERBST", AtLeast: 30, Words: kontor.SplitWords("erika"), Status: kontor.StatusCancelled}, 3)
	s.expect(kontor.Filter{Coupon: "herbst"})
	s.expect(kontor.Filter{Coupon: `x' OR '1'='1`})
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
	s.expect(kontor.Filter{From: "2026-11-21", Until: "2026-11-21"}, 3, 2)
	s.expect(kontor.Filter{From: "2026-11-21"}, 4, 3, 2)
	s.expect(kontor.Filter{Until: "2026-11-21"}, 3, 2, 1)
	s.expect(kontor.Filter{From: "2026-11-22", Until: "2026-11-20"})
	s.expect(kontor.Filter{From: "2026-12-01"})
	s.expect(kontor.Filter{From: "0000-01-01", Until: "9999-12-31"}, 4, 3, 2, 1)
	s.expect(kontor.Filter{From: "9999-12-31"})
	s.expect(kontor.Filter{Until: "0000-01-01"})
}

func filterClockChange(s *suite) {
	for _, days := range [][]berlinDay{springDays, autumnDays} {
		for _, day := range days {
			first := s.place(at(instant(day.from)))
			last := s.place(at(instant(day.until).Add(-time.Millisecond)))
			s.expect(kontor.Filter{From: day.day, Until: day.day}, last.ID, first.ID)
		}
	}
}

func filterJumpedClock(s *suite) {
	s.place()
	s.place(at(noon.AddDate(0, 0, -30)))
	s.place()
	s.place(at(noon.AddDate(0, 0, 30)))
	s.place()
	today, before := kontor.DayOf(noon), kontor.DayOf(noon.AddDate(0, 0, -30))
	s.expect(kontor.Filter{From: today, Until: today}, 5, 3, 1)
	s.expect(kontor.Filter{From: before, Until: before}, 2)
	s.expect(kontor.Filter{From: before, Until: today}, 5, 3, 2, 1)
}

func filterHostile(s *suite) {
	for range 3 {
		s.place()
	}
	s.place(method("%"))
	for _, text := range hostile {
		s.expect(kontor.Filter{Country: kontor.Country(text)})
		s.expect(kontor.Filter{Status: kontor.Status(text)})
		s.expect(kontor.Filter{PaymentMethod: text})
	}
	s.expect(kontor.Filter{PaymentMethod: "%"}, 4)
	if n := s.rows(); n.orders != 4 {
		s.t.Errorf("%d orders left", n.orders)
	}
}

func countsOfAll(s *suite) {
	for i := range 6 {
		s.place(in(kontor.Statuses[i%2])) // paid and open
	}
	want := kontor.StatusCounts{kontor.StatusPaid: 3, kontor.StatusPaymentOpen: 3}
	for _, f := range []kontor.Filter{{}, {Status: kontor.StatusPaid}, {Words: []string{"zzz"}}, {Limit: 1, Before: 2}, {From: "2030-01-01"}} {
		counts := s.page(f).Counts
		if counts.All() != 6 || counts[kontor.StatusPaid] != 3 || counts[kontor.StatusPaymentOpen] != 3 || counts[kontor.StatusCancelled] != 0 {
			s.t.Errorf("counts %v with filter %+v, want %v", counts, f, want)
		}
	}
}

func emptyList(s *suite) {
	s.expect(kontor.Filter{})
	s.expect(kontor.Filter{Words: []string{"a"}, From: "2026-01-01", Status: kontor.StatusPaid, AnyHint: true})
	if page := s.page(kontor.Filter{}); page.Next != 0 || page.Counts.All() != 0 {
		s.t.Errorf("page %+v", page)
	}
}
