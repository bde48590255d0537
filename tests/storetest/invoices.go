package storetest

import (
	"errors"
	"fmt"
	"strconv"
	"sync"
	"time"

	"github.com/google/go-cmp/cmp"

	"kontor/internal/shop"
	"kontor/internal/shop/order"
	"kontor/internal/shop/tax"
)

var invoiceScenarios = []scenario{
	{"L23 an invoice is stored with its number, and recorded in the history", invoiceIssued},
	{"L23 a refused invoice leaves nothing behind", invoiceRefused},
	{"L23 of parallel cancellations one is issued", parallelInvoices},
	{"F25 of invoices issued at once each has its own number, without a gap", numbersAtOnce},
	{"F26 a refund that was done is proposed once, and only beside an invoice", proposedOnce},
	{"a dismissed proposal does not come back", proposalDismissed},
}

// issuer draws documents that say no more than their number.
func issuer(name string) *order.Issuer {
	return &order.Issuer{
		Party: order.Party{Name: name, Address: "Weg 1", TaxID: "1/2/3", Seat: "de"}, Tax: tax.Seller{Seat: "de"}, Prefix: "RE",
		Draw: func(o *order.Details, i order.Invoice) (order.Content, error) {
			text := []byte(name + " " + i.Number + " " + o.Number)
			return order.Content{Snapshot: []byte(strconv.Quote(string(text))), PDF: text}, nil
		},
		Deviates: func(o *order.Details, _ order.Invoice, _ []byte) (bool, error) { return o.Country == "at", nil },
	}
}

// invoice issues a document about an order.
func (s *suite) invoice(id int64, r order.InvoiceRequest, at time.Time) (order.Details, error) {
	r.Actor = "Verwaltung a1b2"
	return s.Store.IssueInvoice(s.t.Context(), id, r, issuer("Wollwerk"), at)
}

// mustInvoice issues a document about an order, and returns its number.
func (s *suite) mustInvoice(id int64, r order.InvoiceRequest, at time.Time) string {
	s.t.Helper()
	d, err := s.invoice(id, r, at)
	if err != nil {
		s.t.Fatal(err)
	}
	return d.Issued[len(d.Issued)-1].Number
}

// invoiced places a paid order with an invoice.
func (s *suite) invoiced() *order.Order {
	s.t.Helper()
	o := s.place()
	s.setStatus(o.ID, order.StatusPaid)
	s.mustInvoice(o.ID, order.InvoiceRequest{Kind: order.InvoiceRegular}, noon)
	return o
}

