package main

import (
	"context"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"net/url"
	"os"
	"strings"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"kontor/internal/database"
	"kontor/internal/demo"
	"kontor/internal/metrics"
	"kontor/internal/shop"
	"kontor/internal/shop/account"
	"kontor/internal/shop/checkout"
	"kontor/internal/store"
	"kontor/internal/web"
	"kontor/internal/web/door"
	"kontor/internal/web/kit"
	"kontor/internal/web/office"
)

const (
	prefix    = "BK"
	siteCode  = "site-code-of-the-bench"
	adminCode = "admin-code-of-the-bench"
)

// servedShop is a public shop as run by `kontor serve`, with its log in a file.
type servedShop struct {
	useCases *kit.Shop
	base     *url.URL

	metrics *metrics.Metrics

	db     *store.DB
	server *http.Server
	log    *slog.Logger
	file   *os.File // of the log
}

// openShop starts a shop with the demo's products, on the PostgreSQL database at the
// URL or else on the SQLite database in dir, where the log goes too.
func openShop(ctx context.Context, dir, url string) (*servedShop, error) {
	file, err := os.CreateTemp(dir, "*.log")
	if err != nil {
		return nil, err
	}
	s := &servedShop{file: file, log: slog.New(slog.NewTextHandler(file, nil)), metrics: metrics.New()}
	if s.db, err = store.Open(ctx, database.Options{URL: url, Dir: dir, Log: s.log, OnCommit: s.metrics.Commit}); err != nil {
		return nil, errors.Join(err, file.Close())
	}
	s.useCases = kit.NewShop(s.db, checkout.New(checkout.Options{
		Store: s.db, Prefix: prefix, Prices: checkout.PriceCheckHint, Now: time.Now, OnPlaced: s.metrics.Order,
	}), nil)
	if err = s.fillCatalogue(ctx); err == nil {
		err = s.serve()
	}
	if err != nil {
		return nil, errors.Join(err, s.Close())
	}
	return s, nil
}

func (s *servedShop) fillCatalogue(ctx context.Context) error {
	existing, err := s.useCases.Catalogue.Products(ctx)
	if err != nil || len(existing) > 0 {
		return err
	}
	_, err = demo.Fill(ctx, s.db, time.Now())
	return err
}

// healthy is a doctor who never finds anything; nobody asks.
type healthy struct{}

func (healthy) Alarming() bool                           { return false }
func (healthy) Examine(context.Context) office.Condition { return office.Condition{} }

func (s *servedShop) serve() error {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	s.base = &url.URL{Scheme: "http", Host: listener.Addr().String()}
	handler, err := web.New(web.Options{
		Shop: s.useCases, Account: account.New(account.Options{Store: s.db, Now: time.Now, Log: s.log}), Seller: shop.Seller{Name: "Bastelkontor"}, Slug: "bastelkontor", Version: "bench", BaseURL: s.base,
		Public:         true,
		Site:           door.Gate{Code: siteCode, Secrets: [][]byte{[]byte(strings.Repeat("s", 32))}},
		Administration: door.Gate{Code: adminCode, Secrets: [][]byte{[]byte(strings.Repeat("a", 32))}},
		AccountSecrets: [][]byte{[]byte(strings.Repeat("k", 32))},
		Doctor:         healthy{}, Gates: s.db, Ready: s.db.Ready, Log: s.log, Metrics: prometheus.NewRegistry(), Now: time.Now,
	})
	if err != nil {
		return errors.Join(err, listener.Close())
	}
	s.server = web.NewHTTPServer(handler.Handler(), s.log)
	s.server.ReadHeaderTimeout = time.Minute // a client that gets no processor for seconds keeps its connection
	go s.server.Serve(listener)              // until Close
	return nil
}

// Close ends what was started.
func (s *servedShop) Close() (err error) {
	if s.server != nil {
		err = s.server.Close()
	}
	return errors.Join(err, s.db.Close(), s.file.Close())
}
