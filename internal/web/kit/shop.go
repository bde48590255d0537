package kit

import (
	"kontor/internal/shop/audit"
	"kontor/internal/shop/bank"
	"kontor/internal/shop/catalogue"
	"kontor/internal/shop/checkout"
	"kontor/internal/shop/coupon"
	"kontor/internal/shop/dispatch"
	"kontor/internal/shop/order"
	"kontor/internal/shop/outbox"
	"kontor/internal/shop/payment"
	"kontor/internal/shop/stock"
	"kontor/internal/shop/threshold"
	"kontor/internal/shop/withdrawal"
)

// Shop has the use cases behind pages and routes, by subject.
type Shop struct {
	Orders      *order.Service
	Catalogue   *catalogue.Service
	Coupons     *coupon.Service
	Bank        *bank.Service
	Stock       *stock.Service
	Threshold   *threshold.Service
	Messages    *outbox.Service
	Withdrawals *withdrawal.Service
	Dispatch    *dispatch.Service
	Checkout    *checkout.Service
	Audit       *audit.Service
	Journal     payment.Reader   // of payments, even without PayPal
	Payments    *payment.Service // through PayPal; nil: it is not set up

	// Available returns shop.ErrDatabaseUnavailable while the database is known to be
	// away; it costs no round trip.
	Available func() error
}

// PayPal returns the payments through PayPal. Error: [payment.ErrPayPalNotSetUp].
func (s *Shop) PayPal() (*payment.Service, error) {
	if s.Payments == nil {
		return nil, payment.ErrPayPalNotSetUp
	}
	return s.Payments, nil
}

// Store is what all use cases together need from the database.
type Store interface {
	Available() error
	audit.Store
	order.Store
	catalogue.Store
	coupon.Store
	stock.Store
	threshold.Store
	bank.Store
	outbox.Store
	outbox.Queue
	withdrawal.Store
	dispatch.Store
	checkout.Store
	payment.Store
}

// NewShop returns the use cases on a store, with the settings and the outbox of its
// checkout. payments may be nil.
func NewShop(store Store, c *checkout.Service, payments *payment.Service) *Shop {
	return &Shop{
		Audit:       audit.New(store, c.Outbox, c.Now),
		Orders:      order.New(store, c.Now),
		Catalogue:   catalogue.New(store, c.Now),
		Coupons:     coupon.New(store, c.Now),
		Stock:       stock.New(store, c.Now),
		Bank:        bank.New(store, c.Prefix, c.Now),
		Threshold:   threshold.New(store, c.Outbox, c.Now),
		Messages:    outbox.New(store, c.Outbox, c.Now),
		Withdrawals: withdrawal.New(store, c.Outbox, c.Now),
		Dispatch:    dispatch.New(store, c.Outbox, c.Now),
		Checkout:    c,
		Journal:     store,
		Payments:    payments,
		Available:   store.Available,
	}
}
