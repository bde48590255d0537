package dispatch

import (
	"context"
	"time"

	"kontor/internal/shop"
	"kontor/internal/shop/message"
	"kontor/internal/shop/order"
	"kontor/internal/shop/outbox"
)

// Store stores parcels. Each method is one transaction.
type Store interface {
	// AddParcel stores a parcel of an order, issues the order's invoice if everything has
	// left now, and owes the customer a message.
	AddParcel(ctx context.Context, orderID int64, r Request, by *order.Issuer, at time.Time) (order.Details, error)
	// OrderNumbered returns the order with a number. Error: [order.ErrNotFound].
	OrderNumbered(ctx context.Context, number string) (order.Details, error)
	// ChangeParcel changes a parcel, and returns its order.
	ChangeParcel(ctx context.Context, id int64, c Change, at time.Time) (order.Details, error)
}

// Service has the operator's use cases on parcels.
type Service struct {
	store  Store
	outbox *outbox.Outbox
	now    func() time.Time
}

// New returns the use cases on the parcels of a store. outbox sends the messages; nil:
// there is no sender.
func New(store Store, outbox *outbox.Outbox, now func() time.Time) *Service {
	return &Service{store: store, outbox: outbox, now: shop.Clock(now)}
}

// Dispatch enters a parcel of an order, and returns the order with it and, if nothing of
// it is left now, with the invoice that the issuer draws. The customer's message is owed
// at once, but nobody waits for it: packers are at the next parcel.
//
// Errors: [ErrInvalid], [ErrUnfit], [ErrUnpaid], [order.ErrNotFound], [order.ErrInvoiceUnfit],
// [shop.ErrStale].
func (s *Service) Dispatch(ctx context.Context, orderID int64, r Request, by *order.Issuer) (details order.Details, err error) {
	if err := r.Check(); err != nil {
		return details, err
	}
	at := s.now()
	r.attempt = outbox.AttemptID(at)
	err = s.outbox.Owe(func(sending message.Sending) error {
		r.sending = sending
		details, err = s.store.AddParcel(ctx, orderID, r, by, at)
		return err
	})
	return details, err
}

// Change notes what became of a parcel, and returns its order.
//
// Errors: [shop.ErrNothingToChange], [ErrInvalid], [ErrUnfit], [ErrNotFound].
func (s *Service) Change(ctx context.Context, id int64, c Change) (order.Details, error) {
	if err := c.Check(); err != nil {
		return order.Details{}, err
	}
	return s.store.ChangeParcel(ctx, id, c, s.now())
}
