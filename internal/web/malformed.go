package web

import (
	"bytes"
	"fmt"

	"kontor/internal/shop"
	"kontor/internal/web/kit"
)

var (
	plainHeader  = []byte("\r\nContent-Type: text/plain; charset=utf-8\r\nConnection: close\r\n\r\n")
	headersLarge = []byte("HTTP/1.1 431 ")
	// unexpected begins the bodiless answer to an Expect other than 100-continue.
	unexpected = []byte("HTTP/1.1 417 ")
)

// The shop answers malformed requests like invalid ones: with a German text in JSON,
// and never with a 5xx. net/http refuses them before any handler sees them, in plain
// English, and an unknown transfer coding or protocol version with 501 or 505. It
// writes each of these answers in one piece, and none of the shop's resembles one.

// refusalOf returns the replacement for net/http's own refusal p, nil if p is not one.
func refusalOf(p []byte) []byte {
	if bytes.HasPrefix(p, unexpected) {
		return rawRefusal("417 Expectation Failed", shop.ErrBadRequest, "")
	}
	end := bytes.Index(p, []byte("\r\n"))
	if end < 0 || !bytes.HasPrefix(p, []byte("HTTP/1.1 ")) || !bytes.HasPrefix(p[end:], plainHeader) {
		return nil
	}
	if bytes.HasPrefix(p, headersLarge) {
		return rawRefusal("431 Request Header Fields Too Large", kit.ErrTooLarge, "")
	}
	return rawRefusal("400 Bad Request", shop.ErrBadRequest, "")
}

// rawRefusal is a complete answer; more is further header lines.
func rawRefusal(status string, refusal *shop.Error, more string) []byte {
	body, err := kit.EncodeJSON(kit.Failure{Error: refusal.Text})
	if err != nil {
		return nil // never fails
	}
	return fmt.Appendf(nil, "HTTP/1.1 %s\r\nContent-Type: application/json; charset=utf-8\r\nX-Fehlercode: %s\r\n"+
		"Cache-Control: no-store\r\nX-Content-Type-Options: nosniff\r\n%sContent-Length: %d\r\nConnection: close\r\n\r\n%s",
		status, refusal.Code, more, len(body), body)
}
