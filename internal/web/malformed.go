package web

import (
	"bytes"
	"fmt"
	"net"

	"kontor"
)

// Listener makes the server that accepts from it answer malformed requests as
// the shop answers bad ones: with a German text in JSON, and never with a 5xx.
// net/http refuses them before any handler sees them, in plain English, and an
// unknown transfer coding or protocol version with 501 or 505.
func Listener(l net.Listener) net.Listener { return listener{l} }

type listener struct{ net.Listener }

func (l listener) Accept() (net.Conn, error) {
	accepted, err := l.Listener.Accept()
	if err != nil {
		return nil, err
	}
	return &conn{Conn: accepted}, nil
}

// conn replaces the answers that net/http writes by itself. It writes each of
// them in one piece, and none of the shop's answers looks like one.
type conn struct{ net.Conn }

func (c *conn) Write(p []byte) (int, error) {
	refusal := refusalOf(p)
	if refusal == nil {
		return c.Conn.Write(p)
	}
	if _, err := c.Conn.Write(refusal); err != nil {
		return 0, err
	}
	return len(p), nil
}

// CloseWrite lets net/http close its side first, so that the client can read
// the refusal of a request that it is still sending.
func (c *conn) CloseWrite() error {
	if half, ok := c.Conn.(interface{ CloseWrite() error }); ok {
		return half.CloseWrite()
	}
	return nil
}

var (
	plainHeader  = []byte("\r\nContent-Type: text/plain; charset=utf-8\r\nConnection: close\r\n\r\n")
	headersLarge = []byte("HTTP/1.1 431 ")
	// unexpected begins the bodiless answer to an Expect other than 100-continue.
	unexpected = []byte("HTTP/1.1 417 ")
)

// refusalOf returns what to write instead of net/http's own refusal p, nil when
// p is none.
func refusalOf(p []byte) []byte {
	if bytes.HasPrefix(p, unexpected) {
		return rawRefusal("417 Expectation Failed", kontor.ErrBadRequest)
	}
	end := bytes.Index(p, []byte("\r\n"))
	if end < 0 || !bytes.HasPrefix(p, []byte("HTTP/1.1 ")) || !bytes.HasPrefix(p[end:], plainHeader) {
		return nil
	}
	if bytes.HasPrefix(p, headersLarge) {
		return rawRefusal("431 Request Header Fields Too Large", errTooLarge)
	}
	return rawRefusal("400 Bad Request", kontor.ErrBadRequest)
}

func rawRefusal(status string, refusal *kontor.Error) []byte {
	body, err := encodeJSON(failure{Error: refusal.Text})
	if err != nil {
		return nil // a failure always encodes
	}
	return fmt.Appendf(nil, "HTTP/1.1 %s\r\nContent-Type: application/json; charset=utf-8\r\nX-Fehlercode: %s\r\n"+
		"Cache-Control: no-store\r\nX-Content-Type-Options: nosniff\r\nContent-Length: %d\r\nConnection: close\r\n\r\n%s",
		status, refusal.Code, len(body), body)
}
