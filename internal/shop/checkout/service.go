// Package checkout prices baskets and takes orders: what a customer sent is read as a
// draft, checked against the shop's rules and prices, and placed.
package checkout

import (
	"context"
	"time"

	"kontor/internal/shop"
	"kontor/internal/shop/catalogue"
	"kontor/internal/shop/coupon"
	"kontor/internal/shop/message"
	"kontor/internal/shop/order"
	"kontor/internal/shop/outbox"
	"kontor/internal/shop/stock"
)

// Store is what ordering needs from the database. Each method is one transaction.
type Store interface {
	PlaceOrder(context.Context, Placement) (Placed, error)
	Products(context.Context) ([]catalogue.Product, error)
	Coupon(ctx context.Context, code string) (coupon.Coupon, error)
	Stock(ctx context.Context, slugs ...string) (stock.Stock, error)
}

// Options are the parts and settings of [Service].
type Options struct {
	Store  Store
	Prefix string         // of order numbers
	Prices PriceCheck     // what happens to orders whose prices do not match
	Terms  Terms          // for pricing baskets
	Outbox *outbox.Outbox // sends messages; nil: there is no sender
	Now    func() time.Time

	OnPlaced func(*order.Order) // called for each new order; nil: nobody wants to know
}

// Service prices baskets and takes orders.
type Service struct{ Options }

// New returns the use cases of ordering on a store.
func New(o Options) *Service {
	o.Now = shop.Clock(o.Now)
	return &Service{o}
}

// Place stores a direct order and returns it with its number. The checks run in the
// specification's order: draft, payment method, key, then, in the store's transaction,
// coupon and prices. A nil key means that the request cannot be repeated safely. Once
// the order is stored, its messages are attempted; whether or not that succeeds, the
// order is placed.
//
// Errors: the domain's refusals, or any other error of the store, which means that
// nothing was stored.
//
// Spec: POST /api/orders.
func (s *Service) Place(ctx context.Context, draft *Draft, key *Idempotency) (Placed, error) {
	if err := draft.Check(); err != nil {
		return Placed{}, err
	}
	if err := draft.CheckDirect(); err != nil {
		return Placed{}, err
	}
	if key != nil {
		if err := key.Check(); err != nil {
			return Placed{}, err
		}
	}
	now := s.Now()
	o, attempt := draft.Order(now), outbox.AttemptID(now)
	var placed Placed
	err := s.Outbox.Deliver(ctx, func(sending message.Sending) (_ []message.Message, _ *order.Order, err error) {
		placed, err = s.Store.PlaceOrder(ctx, Placement{
			Order:       o,
			Prefix:      s.Prefix,
			AttemptID:   attempt,
			Idempotency: key,
			Prices:      s.Prices,
			Terms:       s.Terms,
			Mails:       s.Outbox.MailLimit(),
			Messages:    owed(o, attempt, sending),
			OweTwins:    func(placed *order.Order) []message.Message { return outbox.OwedForTwins(placed, sending) },
		})
		return placed.Messages, placed.Order, err
	})
	if err == nil && !placed.Replayed && s.OnPlaced != nil {
		s.OnPlaced(placed.Order)
	}
	return placed, err
}

// owed returns the messages that a direct order causes: none without a sender, since
// nobody would ever send them.
func owed(o *order.Order, attempt string, s message.Sending) []message.Message {
	if s == message.SendingOff {
		return nil
	}
	return outbox.Owed(o, attempt, s)
}
