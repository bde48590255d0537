package shoptest

import (
	"time"

	"kontor/internal/mail"
	"kontor/internal/shop/checkout"
	"kontor/internal/shop/message"
	"kontor/internal/web"
)

// settings are what options change.
type settings struct {
	dir    string
	shared bool // on PostgreSQL
	file   bool // on SQLite
	prices checkout.PriceCheck
	terms  checkout.Terms
	sender mail.Options
	mails  message.MailLimit
	paypal paypalSettings
	web    []func(*web.Options)
}

// Option changes how a shop is started.
type Option func(*Shop, *settings)

// Public opens the site: only the administration needs sessions.
func Public() Option {
	return Web(func(o *web.Options) { o.Public = true })
}

// Prices sets what happens to orders whose prices do not match.
func Prices(check checkout.PriceCheck) Option {
	return func(_ *Shop, s *settings) { s.prices = check }
}

// Terms sets the shop's charges besides its prices.
func Terms(t checkout.Terms) Option {
	return func(_ *Shop, s *settings) { s.terms = t }
}

// OrdersPerMinute limits the orders of one client.
func OrdersPerMinute(n int) Option {
	return Web(func(o *web.Options) { o.OrdersPerMinute = n })
}

// PayPalPerMinute limits the calls to PayPal that one client can cause.
func PayPalPerMinute(n int) Option {
	return Web(func(o *web.Options) { o.PayPalPerMinute = n })
}

// Mail sets the sender of messages; the shop's details and addresses in the options are
// ignored. Without it there is no sender.
func Mail(sender mail.Options) Option {
	return func(_ *Shop, s *settings) { s.sender = sender }
}

// MailLimit limits the messages to one customer's address.
func MailLimit(limit message.MailLimit) Option {
	return func(_ *Shop, s *settings) { s.mails = limit }
}

// Codes sets the access codes in place of random ones.
func Codes(site, admin string) Option {
	return func(shop *Shop, _ *settings) { shop.SiteCode, shop.AdminCode = site, admin }
}

// KeysOf takes over the codes and secrets of another shop, for instances on one database
// and for a shop that continues where another one ended.
func KeysOf(other *Shop) Option {
	return func(shop *Shop, _ *settings) {
		shop.SiteCode, shop.AdminCode = other.SiteCode, other.AdminCode
		shop.SiteSecret, shop.AdminSecret = other.SiteSecret, other.AdminSecret
	}
}

// StartAt sets the clock.
func StartAt(at time.Time) Option {
	return func(shop *Shop, _ *settings) { shop.Clock.now = at }
}

// Dir sets the data directory, for a shop that continues where another one ended.
func Dir(dir string) Option {
	return func(_ *Shop, s *settings) { s.dir = dir }
}

// Shared starts the shop on PostgreSQL, whatever the engine of this run. Shops with the
// same directory are instances on one database.
func Shared(dir string) Option {
	return func(_ *Shop, s *settings) { s.dir, s.shared = dir, true }
}

// File starts the shop on SQLite, whatever the engine of this run.
func File() Option {
	return func(_ *Shop, s *settings) { s.file = true }
}

// Web changes any other option of the server.
func Web(change func(*web.Options)) Option {
	return func(_ *Shop, s *settings) { s.web = append(s.web, change) }
}
