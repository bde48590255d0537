package web

import (
	"net/http"
	"net/netip"
	"sync"
	"time"

	"kontor/internal/gate"
	"kontor/internal/web/kit"
)

// Limits bound what clients may hold of the server at once. Where one is 0, there
// is no limit. A client is an IPv4 address or an IPv6 /64.
type Limits struct {
	Connections    int           // open ones of one client that is no trusted proxy
	AllConnections int           // open ones of all clients
	Requests       int           // at once, of one client behind a trusted proxy
	Exports        int           // at once, of all clients
	SendPatience   time.Duration // that a client may let pass while it takes 64 KiB of an answer
}

// crowd counts the requests under way of each client behind a trusted proxy. The
// proxy's connections say nothing about who holds them.
type crowd struct {
	limit int

	mu      sync.Mutex
	present map[netip.Prefix]int
}

func newCrowd(limit int) *crowd {
	return &crowd{limit: limit, present: make(map[netip.Prefix]int)}
}

// enter reports whether the client may have one more request; if so, leave must
// follow.
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

// crowding refuses requests of a client behind a trusted proxy while it has as
// many under way as it may; those whose answer it is still taking count.
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
			s.WriteError(w, r, kit.Later(kit.ErrOverloaded, time.Second))
			return
		}
		defer s.crowd.leave(client)
		next.ServeHTTP(w, r)
	})
}

// exporting is a handler whose answer is made while it is sent, and may take as
// long as its client goes on reading. Few of them run at once.
func (s *Server) exporting(handle kit.Handler) kit.Handler {
	return func(w http.ResponseWriter, r *http.Request) error {
		if !s.exports.Begin() {
			return kit.Later(kit.ErrTooManyExports, exportPatience)
		}
		defer s.exports.End()
		kit.ExchangeOf(r).Compress = true // it is one large file, asked for on purpose
		return handle(w, r)
	}
}

// exportPatience is when to try again while too many exports run.
const exportPatience = 10 * time.Second
