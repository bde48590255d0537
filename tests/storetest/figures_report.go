package storetest

import (
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"kontor/internal/shop"
	"kontor/internal/shop/message"
	"kontor/internal/shop/order"
	"kontor/internal/shop/report"
)

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
