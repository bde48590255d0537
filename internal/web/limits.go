package web

import (
	"net/http"
	"net/netip"
	"sync"
	"time"

	"kontor/internal/gate"
	"kontor/internal/web/kit"
)

// Limits bound the server's resources that clients may hold at once. 0 means no limit.
// A client is an IPv4 address or an IPv6 /64.
type Limits struct {
	Connections    int           // open ones of one client, except trusted proxies
	AllConnections int           // open ones of all clients
	Requests       int           // simultaneous, of one client behind a trusted proxy
	Exports        int           // simultaneous, of all clients
	SendPatience   time.Duration // how long a client may take to read 64 KiB of an answer
}

// crowd counts the requests in progress of each client behind a trusted proxy. The
// proxy's connections do not show who holds them.
type crowd struct {
	limit int

	mu      sync.Mutex
	present map[netip.Prefix]int
}

func newCrowd(limit int) *crowd {
	return &crowd{limit: limit, present: make(map[netip.Prefix]int)}
}

// enter reports whether the client may make one more request; if so, leave must follow.
func (c *crowd) enter(client netip.Prefix) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.present[client] >= c.limit {
		return false
	}
	c.present[client]++
	return true
}

func (c *crowd) leave(client netip.Prefix) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.present[client]--; c.present[client] == 0 {
		delete(c.present, client)
	}
}

// crowding refuses requests of a client behind a trusted proxy while it has the maximum
// in progress; those whose answer it is still reading count.
func (s *Server) crowding(next http.Handler) http.Handler {
	if s.crowd.limit == 0 {
		return next
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if isProbe(r) || !s.Proxies.Trusts(gate.Peer(r)) {
			next.ServeHTTP(w, r)
			return
		}
		client := gate.NetworkOf(s.Proxies.ClientAddr(r))
		if !s.crowd.enter(client) {
			s.metrics.shed.WithLabelValues(shedClient).Inc()
			s.WriteError(w, r, kit.Later(kit.ErrOverloaded, time.Second))
			return
		}
		defer s.crowd.leave(client)
		next.ServeHTTP(w, r)
	})
}

// exporting wraps a handler whose answer is produced while it is sent, and may take as
// long as its client keeps reading. Few of them run at once.
func (s *Server) exporting(handle kit.Handler) kit.Handler {
	return func(w http.ResponseWriter, r *http.Request) error {
		if !s.exports.Begin() {
			s.metrics.shed.WithLabelValues(shedExport).Inc()
			return kit.Later(kit.ErrTooManyExports, exportPatience)
		}
		defer s.exports.End()
		kit.ExchangeOf(r).Compress = true // one large file, requested on purpose
		return handle(w, r)
	}
}

// exportPatience is when to retry while too many exports run.
const exportPatience = 10 * time.Second
