//go:build linux

package crash

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"kontor/tests/crowd"
)

const (
	readerRate    = 100 // bytes a second that a slow reader reads
	largeRequests = 20  // sent at once by each; the answers fill every buffer on the way
	tolerable     = 2 * time.Second
)

// strangers are the limits of a publicly reachable shop.
var strangers = []string{"VERBINDUNGS_LIMIT=64", "VERBINDUNGEN_GESAMT=4096", "ANFRAGEN_LIMIT=64", "EXPORT_LIMIT=8", "SENDEFRIST=20s"}

// W28: clients that request much and hardly read block nobody else: no request is
// refused and none waits, with the limits and without.
func TestW28_SlowReadersKeepNobodyOut(t *testing.T) {
	t.Parallel()
	readers, requests := rounds(600, 2000), rounds(200, 6000)
	for name, test := range map[string]struct {
		addresses int
		settings  []string
	}{
		"from several addresses":          {(readers + 63) / 64, strangers},
		"from one address without limits": {1, nil},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := start(t, t.TempDir(), test.settings...)
			// Its first reader waits until the document is made; so many at once would be too many.
			if answer := crowd.Send(newClient(t), "GET", s.url+"/api/openapi.json", nil); answer.Status != http.StatusOK {
				t.Fatalf("the document is answered %d", answer.Status)
			}
			stop := s.readSlowly(readers, test.addresses)
			defer stop()
			s.demandAnswers(requests)
		})
	}
}

// readSlowly lets clients on several addresses of this computer request large answers,
// and waits until each has received the beginning of one. They read until stop.
func (s *shopProcess) readSlowly(n, addresses int) (stop func()) {
	s.t.Helper()
	var all []net.Conn
	for i := range n {
		conn := s.dialFrom(net.IPv4(127, 0, 1, byte(1+i%addresses)))
		all = append(all, conn)
		request := "GET /api/openapi.json HTTP/1.1\r\nHost: " + strings.TrimPrefix(s.url, "http://") + "\r\n\r\n"
		if _, err := io.WriteString(conn, strings.Repeat(request, largeRequests)); err != nil {
			s.t.Fatal(err)
		}
	}
	begin := make([]byte, len("HTTP/1.1 200"))
	for _, conn := range all {
		if _, err := io.ReadFull(conn, begin); err != nil || string(begin) != "HTTP/1.1 200" {
			s.t.Fatalf("a slow reader is answered %q, %v", begin, err)
		}
	}
	ended, stopped := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(stopped)
		tick := time.NewTicker(time.Second)
		defer tick.Stop()
		piece := make([]byte, readerRate)
		for {
			select {
			case <-tick.C:
			case <-ended:
				return
			}
			for _, conn := range all {
				_ = conn.SetReadDeadline(time.Now().Add(time.Millisecond))
				_, _ = conn.Read(piece) // the shop may have given up on it
			}
		}
	}()
	return func() {
		close(ended)
		<-stopped
	}
}

// dialFrom connects to the shop from another address of this computer.
func (s *shopProcess) dialFrom(ip net.IP) net.Conn {
	s.t.Helper()
	dialer := net.Dialer{LocalAddr: &net.TCPAddr{IP: ip}}
	conn, err := dialer.DialContext(s.t.Context(), "tcp", strings.TrimPrefix(s.url, "http://"))
	if err != nil {
		s.t.Fatal(err)
	}
	s.t.Cleanup(func() { conn.Close() })
	return conn
}

// demandAnswers visits pages, prices baskets and orders, one after another. Each must
// be answered soon.
func (s *shopProcess) demandAnswers(n int) {
	s.t.Helper()
	client := newClient(s.t)
	var took []time.Duration
	for i := range n {
		began := time.Now()
		var status, want int
		switch i % 3 {
		case 0:
			status, want = crowd.Send(client, "GET", s.url+"/", nil).Status, http.StatusOK
		case 1:
			status, want = crowd.Send(client, "GET", s.url+"/api/bestseller", nil).Status, http.StatusOK
		case 2:
			order := crowd.Plain(crowd.NewRandom())
			order.Send(client, s.url)
			status, want = order.Answer.Status, http.StatusCreated
		}
		took = append(took, time.Since(began))
		if status != want {
			s.t.Fatalf("request %d beside slow readers is answered %d, want %d", i, status, want)
		}
	}
	slices.Sort(took)
	p99 := took[len(took)*99/100]
	s.t.Logf("%d requests: median %v, p99 %v, slowest %v", n, took[n/2], p99, took[n-1])
	if p99 > tolerable {
		s.t.Errorf("p99 is %v, more than %v", p99, tolerable)
	}
}

