package web_test

import (
	"bufio"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"kontor/internal/web"
	"kontor/tests/shoptest"
)

var secureBase = &url.URL{Scheme: "https", Host: "shop.test"}

// ownTLS makes the shop one that speaks TLS itself, as https://shop.test.
func ownTLS(o *web.Options) {
	o.BaseURL = secureBase
	o.CertificateEnd = func() time.Time { return time.Date(2027, 1, 31, 12, 0, 0, 0, time.UTC) }
}

// W19: a shop that speaks TLS itself answers under its own name alone; only probes get
// an answer under any.
func TestW19_ForeignHosts(t *testing.T) {
	t.Parallel()
	s := shoptest.Start(t, shoptest.Public(), shoptest.Web(ownTLS))
	for request, want := range map[string]string{
		"GET shop.test /api/bestseller":      "200",
		"GET SHOP.test:443 /api/bestseller":  "200",
		"GET other.test /api/bestseller":     "421",
		"GET 127.0.0.1:8443 /":               "421",
		"POST other.test /api/orders":        "421",
		"GET shop.test.evil.test /":          "421",
		"GET 127.0.0.1 /healthz":             "200",
		"GET [::1]:8443 /readyz":             "200",
		"GET www.shop.test /?a=1&b=%20":      "308 https://shop.test/?a=1&b=%20",
		"HEAD www.shop.test //evil.test/%2F": "308 https://shop.test//evil.test/%2F",
		"POST www.shop.test /api/orders":     "421",
	} {
		method, rest, _ := strings.Cut(request, " ")
		host, target, _ := strings.Cut(rest, " ")
		w := answer(s.Web.Handler(), method, host, target)
		if got := strings.TrimSpace(fmt.Sprint(w.Code, " ", w.Header().Get("Location"))); got != want {
			t.Errorf("%s: %s, want %s", request, got, want)
		}
		if hsts := w.Header().Get("Strict-Transport-Security"); hsts != "max-age=31536000" {
			t.Errorf("%s: Strict-Transport-Security %q", request, hsts)
		}
	}
	if body := answer(s.Web.Handler(), "GET", "other.test", "/").Body.String(); !strings.Contains(body, "Unter dieser Adresse gibt es den Shop nicht.") {
		t.Errorf("the page says %s", body)
	}
	plain := shoptest.Start(t, shoptest.Public(), shoptest.Web(func(o *web.Options) { o.BaseURL = secureBase }))
	if w := answer(plain.Web.Handler(), "GET", "other.test", "/api/bestseller"); w.Code != http.StatusOK {
		t.Errorf("behind a proxy, which sorts hosts out: %d", w.Code)
	}
}

func answer(handler http.Handler, method, host, target string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(method, "https://shop.test/", nil)
	r.Host = host
	r.URL, _ = url.ParseRequestURI(target)
	w := httptest.NewRecorder()
	handler.ServeHTTP(w, r)
	return w
}

// W19: the plain address sends readers to the shop, wherever they thought to be, and
// repeats nothing that was sent in the clear.
func TestW19_PlainAddress(t *testing.T) {
	t.Parallel()
	handler := web.Unencrypted(secureBase)
	for _, c := range []struct{ method, host, target, location string }{
		{"GET", "shop.test", "/produkt/garn/?farbe=rot", "https://shop.test/produkt/garn/?farbe=rot"},
		{"HEAD", "other.test", "/", "https://shop.test/"},
		{"GET", "shop.test", "x:.evil.test", "https://shop.test/"},
		{"GET", "shop.test", "//evil.test/", "https://shop.test//evil.test/"},
	} {
		if w := answer(handler, c.method, c.host, c.target); w.Code != http.StatusPermanentRedirect || w.Header().Get("Location") != c.location {
			t.Errorf("%s %s%s: %d %q", c.method, c.host, c.target, w.Code, w.Header().Get("Location"))
		}
	}
	for _, method := range []string{"POST", "PUT", "OPTIONS", "DELETE"} {
		if w := answer(handler, method, "shop.test", "/api/orders"); w.Code != http.StatusForbidden || w.Header().Get("Location") != "" {
			t.Errorf("%s: %d", method, w.Code)
		}
	}
}

// O1: why the shop is not ready, and what else its operator should know, stands on the
// address of the metrics alone.
func TestO1_ReadinessInDetail(t *testing.T) {
	t.Parallel()
	var broken error
	s := shoptest.Start(t, shoptest.Public(), shoptest.Web(ownTLS), shoptest.Web(func(o *web.Options) {
		o.Ready = func(context.Context) error { return broken }
	}))
	if got := s.Readiness(200); got["ok"] != true || got["grund"] != "" || got["zertifikat_bis"] != "2027-01-31T12:00:00Z" {
		t.Errorf("ready: %v", got)
	}
	broken = errors.New("disk I/O error: /var/lib/kontor.db")
	if got := s.Readiness(503); got["ok"] != false || got["grund"] != "Die Datenbank ist nicht bereit." || got["ursache"] != broken.Error() {
		t.Errorf("without its database: %v", got)
	}
	if w := answer(s.Web.Handler(), "GET", "shop.test", "/readyz"); w.Code != 503 || strings.Contains(w.Body.String(), "disk") {
		t.Errorf("to everybody: %d %s", w.Code, w.Body)
	}
	s.Web.Drain()
	if got := s.Readiness(503); got["grund"] != "Der Server wird beendet." || got["ursache"] != "" {
		t.Errorf("about to end: %v", got)
	}
	plain := shoptest.Start(t)
	if _, there := plain.Readiness(200)["zertifikat_bis"]; there {
		t.Error("a shop behind a proxy speaks of its certificate")
	}
}

// W28: over TLS connections count as they do without it, and a malformed request and a
// surplus connection get the shop's own answers.
func TestW28_OverTLS(t *testing.T) {
	t.Parallel()
	s := shoptest.Start(t, shoptest.Public(), limited(web.Limits{Connections: 1}))
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	certified := httptest.NewTLSServer(nil) // for its certificate
	certified.Close()
	server := web.NewHTTPServer(s.Web.Handler(), slog.New(slog.DiscardHandler))
	go server.Serve(s.Web.Listener(tls.NewListener(listener, &tls.Config{Certificates: certified.TLS.Certificates})))
	defer server.Close()
	dial := func() *wire {
		conn, err := tls.Dial("tcp", listener.Addr().String(), &tls.Config{InsecureSkipVerify: true})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { conn.Close() })
		return &wire{conn, t, bufio.NewReader(conn)}
	}
	busy := dial().begin("")
	dial().want(http.StatusServiceUnavailable)
	busy.Close()
	for { // until the shop has noticed
		malformed := dial()
		fmt.Fprint(malformed, "GET / HTTP/1.1\r\nHost: a b\r\n\r\n")
		response, err := http.ReadResponse(malformed.answer, nil)
		if err == nil && response.StatusCode == http.StatusServiceUnavailable {
			continue
		}
		if err != nil || response.StatusCode != http.StatusBadRequest || !strings.HasPrefix(response.Header.Get("Content-Type"), "application/json") {
			t.Errorf("malformed: %v, %v", response, err)
		}
		return
	}
}
