package web

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"kontor/internal/gate"
	"kontor/internal/shop"
	"kontor/internal/shop/account"
	"kontor/internal/shop/payment"
	"kontor/internal/shop/tax"
	"kontor/internal/web/api"
	"kontor/internal/web/door"
	"kontor/internal/web/kit"
	"kontor/internal/web/office"
	"kontor/internal/web/storefront"
)

// Options are the dependencies and settings of a [Server]. All but Limits,
// OrdersPerMinute, Proxies and Version are required.
type Options struct {
	Shop    *kit.Shop
	Account *account.Service

	Seller        shop.Seller
	Tax           tax.Seller
	InvoicePrefix string   // of the numbers of invoices
	Slug          string   // prefix of the shop's cookie names
	Version       string   // of the program, for the metrics
	BaseURL       *url.URL // the URL at which browsers reach the shop; https makes cookies Secure

	// CertificateEnd returns when the certificate of a shop that speaks TLS itself ends,
	// zero while it has none. Without it, something in front of the shop ends TLS.
	CertificateEnd func() time.Time

	LegalDir string // path of the operator's legal texts; empty: there are none

	Public         bool // no site session is needed except for the administration
	Rehearsal      bool // nothing is real: pages and orders are marked
	Demo           bool // the shop is only being tried out: the administration offers a test order
	Site           door.Gate
	Administration door.Gate
	AccountSecrets [][]byte // sign customers' sessions: the first signs, all verify
	Proxies        gate.Proxies
	Limits         Limits

	Gates           door.Store // the state of the gates that all instances share
	OrdersPerMinute int        // that one client may place; 0: no limit
	CouponGuesses   int        // invalid codes, by one client in 10 minutes; 0: no limit
	SignInsBegun    int        // by one client in 10 minutes; 0: no limit
	PayPalPerMinute int        // requests of one client that make the shop call PayPal, payments and notifications apart; 0: no limit

	Doctor  office.Doctor
	Ready   func(context.Context) error // checks that the database accepts writes
	Log     *slog.Logger
	Metrics *prometheus.Registry // registers the server's collectors
	Now     func() time.Time
}

// Server is the shop's HTTP side: the storefront and the administration behind their
// door, and the middleware of every request.
type Server struct {
	*kit.Common
	door        *door.Door
	storefront  *storefront.Storefront
	office      *office.Office
	description *api.Description

	ready          func(context.Context) error
	certificateEnd func() time.Time
	payments       *payment.Service // nil: PayPal is not set up
	limits         Limits
	load           *kit.Load
	exports        *kit.Load
	crowd          *crowd
	foreign        *http.CrossOriginProtection
	metrics        *metrics

	connections *connections
	listeners   []*listener

	draining atomic.Bool
	handler  http.Handler

	proxyWarnings proxyWarnings
}

// New returns the server, or an error with every problem of its options.
func New(o Options) (*Server, error) {
	common := &kit.Common{
		Seller: o.Seller, Tax: o.Tax, InvoicePrefix: o.InvoicePrefix, Slug: o.Slug, BaseURL: o.BaseURL, Public: o.Public, Rehearsal: o.Rehearsal,
		Proxies: o.Proxies, Log: o.Log, Now: o.Now, Visited: storefront.Visited,
	}
	foreign, foreignErr := newProtection(o.BaseURL)
	metrics, open := newMetrics(), newConnections(o.Limits, o.Proxies)
	metricsErr := metrics.register(o.Metrics, o.Version, open)
	gates, gatesErr := door.New(common, door.Options{
		Site: o.Site, Administration: o.Administration, Gates: o.Gates, Audit: o.Shop.Audit, Refused: metrics.refused,
	})
	if err := errors.Join(gatesErr, foreignErr, metricsErr); err != nil {
		return nil, err
	}
	front, err := storefront.New(common, gates, o.storefront(metrics))
	if err != nil {
		return nil, err
	}
	siteCookie, administrationCookie := gates.Cookies()
	s := &Server{
		Common: common, door: gates, storefront: front, office: office.New(common, o.Shop, o.Demo, o.Doctor),
		description: api.NewDescription(common, siteCookie, administrationCookie, front.SessionCookie()),
		ready:       o.Ready, certificateEnd: o.CertificateEnd,
		payments:    o.Shop.Payments,
		limits:      o.Limits,
		load:        kit.NewLoad(kit.MaxBusy),
		exports:     kit.NewLoad(o.Limits.Exports),
		crowd:       newCrowd(o.Limits.Requests),
		foreign:     foreign,
		metrics:     metrics,
		connections: open,
	}
	common.Problem = s.problemPage
	s.handler = s.wrap(s.router())
	return s, nil
}

// storefront returns the storefront's part of the options.
func (o *Options) storefront(m *metrics) storefront.Options {
	return storefront.Options{
		Shop: o.Shop, Account: o.Account, AccountSecrets: o.AccountSecrets, LinkSecrets: o.Site.Secrets, Gates: o.Gates,
		LegalDir:        o.LegalDir,
		OrdersPerMinute: o.OrdersPerMinute, PayPalPerMinute: o.PayPalPerMinute, CouponGuesses: o.CouponGuesses, SignInsBegun: o.SignInsBegun,
		StoreErrors: m.storeErrors, Limited: m.limited,
	}
}

// problemPage explains a refusal where people read it: on a page of the storefront in
// its language, or on one of the gates and the administration. Under a foreign name there
// is no storefront to go on with.
func (s *Server) problemPage(w http.ResponseWriter, r *http.Request, status int, refusal *shop.Error) error {
	if refusal == kit.ErrForeignHost || strings.HasPrefix(r.URL.Path, "/verwaltung") || strings.HasPrefix(r.URL.Path, "/zugang") {
		return s.ShowError(w, status, refusal)
	}
	return s.storefront.Problem(w, r, status, refusal)
}

// Handler returns the handler for all requests to the shop.
func (s *Server) Handler() http.Handler { return s.handler }

// KeepSessions regularly stores when the administration's sessions were last used, until
// the context ends.
func (s *Server) KeepSessions(ctx context.Context) { s.door.KeepSessions(ctx) }

// Drain makes /readyz report that the server is about to shut down, so that a load
// balancer sends no more requests. All other requests are still answered, each as the
// last one of its connection.
func (s *Server) Drain() { s.draining.Store(true) }

// StopAccepting closes the shop's listeners, so that whoever holds their sockets keeps
// further connections waiting, and returns once those accepted before have been answered,
// or after a second. The HTTP server must not be shut down sooner: it drops a request
// that it reads from then on.
func (s *Server) StopAccepting() {
	for _, l := range s.listeners {
		_ = l.stop() // its error changes nothing any more
	}
	tick := time.NewTicker(5 * time.Millisecond)
	defer tick.Stop()
	for limit := time.Now().Add(time.Second); time.Now().Before(limit); <-tick.C {
		if !slices.ContainsFunc(s.listeners, func(l *listener) bool { return !l.settled() }) {
			return
		}
	}
}

// NewHTTPServer returns an HTTP server for the handler whose timeouts keep slow and
// silent clients from holding connections. [Server.Listener] limits how long answers
// may take. Its Addr is not set.
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