// W28: whoever reads slowly but steadily gets an export complete, however long it
// takes; whoever does not read is cut off. The sampled run is ten times as fast.
func TestW28_SlowReadersOfExports(t *testing.T) {
	t.Parallel()
	patience, rate := 2*time.Second, 200<<10
	if thorough() {
		patience, rate = 20*time.Second, 20<<10
	}
	s := start(t, t.TempDir(), "SENDEFRIST="+patience.String())
	const orders = 800
	s.orderMuch(orders)
	cookies := s.operatorCookies()

	idle := s.requestExport(cookies)
	reader := &pacedReader{r: s.requestExport(cookies), perTick: rate / 20, tick: time.NewTicker(time.Second / 20)}
	defer reader.tick.Stop()
	response, err := http.ReadResponse(bufio.NewReader(reader), nil)
	if err != nil {
		t.Fatal(err)
	}
	began := time.Now()
	body, err := io.ReadAll(response.Body)
	if lines := strings.Count(string(body), "\r\n"); err != nil || lines != orders+1 {
		t.Errorf("%d of %d lines after %v: %v", lines, orders+1, time.Since(began), err)
	}
	if len(body) < 1<<20 {
		t.Errorf("the export has only %d bytes: the buffers on its way may hold it all", len(body))
	}
	// What the system had buffered for the other one still arrives, but never its end.
	_ = idle.SetReadDeadline(time.Now().Add(patience + 60*time.Second))
	whole, err := http.ReadResponse(bufio.NewReader(idle), nil)
	if err == nil {
		_, err = io.Copy(io.Discard, whole.Body)
	}
	if err == nil {
		t.Error("who did not read for longer than the limit got the whole export")
	}
}

// orderMuch places orders with long texts.
func (s *shopProcess) orderMuch(n int) {
	s.t.Helper()
	long := strings.Repeat("ä", 240)
	body := fmt.Appendf(nil, `{"land":"de","kunde":{"name":%q,"email":"a@example.org","strasse":%q,"ort":%q},"summe":1,"artikel":[{"slug":"s","name":%q,"menge":1,"preis":1}]}`,
		long, long, long, long)
	var customers sync.WaitGroup
	for range 20 {
		customers.Go(func() {
			for range n / 20 {
				if status, err := post(s.url, body); status != http.StatusCreated {
					s.t.Errorf("an order is answered %d (%v)", status, err)
				}
			}
		})
	}
	customers.Wait()
}

// operatorCookies returns both sessions of an operator as a Cookie header.
func (s *shopProcess) operatorCookies() string {
	s.t.Helper()
	address, err := url.Parse(s.url)
	if err != nil {
		s.t.Fatal(err)
	}
	var pairs []string
	for _, cookie := range s.operator().Jar.Cookies(address) {
		pairs = append(pairs, cookie.Name+"="+cookie.Value)
	}
	return strings.Join(pairs, "; ")
}

// requestExport requests all orders on a connection that reads little at a time.
func (s *shopProcess) requestExport(cookies string) net.Conn {
	s.t.Helper()
	conn := s.dialFrom(net.IPv4(127, 0, 0, 1))
	if err := conn.(*net.TCPConn).SetReadBuffer(16 << 10); err != nil {
		s.t.Fatal(err)
	}
	if _, err := fmt.Fprintf(conn, "GET /api/verwaltung/orders.csv HTTP/1.1\r\nHost: shop\r\nCookie: %s\r\n\r\n", cookies); err != nil {
		s.t.Fatal(err)
	}
	return conn
}

// pacedReader reads a fixed number of bytes at each tick.
type pacedReader struct {
	r       io.Reader
	perTick int
	tick    *time.Ticker
}

func (p *pacedReader) Read(into []byte) (int, error) {
	<-p.tick.C
	return p.r.Read(into[:min(len(into), p.perTick)])
}
