package web_test

import (
	"errors"
	"io"
	"log/slog"
	"net/http/httptest"
	"net/url"
	"os"
	"strings"
	"testing"
	"time"

	"kontor/internal/web"
)

func TestS20_S21_S22_Headers(t *testing.T) {
	t.Parallel()
	s := startShop(t, func(o *web.Options) { o.BaseURL = &url.URL{Scheme: "https", Host: "bastelkontor.example"} })
	v := s.visitor()
	for name, got := range map[string]answer{
		"page": v.get("/zugang/"), "redirect": v.get("/verwaltung/"), "refusal": v.get("/api/orders"),
		"probe": v.get("/healthz"), "foreign": v.post("/api/orders", "", "Origin: https://evil.example"), "wrong code": v.post("/api/zugang", guess("x")),
	} {
		for header, want := range map[string]string{
			"X-Content-Type-Options": "nosniff", "Referrer-Policy": "same-origin",
			"Cross-Origin-Opener-Policy": "same-origin", "Cross-Origin-Resource-Policy": "same-origin",
			"Strict-Transport-Security": "max-age=31536000", "Cache-Control": "no-store",
			"Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; " +
				"form-action 'self'; base-uri 'none'; frame-ancestors 'none'; object-src 'none'",
		} {
			if got.header.Get(header) != want {
				t.Errorf("%s: %s %q", name, header, got.header.Get(header))
			}
		}
		if kind := got.header.Get("Content-Type"); !strings.HasSuffix(kind, "; charset=utf-8") {
			t.Errorf("%s: Content-Type %q", name, kind)
		}
	}
	if startShop(t).visitor().get("/zugang/").header.Get("Strict-Transport-Security") != "" {
		t.Error("HSTS without https")
	}
}

func TestG24_CachePolicies(t *testing.T) {
	t.Parallel()
	closed, opened := startShop(t).operator(), startShop(t, public).operator()
	for path, want := range map[string]string{
		"/": "no-store", "/verwaltung/": "no-store", "/api/verwaltung/orders": "no-store", "/api/bestseller": "private, no-cache",
	} {
		if got := closed.get(path).header.Get("Cache-Control"); !strings.Contains(got, "no-store") && got != want {
			t.Errorf("%s: %q, want %q", path, got, want)
		}
	}
	if got := opened.get("/api/bestseller").header.Get("Cache-Control"); got != "no-cache" {
		t.Errorf("public best sellers: %q", got)
	}
}

// S38: the answer is slugs and nothing else, whatever is in the orders.
func TestS38_Contract_Bestsellers(t *testing.T) {
	t.Parallel()
	s := startShop(t, public)
	v := s.operator()
	empty := v.get("/api/bestseller")
	if strings.TrimSpace(empty.body) != `{"ok":true,"bestseller":[]}` || empty.header.Get("Content-Type") != "application/json; charset=utf-8" {
		t.Errorf("without orders: %s", empty.body)
	}
	etag := "If-None-Match: " + empty.header.Get("ETag")
	if same := v.get("/api/bestseller", etag); same.status != 304 || same.body != "" {
		t.Errorf("unchanged: %d %q", same.status, same.body)
	}
	v.post("/api/orders", orderBody()).want(t, 201, "")
	v.get("/api/bestseller", etag).want(t, 304, "") // not paid yet
	v.do("PATCH", "/api/verwaltung/orders/1", `{"status":"bezahlt"}`, "Content-Type: application/json").want(t, 200, "")
	if paid := v.get("/api/bestseller", etag); paid.status != 200 || strings.TrimSpace(paid.body) != `{"ok":true,"bestseller":["garn-rot"]}` {
		t.Errorf("paid: %d %s", paid.status, paid.body)
	}
}

func TestContract_NotFound(t *testing.T) {
	t.Parallel()
	v := startShop(t, public).visitor()
	v.get("/api/gibtsnicht").want(t, 404, "Nicht gefunden.")
	v.post("/gibtsnicht", "{}").want(t, 404, "Nicht gefunden.")
	page := v.get("/gibtsnicht")
	if page.status != 404 || !strings.Contains(page.body, "<p>Diese Seite gibt es nicht.</p>") {
		t.Errorf("page: %d %s", page.status, page.body)
	}
}

func TestG22_Assets(t *testing.T) {
	t.Parallel()
	v := startShop(t).visitor()
	page := v.get("/zugang/").body
	for _, attribute := range []string{`href="`, `src="`} {
		for _, part := range strings.Split(page, attribute)[1:] {
			path, _, _ := strings.Cut(part, `"`)
			got := v.get(path)
			if got.status != 200 || got.body == "" || got.header.Get("Cache-Control") != "public, max-age=31536000, immutable" {
				t.Errorf("%s: %d %v", path, got.status, got.header)
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
	s := startShop(t, public)
	config := web.NewHTTPServer(s.Web.Handler(), slog.New(slog.DiscardHandler))
	if config.ReadHeaderTimeout > 10*time.Second || config.ReadTimeout > 30*time.Second || config.IdleTimeout > 2*time.Minute {
		t.Errorf("timeouts %v, %v, %v", config.ReadHeaderTimeout, config.ReadTimeout, config.IdleTimeout)
	}
	config.ReadHeaderTimeout, config.ReadTimeout = time.Second, 2*time.Second
	server := httptest.NewUnstartedServer(nil)
	server.Config = config
	server.Start()
	t.Cleanup(server.Close)
	s.url = server.URL

	header := s.dial(t)
	io.WriteString(header, "POST /api/orders HTTP/1.1\r\nHost: x\r\nX-")
	body := s.raw(t, "POST /api/orders HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{")
	body.want(t, 408, "Die Anfrage kam nicht rechtzeitig an.")
	header.SetDeadline(time.Now().Add(time.Minute))
	if _, err := io.Copy(io.Discard, header); errors.Is(err, os.ErrDeadlineExceeded) { // however else it ends
		t.Errorf("half a header was kept: %v", err)
	}
	s.wantStored(t, 0)
}
