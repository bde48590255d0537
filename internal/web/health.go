package web

import (
	"context"
	"net/http"
	"time"

	"kontor/internal/shop"
)

// readyTimeout bounds the question whether the database is ready; probes give
// up after a second.
const readyTimeout = 900 * time.Millisecond

var (
	errDraining = &shop.Error{Code: "wird_beendet", Text: "Der Server wird beendet."}
	errNotReady = &shop.Error{Code: "nicht_bereit", Text: "Die Datenbank ist nicht bereit."}
)

// healthz tells that the process is alive.
func (s *Server) healthz(w http.ResponseWriter, _ *http.Request) error {
	return writeJSON(w, http.StatusOK, done{OK: true})
}

// readyz tells whether to send requests here.
func (s *Server) readyz(w http.ResponseWriter, r *http.Request) error {
	if s.draining.Load() {
		return errDraining
	}
	ctx, cancel := context.WithTimeout(r.Context(), readyTimeout)
	defer cancel()
	if err := s.ready(ctx); err != nil {
		s.logFailure(r, err)
		return errNotReady
	}
	return writeJSON(w, http.StatusOK, done{OK: true})
}
