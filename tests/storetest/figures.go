package storetest

import (
	"fmt"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"kontor/internal/shop"
	"kontor/internal/shop/message"
	"kontor/internal/shop/order"
	"kontor/internal/shop/report"
)

var figureScenarios = []scenario{
	{"only paid orders are revenue", figuresByState},
	{"figures equal plain queries over the orders of the days", figuresEqualPlain},
	{"figures follow every change of state", figuresFollow},
	{"the twenty products sold most", figuresProducts},
	{"an empty shop has empty figures", figuresEmpty},
	{"T55 what was kept equals plain queries", figuresKept},
	{"the report's figures are of its day alone", figuresReported},
}

func (s *suite) figures(from, until shop.Day) order.Figures {
	s.t.Helper()
	figures, err := s.Store.Figures(s.t.Context(), from, until)
	if err != nil {
		s.t.Fatalf("figures from %q until %q: %v", from, until, err)
	}
	return figures
}

// figuresAgree compares the figures of every range of the given days, and of all time,
// with plain queries. All orders must lie on these days.
func (s *suite) figuresAgree(days []berlinDay) {
	s.t.Helper()
	s.figuresAgreeOn("", "", days)
	for i := range days {
		s.figuresAgreeOn(days[i].day, "", days[i:])
		s.figuresAgreeOn("", days[i].day, days[:i+1])
		for j := i; j < len(days); j++ {
			s.figuresAgreeOn(days[i].day, days[j].day, days[i:j+1])
		}
	}
}

func (s *suite) figuresAgreeOn(from, until shop.Day, days []berlinDay) {
	s.t.Helper()
	if diff := cmp.Diff(s.plainFigures(days), s.figures(from, until), cmpopts.EquateEmpty()); diff != "" {
		s.t.Errorf("figures from %q until %q (-plain +got):\n%s", from, until, diff)
	}
}

func costing(euro float64) func(*order.Order) {
	return func(o *order.Order) { o.Total = euro }
}

func revenue(orders int64, sum shop.Cents) order.Revenue {
	return order.Revenue{Tally: order.Tally{Orders: orders, Sum: sum}}
}

func figuresByState(s *suite) {
	s.place(costing(10), in(order.StatusPaid))
	s.place(costing(20.01), in(order.StatusPaid), to("at"), method("bar"))
	s.place(costing(40), at(noon.Add(-time.Hour)))
	s.place(costing(80))
	s.place(costing(160), in(order.StatusCancelled))
	today := shop.DayOf(noon)
	want := order.Figures{
		Revenue: 3001, Paid: 2,
		Open:      order.OpenFigures{Tally: order.Tally{Orders: 2, Sum: 12000}, Oldest: noon.Add(-time.Hour)},
		Cancelled: order.Tally{Orders: 1, Sum: 16000},
		Days:      []order.DayFigures{{Day: today, Revenue: revenue(2, 3001)}},
		Countries: []order.CountryFigures{
			{Country: "at", Revenue: revenue(1, 2001)}, {Country: "de", Revenue: revenue(1, 1000)},
		},
		Methods: []order.MethodFigures{
			{Method: order.MethodOther, Revenue: revenue(1, 2001)},
			{Method: order.MethodTransfer, Revenue: revenue(1, 1000)},
		},
		Products: []order.ProductFigures{{Slug: "wolle", Quantity: 4}},
	}
	for _, days := range [][2]shop.Day{{"", ""}, {today, today}, {"2026-01-01", ""}, {"", "2026-12-31"}} {
		if diff := cmp.Diff(want, s.figures(days[0], days[1])); diff != "" {
			s.t.Errorf("figures of %q (-want +got):\n%s", days, diff)
		}
	}
}

func figuresEqualPlain(s *suite) {
	codes := []string{"", "HERBST", "herbst-ä", "ÄPFEL"}
	for i, code := range codes[1:] {
		codes[i+1] = s.coupon(code).Code
	}
	for _, days := range [][]berlinDay{springDays, autumnDays} {
		s.placeAround(days, codes)
	}
	s.figuresAgree(append(append([]berlinDay{}, springDays...), autumnDays...))
}

