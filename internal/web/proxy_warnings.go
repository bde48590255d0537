package web

import (
	"net/http"
	"sync"
	"time"
)

// proxyWarningEvery is how often the operator is warned of a proxy that hides its
// clients from the shop.
const proxyWarningEvery = time.Hour

// proxyWarnings remembers the warnings given to the operator.
type proxyWarnings struct {
	pretender sync.Once

	mu     sync.Mutex
	hiding time.Time // last warning of a proxy that hides its clients; zero: none yet
}

// due reports whether it is time to warn of a proxy that hides its clients.
func (p *proxyWarnings) due(now time.Time) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if since := now.Sub(p.hiding); since >= 0 && since < proxyWarningEvery {
		return false
	}
	p.hiding = now
	return true
}

// warnOfProxy warns the operator of a proxy that is missing from the trusted ones, or
// of somebody who pretends to be one.
func (s *Server) warnOfProxy(r *http.Request) {
	switch {
	case !s.Proxies.IgnoresForwarded(r):
	case !s.Proxies.HidesClients(r):
		s.proxyWarnings.pretender.Do(func() {
			s.Log.WarnContext(r.Context(), "forwarded header from a peer that is not in TRUSTED_PROXIES ignored")
		})
	case s.proxyWarnings.due(s.Now()):
		s.Log.WarnContext(r.Context(), "a proxy on this machine or in its network hides the clients, "+
			"so wrong codes are not counted by client; if it is yours, put its address into TRUSTED_PROXIES")
	}
}
