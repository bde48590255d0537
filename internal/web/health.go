package web

import (
	"context"
	"net/http"
	"time"

	"kontor/internal/web/kit"
)

// readyTimeout bounds the check whether the database is ready; probes give up after a
// second.
const readyTimeout = 900 * time.Millisecond

// healthz reports that the process is alive.
func (s *Server) healthz(w http.ResponseWriter, _ *http.Request) error {
	return kit.WriteDone(w)
}

// readyAnswer says that the shop takes orders, and what its operator should know all
// the same.
type readyAnswer struct {
	OK     bool   `json:"ok"`
	PayPal string `json:"paypal,omitempty"` // why PayPal takes no payments; orders by bank transfer go on
}

// readyz reports whether to send requests here.
func (s *Server) readyz(w http.ResponseWriter, r *http.Request) error {
	if s.draining.Load() {
		return kit.ErrDraining
	}
	ctx, cancel := context.WithTimeout(r.Context(), readyTimeout)
	defer cancel()
	if err := s.ready(ctx); err != nil {
		s.LogFailure(r, err)
		return kit.ErrNotReady
	}
	answer := readyAnswer{OK: true}
	if s.payments != nil {
		answer.PayPal = s.payments.Connection.Health().Access.Reason
	}
	return kit.WriteJSON(w, http.StatusOK, answer)
}
