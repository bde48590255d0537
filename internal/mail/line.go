package mail

import (
	"context"
	"crypto/tls"
	"errors"
	"net"
	"sync"
	"time"
)

// errTooMuch ends a connection on which a server never stops talking.
var errTooMuch = errors.New("mail: the server says too much")

// line is the connection of one delivery. The library loses track of connections whose
// greeting fails; this remembers them, so that they can be closed.
type line struct {
	sender *smtpSender

	mu     sync.Mutex
	conn   net.Conn
	closed bool
}

// dial connects to the server, with TLS if it speaks nothing else.
func (l *line) dial(ctx context.Context, network, address string) (net.Conn, error) {
	raw, err := l.sender.dial(ctx, network, address)
	if err != nil {
		return nil, err
	}
	if !l.keep(raw) {
		return nil, ctx.Err()
	}
	limited := &limitedConn{Conn: raw, left: maxAnswer}
	if !l.sender.implicit {
		return limited, nil
	}
	encrypted := tls.Client(limited, l.sender.tls)
	return encrypted, encrypted.HandshakeContext(ctx)
}

func (l *line) keep(conn net.Conn) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.closed {
		conn.Close()
		return false
	}
	l.conn = conn
	return true
}

func (l *line) close() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.closed = true
	if l.conn != nil {
		l.conn.Close()
	}
}

func (l *line) setDeadline(t time.Time) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.conn.SetDeadline(t)
}

// limitedConn is a connection that returns a limited number of bytes.
type limitedConn struct {
	net.Conn
	left int
}

// Read reads up to what is left of the limit.
func (c *limitedConn) Read(p []byte) (int, error) {
	if c.left <= 0 {
		return 0, errTooMuch
	}
	n, err := c.Conn.Read(p[:min(len(p), c.left)])
	c.left -= n
	return n, err
}
