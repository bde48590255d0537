package web

import (
	"net"
	"net/http"
	"net/url"
	"strings"

	"kontor/internal/web/kit"
)

// addressed refuses requests for other hosts than the shop's, once the shop speaks TLS
// itself: nothing in front of it has sorted them out. Probes ask for it by its number.
func (s *Server) addressed(next http.Handler) http.Handler {
	if s.certificateEnd == nil {
		return next
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch name := hostname(r.Host); {
		case isProbe(r), strings.EqualFold(name, s.BaseURL.Hostname()):
			next.ServeHTTP(w, r)
		case strings.EqualFold(name, "www."+s.BaseURL.Hostname()) && reads(r):
			redirect(w, r, s.BaseURL)
		default:
			s.WriteError(w, r, kit.ErrForeignHost)
		}
	})
}

// hostname returns the host of a request without its port.
func hostname(host string) string {
	if name, _, err := net.SplitHostPort(host); err == nil {
		return name
	}
	return host
}

func reads(r *http.Request) bool { return r.Method == http.MethodGet || r.Method == http.MethodHead }

// redirect sends a reader to the same page of the shop. Host and scheme are always the
// shop's own, however odd the request's target is.
func redirect(w http.ResponseWriter, r *http.Request, base *url.URL) {
	target := base.Scheme + "://" + base.Host + "/" + strings.TrimPrefix(r.URL.EscapedPath(), "/")
	if r.URL.RawQuery != "" {
		target += "?" + r.URL.RawQuery
	}
	w.Header().Set("Location", target)
	w.WriteHeader(http.StatusPermanentRedirect)
}

// Unencrypted returns the handler of the shop's plain address beside TLS. Readers are
// sent on to the shop; whatever somebody else sends has crossed the network in the clear,
// and is refused rather than repeated.
func Unencrypted(base *url.URL) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if reads(r) {
			redirect(w, r, base)
			return
		}
		http.Error(w, "Der Shop antwortet nur verschlüsselt: "+base.Scheme+"://"+base.Host+"/", http.StatusForbidden)
	})
}
