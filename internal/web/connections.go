package web

import (
	"net/netip"
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"kontor/internal/gate"
)

// connections tracks the open ones, by client. At the limit, the one that has waited
// longest for its next request is closed: browsers keep idle connections in reserve and
// expect to lose them, so nobody notices.
type connections struct {
	perClient, inAll int // 0: unlimited
	proxies          gate.Proxies

	mu   sync.Mutex
	open map[netip.Prefix]map[*conn]struct{}
	all  int
}

func newConnections(limits Limits, proxies gate.Proxies) *connections {
	return &connections{
		perClient: limits.Connections, inAll: limits.AllConnections, proxies: proxies,
		open: make(map[netip.Prefix]map[*conn]struct{}),
	}
}

// admit registers a new connection, or returns false if there is no room.
func (t *connections) admit(c *conn) bool {
	displaced, admitted := t.place(c)
	if displaced != nil {
		_ = displaced.Conn.Close() // it was idle: there is nothing to lose
	}
	return admitted
}

func (t *connections) place(c *conn) (displaced *conn, admitted bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	switch own := t.open[c.client]; {
	case t.perClient > 0 && len(own) >= t.perClient && !t.proxies.Trusts(c.client.Addr()):
		displaced = longestIdle(own)
	case t.inAll > 0 && t.all >= t.inAll:
		for _, theirs := range t.open {
			displaced = idleLonger(displaced, longestIdle(theirs))
		}
	default:
		t.add(c)
		return nil, true
	}
	if displaced == nil {
		return nil, false
	}
	t.remove(displaced)
	t.add(c)
	return displaced, true
}

func (t *connections) add(c *conn) {
	if t.open[c.client] == nil {
		t.open[c.client] = make(map[*conn]struct{})
	}
	t.open[c.client][c] = struct{}{}
	t.all++
}

// drop removes a closed connection; a second call has no effect.
func (t *connections) drop(c *conn) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.remove(c)
}

func (t *connections) remove(c *conn) {
	own := t.open[c.client]
	if _, open := own[c]; !open {
		return
	}
	delete(own, c)
	t.all--
	if len(own) == 0 {
		delete(t.open, c.client)
	}
}

// unanswered reports whether there are connections that have not got any answer.
func (t *connections) unanswered() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, own := range t.open {
		for c := range own {
			if !c.answered.Load() {
				return true
			}
		}
	}
	return false
}

// setIdle records that a connection begins or stops waiting for a request.
func (t *connections) setIdle(c *conn, idle bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	c.idleSince = time.Time{}
	if idle {
		c.idleSince = time.Now()
	}
}

var openConnections = prometheus.NewDesc("http_connections", "Open connections, by whether they wait for a request.", []string{"state"}, nil)

// Describe describes the figures about connections.
func (t *connections) Describe(to chan<- *prometheus.Desc) { to <- openConnections }

// Collect counts the connections.
func (t *connections) Collect(to chan<- prometheus.Metric) {
	all, idle := t.count()
	to <- prometheus.MustNewConstMetric(openConnections, prometheus.GaugeValue, float64(all-idle), "busy")
	to <- prometheus.MustNewConstMetric(openConnections, prometheus.GaugeValue, float64(idle), "idle")
}

func (t *connections) count() (all, idle int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, own := range t.open {
		for c := range own {
			if !c.idleSince.IsZero() {
				idle++
			}
		}
	}
	return t.all, idle
}

// longestIdle returns the connection that has waited longest, nil if none waits.
func longestIdle(own map[*conn]struct{}) (found *conn) {
	for c := range own {
		found = idleLonger(found, c)
	}
	return found
}

// idleLonger returns which of two has waited longer; nil if neither waits.
func idleLonger(a, b *conn) *conn {
	switch {
	case b == nil || b.idleSince.IsZero():
		return a
	case a == nil || b.idleSince.Before(a.idleSince):
		return b
	}
	return a
}
