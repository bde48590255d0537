package storetest

import (
	"errors"
	"sync"
	"time"

	"github.com/google/go-cmp/cmp"

	"kontor/internal/shop"
	"kontor/internal/shop/order"
)

var invoiceScenarios = []scenario{
	{"L23 an invoice is stored with its number, and recorded in the history", invoiceIssued},
	{"L23 a refused invoice leaves nothing behind", invoiceRefused},
	{"L23 of parallel cancellations one is issued", parallelInvoices},
}

func invoiceIssued(s *suite) {
	o, other := s.place(), s.place(from("andere@example.org"))
	s.setStatus(o.ID, order.StatusCancelled)
	before := s.details(o.ID)
	later := noon.Add(2 * time.Hour)
	got, err := s.Store.IssueInvoice(s.t.Context(), o.ID, order.InvoiceRequest{
		Kind: order.InvoiceCancellation, Actor: "Verwaltung a1b2", IfVersion: before.Version,
	}, later)
	if err != nil {
		s.t.Fatal(err)
	}
	want := before
	want.Version, want.UpdatedAt = before.Version+1, later
	want.Issued = []order.Invoice{{
		Seq: 1, Number: o.Number + "-1", Kind: order.InvoiceCancellation, Amount: o.TotalCents(), At: later, Actor: "Verwaltung a1b2",
	}}
	want.Events = append(want.Events, order.Event{
		At: later, Actor: "Verwaltung a1b2", Kind: order.EventInvoice,
		Text: "Stornorechnung " + o.Number + "-1 über " + o.TotalCents().String() + " €",
	})
	if diff := cmp.Diff(want, got); diff != "" {
		s.t.Errorf("issued (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(got, s.details(o.ID)); diff != "" {
		s.t.Errorf("answer and stored order differ:\n%s", diff)
	}
	if d := s.details(other.ID); len(d.Issued) != 0 || d.Version != other.Version {
		s.t.Errorf("another order has %v", d.Issued)
	}
	s.countersAgree()
}

func invoiceRefused(s *suite) {
	o := s.place()
	before := s.details(o.ID)
	for want, request := range map[error]order.InvoiceRequest{
		shop.ErrStale:         {Kind: order.InvoiceCorrection, Amount: 100, IfVersion: before.Version + 1},
		order.ErrInvoiceUnfit: {Kind: order.InvoiceCancellation},
	} {
		if _, err := s.Store.IssueInvoice(s.t.Context(), o.ID, request, noon); !errors.Is(err, want) {
			s.t.Errorf("%v, want %v", err, want)
		}
	}
	if _, err := s.Store.IssueInvoice(s.t.Context(), o.ID+1, order.InvoiceRequest{Kind: order.InvoiceCancellation}, noon); !errors.Is(err, order.ErrNotFound) {
		s.t.Errorf("an unknown order: %v", err)
	}
	if diff := cmp.Diff(before, s.details(o.ID)); diff != "" {
		s.t.Errorf("changed:\n%s", diff)
	}
}

func parallelInvoices(s *suite) {
	o := s.place()
	s.setStatus(o.ID, order.StatusCancelled)
	results := make([]error, 8)
	var all sync.WaitGroup
	for i := range results {
		all.Go(func() {
			_, results[i] = s.Store.IssueInvoice(s.t.Context(), o.ID, order.InvoiceRequest{Kind: order.InvoiceCancellation, Actor: "Verwaltung"}, noon)
		})
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
	if d := s.details(o.ID); issued != 1 || len(d.Issued) != 1 || d.Invoiced() != 0 {
		s.t.Errorf("%d succeeded, %d stored, %s is asked for", issued, len(d.Issued), d.Invoiced())
	}
}
