package web

import (
	"net/http"
	"net/url"
	"strings"

	"kontor/internal/gate"
)

// guard says which sessions a route demands.
type guard int

const (
	// site demands the site session until the site is public. It is what a
	// route has that says nothing else.
	site guard = iota
	// open demands nothing.
	open
	// member demands the site session, also when the site is public.
	member
	// admin demands the site session and the administration session, always.
	// Spec: Administration gate.
	admin
)

// guarded lets a request through to next when it has the sessions of the guard.
func (s *Server) guarded(g guard, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if closed, err := s.closedFor(r, g); closed != nil {
			s.sendAway(w, r, closed, err)
			return
		}
		if s.needsSite(g) {
			s.site.rename(w, r)
		}
		next.ServeHTTP(w, r)
	})
}

// needsSite reports whether a guard demands the site session.
func (s *Server) needsSite(g guard) bool { return g != open && (g != site || !s.public) }

// closedFor returns the first gate that keeps the request from the guarded
// route and why, or nil.
func (s *Server) closedFor(r *http.Request, g guard) (*entrance, error) {
	if !s.needsSite(g) {
		return nil, nil
	}
	if _, err := s.site.session(r); err != nil {
		return s.site, err
	}
	if g != admin {
		return nil, nil
	}
	if _, err := s.administration.session(r); err != nil {
		return s.administration, err
	}
	return nil, nil
}

// sendAway refuses an API request, and shows a page's visitor the way to the
// gate and from there back; unless the gate itself is in trouble.
func (s *Server) sendAway(w http.ResponseWriter, r *http.Request, gateway *entrance, err error) {
	switch {
	case !closed(err) && exchangeOf(r).route == ordersRoute:
		s.writeError(w, r, s.notPlaced(err)) // Spec: POST /api/orders, rule 1.
		return
	case !closed(err):
		s.writeError(w, r, uncheckable(err))
		return
	case strings.HasPrefix(r.URL.Path, "/api/"):
		s.writeError(w, r, gateway.refusal)
		return
	}
	target := url.URL{Path: r.URL.Path, RawPath: r.URL.RawPath, RawQuery: r.URL.RawQuery}
	query := url.Values{returnField: {gate.CleanReturn(target.String())}}
	http.Redirect(w, r, gateway.page+"?"+query.Encode(), http.StatusSeeOther)
}

// requireAdmin checks both sessions once more inside the handlers of the
// administration, so that a route that lost its guard stays closed, and returns
// the administration session. Spec: Administration gate, flow 6.
func (s *Server) requireAdmin(r *http.Request) (gate.Session, error) {
	gateway, err := s.closedFor(r, admin)
	switch {
	case gateway == nil:
		return s.administration.session(r)
	case closed(err):
		return gate.Session{}, gateway.refusal
	}
	return gate.Session{}, uncheckable(err)
}
