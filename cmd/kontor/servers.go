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

	"kontor/internal/systemd"
	"kontor/internal/web"
)

// drainLimit bounds the wait for requests in progress.
const drainLimit = 20 * time.Second

// errUnfinished means that requests took longer than drainLimit.
var errUnfinished = fmt.Errorf("nach %.0f s waren noch Anfragen offen; sie wurden abgebrochen", drainLimit.Seconds())

// servers are the shop's HTTP server and, unless they are off, those beside it.
type servers struct {
	base        *url.URL // the URL at which browsers reach the shop
	web         *web.Server
	shop        *server
	plain       *server    // refers to the shop, which speaks TLS; nil when off
	metrics     *server    // nil when off
	certificate *certified // nil: the shop does not speak TLS itself
	manager     *systemd.Manager
	// drain is how long the shop keeps accepting requests after /readyz has begun to
	// answer 503, for a load balancer to notice.
	drain time.Duration
	log   *slog.Logger
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
	failed := make(chan error, 3) // room for all, since nobody may be left to read
	for _, beside := range []*server{s.metrics, s.plain} {
		if beside != nil {
			defer beside.Close()
			go func() { failed <- beside.Serve(beside.listener) }()
		}
	}
	s.certificate.obtain(ctx)
	go func() { failed <- s.shop.Serve(s.shop.listener) }()
	s.report(systemd.Ready)
	select {
	case err := <-failed:
		return errors.Join(err, s.shop.Close())
	case <-ctx.Done():
		return s.stop()
	}
}

// report reports a state to the service manager, which may be none.
func (s *servers) report(state string) {
	if err := s.manager.Notify(state); err != nil {
		s.log.Warn("service manager not notified", "state", state, "error", err)
	}
}

// stop shuts the shop down in an order that loses nothing: no more requests from load
// balancers, no more connections, then the answers to requests in progress.
func (s *servers) stop() error {
	s.log.Info("shop stopping")
	s.report(systemd.Stopping)
	s.web.Drain()
	time.Sleep(s.drain)
	s.web.StopAccepting()
	ctx, cancel := context.WithTimeout(context.Background(), drainLimit)
	defer cancel()
	err := s.shop.Shutdown(ctx)
	if errors.Is(err, context.DeadlineExceeded) {
		return errors.Join(errUnfinished, s.shop.Close())
	}
	return err
}
