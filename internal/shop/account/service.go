// Package account has the use cases on customers: sign in through a provider, stay
// signed in, link a second provider, view one's own orders and data, delete the
// account. A [Client] identifies people; a [Store] stores them.
package account

import (
	"context"
	"log/slog"
	"time"

	"kontor/internal/shop"
	"kontor/internal/shop/order"
)

// Store is what the use cases need from the database. Each method is one transaction.
// Those that take a session's key find the customer by it in the same transaction, and
// return ErrNotSignedIn if the session has ended.
type Store interface {
	SignIn(context.Context, VerifiedSignIn) (customer int64, err error)
	LinkIdentity(ctx context.Context, key SessionKey, provider string, i Identity, at time.Time) error
	UnlinkIdentity(ctx context.Context, key SessionKey, provider string, at time.Time) error

	Session(ctx context.Context, key SessionKey, at time.Time) (Session, error)
	TouchSession(ctx context.Context, key SessionKey, at time.Time) error
	EndSession(ctx context.Context, key SessionKey) error
	EndSessions(ctx context.Context, key SessionKey, at time.Time) (int64, error)
	ForgetSessions(ctx context.Context, at time.Time) (int64, error)

	Customer(ctx context.Context, key SessionKey, at time.Time) (Customer, error)
	CustomerOrders(ctx context.Context, key SessionKey, at time.Time, before int64, limit int) (CustomerPage, error)
	// CustomerInvoiced returns the id of the customer's order to which a document belongs.
	// Errors: ErrNotSignedIn, order.ErrInvoiceNotFound.
	CustomerInvoiced(ctx context.Context, key SessionKey, at time.Time, number string) (order int64, err error)
	NoteDownload(ctx context.Context, key SessionKey, at time.Time) (wait time.Duration, err error)
	ExportCustomer(ctx context.Context, key SessionKey, at time.Time) (CustomerData, error)
	ExportOrders(ctx context.Context, key SessionKey, at time.Time, after int64) (orders []Record, next int64, err error)
	EraseCustomer(ctx context.Context, key SessionKey, at time.Time) (Erasure, error)
	Scrub(context.Context) error
}

// Client talks to one sign-in provider.
type Client interface {
	// Start returns the provider's URL to send the browser to. Error:
	// ErrSignInUnavailable.
	Start(context.Context, SignIn) (address string, err error)
	// Finish exchanges the answer for the identity that the provider vouches for.
	// Errors: ErrSignInUnavailable, ErrSignInRefused, ErrSignInMismatch.
	Finish(context.Context, SignIn, SignInAnswer) (Identity, error)
}

// Provider is a sign-in provider of the shop.
type Provider struct {
	Name   string // in routes and in the database, such as "google"
	Label  string // for people, such as "Google"
	Client Client // nil: not set up
}

// Options are the parts of [Service].
type Options struct {
	Store      Store
	Providers  []Provider  // in the order in which they are shown
	Controller shop.Seller // of the data: the shop
	Retention  order.RetentionTerms
	Now        func() time.Time
	Log        *slog.Logger
}

// Service carries out the use cases.
type Service struct{ Options }

// New returns the use cases on the accounts of a store.
func New(o Options) *Service {
	o.Now = shop.Clock(o.Now)
	return &Service{o}
}

// Provider returns the provider of that name, and whether there is one.
func (s *Service) Provider(name string) (Provider, bool) {
	for _, p := range s.Providers {
		if p.Name == name {
			return p, true
		}
	}
	return Provider{}, false
}
