package web

import (
	"crypto/tls"
	"net"
	"net/http"
	"net/netip"
	"sync"
	"sync/atomic"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"kontor/internal/gate"
	"kontor/internal/web/kit"
)

const (
	// sendBuffer is how many unread bytes of an answer the system may buffer. With its
	// default of megabytes, a fast write would hide for long whether the client reads
	// at all.
	sendBuffer = 256 << 10
	// sendPiece is how many bytes a client has to read within [Limits.SendPatience].
	sendPiece = 64 << 10
	// maxFarewells is how many surplus connections at once get an answer that
	// says why they are closed. Further ones are closed without one.
	maxFarewells = 64
	// farewellTime bounds the time spent on each of them.
	farewellTime = time.Second
)

// Listener wraps the server's listener: it accepts as many connections as the limits
// allow, each with a write deadline that moves as the client reads. Malformed requests
// get the shop's answer there; see conn. A listener with TLS belongs inside, since those
// answers have to be encrypted too.
func (s *Server) Listener(l net.Listener) net.Listener {
	limited := &listener{
		Listener: l, open: s.connections, shed: s.metrics.shed.WithLabelValues(shedConnections), patience: s.limits.SendPatience,
		farewells: make(chan struct{}, maxFarewells), ended: make(chan struct{}),
	}
	s.listeners = append(s.listeners, limited)
	return limited
}

type listener struct {
	net.Listener
	open      *connections
	shed      prometheus.Counter
	patience  time.Duration
	farewells chan struct{}

	full   atomic.Bool   // no more connections are accepted
	parked atomic.Bool   // and those that were are known
	end    sync.Once     // closes ended
	ended  chan struct{} // closed by the HTTP server
}

// Close ends Accept.
func (l *listener) Close() error {
	l.end.Do(func() { close(l.ended) })
	return l.stop()
}

// settled reports whether every connection that was accepted has got an answer.
func (l *listener) settled() bool { return l.parked.Load() && !l.open.unanswered() }

// stop closes the socket, once; Accept does not end.
func (l *listener) stop() (err error) {
	if !l.full.Swap(true) {
		err = l.Listener.Close()
	}
	return err
}

// Accept waits for the next connection for which there is room.
func (l *listener) Accept() (net.Conn, error) {
	for {
		accepted, err := l.Listener.Accept()
		if err != nil && l.full.Load() {
			l.parked.Store(true)
			<-l.ended // it is the HTTP server that ends
		}
		if err != nil {
			return nil, err
		}
		if buffered, ok := transport(accepted).(*net.TCPConn); ok {
			_ = buffered.SetWriteBuffer(sendBuffer) // best effort
		}
		c := &conn{Conn: accepted, client: clientOf(accepted), open: l.open, patience: l.patience, idleSince: time.Now()}
		if l.open.admit(c) {
			return c, nil
		}
		l.shed.Inc()
		l.sendOff(accepted)
	}
}

// transport returns the connection below TLS.
func transport(c net.Conn) net.Conn {
	if secured, ok := c.(*tls.Conn); ok {
		return secured.NetConn()
	}
	return c
}

// clientOf returns the client at the other end.
func clientOf(c net.Conn) netip.Prefix {
	peer, _ := netip.ParseAddrPort(c.RemoteAddr().String()) // those without an address are all one client
	return gate.NetworkOf(peer.Addr())
}

// sendOff closes a surplus connection with the answer of an overloaded shop, so that
// browsers show why and programs know when to retry.
func (l *listener) sendOff(c net.Conn) {
	select {
	case l.farewells <- struct{}{}:
	default:
		_ = c.Close()
		return
	}
	go func() {
		defer func() { <-l.farewells }()
		defer c.Close()
		_ = c.SetDeadline(time.Now().Add(farewellTime))
		if _, err := c.Write(rawRefusal("503 Service Unavailable", kit.ErrOverloaded, "Retry-After: 1\r\n")); err != nil {
			return
		}
		if half, ok := c.(interface{ CloseWrite() error }); ok && half.CloseWrite() != nil {
			return
		}
		// Closing with unread input would reset the connection, and the client might
		// never see the answer.
		request := make([]byte, 4<<10)
		for read := 0; read < 64<<10; {
			n, err := c.Read(request)
			if err != nil {
				return
			}
			read += n
		}
	}()
}

// noteState tracks the HTTP server's use of a connection: idle ones make room for
// others.
func noteState(c net.Conn, state http.ConnState) {
	if c, ok := c.(*conn); ok && state != http.StateClosed {
		c.open.setIdle(c, state == http.StateNew || state == http.StateIdle)
	}
}

// conn is a connection of the shop. It is closed if the client takes too long to read
// an answer, and it replaces the answers that net/http writes by itself.
type conn struct {
	net.Conn
	client netip.Prefix
	open   *connections

	patience time.Duration // 0: unlimited
	waited   time.Duration // for the client to read the current piece
	taken    int           // of the current piece, in bytes

	idleSince time.Time // zero: busy; guarded by the listener
	answered  atomic.Bool
}

// Write sends p, or its replacement; see refusalOf.
func (c *conn) Write(p []byte) (int, error) {
	defer c.answered.Store(true)
	refusal := refusalOf(p)
	if refusal == nil {
		return c.send(p)
	}
	if _, err := c.send(refusal); err != nil {
		return 0, err
	}
	return len(p), nil
}

// send gives the client a time limit for each piece, of which only the time spent
// waiting for it counts.
func (c *conn) send(p []byte) (sent int, err error) {
	if c.patience == 0 {
		return c.Conn.Write(p)
	}
	for sent < len(p) && err == nil {
		if c.taken >= sendPiece {
			c.taken, c.waited = 0, 0
		}
		var n int
		began := time.Now()
		if err := c.Conn.SetWriteDeadline(began.Add(c.patience - c.waited)); err != nil {
			return sent, err
		}
		n, err = c.Conn.Write(p[sent:min(len(p), sent+sendPiece-c.taken)])
		sent, c.taken, c.waited = sent+n, c.taken+n, c.waited+time.Since(began)
	}
	return sent, err
}

// Close closes the connection and makes room for another one.
func (c *conn) Close() error {
	c.open.drop(c)
	return c.Conn.Close()
}

// CloseWrite lets net/http close its side first, so that the client can read the
// refusal of a request that it is still sending.
func (c *conn) CloseWrite() error {
	if half, ok := c.Conn.(interface{ CloseWrite() error }); ok {
		return half.CloseWrite()
	}
	return nil
}
