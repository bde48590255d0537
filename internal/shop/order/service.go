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
	IssueInvoice(ctx context.Context, id int64, r InvoiceRequest, at time.Time) (Details, error)
	DenyTwin(ctx context.Context, id, other int64, at time.Time) (Details, error)
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
func (s *Service) IssueInvoice(ctx context.Context, id int64, r InvoiceRequest) (Details, error) {
	if err := r.Check(); err != nil {
		return Details{}, err
	}
	return s.store.IssueInvoice(ctx, id, r, s.now())
}

// DenyTwin records that two orders are no duplicates, and returns the first. The
// question is not asked again. Errors: [ErrNotFound], [ErrNoTwin].
func (s *Service) DenyTwin(ctx context.Context, id, other int64) (Details, error) {
	return s.store.DenyTwin(ctx, id, other, s.now())
}
