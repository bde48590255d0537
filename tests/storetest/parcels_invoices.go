package storetest

import (
	"fmt"
	"sync"
	"time"

	"kontor/internal/shop"
	"kontor/internal/shop/dispatch"
	"kontor/internal/shop/order"
	"kontor/internal/shop/tax"
)

var dispatchInvoiceScenarios = []scenario{
	{"F22 the invoice is issued with the last parcel, of its day", invoicedByDispatch},
	{"F22 an invoice that was issued earlier stays, and another rate is a proposal", invoicedBefore},
	{"F16 past the threshold a dispatch is taxed where it arrives, on the day of its arrival", dispatchedPastThreshold},
	{"F22 an order that costs nothing gets no invoice", nothingInvoiced},
	{"a dispatch alone draws its invoice once, before it writes", drawnAhead},
	{"F25 orders that leave at once have a number each, without a gap", dispatchedAtOnce},
	{"F34 a parcel that is taken back proposes to cancel its invoice", cancellationProposed},
	{"F34 an invoice that cannot be drawn leaves no parcel", undrawable},
}

func invoicedByDispatch(s *suite) {
	o := s.place() // not paid: the tax is due all the same
	if d := s.dispatch(o.ID, parcelOf("1", order.ParcelLine{Position: 1, Quantity: 1})); len(d.Issued) != 0 {
		s.t.Fatalf("for a part: %+v", d.Issued)
	}
	loud := parcelOf("2")
	loud.Silent, loud.Sent = false, shop.DayOf(noon)
	d := s.dispatch(o.ID, loud)
	want := order.Invoice{
		Seq: 1, Number: "RE-2026-00001", Kind: order.InvoiceRegular, Amount: o.TotalCents(), At: d.UpdatedAt, Actor: "Verwaltung a1b2", Supply: shop.DayOf(noon),
		Case: tax.Domestic,
	}
	if len(d.Issued) != 1 || d.Issued[0] != want || d.Dispatch != order.DispatchSent {
		s.t.Fatalf("%+v, want %+v", d.Issued, want)
	}
	if last := d.Messages[len(d.Messages)-1]; last.Dispatched == nil || last.Dispatched.Invoice != want.Number {
		s.t.Errorf("the customer is owed %+v", last)
	}
	var happened []order.EventKind
	for _, e := range d.Events[len(d.Events)-2:] {
		happened = append(happened, e.Kind)
	}
	if fmt.Sprint(happened) != "[rechnung versand]" {
		s.t.Errorf("the history ends with %v", happened)
	}
	if len(d.Proposals()) != 0 || s.document(o.ID, "") != "Wollwerk RE-2026-00001 "+o.Number {
		s.t.Errorf("proposed are %v", d.Proposals())
	}
	s.wantSound(1, "RE-2026-00001")
	s.countersAgree()
}

func invoicedBefore(s *suite) {
	same, other := s.invoiced(), s.place(to("at"), from("b@example.org"))
	s.setStatus(other.ID, order.StatusPaid)
	s.mustInvoice(other.ID, order.InvoiceRequest{Kind: order.InvoiceRegular}, noon)
	if d := s.dispatch(same.ID, parcelOf("1")); len(d.Issued) != 1 || len(d.Proposals()) != 0 {
		s.t.Errorf("%+v, proposed %v", d.Issued, d.Proposals())
	}
	d := s.dispatch(other.ID, parcelOf("1"))
	proposed := d.Proposals()
	if len(d.Issued) != 1 || len(proposed) != 1 || proposed[0] != (order.Proposal{Occasion: "steuer RE-2026-00002", Kind: order.InvoiceCancellation, Amount: d.TotalCents()}) {
		s.t.Fatalf("%+v, proposed %+v", d.Issued, proposed)
	}
	s.mustInvoice(other.ID, order.InvoiceRequest{Kind: order.InvoiceCancellation, Occasion: proposed[0].Occasion}, noon.Add(2*time.Hour))
	s.mustInvoice(other.ID, order.InvoiceRequest{Kind: order.InvoiceRegular}, noon.Add(2*time.Hour))
	if d := s.details(other.ID); d.Charged().Pending || d.Charged().Supply != shop.DayOf(noon) || len(d.Proposals()) != 0 {
		s.t.Errorf("then: %+v, proposed %v", d.Charged(), d.Proposals())
	}
	s.wantSound(4, "RE-2026-00004")
}

