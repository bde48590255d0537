package main

import (
	"context"
	"errors"
	"os"
	"os/signal"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"syscall"

	"golang.org/x/term"

	"kontor/internal/config"
	"kontor/internal/legaltext"
	"kontor/internal/rescue"
	"kontor/internal/systemd"
)

type serveCommand struct {
	Probe bool `group:"Optionen:" help:"Den Shop nur proben: mit nachgestelltem PayPal und nachgestellten Anmeldediensten in diesem Programm, jede Seite und Bestellung trägt PROBE."`
	settings
}

// Run serves the shop until the process is asked to end.
func (c *serveCommand) Run(ctx context.Context, p *program) error {
	cfg, err := p.load()
	if err != nil {
		return err
	}
	if c.Probe {
		if err := checkRehearsal(cfg); err != nil && !cfg.Public() { // a public shop hears it with all else
			return err
		}
		cfg.LiftLimits()
		cfg.ShopName = "PROBE " + cfg.ShopName // on pages, in e-mails and where buyers approve
	}
	p.collectLess()
	ctx, stop := signal.NotifyContext(ctx, os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop) // so that a second signal ends the process at once
	log := newLog(p.stderr, cfg.LogFormat).With("instance", instanceOf(cfg))
	takeLibraryLog(log)
	unknown := config.UnknownNames(p.environ)
	for _, name := range unknown {
		log.Warn("unknown setting", "name", name.Name, "remark", name.String())
	}
	s, err := openShop(ctx, cfg, log)
	if err != nil {
		return unlessStopped(ctx, err)
	}
	s.program, s.rehearsal, s.warnings = p, c.Probe, len(unknown)
	s.manager, err = systemd.Open(p.environ)
	if err == nil {
		err = s.checkPublic(ctx)
	}
	if err == nil {
		err = p.serve(ctx, s)
	}
	return errors.Join(unlessStopped(ctx, err), s.db.Close())
}

// garbagePercent is the GOGC of a server. Few megabytes live on between two collections,
// so Go's own 100 collects several times a second while orders arrive.
const garbagePercent = 400

// collectLess collects garbage less often than Go does by itself, unless GOGC says how
// often, or GOMEMLIMIT that memory matters more.
func (p *program) collectLess() {
	if !slices.ContainsFunc(p.environ, func(setting string) bool {
		return strings.HasPrefix(setting, "GOGC=") || strings.HasPrefix(setting, "GOMEMLIMIT=")
	}) {
		debug.SetGCPercent(garbagePercent)
	}
}

// unlessStopped returns err, or nil if the only reason is that the process was asked to
// end before the shop was ready.
func unlessStopped(ctx context.Context, err error) error {
	if ctx.Err() != nil && errors.Is(err, context.Canceled) {
		return nil
	}
	return err
}

// serve prepares the opened shop and answers requests until the context ends.
func (p *program) serve(ctx context.Context, s *service) error {
	if err := s.cfg.GenerateSecrets(); err != nil {
		return err
	}
	products := 0
	if s.cfg.Demo() {
		var err error
		if products, err = s.fillCatalogue(ctx); err != nil {
			return err
		}
	}
	servers, err := s.listen()
	if err != nil {
		return err
	}
	defer s.mailer.Close()
	defer s.account.close()
	defer s.certificate.close()
	s.keepAudit(ctx) // before anybody acts under changed settings
	p.announce(ctx, s, servers, products)
	ctx, cancel := context.WithCancel(ctx)
	var jobs sync.WaitGroup
	defer jobs.Wait()
	defer s.outbox.Close()
	defer s.payments.close()
	defer cancel()
	if err := s.payments.start(ctx); err != nil {
		return err
	}
	s.startJobs(ctx, &jobs, servers)
	return servers.run(ctx)
}

// announce says that the shop has started: to a person in words, to others in the log.
func (p *program) announce(ctx context.Context, s *service, servers *servers, products int) {
	if isTerminal(p.stdout) {
		p.greet(greeting{cfg: s.cfg, servers: servers, products: products, empty: s.emptyCatalogue(ctx), payments: s.payments, account: s.account})
		return
	}
	s.log.Info("shop started", "addr", servers.shop.addr(), "metrics_addr", servers.metrics.addr(),
		"base_url", servers.base.String(), "version", readBuild().version, "public", bool(s.cfg.SitePublic), "paypal", s.payments.mode(),
		"sign_in", s.account.mode(), "database", databaseOf(s.cfg, nil).Place())
	if missing := legaltext.Folder(s.cfg.LegalDir).Missing(); len(missing) > 0 {
		s.log.Warn("legal texts are missing", "files", missing, "setting", "RECHTSTEXTE_DIR")
	}
}

// startJobs starts what goes on beside requests until the context ends.
func (s *service) startJobs(ctx context.Context, jobs *sync.WaitGroup, servers *servers) {
	jobs.Go(func() { s.clean(ctx) })
	jobs.Go(func() { s.tendDatabase(ctx) })
	jobs.Go(func() { s.mirrorErasures(ctx) })
	jobs.Go(func() { s.examiner.run(ctx) })
	jobs.Go(func() { s.certificate.watch(ctx, s.log) })
	jobs.Go(func() { s.manager.Feed(ctx, s.lives) })
	jobs.Go(func() { s.copies.Run(ctx) })
	jobs.Go(func() { rescue.Run(s.log, "pictures", func() { s.takePhotos(ctx) }) })
	jobs.Go(func() { rescue.Run(s.log, "documents", func() { s.adoptDocuments(ctx) }) })
	jobs.Go(func() { servers.web.KeepSessions(ctx) })
	jobs.Go(func() { s.outbox.Run(ctx) })
	jobs.Go(func() { s.watchThreshold(ctx) })
	jobs.Go(func() { s.outbox.RaiseAlarms(ctx, s.db.Losses()) })
	if daily := s.report(); daily != nil {
		jobs.Go(func() { daily.Run(ctx) })
	}
}

// isTerminal reports whether a person sees the output. Codes are shown nowhere else:
// logs are kept and passed on.
func isTerminal(w any) bool {
	file, ok := w.(*os.File)
	return ok && term.IsTerminal(int(file.Fd()))
}

// emptyCatalogue reports whether the shop has no products; false if its database is not
// available.
func (s *service) emptyCatalogue(ctx context.Context) bool {
	products, err := s.catalogue.Products(ctx)
	return err == nil && len(products) == 0
}
