package web_test

import (
	"strings"
	"testing"

	"kontor/tests/shoptest"
)

func TestS46_R34_MalformedRequestsGetTheShopsAnswer(t *testing.T) {
	t.Parallel()
	s := shoptest.Start(t)
	body := `{"ok":false,"error":"Ungültige Anfrage."}` + "\n"
	large := `{"ok":false,"error":"Die Anfrage ist zu groß."}` + "\n"
	for name, c := range map[string]struct {
		request string
		status  int
		body    string
	}{
		"unknown transfer coding":  {"POST /api/orders HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: xchunked\r\n\r\n", 400, body},
		"two transfer codings":     {"POST /api/orders HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: gzip, chunked\r\n\r\n", 400, body},
		"unknown protocol version": {"GET / HTTP/3.7\r\nHost: x\r\n\r\n", 400, body},
		"no host":                  {"GET / HTTP/1.1\r\n\r\n", 400, body},
		"two lengths":              {"POST /api/orders HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab", 400, body},
		"no request at all":        {"\x16\x03\x01 hello\r\n\r\n", 400, body},
		"huge header":              {"GET / HTTP/1.1\r\nHost: x\r\nX: " + strings.Repeat("x", 80<<10) + "\r\n\r\n", 431, large},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := s.In(t).Raw(c.request)
			if got.Status != c.status || got.Text() != c.body {
				t.Errorf("answer = %d %q, want %d %q", got.Status, got.Text(), c.status, c.body)
			}
			if kind := got.Header.Get("Content-Type"); kind != "application/json; charset=utf-8" {
				t.Errorf("Content-Type = %q", kind)
			}
			if got.Header.Get("X-Fehlercode") == "" {
				t.Error("no X-Fehlercode")
			}
		})
	}
}
