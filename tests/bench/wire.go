package main

import (
	"bufio"
	"fmt"
	"io"
	"net"
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
	orders *baskets
	head   string // of each request, up to the length of its body
	body   []byte
	out    []byte
}

// requestHead is what a browser sends with an order, as far as the shop uses it.
const requestHead = "POST /api/orders HTTP/1.1\r\nHost: %[1]s\r\nUser-Agent: Mozilla/5.0 (X11; Linux x86_64)\r\n" +
	"Accept: application/json\r\nAccept-Language: de\r\nContent-Type: application/json\r\nOrigin: http://%[1]s\r\n" +
	"Sec-Fetch-Site: same-origin\r\nContent-Length: "

func dialWire(base *url.URL, orders *baskets) (*wire, error) {
	conn, err := net.Dial("tcp", base.Host)
	if err != nil {
		return nil, err
	}
	return &wire{conn: conn, in: bufio.NewReader(conn), orders: orders, head: fmt.Sprintf(requestHead, base.Host)}, nil
}

// place places the next order, and returns an error unless it was stored.
func (w *wire) place() (orders int, err error) {
	w.body = w.orders.body(w.body[:0])
	w.out = append(w.out[:0], w.head...)
	w.out = strconv.AppendInt(w.out, int64(len(w.body)), 10)
	w.out = append(w.out, "\r\n\r\n"...)
	w.out = append(w.out, w.body...)
	if _, err := w.conn.Write(w.out); err != nil {
		return 0, err
	}
	return 1, w.created()
}

// created reads an answer, which must be 201.
func (w *wire) created() error {
	status, err := w.in.ReadString('\n')
	if err != nil {
		return err
	}
	length := -1
	for {
		line, err := w.in.ReadSlice('\n')
		if err != nil {
			return err
		}
		if len(line) == len("\r\n") {
			break
		}
		if value, ok := strings.CutPrefix(string(line), "Content-Length: "); ok {
			if length, err = strconv.Atoi(strings.TrimSpace(value)); err != nil {
				return err
			}
		}
	}
	body := make([]byte, max(0, length))
	if _, err := io.ReadFull(w.in, body); err != nil {
		return err
	}
	if length < 0 || !strings.HasPrefix(status, "HTTP/1.1 201 ") {
		return fmt.Errorf("answer %q %q", status, body)
	}
	return nil
}
