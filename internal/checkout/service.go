// Package checkout holds the use cases on orders, payments and the catalogue:
// place an order, list and change orders, evaluate them, keep coupons and
// products. It decides what happens in which order; the rules are the domain's,
// the storage is a [Store].
package checkout

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"time"

	"kontor"
)

// Store is what the use cases need of the database. Each method is one
// transaction.
type Store interface {
	// Available returns kontor.ErrDatabaseUnavailable while the database is
	// known to be away, without asking it.
	Available() error

	PaymentStore
	WithdrawalStore
	PhotoStore
	PlaceOrder(context.Context, kontor.Placement) (kontor.Placed, error)
	Bestsellers(context.Context) ([]string, error)

	Orders(context.Context, kontor.Filter) (kontor.Page, error)
	EachOrder(context.Context, kontor.Filter, func(*kontor.Order) error) error
	Order(ctx context.Context, id int64) (kontor.OrderDetails, error)
	ChangeOrder(ctx context.Context, id int64, c kontor.Change, at time.Time) (kontor.OrderDetails, error)
	IssueInvoice(ctx context.Context, id int64, r kontor.InvoiceRequest, at time.Time) (kontor.OrderDetails, error)
	Figures(ctx context.Context, from, until kontor.Day) (kontor.Figures, error)

	Coupons(context.Context) ([]kontor.Coupon, error)
	Coupon(ctx context.Context, code string) (kontor.Coupon, error)
	CreateCoupon(ctx context.Context, c kontor.Coupon, at time.Time) (kontor.Coupon, error)
	ChangeCoupon(ctx context.Context, c kontor.Coupon, at time.Time) (kontor.Coupon, error)
	DeleteCoupon(ctx context.Context, code string, version int64) error
	CouponUses(ctx context.Context, code, email string) (kontor.Coupon, kontor.CouponUses, error)
	Redemptions(ctx context.Context, code string, before int64, limit int) (kontor.RedemptionPage, error)

	Products(context.Context) ([]kontor.Product, error)
	Product(ctx context.Context, slug string) (kontor.Product, error)
	CreateProduct(ctx context.Context, p kontor.Product, at time.Time) (kontor.Product, error)
	ChangeProduct(ctx context.Context, p kontor.Product, at time.Time) (kontor.Product, error)
	DeleteProduct(ctx context.Context, slug string, version int64) error

	BankStore
	OutboxStore
	Messages(context.Context, kontor.MessageFilter) (kontor.MessagePage, error)
	Message(ctx context.Context, id int64) (kontor.Message, error)
	OweMessage(ctx context.Context, m kontor.Message, actor string) (kontor.Message, error)
	ResendMessage(ctx context.Context, id int64, r kontor.Resend) (kontor.Message, error)
	DiscardMessage(ctx context.Context, id int64, actor string, at time.Time) (kontor.Message, error)
}

// Service carries out the use cases.
type Service struct {
	Store  Store
	Prefix string            // of order numbers
	Prices kontor.PriceCheck // what becomes of orders whose prices do not fit
	Terms  kontor.Terms      // what baskets are priced by
	Outbox *Outbox           // sends what is owed; nil: there is no sender
	Now    func() time.Time

	Payments *Payments // through PayPal; nil: it is not set up
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
	order, attempt := draft.Order(now), attemptID(now)
	var placed kontor.Placed
	err := s.Outbox.deliver(func(sending kontor.Sending) (_ []kontor.Message, _ *kontor.Order, err error) {
		placed, err = s.Store.PlaceOrder(ctx, kontor.Placement{
			Order:       order,
			Prefix:      s.Prefix,
			AttemptID:   attempt,
			Idempotency: key,
			Prices:      s.Prices,
			Terms:       s.Terms,
			Mails:       s.Outbox.mailLimit(),
			Messages:    owed(order, attempt, sending),
		})
		return placed.Messages, placed.Order, err
	})
	return placed, err
}

// Available returns kontor.ErrDatabaseUnavailable while the database is known
// to be away; it costs no round trip.
func (s *Service) Available() error { return s.Store.Available() }

// SendsMail reports whether there is a sender of messages.
func (s *Service) SendsMail() bool { return s.Outbox.configured() }

// Bestsellers returns the slugs of the six products sold most, best first.
// Spec: GET /api/bestseller.
func (s *Service) Bestsellers(ctx context.Context) ([]string, error) {
	return s.Store.Bestsellers(ctx)
}

func (s *Service) now() time.Time { return s.Now().UTC().Truncate(time.Millisecond) }

// attemptID is unique for ever. It begins with the time, so that its index
// grows at its end.
func attemptID(now time.Time) string {
	var id [16]byte
	rand.Read(id[:]) // never fails
	ms := now.UnixMilli()
	for i := range 6 {
		id[i] = byte(ms >> (40 - 8*i))
	}
	return hex.EncodeToString(id[:])
}
