package shoptest

import (
	"crypto/rand"
	"net/http/httptest"
	"net/url"
	"testing"

	"github.com/prometheus/client_golang/prometheus"

	"kontor/internal/backup"
	"kontor/internal/database"
	"kontor/internal/metrics"
	"kontor/internal/paypal/paypalsim"
	"kontor/internal/shop"
	"kontor/internal/shop/account"
	"kontor/internal/shop/checkout"
	"kontor/internal/shop/payment"
	"kontor/internal/shop/tax"
	"kontor/internal/store"
	"kontor/internal/web"
	"kontor/internal/web/door"
	"kontor/internal/web/kit"
	"kontor/tests/scratch"
)

// Shop is a running shop. It ends with its test.
type Shop struct {
	URL                     string           // of the server on loopback, without a slash at its end
	SiteCode, AdminCode     string           // the access codes
	SiteSecret, AdminSecret []byte           // sign the sessions of the gates
	DB                      *store.DB        // for checks around the API, and to prepare what it cannot
	Data                    database.Options // location of DB, for direct access
	Web                     *web.Server
	Clock                   *Clock
	Log                     *Log // at debug level
	Metrics                 *prometheus.Registry
	PayPal                  *paypalsim.Server // nil unless an option sets PayPal up
	Payments                *payment.Service  // likewise
	Connection              *payment.Connection

	t        testing.TB
	measured *metrics.Metrics
	issuers  *issuers
	base     *url.URL
	contract *contract
}

// Start starts a shop without products. Unless options say otherwise, it is not public,
// stores orders with wrong prices and adds hints to them, does not limit orders, sends
// no mail, and its clock stands at 21 November 2026, 9:15 UTC.
func Start(t testing.TB, options ...Option) *Shop {
	t.Helper()
	s := &Shop{
		SiteCode:    rand.Text(),
		AdminCode:   rand.Text(),
		SiteSecret:  newSecret(),
		AdminSecret: newSecret(),
		Clock:       &Clock{now: startTime},
		Log:         &Log{},
		Metrics:     prometheus.NewRegistry(),
		t:           t,
		measured:    metrics.New(),
		contract:    loadContract(t),
	}
	settings := settings{prices: checkout.PriceCheckHint}
	for _, set := range options {
		set(s, &settings)
	}
	if settings.dir == "" {
		settings.dir = scratch.Dir(t)
	}
	s.open(settings)
	s.serve(settings)
	return s
}

func (s *Shop) open(settings settings) {
	s.t.Helper()
	options := databaseIn(s.t, settings.dir, settings.shared || onPostgres() && !settings.file)
	options.Log, options.OnCommit = s.Log.logger(), s.measured.Commit
	s.Data = options
	db, err := store.Open(s.t.Context(), options)
	if err != nil {
		s.t.Fatal(err)
	}
	s.DB = db
	s.t.Cleanup(func() { db.Close() })
}

func (s *Shop) serve(settings settings) {
	s.t.Helper()
	server := httptest.NewUnstartedServer(nil)
	s.base = &url.URL{Scheme: "http", Host: server.Listener.Addr().String()}
	s.URL = s.base.String()
	s.measure(settings.dir)
	outbox := s.sendMail(settings.sender, settings.mails)
	options := web.Options{
		Shop: kit.NewShop(s.DB, checkout.New(checkout.Options{
			Store: s.DB, Prefix: "BK", Prices: settings.prices, Terms: settings.terms, Outbox: outbox, Now: s.Clock.Now, OnPlaced: s.measured.Order,
		}), s.startPayPal(settings, outbox)),
		Account: account.New(account.Options{
			Store: s.DB, Providers: s.providers(), Now: s.Clock.Now, Log: kit.RequestLog(s.Log.logger()),
			Controller: shop.Seller{Name: "Bastelkontor", Email: "hallo@bastelkontor.example"},
		}),
		Seller:         shop.Seller{Name: "Bastelkontor"},
		Tax:            tax.Seller{Seat: "de", Rates: tax.Lawful},
		InvoicePrefix:  "RE",
		Slug:           "bastelkontor",
		Version:        "test",
		BaseURL:        s.base,
		Site:           door.Gate{Code: s.SiteCode, Secrets: [][]byte{s.SiteSecret}},
		Administration: door.Gate{Code: s.AdminCode, Secrets: [][]byte{s.AdminSecret}},
		AccountSecrets: [][]byte{newSecret()},
		Gates:          s.DB,
		Doctor:         healthy{s.Clock},
		Ready:          s.DB.Ready,
		Log:            s.Log.logger(),
		Metrics:        s.Metrics,
		Now:            s.Clock.Now,
	}
	for _, change := range settings.web {
		change(&options)
	}
	var err error
	if s.Web, err = web.New(options); err != nil {
		s.t.Fatal(err)
	}
	server.Listener = s.Web.Listener(server.Listener)
	server.Config = web.NewHTTPServer(s.Web.Handler(), options.Log)
	server.Start()
	s.t.Cleanup(server.Close)
}

// measure adds the shop's metrics to the registry.
func (s *Shop) measure(dir string) {
	s.t.Helper()
	if err := s.measured.Register(s.Metrics, metrics.Sources{
		Shop: s.DB.Measures, Database: s.DB.DatabaseMeasures,
		Backup: func() (backup.State, error) { return backup.State{}, nil },
		Dirs:   map[string]string{"data": dir}, BackupSteps: backup.Steps, Now: s.Clock.Now,
	}); err != nil {
		s.t.Fatal(err)
	}
}

func newSecret() []byte { return []byte(rand.Text() + rand.Text()) }

// In returns the shop for use in a subtest, which then fails in place of the test that
// started the shop.
func (s *Shop) In(t testing.TB) *Shop {
	here := *s
	here.t = t
	return &here
}