func invoiceIssued(s *suite) {
	o, other := s.invoiced(), s.place(from("andere@example.org"))
	s.setStatus(o.ID, order.StatusCancelled)
	before := s.details(o.ID)
	later := noon.Add(2 * time.Hour)
	got, err := s.invoice(o.ID, order.InvoiceRequest{Kind: order.InvoiceCancellation, IfVersion: before.Version}, later)
	if err != nil {
		s.t.Fatal(err)
	}
	want := before
	want.Version, want.UpdatedAt = before.Version+1, later
	want.Issued = append(want.Issued, order.Invoice{
		Seq: 2, Number: "RE-2026-00002", Kind: order.InvoiceCancellation, Amount: o.TotalCents(), At: later, Actor: "Verwaltung a1b2", Supply: before.Issued[0].Supply, Case: tax.Domestic,
	})
	want.Events = append(want.Events, order.Event{
		At: later, Actor: "Verwaltung a1b2", Kind: order.EventInvoice,
		Text: "Stornorechnung RE-2026-00002 über " + o.TotalCents().String() + " €",
	})
	if diff := cmp.Diff(want, got); diff != "" {
		s.t.Errorf("issued (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(got, s.details(o.ID)); diff != "" {
		s.t.Errorf("answer and stored order differ:\n%s", diff)
	}
	if first := before.Issued[0]; first.Number != "RE-2026-00001" || !first.Pending || first.Supply != shop.DayOf(before.UpdatedAt) {
		s.t.Errorf("the first one: %+v", first)
	}
	if d := s.details(other.ID); len(d.Issued) != 0 || d.Version != other.Version {
		s.t.Errorf("another order has %v", d.Issued)
	}
	s.countersAgree()
}

func invoiceRefused(s *suite) {
	o := s.invoiced()
	before := s.details(o.ID)
	for want, request := range map[error]order.InvoiceRequest{
		shop.ErrStale:         {Kind: order.InvoiceCorrection, Amount: 100, IfVersion: before.Version + 1},
		order.ErrInvoiceUnfit: {Kind: order.InvoiceCancellation},
	} {
		if _, err := s.invoice(o.ID, request, noon); !errors.Is(err, want) {
			s.t.Errorf("%v, want %v", err, want)
		}
	}
	if _, err := s.invoice(o.ID+1, order.InvoiceRequest{Kind: order.InvoiceCancellation}, noon); !errors.Is(err, order.ErrNotFound) {
		s.t.Errorf("an unknown order: %v", err)
	}
	broken := issuer("Wollwerk")
	broken.Draw = func(*order.Details, order.Invoice) (order.Content, error) {
		return order.Content{}, errors.New("no ink")
	}
	if _, err := s.Store.IssueInvoice(s.t.Context(), o.ID, order.InvoiceRequest{Kind: order.InvoiceCorrection, Amount: 1}, broken, noon); err == nil {
		s.t.Error("a document that could not be drawn was issued")
	}
	if diff := cmp.Diff(before, s.details(o.ID)); diff != "" {
		s.t.Errorf("changed:\n%s", diff)
	}
	if next := s.mustInvoice(o.ID, order.InvoiceRequest{Kind: order.InvoiceCorrection, Amount: 1}, noon); next != "RE-2026-00002" {
		s.t.Errorf("after refusals: %s", next)
	}
}

func parallelInvoices(s *suite) {
	o := s.invoiced()
	s.setStatus(o.ID, order.StatusCancelled)
	results := make([]error, 8)
	var all sync.WaitGroup
	for i := range results {
		all.Go(func() { _, results[i] = s.invoice(o.ID, order.InvoiceRequest{Kind: order.InvoiceCancellation}, noon) })
	}
	all.Wait()
	issued := 0
	for _, err := range results {
		switch {
		case err == nil:
			issued++
		case !errors.Is(err, order.ErrInvoiceUnfit):
			s.t.Error(err)
		}
	}
	if d := s.details(o.ID); issued != 1 || len(d.Issued) != 2 || d.Invoiced() != 0 {
		s.t.Errorf("%d succeeded, %d stored, %s is asked for", issued, len(d.Issued), d.Invoiced())
	}
}

func numbersAtOnce(s *suite) {
	const n = 8
	var all sync.WaitGroup
	for i := range n {
		o := s.place(from(fmt.Sprintf("%d@example.org", i)))
		s.setStatus(o.ID, order.StatusPaid)
		all.Go(func() {
			if _, err := s.invoice(o.ID, order.InvoiceRequest{Kind: order.InvoiceRegular}, noon); err != nil {
				s.t.Error(err)
			}
		})
	}
	all.Wait()
	s.wantSound(n, fmt.Sprintf("RE-2026-%05d", n))
}

func proposedOnce(s *suite) {
	p := s.paidOn(instant("2026-11-20T10:00:00.000Z"), "erika")
	s.mustRefund(p.ID, 200, "COMPLETED")
	if d := s.details(p.OrderID); len(d.Proposals()) != 0 {
		s.t.Errorf("without an invoice: %v", d.Proposals())
	}
	s.mustInvoice(p.OrderID, order.InvoiceRequest{Kind: order.InvoiceRegular}, noon)
	d := s.details(p.OrderID)
	proposed := d.Proposals()
	if len(proposed) != 1 || proposed[0].Kind != order.InvoiceCorrection || proposed[0].Amount != 200 {
		s.t.Fatalf("proposed: %v", proposed)
	}
	wanted := order.InvoiceRequest{Kind: order.InvoiceCorrection, Amount: 200, Occasion: proposed[0].Occasion}
	s.mustInvoice(p.OrderID, wanted, noon)
	if _, err := s.invoice(p.OrderID, wanted, noon); !errors.Is(err, order.ErrInvoiceUnfit) {
		s.t.Errorf("the same proposal again: %v", err)
	}
	if d := s.details(p.OrderID); len(d.Proposals()) != 0 || len(d.Issued) != 2 {
		s.t.Errorf("afterwards: %v of %v", d.Proposals(), d.Issued)
	}
}

func proposalDismissed(s *suite) {
	o := s.invoiced()
	s.setStatus(o.ID, order.StatusCancelled)
	d := s.details(o.ID)
	proposed := d.Proposals()
	if len(proposed) != 1 || proposed[0].Kind != order.InvoiceCancellation {
		s.t.Fatalf("proposed: %v", proposed)
	}
	unwanted := order.Dismissal{Occasion: proposed[0].Occasion, Reason: "Die Rechnung ging nie hinaus", Actor: "Verwaltung a1b2", IfVersion: d.Version + 1}
	if _, err := s.Store.DismissProposal(s.t.Context(), o.ID, unwanted, noon); !errors.Is(err, shop.ErrStale) {
		s.t.Errorf("over somebody else's change: %v", err)
	}
	unwanted.IfVersion = 0
	got, err := s.Store.DismissProposal(s.t.Context(), o.ID, unwanted, noon)
	if err != nil || len(got.Proposals()) != 0 || got.Events[len(got.Events)-1].Text != "Vorschlag verworfen: Die Rechnung ging nie hinaus" {
		s.t.Errorf("%v: %+v", err, got)
	}
	if _, err := s.Store.DismissProposal(s.t.Context(), o.ID, unwanted, noon); !errors.Is(err, order.ErrInvoiceUnfit) {
		s.t.Errorf("twice: %v", err)
	}
}
