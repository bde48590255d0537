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
		if closed := s.closedFor(r, g); closed != nil {
			s.sendAway(w, r, closed)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// closedFor returns the first gate that keeps the request from the guarded
// route, or nil.
func (s *Server) closedFor(r *http.Request, g guard) *entrance {
	if g == open || g == site && s.public {
		return nil
	}
	if _, err := s.site.session(r); err != nil {
		return s.site
	}
	if g != admin {
		return nil
	}
	if _, err := s.administration.session(r); err != nil {
		return s.administration
	}
	return nil
}

// sendAway refuses an API request, and shows a page's visitor the way to the
// gate and from there back.
func (s *Server) sendAway(w http.ResponseWriter, r *http.Request, closed *entrance) {
	if strings.HasPrefix(r.URL.Path, "/api/") {
		s.writeError(w, r, closed.refusal)
		return
	}
	target := url.URL{Path: r.URL.Path, RawPath: r.URL.RawPath, RawQuery: r.URL.RawQuery}
	query := url.Values{returnField: {gate.CleanReturn(target.String())}}
	http.Redirect(w, r, closed.page+"?"+query.Encode(), http.StatusSeeOther)
}

// requireAdmin checks both sessions once more inside the handlers of the
// administration, so that a route that lost its guard stays closed, and returns
// the administration session. Spec: Administration gate, flow 6.
func (s *Server) requireAdmin(r *http.Request) (gate.Session, error) {
	if _, err := s.site.session(r); err != nil {
		return gate.Session{}, errNoSite
	}
	session, err := s.administration.session(r)
	if err != nil {
		return gate.Session{}, errNoAdmin
	}
	return session, nil
}
