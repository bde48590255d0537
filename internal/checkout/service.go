// Package checkout holds the use cases on orders, payments and the catalogue:
// place an order, list and change orders, evaluate them, keep coupons and
// products. It decides what happens in which order; the rules are the domain's,
// each subject declares the store that it needs.
package checkout

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"time"

	"kontor"
)

// Store is what ordering needs of the database. Each method is one transaction.
type Store interface {
	PlaceOrder(context.Context, kontor.Placement) (kontor.Placed, error)
	Products(context.Context) ([]kontor.Product, error)
	Coupon(ctx context.Context, code string) (kontor.Coupon, error)
}

// Service prices baskets and takes orders.
type Service struct {
	Store  Store
	Prefix string            // of order numbers
	Prices kontor.PriceCheck // what becomes of orders whose prices do not fit
	Terms  kontor.Terms      // what baskets are priced by
	Outbox *Outbox           // sends what is owed; nil: there is no sender
	Now    func() time.Time
}

// Place stores a direct order and returns it with its number. The checks run in
// the specification's order: draft, payment method, key, then, in the store's
// transaction, coupon and prices. A nil key means that the request may
// not be repeated safely. Once the order is stored, its messages are attempted;
// whatever becomes of them, the order is placed.
//
// Errors: the domain's refusals, or any other error of the store, which means
// that nothing was stored. Spec: POST /api/orders.
func (s *Service) Place(ctx context.Context, draft *kontor.Draft, key *kontor.Idempotency) (kontor.Placed, error) {
	if err := draft.Check(); err != nil {
		return kontor.Placed{}, err
	}
	if err := draft.CheckDirect(); err != nil {
		return kontor.Placed{}, err
	}
	if key != nil {
		if err := key.Check(); err != nil {
			return kontor.Placed{}, err
		}
	}
	now := s.now()
	o, attempt := draft.Order(now), AttemptID(now)
	var placed kontor.Placed
	err := s.Outbox.Deliver(func(sending kontor.Sending) (_ []kontor.Message, _ *kontor.Order, err error) {
		placed, err = s.Store.PlaceOrder(ctx, kontor.Placement{
			Order:       o,
			Prefix:      s.Prefix,
			AttemptID:   attempt,
			Idempotency: key,
			Prices:      s.Prices,
			Terms:       s.Terms,
			Mails:       s.Outbox.MailLimit(),
			Messages:    Owed(o, attempt, sending),
		})
		return placed.Messages, placed.Order, err
	})
	return placed, err
}

func (s *Service) now() time.Time { return kontor.Clock(s.Now)() }

// attemptID is unique for ever. It begins with the time, so that its index
// grows at its end.
func AttemptID(now time.Time) string {
	var id [16]byte
	rand.Read(id[:]) // never fails
	ms := now.UnixMilli()
	for i := range 6 {
		id[i] = byte(ms >> (40 - 8*i))
	}
	return hex.EncodeToString(id[:])
}