// placeAround places orders at both ends and within each day, in all states and with
// each of four codes.
func (s *suite) placeAround(days []berlinDay, codes []string) {
	s.t.Helper()
	for i, day := range days {
		for j, created := range []time.Time{
			instant(day.from), instant(day.from).Add(90 * time.Minute), instant(day.until).Add(-time.Millisecond),
		} {
			for k, status := range order.Statuses {
				n := i + 3*j + 5*k
				s.place(at(created), in(status), costing(float64(n)+0.01), to(shop.Countries[n%4]),
					method([]string{"ueberweisung", "paypal", "bar", ""}[n%4]), func(o *order.Order) {
						o.Items[0].Slug, o.Items[0].Quantity = fmt.Sprint("artikel-", n%5), int64(n%3)
						o.CouponCode = codes[(i+j+k)%4]
					})
			}
		}
	}
}

func figuresFollow(s *suite) {
	o := s.place(at(instant(autumnDays[1].from)), from("a@x.de"))
	s.place(at(instant(autumnDays[2].from)), in(order.StatusPaid))
	for range 2 {
		for _, status := range order.Statuses {
			s.setStatus(o.ID, status)
			s.figuresAgree(autumnDays)
		}
	}
}

func figuresProducts(s *suite) {
	for i := range 25 {
		s.place(paid(item(fmt.Sprintf("artikel-%02d", i), float64(1+i/2), 1)))
	}
	figures := s.figures("", "")
	if diff := cmp.Diff(s.plainProducts(always, 20), figures.Products); diff != "" || len(figures.Products) != 20 {
		s.t.Errorf("%d products (-plain +got):\n%s", len(figures.Products), diff)
	}
}

func figuresEmpty(s *suite) {
	o := s.place()
	s.setStatus(o.ID, order.StatusCancelled)
	for _, days := range [][2]shop.Day{{"2027-01-01", ""}, {"", "2025-12-31"}, {"2026-12-31", "2026-01-01"}} {
		if diff := cmp.Diff(order.Figures{}, s.figures(days[0], days[1]), cmpopts.EquateEmpty()); diff != "" {
			s.t.Errorf("figures of %q (-want +got):\n%s", days, diff)
		}
	}
}

func figuresReported(s *suite) {
	s.reports("an empty shop", report.Figures{}, time.Time{})
	first := noon.Add(-20 * 24 * time.Hour)
	s.place(costing(7), at(first))
	s.place(costing(8), at(noon.Add(-report.OverdueAfter))) // not yet overdue
	s.place(costing(9), at(first), in(order.StatusPaid))
	s.place(costing(11), at(first), in(order.StatusCancelled))
	s.place(costing(13), at(noon.Add(-24*time.Hour)))
	s.place(costing(40))
	s.place(costing(10.01), in(order.StatusPaid))
	s.place(costing(2), in(order.StatusCancelled))
	newest := s.place(costing(100), at(noon.Add(24*time.Hour)))
	want := report.Figures{
		Taken: order.Tally{Orders: 3, Sum: 5201}, Paid: order.Tally{Orders: 1, Sum: 1001},
		Newest: newest.Number, Overdue: order.Tally{Orders: 1, Sum: 700},
	}
	s.reports("orders of several days", want, first)
	note := message.Message{Key: "eine-meldung", Kind: message.KindOperatorNote, Language: "de", Note: &message.OperatorNote{Subject: "a", Text: "b"}, CreatedAt: noon}
	note.Begin(message.SendingOff, noon)
	if _, err := s.Store.OweOnce(s.t.Context(), note); err != nil {
		s.t.Fatal(err)
	}
	want.Mails = message.Counts{message.NotSetUp: 1}
	s.reports("a message", want, first)
}

// reports compares the report's figures of noon's day.
func (s *suite) reports(when string, want report.Figures, begun time.Time) {
	s.t.Helper()
	got, first, err := s.Store.ReportFigures(s.t.Context(), shop.DayOf(noon), noon.Add(-report.OverdueAfter))
	if err != nil {
		s.t.Fatal(err)
	}
	if diff := cmp.Diff(want, got, cmpopts.EquateEmpty()); diff != "" || !first.Equal(begun) {
		s.t.Errorf("%s: begun %v, want %v; figures (-want +got):\n%s", when, first, begun, diff)
	}
}
