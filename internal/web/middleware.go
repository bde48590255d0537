package web

import (
	"context"
	"crypto/rand"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"regexp"
	"runtime/debug"
	"time"

	"kontor/internal/rescue"
	"kontor/internal/trace"
	"kontor/internal/web/kit"
)

// wrap wraps the router in what every request goes through, in this order.
func (s *Server) wrap(router http.Handler) http.Handler {
	s.foreign.SetDenyHandler(s.Serve(func(http.ResponseWriter, *http.Request) error { return kit.ErrForeignOrigin }))

	h := s.rehearsing(s.foreign.Handler(router))
	h = s.shedding(h)
	h = s.crowding(h)
	h = s.addressed(h)
	h = s.secured(h)
	h = s.recovering(h)
	return compressing(s.observed(h))
}

// newProtection returns the protection against requests of foreign pages. The shop's
// own origin is trusted in addition to the request's host, which a proxy may have
// replaced by its own name for the shop.
func newProtection(base *url.URL) (*http.CrossOriginProtection, error) {
	protection := http.NewCrossOriginProtection()
	if err := protection.AddTrustedOrigin(base.Scheme + "://" + base.Host); err != nil {
		return nil, fmt.Errorf("web: the shop's address: %w", err)
	}
	return protection, nil
}

// observed gives the request its id and its caller's trace, and records it in the log and
// the metrics.
func (s *Server) observed(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		started := time.Now()
		x := &kit.Exchange{ResponseWriter: w, Id: requestID(r), Route: unknownRoute, AsItIs: kit.ForbidsChange(r.Header)}
		ctx := trace.With(r.Context(), trace.Parse(r.Header[trace.Header]))
		r = r.WithContext(context.WithValue(ctx, kit.ExchangeKey{}, x))
		w.Header().Set("X-Request-Id", x.Id)
		if s.draining.Load() {
			// The client opens its next connection elsewhere. Closing those that idle would
			// lose the answers to requests that arrive in that moment.
			w.Header().Set("Connection", "close")
		}

		s.metrics.inFlight.Inc()
		defer func() {
			s.metrics.inFlight.Dec()
			s.metrics.observe(r, x, time.Since(started))
			s.logAccess(r, x, time.Since(started))
		}()
		s.warnOfProxy(r)
		next.ServeHTTP(x, r)
	})
}

func (s *Server) logAccess(r *http.Request, x *kit.Exchange, took time.Duration) {
	level := slog.LevelInfo
	if isProbe(r) {
		level = slog.LevelDebug
	}
	s.Log.LogAttrs(r.Context(), level, "request", append(kit.RequestAttrs(r),
		slog.String("method", methodLabel(r.Method)),
		slog.Int("status", x.Answered()),
		slog.Float64("ms", float64(took.Microseconds())/1000),
		slog.Int64("bytes", x.Bytes))...)
}

// recovering turns a panic into a 500; the process continues.
func (s *Server) recovering(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		defer func() {
			cause := recover()
			if cause == nil {
				return
			}
			if cause == http.ErrAbortHandler {
				panic(cause)
			}
			s.Log.LogAttrs(r.Context(), slog.LevelError, "panic", append(kit.RequestAttrs(r),
				slog.String("panic", rescue.Describe(cause)),
				slog.String("stack", string(debug.Stack())))...)
			s.Refuse(w, r, kit.ErrInternal, http.StatusInternalServerError)
		}()
		next.ServeHTTP(w, r)
	})
}

// shedding refuses requests while there are more than can be processed soon, before
// their bodies are read. Probes are always answered.
func (s *Server) shedding(next http.Handler) http.Handler {
	overloaded := s.Serve(func(http.ResponseWriter, *http.Request) error {
		return kit.Later(kit.ErrOverloaded, time.Second)
	})
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if isProbe(r) {
			next.ServeHTTP(w, r)
			return
		}
		if !s.load.Begin() {
			s.metrics.shed.WithLabelValues(shedBusy).Inc()
			overloaded.ServeHTTP(w, r)
			return
		}
		x := kit.ExchangeOf(r)
		x.Slot = s.load
		defer x.FreeSlot()
		next.ServeHTTP(w, r)
	})
}

var validRequestID = regexp.MustCompile(`^[A-Za-z0-9._-]{1,64}$`)

// requestID returns the caller's id for the request, or a new one.
func requestID(r *http.Request) string {
	if id := r.Header.Get("X-Request-Id"); validRequestID.MatchString(id) {
		return id
	}
	return rand.Text()
}

// isProbe distinguishes the requests of load balancers from those of people.
func isProbe(r *http.Request) bool {
	return r.URL.Path == "/healthz" || r.URL.Path == "/readyz"
}
