package web

import (
	"net/http"

	"kontor/internal/jsvalue"
)

// linkAnswer tells a page where to go on.
type linkAnswer struct {
	OK      bool   `json:"ok"`
	Adresse string `json:"adresse"` // of the provider
}

// beginLink answers POST /api/konto/verknuepfen/:provider: it begins to add the
// provider to the account of this session, and of no other one.
func (s *Server) beginLink(w http.ResponseWriter, r *http.Request) error {
	key, err := s.customers.required(r)
	if err != nil {
		return err
	}
	body, err := s.readJSON(w, r)
	if err != nil {
		return err
	}
	provider, ok := s.customers.Provider(r.PathValue("provider"))
	if !ok {
		return errNotFound
	}
	attempt, address, err := s.customers.Link(r.Context(), key, provider, s.returnAddress(provider))
	if err != nil {
		return err
	}
	begun := newBegun(provider, attempt, jsvalue.Trim(body.Get(returnField).Text()))
	begun.Link = key
	if err := s.keepBegun(w, r, begun); err != nil {
		return err
	}
	return writeJSON(w, http.StatusOK, linkAnswer{true, address})
}

// removeIdentity answers DELETE /api/konto/anbieter/:provider.
func (s *Server) removeIdentity(w http.ResponseWriter, r *http.Request) error {
	key, err := s.customers.required(r)
	if err != nil {
		return err
	}
	if err := s.customers.RemoveIdentity(r.Context(), key, pathText(r, "provider")); err != nil {
		return err
	}
	return writeJSON(w, http.StatusOK, done{true})
}
