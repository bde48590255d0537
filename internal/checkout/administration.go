package checkout

import (
	"context"

	"kontor"
)

// Orders returns one page of the orders that pass the filter, newest first.
func (s *Service) Orders(ctx context.Context, f kontor.Filter) (kontor.Page, error) {
	return s.Store.Orders(ctx, f)
}

// EachOrder calls each for all orders that pass the filter, newest first,
// without holding them in memory; an error from each ends it.
func (s *Service) EachOrder(ctx context.Context, f kontor.Filter, each func(*kontor.Order) error) error {
	return s.Store.EachOrder(ctx, f, each)
}

// Order returns one order with its history, or kontor.ErrOrderNotFound.
func (s *Service) Order(ctx context.Context, id int64) (kontor.OrderDetails, error) {
	return s.Store.Order(ctx, id)
}

// Change saves the operator's change of an order at once, with an entry in its
// history. Spec: PATCH /api/verwaltung/orders/:id.
func (s *Service) Change(ctx context.Context, id int64, c kontor.Change) (kontor.OrderDetails, error) {
	if err := c.Check(); err != nil {
		return kontor.OrderDetails{}, err
	}
	return s.Store.ChangeOrder(ctx, id, c, s.now())
}

// Figures evaluates the orders created from one Berlin day to another, both
// inclusive; an empty day is no limit.
func (s *Service) Figures(ctx context.Context, from, until kontor.Day) (kontor.Figures, error) {
	return s.Store.Figures(ctx, from, until)
}

// IssueInvoice issues the next invoice about an order and returns the order with
// it. Errors: [kontor.ErrInvalidInvoice], and those of the store.
func (s *Service) IssueInvoice(ctx context.Context, id int64, r kontor.InvoiceRequest) (kontor.OrderDetails, error) {
	if err := r.Check(); err != nil {
		return kontor.OrderDetails{}, err
	}
	return s.Store.IssueInvoice(ctx, id, r, s.now())
}
