package web_test

import (
	"errors"
	"io"
	"log/slog"
	"net/http/httptest"
	"os"
	"strings"
	"testing"
	"time"

	"kontor/internal/web"
	"kontor/tests/shoptest"
)

func TestS20_S21_S22_Headers(t *testing.T) {
	t.Parallel()
	s := shoptest.Start(t, overHTTPS)
	c := s.Anonymous()
	for name, got := range map[string]shoptest.Answer{
		"page": c.Get("/zugang/"), "redirect": c.Get("/verwaltung/"), "refusal": c.Get("/api/orders"),
		"probe": c.Get("/healthz"), "foreign": c.Post("/api/orders", nil, "Origin: https://evil.example"), "wrong code": c.Post("/api/zugang", guess("x")),
	} {
		for header, want := range map[string]string{
			"X-Content-Type-Options": "nosniff", "Referrer-Policy": "same-origin",
			"Cross-Origin-Opener-Policy": "same-origin", "Cross-Origin-Resource-Policy": "same-origin",
			"Strict-Transport-Security": "max-age=31536000", "Cache-Control": "no-store",
			"Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; " +
				"form-action 'self'; base-uri 'none'; frame-ancestors 'none'; object-src 'none'",
		} {
			if got.Header.Get(header) != want {
				t.Errorf("%s: %s %q", name, header, got.Header.Get(header))
			}
		}
		if kind := got.Header.Get("Content-Type"); !strings.HasSuffix(kind, "; charset=utf-8") {
			t.Errorf("%s: Content-Type %q", name, kind)
		}
	}
	if shoptest.Start(t).Anonymous().Get("/zugang/").Header.Get("Strict-Transport-Security") != "" {
		t.Error("HSTS without https")
	}
}

func TestG24_CachePolicies(t *testing.T) {
	t.Parallel()
	closed, opened := shoptest.Start(t).Operator(), shoptest.Start(t, shoptest.Public()).Operator()
	for path, want := range map[string]string{
		"/": "no-store", "/verwaltung/": "no-store", "/api/verwaltung/orders": "no-store", "/api/bestseller": "private, no-cache",
	} {
		if got := closed.Get(path).Header.Get("Cache-Control"); !strings.Contains(got, "no-store") && got != want {
			t.Errorf("%s: %q, want %q", path, got, want)
		}
	}
	if got := opened.Get("/api/bestseller").Header.Get("Cache-Control"); got != "no-cache" {
		t.Errorf("public best sellers: %q", got)
	}
}

// S38: the answer is slugs and nothing else, whatever is in the orders.
func TestS38_Contract_Bestsellers(t *testing.T) {
	t.Parallel()
	s := shoptest.Start(t, shoptest.Public())
	c := s.Operator()
	empty := c.Get("/api/bestseller")
	if strings.TrimSpace(empty.Text()) != `{"ok":true,"bestseller":[]}` || empty.Header.Get("Content-Type") != "application/json; charset=utf-8" {
		t.Errorf("without orders: %s", empty.Text())
	}
	etag := "If-None-Match: " + empty.Header.Get("ETag")
	if same := c.Get("/api/bestseller", etag); same.Status != 304 || same.Text() != "" {
		t.Errorf("unchanged: %d %q", same.Status, same.Text())
	}
	c.PostOrder(shoptest.Order()).Want(201)
	c.Get("/api/bestseller", etag).Want(304) // not paid yet
	c.Patch("/api/verwaltung/orders/1", shoptest.Body{"status": "bezahlt"}).Want(200)
	if paid := c.Get("/api/bestseller", etag); paid.Status != 200 || strings.TrimSpace(paid.Text()) != `{"ok":true,"bestseller":["merinowolle-petrol","stricknadeln-bambus-4"]}` {
		t.Errorf("paid: %d %s", paid.Status, paid.Text())
	}
}

func TestContract_NotFound(t *testing.T) {
	t.Parallel()
	c := shoptest.Start(t, shoptest.Public()).Anonymous()
	c.Get("/api/gibtsnicht").WantError(404, "Nicht gefunden.")
	c.Post("/gibtsnicht", "{}").WantError(404, "Nicht gefunden.")
	page := c.Get("/gibtsnicht")
	if page.Status != 404 || !strings.Contains(page.Text(), "<p>Diese Seite gibt es nicht.</p>") {
		t.Errorf("page: %d %s", page.Status, page.Text())
	}
}

func TestG22_Assets(t *testing.T) {
	t.Parallel()
	c := shoptest.Start(t).Anonymous()
	page := c.Get("/zugang/").Text()
	for _, attribute := range []string{`href="`, `src="`} {
		for _, part := range strings.Split(page, attribute)[1:] {
			path, _, _ := strings.Cut(part, `"`)
			got := c.Get(path)
			if got.Status != 200 || got.Text() == "" || got.Header.Get("Cache-Control") != "public, max-age=31536000, immutable" {
				t.Errorf("%s: %d %v", path, got.Status, got.Header)
			}
		}
	}
	if strings.Contains(page, "<style") || strings.Contains(page, "style=") || strings.Contains(page, "<script>") {
		t.Error("inline style or script")
	}
}

// Clients that send their header or body slowly are cut off in time; nobody else waits
// for them.
func TestR29_SlowClients(t *testing.T) {
	t.Parallel()
	s := shoptest.Start(t, shoptest.Public())
	config := web.NewHTTPServer(s.Web.Handler(), slog.New(slog.DiscardHandler))
	if config.ReadHeaderTimeout > 10*time.Second || config.ReadTimeout > 30*time.Second || config.IdleTimeout > 2*time.Minute {
		t.Errorf("timeouts %v, %v, %v", config.ReadHeaderTimeout, config.ReadTimeout, config.IdleTimeout)
	}
	config.ReadHeaderTimeout, config.ReadTimeout = time.Second, 2*time.Second
	server := httptest.NewUnstartedServer(nil)
	server.Config = config
	server.Start()
	t.Cleanup(server.Close)
	s.URL = server.URL

	header := s.Dial(shoptest.Loopback)
	io.WriteString(header, "POST /api/orders HTTP/1.1\r\nHost: x\r\nX-")
	s.Raw("POST /api/orders HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{").WantError(408, "Die Anfrage kam nicht rechtzeitig an.")
	if _, err := io.Copy(io.Discard, header); errors.Is(err, os.ErrDeadlineExceeded) { // however else it ends
		t.Errorf("half a header was kept: %v", err)
	}
	s.WantOrders(0)
}
