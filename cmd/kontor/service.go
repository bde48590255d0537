package main

import (
	"context"
	"errors"
	"log/slog"
	"net"
	"net/url"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"kontor/internal/backup"
	"kontor/internal/config"
	"kontor/internal/gate"
	"kontor/internal/mail"
	"kontor/internal/metrics"
	"kontor/internal/rescue"
	"kontor/internal/shop/catalogue"
	"kontor/internal/shop/message"
	"kontor/internal/shop/outbox"
	"kontor/internal/shop/payment"
	"kontor/internal/store"
	"kontor/internal/systemd"
	"kontor/internal/web"
	"kontor/internal/web/door"
	"kontor/internal/web/kit"
)

const (
	// keyLife is how long an idempotency key is remembered.
	keyLife = 7 * 24 * time.Hour
	// cleaningInterval is how often older keys and expired failures at the gates are
	// removed.
	cleaningInterval = time.Hour
)

// service is the opened shop before it answers requests.
type service struct {
	cfg       *config.Config
	log       *slog.Logger
	db        *store.DB
	copies    *backup.Keeper
	catalogue *catalogue.Service
	outbox    *outbox.Outbox // the caller of listen closes it
	shop      *kit.Shop      // nil until its addresses are known

	program   *program  // that serves it; nil: none does
	rehearsal bool      // nothing in the shop is real
	payments  *payments // nil: there is no PayPal; the caller of listen closes them

	account *customers // the caller of listen closes it

	mailer *mail.Mailer // the caller of listen closes it

	metrics  *metrics.Metrics
	warnings int // about the settings

	manager     *systemd.Manager
	certificate *certified // nil: the shop does not speak TLS itself; the caller of listen closes it

	examiner         *examiner
	settingsRecorded bool // those of this start are in the audit log
}

// listen opens the addresses and builds the handlers behind them.
func (s *service) listen() (*servers, error) {
	open, err := s.openSockets()
	if err != nil {
		return nil, err
	}
	all, err := s.build(open)
	if err != nil {
		return nil, errors.Join(err, open.close())
	}
	return all, nil
}

func (s *service) build(open sockets) (*servers, error) {
	var err error
	if s.certificate, err = openCertificate(s.cfg, open.plain, s.log); err != nil {
		return nil, err
	}
	if s.account, err = newCustomers(s.cfg, s.db, s.log, s.rehearsal, s.metrics); err != nil {
		return nil, err
	}
	base := s.baseURL(open.shop)
	if s.mailer, err = newMailer(s.cfg, base.String(), s.log, s.metrics.Calls("mail")); err != nil {
		return nil, err
	}
	s.outbox = outbox.NewOutbox(s.db, s.mailer, time.Now, kit.RequestLog(s.log))
	s.outbox.Count = s.metrics.Mail
	s.outbox.Limit = message.MailLimit{PerHour: s.cfg.MailsPerHour, PerDay: s.cfg.MailsPerDay}
	if err := s.open(base); err != nil {
		return nil, err
	}
	options, err := s.options()
	if err != nil {
		return nil, err
	}
	registry := prometheus.NewRegistry()
	options.BaseURL, options.Metrics, options.CertificateEnd = base, registry, s.certificate.ending()
	if err := s.register(registry); err != nil {
		return nil, err
	}
	handler, err := web.New(options)
	if err != nil {
		return nil, err
	}
	all := &servers{
		base: base, web: handler, certificate: s.certificate, manager: s.manager, drain: s.cfg.Drain, log: s.log,
		shop: &server{web.NewHTTPServer(handler.Handler(), s.log), handler.Listener(s.certificate.secure(open.shop))},
	}
	if open.plain != nil {
		all.plain = &server{web.NewHTTPServer(s.certificate.challenges(web.Unencrypted(base)), s.log), handler.Listener(open.plain)}
	}
	if open.metrics != nil {
		all.metrics = &server{web.NewHTTPServer(handler.OperationsHandler(registry), s.log), open.metrics}
	}
	return all, nil
}

// open sets up the use cases on the database. base is the URL of the shop's pages.
func (s *service) open(base *url.URL) (err error) {
	c := s.checkout()
	if s.payments, err = s.newPayments(base, &c.Terms); err != nil {
		return err
	}
	var throughPayPal *payment.Service
	if s.payments != nil {
		throughPayPal = s.payments.Service
	}
	s.shop = kit.NewShop(s.db, c, throughPayPal)
	s.shop.Catalogue.Strict = s.cfg.Duties == "streng" && bool(s.cfg.SitePublic) && !s.cfg.Local()
	s.shop.Audit.ReportDevices = !s.cfg.Local()
	return nil
}

