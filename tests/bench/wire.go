package main

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http/httputil"
	"net/url"
	"strconv"
	"strings"
)

// wire is a client that places orders over one connection and does nothing else. It
// shares the processor with the measured shop, so it avoids the overhead of net/http:
// it writes a request in one piece and reads no more of the answer than its status and
// where it ends.
type wire struct {
	conn   net.Conn
	in     *bufio.Reader
	next   func([]byte) []byte // appends the next order's body
	stored string              // begins the answer if the order was stored
	head   string              // of each request, up to the length of its body
	body   []byte
	out    []byte
}

// requestHead is what a browser sends with an order, as far as the shop uses it.
const requestHead = "POST %[2]s HTTP/1.1\r\nHost: %[1]s\r\nUser-Agent: Mozilla/5.0 (X11; Linux x86_64)\r\n" +
	"Accept: application/json\r\nAccept-Language: de\r\nContent-Type: application/json\r\nOrigin: http://%[1]s\r\n" +
	"Sec-Fetch-Site: same-origin\r\nContent-Length: "

// shopStores begins the shop's answer to an order that was stored.
const shopStores = "HTTP/1.1 201 "

func dialWire(target *url.URL, stored string, next func([]byte) []byte) (*wire, error) {
	conn, err := net.Dial("tcp", target.Host)
	if err != nil {
		return nil, err
	}
	return &wire{conn: conn, in: bufio.NewReader(conn), next: next, stored: stored, head: fmt.Sprintf(requestHead, target.Host, target.RequestURI())}, nil
}

// place places the next order, and returns an error unless it was stored.
func (w *wire) place() (orders int, err error) {
	w.body = w.next(w.body[:0])
	w.out = append(w.out[:0], w.head...)
	w.out = strconv.AppendInt(w.out, int64(len(w.body)), 10)
	w.out = append(w.out, "\r\n\r\n"...)
	w.out = append(w.out, w.body...)
	if _, err := w.conn.Write(w.out); err != nil {
		return 0, err
	}
	return 1, w.created()
}

// created reads an answer, which must say that the order was stored.
func (w *wire) created() error {
	status, err := w.in.ReadString('\n')
	if err != nil {
		return err
	}
	content, chunked, err := w.content()
	if err != nil {
		return err
	}
	body, err := io.ReadAll(content)
	if err == nil && chunked {
		_, err = w.in.ReadSlice('\n') // ends the chunks
	}
	if err == nil && !strings.HasPrefix(status, w.stored) {
		err = fmt.Errorf("answer %q %q", status, body)
	}
	return err
}

// content reads the head of an answer, and returns the reader of its body.
func (w *wire) content() (body io.Reader, chunked bool, err error) {
	body = strings.NewReader("")
	for {
		line, err := w.in.ReadSlice('\n')
		if err != nil {
			return nil, false, err
		}
		length, counted := strings.CutPrefix(string(line), "Content-Length: ")
		switch {
		case counted:
			n, err := strconv.ParseInt(strings.TrimSpace(length), 10, 64)
			if err != nil {
				return nil, false, err
			}
			body = io.LimitReader(w.in, n)
		case string(line) == "Transfer-Encoding: chunked\r\n":
			body, chunked = httputil.NewChunkedReader(w.in), true
		case len(line) == len("\r\n"):
			return body, chunked, nil
		}
	}
}
