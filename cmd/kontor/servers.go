package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/url"
	"time"

	"kontor/internal/web"
)

const (
	// drainDelay is how long the shop keeps accepting requests after /readyz has begun
	// to answer 503, for a load balancer to notice.
	drainDelay = 500 * time.Millisecond
	// drainLimit bounds the wait for requests in progress.
	drainLimit = 20 * time.Second
)

// errUnfinished means that requests took longer than drainLimit.
var errUnfinished = fmt.Errorf("nach %.0f s waren noch Anfragen offen; sie wurden abgebrochen", drainLimit.Seconds())

// servers are the shop's HTTP server and, unless it is off, the metrics' server.
type servers struct {
	base    *url.URL // the URL at which browsers reach the shop
	web     *web.Server
	shop    *server
	metrics *server // nil when off
	log     *slog.Logger
}

// server is an HTTP server with its listener.
type server struct {
	*http.Server
	listener net.Listener
}

// addr returns the address that the server listens on; empty when it is off.
func (s *server) addr() string {
	if s == nil {
		return ""
	}
	return s.listener.Addr().String()
}

// run answers requests until the context ends, and then finishes those in progress.
func (s *servers) run(ctx context.Context) error {
	failed := make(chan error, 2) // room for both, since nobody may be left to read
	go func() { failed <- s.shop.Serve(s.shop.listener) }()
	if s.metrics != nil {
		defer s.metrics.Close()
		go func() { failed <- s.metrics.Serve(s.metrics.listener) }()
	}
	select {
	case err := <-failed:
		return errors.Join(err, s.shop.Close())
	case <-ctx.Done():
		return s.stop()
	}
}

// stop shuts the shop down in an order that loses nothing: no more requests from load
// balancers, no more connections, then the answers to requests in progress.
func (s *servers) stop() error {
	s.log.Info("shop stopping")
	s.web.Drain()
	time.Sleep(drainDelay)
	ctx, cancel := context.WithTimeout(context.Background(), drainLimit)
	defer cancel()
	err := s.shop.Shutdown(ctx)
	if errors.Is(err, context.DeadlineExceeded) {
		return errors.Join(errUnfinished, s.shop.Close())
	}
	return err
}
