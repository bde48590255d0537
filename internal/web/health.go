package web

import (
	"context"
	"net/http"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"kontor/internal/shop"
	"kontor/internal/web/kit"
)

// readyTimeout bounds the check whether the database is ready; probes give up after a
// second.
const readyTimeout = 900 * time.Millisecond

// healthz reports that the process is alive.
func (s *Server) healthz(w http.ResponseWriter, _ *http.Request) error {
	return kit.WriteDone(w)
}

// readyz reports whether to send requests here.
func (s *Server) readyz(w http.ResponseWriter, r *http.Request) error {
	refusal, err := s.readiness(r.Context())
	if err != nil {
		s.LogFailure(r, err)
	}
	if refusal != nil {
		return refusal
	}
	return kit.WriteDone(w)
}

// readiness returns why no requests should be sent here, nil if they may, and the cause,
// if there is one that nobody else may see.
func (s *Server) readiness(ctx context.Context) (refusal *shop.Error, cause error) {
	if s.draining.Load() {
		return kit.ErrDraining, nil
	}
	ctx, cancel := context.WithTimeout(ctx, readyTimeout)
	defer cancel()
	if err := s.ready(ctx); err != nil {
		return kit.ErrNotReady, err
	}
	return nil, nil
}

// readyDetail is the shop's readiness for its operator, who alone reaches the address of
// the metrics. Times are UTC.
type readyDetail struct {
	OK             bool       `json:"ok"`
	Reason         string     `json:"grund"`                    // why no requests should be sent here; empty: they may
	Cause          string     `json:"ursache"`                  // of that, as the log has it
	PayPal         string     `json:"paypal"`                   // why PayPal takes no payments; orders by bank transfer go on
	CertificateEnd *time.Time `json:"zertifikat_bis,omitempty"` // of a shop that speaks TLS itself, once it has one
}

// OperationsHandler serves what only the operator shall see: the registry for Prometheus
// at /metrics, and /readyz in detail. It is outside the gates, so it belongs on an
// address of its own.
func (s *Server) OperationsHandler(registry *prometheus.Registry) http.Handler {
	mux := http.NewServeMux()
	mux.Handle("/", MetricsHandler(registry))
	mux.HandleFunc("GET /readyz", func(w http.ResponseWriter, r *http.Request) {
		detail := s.detail(r.Context())
		status := http.StatusOK
		if !detail.OK {
			status = http.StatusServiceUnavailable
		}
		w.Header().Set("Cache-Control", "no-store")
		_ = kit.WriteJSON(w, status, detail) // who asked has gone
	})
	return mux
}

func (s *Server) detail(ctx context.Context) readyDetail {
	refusal, cause := s.readiness(ctx)
	detail := readyDetail{OK: refusal == nil}
	if refusal != nil {
		detail.Reason = refusal.Text
	}
	if cause != nil {
		detail.Cause = cause.Error()
	}
	if s.payments != nil {
		detail.PayPal = s.payments.Connection.Health().Access.Reason
	}
	if s.certificateEnd != nil {
		if end := s.certificateEnd().UTC(); !end.IsZero() {
			detail.CertificateEnd = &end
		}
	}
	return detail
}