func dispatchedPastThreshold(s *suite) {
	before, after := s.place(to("at")), s.place(to("at"), from("b@example.org"))
	first := s.dispatch(before.ID, parcelOf("1"))
	if got := first.Charged(); got.Case != tax.DistanceAtSeat || got.Supply != shop.DayOf(noon) {
		s.t.Errorf("below it: %+v", got)
	}
	if err := s.Store.SetElsewhere(s.t.Context(), 2026, tax.Threshold+1); err != nil {
		s.t.Fatal(err)
	}
	d := s.dispatch(after.ID, parcelOf("2"))
	if got := d.Charged(); got.Case != tax.DistanceAtDestination || got.Supply != shop.DayOf(noon).AfterWorkdays(4) || got.Pending {
		s.t.Errorf("past it: %+v", got)
	}
	if len(d.Proposals()) != 0 {
		s.t.Errorf("proposed are %+v", d.Proposals())
	}
}

func nothingInvoiced(s *suite) {
	o := s.place(costing(0))
	if d := s.dispatch(o.ID, parcelOf("1")); len(d.Issued) != 0 || d.Dispatch != order.DispatchSent {
		s.t.Errorf("%+v, %s", d.Issued, d.Dispatch)
	}
	s.wantSound(0, "")
}

func drawnAhead(s *suite) {
	by, drawn := issuer("Wollwerk"), 0
	draw := by.Draw
	by.Draw = func(o *order.Details, i order.Invoice) (order.Content, error) {
		drawn++
		return draw(o, i)
	}
	for n := range 3 {
		o := s.place(from(fmt.Sprintf("%d@example.org", n)))
		if _, err := s.Store.AddParcel(s.t.Context(), o.ID, parcelOf(""), by, noon); err != nil || drawn != n+1 {
			s.t.Errorf("%v, drawn %d times, want %d", err, drawn, n+1)
		}
	}
	s.wantSound(3, "RE-2026-00003")
}

func dispatchedAtOnce(s *suite) {
	const n = 12
	var all sync.WaitGroup
	for i := range n {
		o := s.place(from(fmt.Sprintf("%d@example.org", i)))
		all.Go(func() {
			if _, err := s.Store.AddParcel(s.t.Context(), o.ID, parcelOf(""), issuer("Wollwerk"), noon); err != nil {
				s.t.Error(err)
			}
		})
	}
	all.Wait()
	s.wantSound(n, fmt.Sprintf("RE-2026-%05d", n))
	for id := range int64(n) {
		d := s.details(id + 1)
		if len(d.Issued) != 1 || s.document(d.ID, "") != "Wollwerk "+d.Issued[0].Number+" "+d.Number {
			s.t.Errorf("%s has %+v", d.Number, d.Issued)
		}
	}
}

func cancellationProposed(s *suite) {
	o := s.place()
	take := func(d order.Details, at time.Time) order.Details {
		s.t.Helper()
		d, err := s.Store.ChangeParcel(s.t.Context(), d.Parcels[len(d.Parcels)-1].ID, dispatch.Change{TakenBack: true}, at)
		if err != nil {
			s.t.Fatal(err)
		}
		return d
	}
	back := take(s.dispatch(o.ID, parcelOf("1")), noon.Add(2*time.Hour))
	want := order.Proposal{Occasion: "versand RE-2026-00001", Kind: order.InvoiceCancellation, Amount: o.TotalCents()}
	if got := back.Proposals(); len(got) != 1 || got[0] != want {
		s.t.Fatalf("proposed %+v", got)
	}
	// Entered again on the same day, it is what the invoice says.
	if d := s.dispatch(o.ID, parcelOf("2")); len(d.Issued) != 1 || len(d.Proposals()) != 0 {
		s.t.Errorf("%+v, proposed %v", d.Issued, d.Proposals())
	}
	take(s.details(o.ID), noon.Add(3*time.Hour))
	s.mustInvoice(o.ID, order.InvoiceRequest{Kind: order.InvoiceCancellation, Occasion: want.Occasion}, noon.Add(4*time.Hour))
	d, err := s.Store.AddParcel(s.t.Context(), o.ID, parcelOf("3"), issuer("Wollwerk"), noon.Add(25*time.Hour))
	if err != nil || len(d.Issued) != 3 || d.Charged().Number != "RE-2026-00003" || d.Charged().Supply != shop.DayOf(noon.Add(25*time.Hour)) || len(d.Proposals()) != 0 {
		s.t.Errorf("%v: %+v, proposed %v", err, d.Issued, d.Proposals())
	}
	s.wantSound(3, "RE-2026-00003")
}

func undrawable(s *suite) {
	o := s.place()
	before := s.details(o.ID)
	broken := issuer("Wollwerk")
	broken.Draw = func(*order.Details, order.Invoice) (order.Content, error) {
		return order.Content{}, fmt.Errorf("no ink")
	}
	if _, err := s.Store.AddParcel(s.t.Context(), o.ID, parcelOf("1"), broken, noon); err == nil {
		s.t.Error("stored")
	}
	if d := s.details(o.ID); len(d.Parcels) != 0 || d.Version != before.Version || len(d.Messages) != len(before.Messages) {
		s.t.Errorf("left behind: %+v", d)
	}
	s.wantSound(0, "")
}
