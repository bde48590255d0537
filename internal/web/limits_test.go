package web_test

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"testing"

	"kontor/internal/gate"
	"kontor/internal/web"
	"kontor/tests/shoptest"
)

// wire is a connection to a shop.
type wire struct {
	net.Conn
	t      *testing.T
	answer *bufio.Reader
}

// dial connects from an address of this computer.
func dial(t *testing.T, shop *shoptest.Shop, from string) *wire {
	t.Helper()
	conn := shop.Dial(from)
	return &wire{conn, t, bufio.NewReader(conn)}
}

// begin sends a request whose body never comes to its end.
func (w *wire) begin(headers string) *wire {
	fmt.Fprintf(w, "POST /api/warenkorb HTTP/1.1\r\nHost: shop\r\n%sExpect: 100-continue\r\nContent-Type: application/json\r\nContent-Length: 10\r\n\r\n", headers)
	if line, err := w.answer.ReadString('\n'); err != nil || line != "HTTP/1.1 100 Continue\r\n" { // the shop is at it
		w.t.Fatalf("the shop says %q, %v", line, err)
	}
	_, _ = w.answer.ReadString('\n')
	return w
}

// get asks for the best sellers and returns the answer's status and Retry-After; 0
// when there is none.
func (w *wire) get(headers string) (status int, later string) {
	fmt.Fprintf(w, "GET /api/bestseller HTTP/1.1\r\nHost: shop\r\n%s\r\n", headers)
	response, err := http.ReadResponse(w.answer, nil)
	if err != nil {
		return 0, ""
	}
	defer response.Body.Close()
	_, _ = io.Copy(io.Discard, response.Body)
	return response.StatusCode, response.Header.Get("Retry-After")
}

func (w *wire) want(status int) {
	w.t.Helper()
	if got, later := w.get(""); got != status || (later != "") != (status == http.StatusServiceUnavailable) {
		w.t.Errorf("answered %d, Retry-After %q; want %d", got, later, status)
	}
}

func limited(limits web.Limits) shoptest.Option {
	return shoptest.Web(func(o *web.Options) { o.Limits = limits })
}

// W28: a client that is at work on all its connections gets no more of them. Others
// notice nothing.
func TestW28_ConnectionsOfOneClient(t *testing.T) {
	t.Parallel()
	shop := shoptest.Start(t, shoptest.Public(), limited(web.Limits{Connections: 3}))
	var busy []*wire
	for range 3 {
		busy = append(busy, dial(t, shop, "127.0.0.2").begin(""))
	}
	dial(t, shop, "127.0.0.2").want(http.StatusServiceUnavailable)
	dial(t, shop, "127.0.0.3").want(http.StatusOK)
	busy[0].Close()
	for { // until the shop has noticed
		if status, _ := dial(t, shop, "127.0.0.2").get(""); status == http.StatusOK {
			break
		}
	}
}

// W28: browsers keep connections that they do not use. One of these makes room for
// a new one, and nobody is refused.
func TestW28_IdleConnectionsMakeRoom(t *testing.T) {
	t.Parallel()
	for name, limits := range map[string]web.Limits{"of one client": {Connections: 3}, "in all": {AllConnections: 3}} {
		shop := shoptest.Start(t, shoptest.Public(), limited(limits))
		var kept []*wire
		for range 3 {
			w := dial(t, shop, "127.0.0.2")
			w.want(http.StatusOK)
			kept = append(kept, w)
		}
		for { // until the shop has noticed that one of them is idle
			if status, _ := dial(t, shop, "127.0.0.2").get(""); status == http.StatusOK {
				break
			}
		}
		var open int
		for _, w := range kept {
			if status, _ := w.get(""); status == http.StatusOK {
				open++
			}
		}
		if open != 2 {
			t.Errorf("%s: %d of 3 connections are still open, want 2", name, open)
		}
	}
}

func TestW28_ConnectionsInAll(t *testing.T) {
	t.Parallel()
	shop := shoptest.Start(t, shoptest.Public(), limited(web.Limits{Connections: 2, AllConnections: 3}))
	for _, from := range []string{"127.0.0.2", "127.0.0.3", "127.0.0.4"} {
		dial(t, shop, from).begin("")
	}
	dial(t, shop, "127.0.0.5").want(http.StatusServiceUnavailable)
}

// W28: the connections of a trusted proxy are not its clients'. What each of these
// may have is requests at once.
func TestW28_ClientsBehindATrustedProxy(t *testing.T) {
	t.Parallel()
	shop := shoptest.Start(t, shoptest.Public(), limited(web.Limits{Connections: 1, Requests: 2}),
		shoptest.Web(func(o *web.Options) { o.Proxies = gate.Proxies{netip.MustParsePrefix("127.0.0.2/32")} }))
	const greedy, modest = "X-Forwarded-For: 2001:db8::1\r\n", "X-Forwarded-For: 2001:db8:0:1::1\r\n"
	dial(t, shop, "127.0.0.2").begin(greedy)
	held := dial(t, shop, "127.0.0.2").begin(greedy)
	neighbour := dial(t, shop, "127.0.0.2") // in the same /64
	if status, later := neighbour.get("X-Forwarded-For: 2001:db8::2\r\n"); status != http.StatusServiceUnavailable || later == "" {
		t.Errorf("a third request is answered %d, Retry-After %q", status, later)
	}
	if status, _ := neighbour.get(modest); status != http.StatusOK {
		t.Errorf("another client is answered %d", status)
	}
	fmt.Fprint(held, "0123456789")
	for {
		if status, _ := neighbour.get(greedy); status == http.StatusOK {
			break
		}
	}
	dial(t, shop, "127.0.0.3").begin(greedy) // no proxy: its word does not count
	dial(t, shop, "127.0.0.3").want(http.StatusServiceUnavailable)
}
