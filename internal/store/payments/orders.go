package payments

import (
	"time"

	"kontor/internal/shop/order"
	"kontor/internal/shop/payment"
	"kontor/internal/store/messages"
)

// Orders is what the journal needs of the orders, within its own transactions.
type Orders interface {
	// Order returns an order, or order.ErrNotFound.
	Order(t *messages.Tx, id int64) (order.Order, error)
	// AskTwins requests the twins of an order.
	AskTwins(t *messages.Tx, id int64, add func(order.Twin)) error
	// CheckOpening checks coupon, prices and stock of a basket to be paid. Errors:
	// coupon.ErrUnusable, coupon.ErrUsed, checkout.ErrPricesChanged, stock.ErrShort.
	CheckOpening(t *messages.Tx, o payment.Opening) error
	// Reserve takes what a payment's basket needs of the stock, if it may use its coupon.
	// Errors, with nothing taken: coupon.ErrUsed, stock.ErrShort.
	Reserve(t *messages.Tx, p *payment.Payment, at time.Time) error
	// Release gives back what a payment took that has not become an order.
	Release(t *messages.Tx, payment int64, at time.Time) error
	// PlacePaid stores the order that a payment becomes, and returns it with the
	// recipient of the customer's message. Errors: coupon.ErrUsed if another order has
	// used its coupon meanwhile, stock.ErrShort if others have bought what it needs.
	PlacePaid(t *messages.Tx, p *payment.Payment, c payment.Change) (*order.Order, *messages.Addressee, error)
	// CancelReturned cancels the order that a refund gives back, unless it is cancelled
	// already.
	CancelReturned(t *messages.Tx, id int64, r *payment.Refund, at time.Time) error
}