// baseURL returns the URL at which browsers reach the shop: BASE_URL, or the address
// that it listens on, which is on this computer.
func (s *service) baseURL(listener net.Listener) *url.URL {
	if base, err := url.Parse(s.cfg.BaseURL); err == nil && base.Host != "" {
		return base
	}
	return &url.URL{Scheme: "http", Host: listener.Addr().String()}
}

// options translates the settings for the web package.
func (s *service) options() (web.Options, error) {
	cfg := s.cfg
	proxies, err := gate.ParseProxies(cfg.TrustedProxies)
	return web.Options{
		Shop:          s.shop,
		Account:       s.account.Service,
		Seller:        seller(cfg),
		Tax:           taxes(cfg),
		InvoicePrefix: cfg.InvoicePrefix,
		Slug:          cfg.ShopSlug,
		Version:       readBuild().version,
		LegalDir:      cfg.LegalDir,
		Public:        bool(cfg.SitePublic),
		Rehearsal:     s.rehearsal,
		Demo:          cfg.Demo(),
		Site: door.Gate{
			Code:    string(cfg.SiteAccessCode),
			Secrets: keys(cfg.SiteSessionSecret, cfg.SiteSessionSecretPrevious),
		},
		Administration: door.Gate{
			Code:    string(cfg.VerwaltungAccessCode),
			Secrets: keys(cfg.VerwaltungSessionSecret, cfg.VerwaltungSessionSecretPrevious),
		},
		AccountSecrets:  keys(cfg.KontoSessionSecret, cfg.KontoSessionSecretPrevious),
		Proxies:         proxies,
		Limits:          limits(cfg),
		Gates:           s.db,
		OrdersPerMinute: cfg.OrderLimit,
		CouponGuesses:   cfg.CouponLimit,
		SignInsBegun:    cfg.SignInLimit,
		PayPalPerMinute: cfg.PayPalLimit,
		Doctor:          s.examiner,
		Ready:           s.db.Ready,
		Log:             s.log,
		Now:             time.Now,
	}, err
}

// limits bound the server's resources that clients may hold at once.
func limits(cfg *config.Config) web.Limits {
	return web.Limits{
		Connections: cfg.ConnectionLimit, AllConnections: cfg.TotalConnectionLimit, Requests: cfg.RequestLimit,
		Exports: cfg.ExportLimit, SendPatience: cfg.SendPatience,
	}
}

// keys returns the secrets that are set, the signing one first.
func keys(current, previous config.Secret) [][]byte {
	if previous == "" {
		return [][]byte{[]byte(current)}
	}
	return [][]byte{[]byte(current), []byte(previous)}
}

// tendInterval is how often the database is tended to. Rule W12: 60 s are enough to
// notice its loss while nobody orders; under load its log grows by hundreds of megabytes
// in less.
const tendInterval = 5 * time.Second

// tendDatabase tends to the database until the context ends.
func (s *service) tendDatabase(ctx context.Context) {
	tick := time.NewTicker(tendInterval)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
			s.db.Tend(ctx)
		case <-ctx.Done():
			return
		}
	}
}

// clean regularly removes what need not be kept any longer, and reschedules what a
// clock that ran ahead put off, until the context ends.
func (s *service) clean(ctx context.Context) {
	tick := time.NewTicker(cleaningInterval)
	defer tick.Stop()
	for {
		rescue.Run(s.log, "cleaning", func() { s.cleanOnce(ctx) })
		select {
		case <-tick.C:
		case <-ctx.Done():
			return
		}
		rescue.Run(s.log, "cleaning", func() { s.scrub(ctx) }) // the start has done so
	}
}

// scrub purges deleted data from the database's files if that was not possible at once.
func (s *service) scrub(ctx context.Context) {
	if err := s.db.Scrub(ctx); err != nil && ctx.Err() == nil {
		s.log.Warn("deleted data not purged", "error", err)
	}
}

func (s *service) cleanOnce(ctx context.Context) {
	now := time.Now()
	_, err := s.db.ForgetKeys(ctx, now.Add(-keyLife))
	if err := errors.Join(err, s.db.ForgetGateState(ctx, now), s.db.CatchUp(ctx, now)); err != nil && ctx.Err() == nil {
		s.log.Warn("old rows not cleaned", "error", err)
	}
	s.keepAudit(ctx)
	if err := s.account.Clean(ctx); err != nil && ctx.Err() == nil {
		s.log.Warn("sessions not cleaned", "error", err)
	}
}
