package web

import (
	"kontor/internal/checkout"
)

// Shop are the use cases that pages and routes serve, by subject.
type Shop struct {
	Orders      *checkout.Orders
	Catalogue   *checkout.Catalogue
	Coupons     *checkout.Coupons
	Bank        *checkout.Bank
	Messages    *checkout.Messages
	Withdrawals *checkout.Withdrawals
	Checkout    *checkout.Service
	Journal     checkout.PaymentReader // of payments, without PayPal too
	Payments    *checkout.Payments     // through PayPal; nil: it is not set up

	// Available returns kontor.ErrDatabaseUnavailable while the database is known
	// to be away; it costs no round trip.
	Available func() error
}

// Store is what all use cases together need of the database.
type Store interface {
	Available() error
	checkout.OrderStore
	checkout.CatalogueStore
	checkout.CouponStore
	checkout.BankStore
	checkout.MessageStore
	checkout.OutboxStore
	checkout.WithdrawalStore
	checkout.Store
	checkout.PaymentStore
}

// NewShop returns the use cases on a store, with the settings and the outbox of
// its checkout. Payments may be nil.
func NewShop(store Store, c *checkout.Service, payments *checkout.Payments) *Shop {
	return &Shop{
		Orders:      checkout.NewOrders(store, c.Now),
		Catalogue:   checkout.NewCatalogue(store, c.Now),
		Coupons:     checkout.NewCoupons(store, c.Now),
		Bank:        checkout.NewBank(store, c.Prefix, c.Now),
		Messages:    checkout.NewMessages(store, c.Outbox, c.Now),
		Withdrawals: checkout.NewWithdrawals(store, c.Outbox, c.Now),
		Checkout:    c,
		Journal:     store,
		Payments:    payments,
		Available:   store.Available,
	}
}
