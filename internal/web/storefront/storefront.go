package storefront

import (
	"errors"
	"slices"

	"github.com/prometheus/client_golang/prometheus"

	"kontor/internal/gate"
	"kontor/internal/legaltext"
	"kontor/internal/shop/account"
	"kontor/internal/web/door"
	"kontor/internal/web/kit"
)

// Storefront is what customers see and use: the shop's pages, the orders and payments
// that they send, and their accounts.
type Storefront struct {
	*kit.Common
	shop      *kit.Shop
	customers *customers
	door      *door.Door

	thanks      signedLinks // to the pages of orders
	withdrawals signedLinks // to confirmations of withdrawals
	orderPages  OrderPages
	legalTexts  legaltext.Folder

	orders          *gate.RateLimit
	paypalCalls     *gate.RateLimit
	webhookCalls    *gate.RateLimit // apart from the buyers', who may share an address with a flood
	webhooks        *kit.Load
	withdrawalCalls *gate.RateLimit
	couponGuesses   *gate.Window
	signIns         *gate.Window
	orderViews      *gate.Window

	storeErrors prometheus.Counter
	limited     *prometheus.CounterVec
}

// Options are the dependencies and settings of a [Storefront]. All limits apply to one
// client; 0: no limit.
type Options struct {
	Shop           *kit.Shop
	Account        *account.Service
	AccountSecrets [][]byte // sign customers' sessions: the first signs, all verify
	LinkSecrets    [][]byte // sign URLs of pages that show an order or a withdrawal
	Gates          gate.Allowances

	LegalDir string // path of the operator's legal texts; empty: there are none

	OrdersPerMinute int
	PayPalPerMinute int // requests that make the shop call PayPal, payments and notifications apart
	CouponGuesses   int // invalid codes, in 10 minutes
	SignInsBegun    int // in 10 minutes

	StoreErrors prometheus.Counter     // counts orders that could not be stored
	Limited     *prometheus.CounterVec // counts refusals by one of Limits
}

// New returns the storefront, or an error with every problem of its options. It adds
// the customers' cookie to the personal ones.
func New(c *kit.Common, door *door.Door, o Options) (*Storefront, error) {
	customers, customersErr := newCustomers(c, o.Account, o.AccountSecrets)
	thanks, thanksErr := newSignedLinks(c.Now, purposeThanks, confirmationLife, o.LinkSecrets)
	withdrawals, withdrawalsErr := newSignedLinks(c.Now, purposeWithdrawal, confirmationLife, o.LinkSecrets)
	orderPages, orderPagesErr := NewOrderPages(c.Now, o.LinkSecrets)
	if err := errors.Join(customersErr, thanksErr, withdrawalsErr, orderPagesErr); err != nil {
		return nil, err
	}
	c.Personal = append(c.Personal, customers.session.Name)
	secret := o.LinkSecrets[0]
	return &Storefront{
		Common: c, shop: o.Shop, customers: customers, door: door,
		thanks: thanks, withdrawals: withdrawals, orderPages: orderPages, legalTexts: legaltext.Folder(o.LegalDir),
		orders:          c.NewRateLimit("orders", o.OrdersPerMinute, o.Gates, secret),
		paypalCalls:     c.NewRateLimit("paypal", o.PayPalPerMinute, o.Gates, secret),
		webhookCalls:    c.NewRateLimit("webhooks", o.PayPalPerMinute, o.Gates, secret),
		webhooks:        kit.NewLoad(webhooksAtOnce),
		withdrawalCalls: c.NewRateLimit("withdrawals", withdrawalsPerMinute, o.Gates, secret),
		couponGuesses:   gate.NewWindow(c.Now, o.CouponGuesses, limitPeriod),
		signIns:         gate.NewWindow(c.Now, o.SignInsBegun, limitPeriod),
		orderViews:      gate.NewWindow(c.Now, orderViews, limitPeriod),
		storeErrors:     o.StoreErrors, limited: o.Limited,
	}, nil
}

// SessionCookie returns the name of the cookie that holds a customer's session.
func (s *Storefront) SessionCookie() string { return s.customers.session.Name }

// Routes returns the routes of the storefront.
func (s *Storefront) Routes() []kit.Route {
	return slices.Concat(s.pageRoutes(), s.machineRoutes(), s.orderRoutes(), s.accountRoutes())
}
