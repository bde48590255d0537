package door

import (
	"net/http"
	"net/url"
	"strings"

	"kontor/internal/gate"
	"kontor/internal/web/kit"
)

// Guarded passes a request on to next if it has the sessions required by the route's
// guard.
func (d *Door) Guarded(route kit.Route, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if closed, err := d.closedFor(r, route.Guard); closed != nil {
			d.sendAway(w, r, route, closed, err)
			return
		}
		if d.needsSite(route.Guard) {
			d.site.rename(w, r)
		}
		next.ServeHTTP(w, r)
	})
}

// needsSite reports whether a guard requires the site session.
func (d *Door) needsSite(g kit.Guard) bool { return g != kit.Open && (g != kit.Site || !d.Public) }

// closedFor returns the first gate that keeps the request from the guarded route and
// why, or nil.
func (d *Door) closedFor(r *http.Request, g kit.Guard) (*entrance, error) {
	if !d.needsSite(g) {
		return nil, nil
	}
	if _, err := d.site.session(r); err != nil {
		return d.site, err
	}
	if g != kit.Admin {
		return nil, nil
	}
	if _, err := d.administration.session(r); err != nil {
		return d.administration, err
	}
	return nil, nil
}

// sendAway refuses an API request, and redirects a page's visitor to the gate, with the
// way back; unless the gate itself is in trouble.
func (d *Door) sendAway(w http.ResponseWriter, r *http.Request, route kit.Route, gateway *entrance, err error) {
	switch {
	case !closed(err) && route.Trouble != nil:
		d.WriteError(w, r, route.Trouble(err))
		return
	case !closed(err):
		d.WriteError(w, r, uncheckable(err))
		return
	case strings.HasPrefix(r.URL.Path, "/api/"):
		d.WriteError(w, r, gateway.refusal)
		return
	}
	target := url.URL{Path: r.URL.Path, RawPath: r.URL.RawPath, RawQuery: r.URL.RawQuery}
	query := url.Values{kit.ReturnField: {gate.CleanReturn(target.String())}}
	http.Redirect(w, r, gateway.page+"?"+query.Encode(), http.StatusSeeOther)
}
