package order

import (
	"context"
	"time"

	"kontor/internal/shop"
)

// Reader reads orders.
type Reader interface {
	// Orders returns one page of the orders that match the filter, newest first.
	Orders(context.Context, Filter) (Page, error)
	// EachOrder calls each for all orders that match the filter, newest first, without
	// holding them all in memory; it stops at an error from each.
	EachOrder(ctx context.Context, f Filter, each func(*Order) error) error
	// Order returns one order with its history, or ErrNotFound.
	Order(ctx context.Context, id int64) (Details, error)
	// Figures evaluates the orders created between two Berlin days, both inclusive; an
	// empty day is no limit.
	Figures(ctx context.Context, from, until shop.Day) (Figures, error)
}

// Store stores orders. Each method is one transaction.
type Store interface {
	Reader
	ChangeOrder(ctx context.Context, id int64, c Change, at time.Time) (Details, error)
	IssueInvoice(ctx context.Context, id int64, r InvoiceRequest, by *Issuer, at time.Time) (Details, error)
	DismissProposal(ctx context.Context, id int64, r Dismissal, at time.Time) (Details, error)
	// Document returns the contents of one of an order's documents; number empty: of its
	// newest regular invoice. Errors: ErrNotFound, ErrNotInvoiced, ErrInvoiceNotFound.
	Document(ctx context.Context, id int64, number string) (Filed, Content, error)
	// FillDocument adds the files of a document that was taken over, unless it has some,
	// and returns those that it has.
	FillDocument(ctx context.Context, document int64, drawn Content) (Content, error)
	DenyTwin(ctx context.Context, id, other int64, at time.Time) (Details, error)
	NoteVIES(ctx context.Context, id int64, n VIESNote, at time.Time) (Details, error)
}

// Orders has the operator's use cases on orders.
type Service struct {
	Reader
	store Store
	now   func() time.Time
}

// New returns the use cases on the orders of a store.
func New(store Store, now func() time.Time) *Service {
	return &Service{Reader: store, store: store, now: shop.Clock(now)}
}

// Change saves the operator's change to an order, with an entry in its history.
// Spec: PATCH /api/verwaltung/orders/:id.
func (s *Service) Change(ctx context.Context, id int64, c Change) (Details, error) {
	if err := c.Check(); err != nil {
		return Details{}, err
	}
	return s.store.ChangeOrder(ctx, id, c, s.now())
}

// IssueInvoice issues an order's next invoice and returns the order with it. Errors:
// [ErrInvalidInvoice], and those of the store.
func (s *Service) IssueInvoice(ctx context.Context, id int64, r InvoiceRequest, by *Issuer) (Details, error) {
	if err := r.Check(); err != nil {
		return Details{}, err
	}
	return s.store.IssueInvoice(ctx, id, r, by, s.now())
}

// DismissProposal records why a proposed document is not issued, and returns the order.
// Errors: [ErrInvalidInvoice], and those of the store.
func (s *Service) DismissProposal(ctx context.Context, id int64, r Dismissal) (Details, error) {
	if err := r.Check(); err != nil {
		return Details{}, err
	}
	return s.store.DismissProposal(ctx, id, r, s.now())
}

// Document returns a document of an order with its files, as they were issued. redraw
// draws those of one that was taken over from its snapshot, once; they are kept.
//
// Errors: those of [Store].
func (s *Service) Document(ctx context.Context, id int64, number string, redraw func(snapshot []byte) (Content, error)) (Filed, Content, error) {
	document, content, err := s.store.Document(ctx, id, number)
	switch {
	case err != nil || content.PDF != nil:
		return document, content, err
	case len(content.Snapshot) == 0:
		return document, content, ErrInvoiceNotFound.With("Der Inhalt dieser Rechnung ist nach dem Ende der Aufbewahrungsfrist gelöscht.")
	}
	drawn, err := redraw(content.Snapshot)
	if err != nil {
		return document, content, err
	}
	content, err = s.store.FillDocument(ctx, document.ID, drawn)
	return document, content, err
}

// DenyTwin records that two orders are no duplicates, and returns the first. The
// question is not asked again. Errors: [ErrNotFound], [ErrNoTwin].
func (s *Service) DenyTwin(ctx context.Context, id, other int64) (Details, error) {
	return s.store.DenyTwin(ctx, id, other, s.now())
}
