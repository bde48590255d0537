package web

import (
	"net"
	"net/http"
	"net/netip"
	"time"

	"kontor/internal/gate"
	"kontor/internal/web/kit"
)

const (
	// sendBuffer is what the system may keep of an answer that the client has yet to
	// take, in bytes. With the system's own megabytes a fast write would hide for
	// long whether the client reads at all.
	sendBuffer = 256 << 10
	// sendPiece is what a client has to take within [Limits.SendPatience], in bytes.
	sendPiece = 64 << 10
	// maxFarewells is how many surplus connections are told at once why they end.
	// Those beyond it end without a word.
	maxFarewells = 64
	// farewellTime bounds the time that each of them gets.
	farewellTime = time.Second
)

// Listener returns what the server takes its connections from: as many as the
// limits allow, each with a time limit for answers that moves with what the client
// takes. Malformed requests get the shop's answer there; see conn.
func (s *Server) Listener(l net.Listener) net.Listener {
	return &listener{
		Listener: l, open: newConnections(s.limits, s.Proxies), patience: s.limits.SendPatience,
		farewells: make(chan struct{}, maxFarewells),
	}
}

type listener struct {
	net.Listener
	open      *connections
	patience  time.Duration
	farewells chan struct{}
}

// Accept waits for the next connection that there is room for.
func (l *listener) Accept() (net.Conn, error) {
	for {
		accepted, err := l.Listener.Accept()
		if err != nil {
			return nil, err
		}
		if buffered, ok := accepted.(*net.TCPConn); ok {
			_ = buffered.SetWriteBuffer(sendBuffer) // a wish
		}
		c := &conn{Conn: accepted, client: clientOf(accepted), open: l.open, patience: l.patience, idleSince: time.Now()}
		if l.open.admit(c) {
			return c, nil
		}
		l.sendOff(accepted)
	}
}

// clientOf returns who is at the other end.
func clientOf(c net.Conn) netip.Prefix {
	peer, _ := netip.ParseAddrPort(c.RemoteAddr().String()) // without an address: all one client
	return gate.NetworkOf(peer.Addr())
}

// sendOff ends a surplus connection with the answer of an overloaded shop, so that
// browsers show why and programs know when to come again.
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
		if half, ok := c.(*net.TCPConn); ok && half.CloseWrite() != nil {
			return
		}
		// Closed with something unread, the connection would be reset, and the client
		// might never see the answer.
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

// noteState follows what the HTTP server does with a connection: those that wait
// for a request make room for others.
func noteState(c net.Conn, state http.ConnState) {
	if c, ok := c.(*conn); ok && state != http.StateClosed {
		c.open.setIdle(c, state == http.StateNew || state == http.StateIdle)
	}
}

// conn is a connection of the shop. It ends when the client takes too long to take
// an answer, and replaces the answers that net/http writes by itself.
type conn struct {
	net.Conn
	client netip.Prefix
	open   *connections

	patience time.Duration // 0: any
	waited   time.Duration // for the client to take the current piece
	taken    int           // of the current piece, in bytes

	idleSince time.Time // zero: at work; belongs to open
}

// Write sends p, or what stands for it; see refusalOf.
func (c *conn) Write(p []byte) (int, error) {
	refusal := refusalOf(p)
	if refusal == nil {
		return c.send(p)
	}
	if _, err := c.send(refusal); err != nil {
		return 0, err
	}
	return len(p), nil
}

// send gives the client its time for each piece, of which only what is spent
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

// Close ends the connection and makes room for another one.
func (c *conn) Close() error {
	c.open.drop(c)
	return c.Conn.Close()
}

// CloseWrite lets net/http close its side first, so that the client can read
// the refusal of a request that it is still sending.
func (c *conn) CloseWrite() error {
	if half, ok := c.Conn.(interface{ CloseWrite() error }); ok {
		return half.CloseWrite()
	}
	return nil
}
