package shoptest

import (
	"bufio"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"time"
)

// Loopback is the address that connections come from unless a test chooses another one.
const Loopback = "127.0.0.1"

// Dial connects to the shop from an address of this computer, for what no client sends.
// The connection ends with the test, and after a minute at the latest.
func (s *Shop) Dial(from string) net.Conn {
	s.t.Helper()
	dialer := net.Dialer{LocalAddr: &net.TCPAddr{IP: net.ParseIP(from)}}
	conn, err := dialer.DialContext(s.t.Context(), "tcp", s.URL[len("http://"):])
	if err != nil {
		s.t.Fatal(err)
	}
	s.t.Cleanup(func() { conn.Close() })
	_ = conn.SetDeadline(time.Now().Add(time.Minute))
	return conn
}

// Raw sends bytes as they are, over a connection of their own, and returns the first
// answer. It is not compared with the document.
func (s *Shop) Raw(request string) Answer {
	s.t.Helper()
	conn := s.Dial(Loopback)
	_, _ = io.WriteString(conn, request) // the shop may answer, and end the connection, before it has read all
	response, err := http.ReadResponse(bufio.NewReader(conn), nil)
	if err != nil {
		s.t.Fatalf("%.60q: %v", request, err)
	}
	defer response.Body.Close()
	body, _ := io.ReadAll(response.Body)
	return Answer{Status: response.StatusCode, Header: response.Header, Body: body, t: s.t, request: request[:min(60, len(request))]}
}

// Serve lets the server answer a request without a network, from whatever address the
// request names as its client's. It is not compared with the document.
func (s *Shop) Serve(r *http.Request) Answer {
	w := httptest.NewRecorder()
	s.Web.Handler().ServeHTTP(w, r)
	return Answer{Status: w.Code, Header: w.Header(), Body: w.Body.Bytes(), t: s.t, request: r.Method + " " + r.URL.Path}
}
