package storetest

import (
	"fmt"
	"slices"
	"sync"
	"time"

	"kontor/internal/shop/message"
	"kontor/internal/shop/order"
	"kontor/internal/shop/tax"
	"kontor/internal/shop/threshold"
)

// notify asks many times at once for what is due.
func (s *suite) notify(on time.Time, by tax.Seller) {
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() {
			service := threshold.New(s.Store, nil, func() time.Time { return on })
			if err := service.Notify(s.t.Context(), &by); err != nil {
				s.t.Error(err)
			}
		})
	}
	all.Wait()
}

// wantNotices wants these notices to be stored, the oldest first.
func (s *suite) wantNotices(want ...string) {
	s.t.Helper()
	page, err := s.Store.Messages(s.t.Context(), message.Filter{Limit: 100})
	if err != nil {
		s.t.Fatal(err)
	}
	var got []string
	for _, m := range slices.Backward(page.Messages) {
		if m.Kind == message.KindOperatorNote {
			got = append(got, m.Key)
		}
	}
	if fmt.Sprint(got) != fmt.Sprint(want) {
		s.t.Errorf("%v, want %v", got, want)
	}
}

func thresholdNotices(s *suite) {
	by := german()
	s.elsewhere(2026, 7_999_99)
	s.notify(noon, by.Tax)
	s.wantNotices()
	s.sell(by, 1, noon)
	s.notify(noon, by.Tax)
	s.wantNotices("fernverkauf-2026-80")
	s.elsewhere(2026, 9_999_99)
	s.notify(noon, by.Tax)
	o := s.sale(119_00, noon)
	s.issue(by, o.ID, order.InvoiceRequest{Kind: order.InvoiceRegular}, noon)
	// It is taken back before anybody could be notified, and the year ends.
	s.setStatus(o.ID, order.StatusCancelled)
	s.issue(by, o.ID, order.InvoiceRequest{Kind: order.InvoiceCancellation}, noon)
	s.notify(instant("2027-01-01T11:00:00.000Z"), by.Tax)
	s.wantNotices("fernverkauf-2026-80", "fernverkauf-2026-100")
	// Who declares for the one-stop shop needs none.
	s.elsewhere(2027, 20_000_00)
	oss := by.Tax
	oss.OSSFrom = "2027-01-01"
	s.notify(instant("2027-01-02T11:00:00.000Z"), oss)
	s.wantNotices("fernverkauf-2026-80", "fernverkauf-2026-100")
	s.notify(instant("2027-01-02T11:00:00.000Z"), by.Tax)
	s.wantNotices("fernverkauf-2026-80", "fernverkauf-2026-100", "fernverkauf-2027-100")
}

func thresholdOpen(s *suite) {
	by := german()
	s.sale(100_00, noon, in(order.StatusPaymentOpen))
	s.sale(100_00, noon, in(order.StatusCancelled))
	s.sale(100_00, noon, func(o *order.Order) { o.Country = "ch" })
	s.sale(100_00, noon, func(o *order.Order) { o.Country = "de" })
	s.sale(0, noon)
	s.sale(100_00, noon.AddDate(-3, 0, 0))
	invoiced := s.sale(100_00, noon)
	s.issue(by, invoiced.ID, order.InvoiceRequest{Kind: order.InvoiceRegular}, noon)
	s.sale(100_00, noon)
	s.sale(100_00, noon.AddDate(0, -11, 0), func(o *order.Order) { o.Country = "lu" })
	status, err := threshold.New(s.Store, nil, func() time.Time { return noon }).Status(s.t.Context(), &by.Tax)
	if err != nil || status.Orders != 2 || status.Open != 2*84_03 || status.AtDestination || status.Meter[2026].Issued != 84_03 {
		s.t.Errorf("%v: %+v", err, status)
	}
}

func thresholdAdopted(s *suite) {
	by := german()
	for range 2 {
		s.sale(6_000_00, noon)
	}
	last := s.sale(100_00, noon)
	if err := s.Exec(fmt.Sprintf(`INSERT INTO dokument_uebernahme (id, naechste, bis) VALUES (1, 1, %d)`, last.ID-1)); err != nil {
		s.t.Fatal(err)
	}
	if more, err := s.Store.AdoptDocuments(s.t.Context(), by.Adopter()); more || err != nil {
		s.t.Fatalf("more %v, %v", more, err)
	}
	for id := range last.ID - 1 {
		if d := s.details(id + 1); d.Issued[0].Case != tax.DistanceAtSeat {
			s.t.Errorf("an invoice from before is %s", d.Issued[0].Case)
		}
	}
	s.wantYear(2026, 2*5_042_02, "2026-11-21")
	if c, _ := s.issue(by, last.ID, order.InvoiceRequest{Kind: order.InvoiceRegular}, noon); c != tax.DistanceAtDestination {
		s.t.Errorf("the next one is %s", c)
	}
}

func declaredKept(s *suite) {
	by := german()
	atSeat, atDestination := s.sale(100_00, noon), s.sale(100_00, noon)
	s.issue(by, atSeat.ID, order.InvoiceRequest{Kind: order.InvoiceRegular}, noon)
	s.elsewhere(2026, 10_000_00)
	s.issue(by, atDestination.ID, order.InvoiceRequest{Kind: order.InvoiceRegular}, noon)
	terms := order.RetentionTerms{Seat: "de"}
	years, err := s.Store.RetentionYears(s.t.Context(), terms)
	if err != nil || len(years) != 1 || years[0].Orders != 2 || years[0].FreeOn != "2037-01-01" {
		s.t.Errorf("%v: %+v", err, years)
	}
	for _, c := range []struct {
		at   string
		want []string
	}{
		{"2034-12-31T11:00:00.000Z", nil}, {"2035-01-01T11:00:00.000Z", []string{atSeat.Number}},
		{"2036-12-31T11:00:00.000Z", nil}, {"2037-01-01T11:00:00.000Z", []string{atDestination.Number}},
	} {
		var got []string
		err := s.Store.Anonymize(s.t.Context(), terms, instant(c.at), func(part []string) { got = append(got, part...) })
		if err != nil || !slices.Equal(got, c.want) {
			s.t.Errorf("on %.10s: %v, %v, want %v", c.at, err, got, c.want)
		}
	}
}
