package order

import (
	"context"
	"time"

	"kontor/internal/shop"
)

// OrderReader reads orders.
type OrderReader interface {
	// Orders returns one page of the orders that match the filter, newest first.
	Orders(context.Context, Filter) (Page, error)
	// EachOrder calls each for all orders that match the filter, newest first, without
	// holding them all in memory; it stops at an error from each.
	EachOrder(ctx context.Context, f Filter, each func(*Order) error) error
	// Order returns one order with its history, or ErrOrderNotFound.
	Order(ctx context.Context, id int64) (OrderDetails, error)
	// Figures evaluates the orders created between two Berlin days, both inclusive; an
	// empty day is no limit.
	Figures(ctx context.Context, from, until shop.Day) (Figures, error)
}

// OrderStore stores orders. Each method is one transaction.
type OrderStore interface {
	OrderReader
	ChangeOrder(ctx context.Context, id int64, c Change, at time.Time) (OrderDetails, error)
	IssueInvoice(ctx context.Context, id int64, r InvoiceRequest, at time.Time) (OrderDetails, error)
}

// Orders has the operator's use cases on orders.
type Orders struct {
	OrderReader
	store OrderStore
	now   func() time.Time
}

// NewOrders returns the use cases on the orders of a store.
func NewOrders(store OrderStore, now func() time.Time) *Orders {
	return &Orders{OrderReader: store, store: store, now: shop.Clock(now)}
}

// Change saves the operator's change to an order, with an entry in its history.
// Spec: PATCH /api/verwaltung/orders/:id.
func (s *Orders) Change(ctx context.Context, id int64, c Change) (OrderDetails, error) {
	if err := c.Check(); err != nil {
		return OrderDetails{}, err
	}
	return s.store.ChangeOrder(ctx, id, c, s.now())
}

// IssueInvoice issues an order's next invoice and returns the order with it. Errors:
// [ErrInvalidInvoice], and those of the store.
func (s *Orders) IssueInvoice(ctx context.Context, id int64, r InvoiceRequest) (OrderDetails, error) {
	if err := r.Check(); err != nil {
		return OrderDetails{}, err
	}
	return s.store.IssueInvoice(ctx, id, r, s.now())
}
