package web

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"net/url"
	"sync/atomic"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"kontor/internal/gate"
	"kontor/internal/invoice"
	"kontor/internal/legaltext"
	"kontor/internal/shop/account"
	"kontor/internal/shop/bank"
)

// handler answers a request, or returns why it did not; see writeError.
type handler func(w http.ResponseWriter, r *http.Request) error

// Options are the parts and settings of a [Server]. All but Limits,
// OrdersPerMinute, Proxies and Version are needed.
type Options struct {
	Shop    *Shop
	Account *account.Service

	Name    string   // of the shop, for people
	Slug    string   // of the shop: how its cookies' names begin
	Version string   // of the program, for the metrics
	BaseURL *url.URL // where browsers reach the shop; https makes cookies Secure

	Address string // postal, of the shop, in one line; empty: not told
	Email   string // of the shop, for customers; empty: not told
	TaxID   string // the shop's number with the tax office, for invoices; empty: not told

	Untaxed bool // prices contain no value added tax, because the shop is a small business

	Bank     bank.BankAccount // that customers pay to; the zero value: none is named yet
	LegalDir string           // of the operator's legal texts; empty: there are none

	Public         bool // no site session is needed but for the administration
	Rehearsal      bool // nothing is meant: pages and orders say so
	Demo           bool // the shop is only tried out: the administration offers a test order
	Site           GateOptions
	Administration GateOptions
	AccountSecrets [][]byte // sign customers' sessions: the first signs, all verify
	Proxies        gate.Proxies
	Limits         Limits

	Gates           GateStore // what all instances agree on about the gates
	OrdersPerMinute int       // that one client may place; 0: no limit
	CouponGuesses   int       // codes that do not suit, of one client in 10 minutes; 0: no limit
	SignInsBegun    int       // by one client in 10 minutes; 0: no limit
	PayPalPerMinute int       // requests of one client that make the shop call PayPal; 0: no limit

	Ready   func(context.Context) error // whether the database takes writes
	Log     *slog.Logger
	Metrics *prometheus.Registry // takes the server's collectors
	Now     func() time.Time
}

// GateOptions are an access gate's code and the secrets that sign its sessions:
// the first signs, all verify. Without a code nobody passes.
type GateOptions struct {
	Code    string
	Secrets [][]byte
}

// Server is the shop's HTTP side.
type Server struct {
	shop    *Shop
	name    string
	slug    string
	baseURL *url.URL
	public  bool
	proxies gate.Proxies
	ready   func(context.Context) error
	log     *slog.Logger
	now     func() time.Time

	rehearsal, demo bool

	site           *entrance
	administration *entrance
	customers      *customers
	devices        devices

	thanks      signedLinks // to what a customer ordered
	withdrawals signedLinks // to receipts of withdrawals
	bank        bank.BankAccount
	seller      invoice.Seller
	legalTexts  legaltext.Folder

	limits  Limits
	load    *load
	exports *load
	crowd   *crowd
	orders  *gate.RateLimit
	foreign *http.CrossOriginProtection

	paypalCalls     *gate.RateLimit
	withdrawalCalls *gate.RateLimit
	couponGuesses   *gate.Window
	signIns         *gate.Window
	metrics         *metrics
	draining        atomic.Bool
	proxyWarnings   proxyWarnings
	handler         http.Handler
}

// New returns the server, or every reason why its options do not do.
func New(o Options) (*Server, error) {
	site, siteErr := newSiteGate(o)
	administration, administrationErr := newAdministrationGate(o)
	customers, customersErr := newCustomers(o)
	devices, devicesErr := newDevices(o)
	thanks, thanksErr := newSignedLinks(o, purposeThanks)
	withdrawals, withdrawalsErr := newSignedLinks(o, purposeWithdrawal)
	foreign, foreignErr := newProtection(o.BaseURL)
	metrics, metricsErr := newMetrics(o.Metrics, o.Version)
	if err := errors.Join(siteErr, administrationErr, customersErr, devicesErr, thanksErr, withdrawalsErr, foreignErr, metricsErr); err != nil {
		return nil, err
	}
	s := &Server{
		shop: o.Shop, name: o.Name, slug: o.Slug, baseURL: o.BaseURL, public: o.Public, rehearsal: o.Rehearsal, demo: o.Demo, proxies: o.Proxies,
		ready: o.Ready, log: o.Log, now: o.Now,
		site: site, administration: administration, customers: customers, devices: devices,
		thanks: thanks, withdrawals: withdrawals, bank: o.Bank, legalTexts: legaltext.Folder(o.LegalDir),
		seller:  invoice.Seller{Name: o.Name, Address: o.Address, Email: o.Email, TaxID: o.TaxID, Untaxed: o.Untaxed, Bank: o.Bank},
		limits:  o.Limits,
		load:    &load{limit: maxBusy},
		exports: &load{limit: int64(o.Limits.Exports)},
		crowd:   newCrowd(o.Limits.Requests),
		orders:  newOrderLimit(o),
		foreign: foreign,
		metrics: metrics,

		paypalCalls:     newPayPalLimit(o),
		withdrawalCalls: newWithdrawalLimit(o),
		couponGuesses:   gate.NewWindow(o.Now, o.CouponGuesses, limitPeriod),
		signIns:         gate.NewWindow(o.Now, o.SignInsBegun, limitPeriod),
	}
	s.handler = s.wrap(s.router())
	return s, nil
}

// Handler returns everything that the shop answers.
func (s *Server) Handler() http.Handler { return s.handler }

// Drain makes /readyz say that the server is about to end, so that a load
// balancer sends no more requests. All other requests are still answered.
func (s *Server) Drain() { s.draining.Store(true) }

// https reports whether browsers reach the shop over TLS.
func (s *Server) https() bool { return s.baseURL.Scheme == "https" }

// NewHTTPServer returns an HTTP server for the handler whose timeouts keep slow
// and silent clients from holding connections. How long answers may take is the
// matter of [Server.Listener]. Its Addr is not set.
func NewHTTPServer(handler http.Handler, log *slog.Logger) *http.Server {
	return &http.Server{
		Handler:           handler,
		ReadHeaderTimeout: 5 * time.Second,
		ReadTimeout:       15 * time.Second,
		IdleTimeout:       time.Minute,
		MaxHeaderBytes:    64 << 10,
		ConnState:         noteState,
		ErrorLog:          slog.NewLogLogger(log.Handler(), slog.LevelWarn),
		// "OPTIONS *" goes through the gates like anything else.
		DisableGeneralOptionsHandler: true,
	}
}
