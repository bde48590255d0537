package web_test

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"kontor/internal/gate"
	"kontor/tests/shoptest"
)

// outside is everything that answers people without a session.
var outside = []string{"/healthz", "/readyz", "/zugang/", "/zugang/assets/{version}/a.css", "/api/zugang", "/api/paypal/webhook"}

func TestG22_NothingElseIsReachable(t *testing.T) {
	t.Parallel()
	s := shoptest.Start(t)
	c := s.Anonymous()
	for _, line := range s.Web.RouteLines() {
		if line.Open != slices.Contains(outside, line.Path) {
			t.Errorf("%s: open %v", line.Path, line.Open)
		}
		for _, method := range []string{line.Method, "HEAD", "OPTIONS", "PUT", "TRACE", "FOO"} {
			got := c.Do(method, line.Path, nil)
			if closed := got.Status == 401 || got.Status == 303; closed == line.Open && got.Status != 400 && got.Status != 415 {
				t.Errorf("%s %s: status %d", method, line.Path, got.Status)
			}
		}
	}
}

// oddPaths resemble closed routes in some interpretation.
var oddPaths = []string{
	"//verwaltung", "//verwaltung/", "/verwaltung%2f", "/%76erwaltung/", "/VERWALTUNG/", "/verwaltung/..;/", "/verwaltung/.",
	"/zugang/../verwaltung/", "/zugang/assets/../../verwaltung/", "/zugang/assets/..%2f..%2fverwaltung/",
	"//api/verwaltung/orders", "/api/verwaltung/../verwaltung/orders", "/API/Verwaltung/orders", "/%2fapi/verwaltung/orders",
	"/api//verwaltung/orders", "/api/verwaltung/orders/", "/api/verwaltung/orders;x", "/api/verwaltung/orders%00", "/api/verwaltung/orders.js",
	"/api/zugang/../verwaltung/orders", "/healthz/../api/verwaltung/orders", "/healthz/", "/healthz/x", "/readyz/..", "/api/zugang/",
	"/api/zugang/x", "/api/orders/", "//api/orders", "/api/./orders", "/api/orders/..", "/%2e%2e/etc/passwd", "/..%5c..%5cetc/passwd",
	"/.git/config", "/zugang/assets/", "/zugang/assets/tokens.css", "/verwaltung/../shop.db", "/verwaltung\\", "/zugang/%0a",
}

func TestG22_R34_S47_OddPaths(t *testing.T) {
	t.Parallel()
	s := shoptest.Start(t)
	cookies := s.Operator().Cookies()
	for _, path := range oddPaths {
		for _, method := range []string{"GET", "POST", "OPTIONS"} {
			got := s.Raw(method + " " + path + " HTTP/1.1\r\nHost: x\r\n\r\n")
			if got.Status != 401 && got.Status != 303 && got.Status != 400 {
				t.Errorf("%s %s without a session: status %d", method, path, got.Status)
			}
		}
		got := s.Raw("GET " + path + " HTTP/1.1\r\nHost: x\r\n" + cookies + "\r\n\r\n")
		if got.Status != 404 && got.Status != 400 && path != "/%76erwaltung/" {
			t.Errorf("%s with both sessions: status %d", path, got.Status)
		}
		if got.Header.Get("Cache-Control") != "no-store" && got.Status == 404 {
			t.Errorf("%s: Cache-Control %q", path, got.Header.Get("Cache-Control"))
		}
	}
}

func TestS9_H41_AdministrationNeedsBothSessions(t *testing.T) {
	t.Parallel()
	s := shoptest.Start(t)
	expired := s.Token(gate.Administration)
	s.Clock.Advance(25 * time.Hour)
	site, admin := s.Token(gate.Site), s.Token(gate.Administration)
	pair := func(site, admin string) string {
		return cookies(shoptest.SiteCookie, site, shoptest.AdminCookie, admin)
	}
	for name, sent := range map[string]string{
		"none": cookies(), "site only": cookies(shoptest.SiteCookie, site), "administration only": cookies(shoptest.AdminCookie, admin),
		"swapped": pair(admin, site), "site twice": pair(site, site), "expired": pair(site, expired), "empty": pair(site, ""),
	} {
		for _, line := range s.Web.RouteLines() {
			if !line.Admin {
				continue
			}
			for _, method := range []string{line.Method, "GET", "HEAD", "PATCH", "OPTIONS", "DELETE"} {
				got := s.Anonymous().Do(method, line.Path, nil, sent)
				if got.Status != 401 && got.Status != 303 {
					t.Errorf("%s: %s %s: status %d", name, method, line.Path, got.Status)
				}
			}
		}
	}
	s.Anonymous().Get("/api/verwaltung/orders", pair(site, admin)).Want(200)
}

func TestS48_CacheDeception(t *testing.T) {
	t.Parallel()
	c := shoptest.Start(t).Operator()
	for _, path := range []string{"/api/verwaltung/orders/x.css", "/api/verwaltung/kennzahlen/x.js", "/verwaltung/x.css", "/api/bestseller/a.png",
		"/konto/daten.js", "/konto/x.css", "/en/konto/x.css", "/api/konto/daten.js", "/api/konto/daten/x.js", "/api/konto.css", "/api/konto/orders/x.png"} {
		got := c.Get(path)
		if got.Status != 404 && got.Status != 400 || got.Header.Get("Cache-Control") != "no-store" {
			t.Errorf("%s: status %d, Cache-Control %q", path, got.Status, got.Header.Get("Cache-Control"))
		}
	}
}

func TestS45_Methods(t *testing.T) {
	t.Parallel()
	c := shoptest.Start(t, shoptest.Public()).Operator()
	for path, allow := range map[string]string{
		"/api/orders": "POST", "/api/bestseller": "GET, HEAD", "/healthz": "GET, HEAD", "/": "GET, HEAD",
		"/api/verwaltung/orders/1": "GET, HEAD, PATCH", "/api/zugang": "POST",
	} {
		for _, method := range []string{"TRACE", "PUT", "DELETE", "OPTIONS", "CONNECT", "PROPFIND"} {
			got := c.Do(method, path, nil)
			if got.WantError(405, "Diese Methode ist hier nicht erlaubt."); got.Header.Get("Allow") != allow {
				t.Errorf("%s %s: Allow %q, want %q", method, path, got.Header.Get("Allow"), allow)
			}
		}
	}
	head := c.Do("HEAD", "/api/bestseller", nil)
	if head.Status != 200 || head.Text() != "" || head.Header.Get("Content-Length") == "0" {
		t.Errorf("HEAD: %d %q, length %s", head.Status, head.Text(), head.Header.Get("Content-Length"))
	}
}

func TestS18_ForeignOrigins(t *testing.T) {
	t.Parallel()
	s := shoptest.Start(t, shoptest.Public())
	operator := s.Operator()
	operator.PostOrder(shoptest.Order()).Want(201)
	const text = "Anfragen von fremden Seiten sind nicht erlaubt."
	for _, headers := range [][]string{
		{"Sec-Fetch-Site: cross-site", "Origin: https://evil.example", "Content-Type: text/plain"},
		{"Sec-Fetch-Site: same-site"},
		{"Origin: https://evil.example"},
		{"Origin: null"},
	} {
		operator.PostOrder(shoptest.Order(), headers...).WantError(403, text)
		operator.Patch("/api/verwaltung/orders/1", `{"status":"bezahlt"}`, headers...).WantError(403, text)
		operator.Post("/api/zugang", guess(s.SiteCode), headers...).WantError(403, text)
		operator.Post("/api/zugang/abmelden", nil, headers...).WantError(403, text)
	}
	if stored := s.Orders(); len(stored) != 1 || stored[0].Status != "zahlungOffen" {
		t.Errorf("stored %+v", stored)
	}
	operator.Get("/api/verwaltung/orders", "Sec-Fetch-Site: cross-site").Want(200)
	operator.PostOrder(shoptest.Order(), "Sec-Fetch-Site: same-origin", "Origin: "+s.URL).Want(201)
	s.Anonymous().PostOrder(shoptest.Order(), "Origin: "+s.URL).Want(201)
}

// A program that names no Content-Type means JSON; no form of a foreign page can
// leave it out, and those that it can send are refused.
func TestContract_JSONWithoutAContentType(t *testing.T) {
	t.Parallel()
	s := shoptest.Start(t)
	c := s.Operator()
	c.DoUnchecked("POST", "/api/zugang/verwaltung", guess(s.AdminCode), nil).Want(200)
	s.Visitor().PostOrder(shoptest.Order()).Want(201)
	change := func(contentType ...string) shoptest.Answer {
		return c.DoUnchecked("PATCH", "/api/verwaltung/orders/1", `{"status":"bezahlt"}`, http.Header{"Content-Type": contentType})
	}
	for _, sent := range []string{"text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "", "json"} {
		change(sent).WantError(415, "Die Anfrage muss den Content-Type application/json haben.")
	}
	if stored := s.Orders(); stored[0].Status != "zahlungOffen" {
		t.Errorf("stored %+v", stored)
	}
	change().Want(200)
	c.Post("/widerruf/", "{}").WantError(415, "Das Formular muss mit dem Content-Type application/x-www-form-urlencoded gesendet werden.")
}

// Behind a proxy that asks the shop under another name, the shop's own pages are
// not foreign; those of names that look alike are.
func TestS18_OwnOriginBehindAProxy(t *testing.T) {
	t.Parallel()
	s := shoptest.Start(t, shoptest.Public(), overHTTPS)
	c := s.Anonymous()
	c.PostOrder(shoptest.Order(), "Origin: https://bastelkontor.example").Want(201)
	for _, origin := range []string{"http://bastelkontor.example", "https://bastelkontor.example.evil.example", "https://www.bastelkontor.example"} {
		c.PostOrder(shoptest.Order(), "Origin: "+origin).WantError(403, "Anfragen von fremden Seiten sind nicht erlaubt.")
	}
	if stored := s.Orders(); len(stored) != 1 {
		t.Errorf("stored %+v", stored)
	}
}

func TestS19_NoCrossOriginReading(t *testing.T) {
	t.Parallel()
	c := shoptest.Start(t, shoptest.Public()).Operator()
	for _, path := range []string{"/api/bestseller", "/api/verwaltung/orders", "/gibtsnicht"} {
		got := c.Get(path, "Origin: https://evil.example")
		for name := range got.Header {
			if strings.HasPrefix(name, "Access-Control") {
				t.Errorf("%s: %s: %s", path, name, got.Header.Get(name))
			}
		}
	}
}

func TestR34_OddRequests(t *testing.T) {
	t.Parallel()
	s := shoptest.Start(t, shoptest.Public())
	many := strings.Repeat("X-A: b\r\n", 200)
	cases := []struct {
		name, request string
		status        int // 0: any below 500
	}{
		{"two lengths", "POST /api/orders HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\n{\"a\":", 400},
		{"S46 CL and TE", "POST /api/orders HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 0},
		{"S46 odd TE", "POST /api/orders HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: xchunked\r\n\r\n0\r\n\r\n", 400},
		{"absolute URI", "GET http://evil.example/verwaltung/ HTTP/1.1\r\nHost: evil.example\r\n\r\n", 303},
		{"200 headers", "GET /api/bestseller HTTP/1.1\r\nHost: x\r\n" + many + "\r\n", 200},
		{"2 MB header", "GET / HTTP/1.1\r\nHost: x\r\nX-A: " + strings.Repeat("a", 2<<20) + "\r\n\r\n", 431},
		{"HTTP/1.0", "GET /api/bestseller HTTP/1.0\r\n\r\n", 200},
		{"no host", "GET /api/bestseller HTTP/1.1\r\n\r\n", 400},
		{"OPTIONS *", "OPTIONS * HTTP/1.1\r\nHost: x\r\n\r\n", 0},
		{"CONNECT", "CONNECT evil.example:443 HTTP/1.1\r\nHost: evil.example:443\r\n\r\n", 0},
		{"bare LF", "GET /api/bestseller HTTP/1.1\nHost: x\n\n", 0},
		{"bad chunk", "POST /api/orders HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n", 400},
		{"cut off", "POST /api/orders HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\nConnection: close\r\n\r\n{}\n", 400},
		{"null byte", "GET /%00 HTTP/1.1\r\nHost: x\r\n\r\n", 404},
		{"good order", "POST /api/orders HTTP/1.1\r\nHost: x\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n" + chunked(encoded(shoptest.Order())), 201},
	}
	for _, c := range cases {
		got := s.Raw(c.request)
		if got.Status != c.status && (c.status != 0 || got.Status >= 500) {
			t.Errorf("%s: status %d, want %d", c.name, got.Status, c.status)
		}
	}
	s.WantOrders(1)
}

// chunked is a body in two chunks.
func chunked(body string) string {
	return fmt.Sprintf("5\r\n%s\r\n%x\r\n%s\r\n0\r\n\r\n", body[:5], len(body)-5, body[5:])
}

func TestR34_Pipelining(t *testing.T) {
	t.Parallel()
	s := shoptest.Start(t, shoptest.Public())
	one := "GET /api/bestseller HTTP/1.1\r\nHost: x\r\n\r\n"
	conn := s.Dial(shoptest.Loopback)
	if _, err := conn.Write([]byte(one + one + "GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")); err != nil {
		t.Fatal(err)
	}
	if n := countAnswers(t, conn); n != 3 {
		t.Errorf("%d answers, want 3", n)
	}
}

// countAnswers reads answers until the connection ends.
func countAnswers(t *testing.T, conn net.Conn) int {
	t.Helper()
	reader := bufio.NewReader(conn)
	for n := 0; ; n++ {
		response, err := http.ReadResponse(reader, nil)
		if errors.Is(err, io.ErrUnexpectedEOF) {
			return n
		}
		if err != nil {
			t.Fatal(err)
		}
		io.Copy(io.Discard, response.Body)
		response.Body.Close()
	}
}

func TestS49_RedirectsStayHere(t *testing.T) {
	t.Parallel()
	c := shoptest.Start(t).Operator()
	for path, want := range map[string]string{
		"/verwaltung": "/verwaltung/", "/verwaltung?o=7&status=bezahlt": "/verwaltung/?o=7&status=bezahlt",
		"/verwaltung/gutscheine": "/verwaltung/gutscheine/", "/verwaltung/lieferscheine?id=1": "/verwaltung/lieferscheine/?id=1",
		"/zugang": "/zugang/", "/zugang/verwaltung?weiter=%2Fverwaltung%2F": "/zugang/verwaltung/?weiter=%2Fverwaltung%2F",
	} {
		got := c.Get(path, "Host: evil.example")
		if got.Status != http.StatusPermanentRedirect || got.Header.Get("Location") != want {
			t.Errorf("%s: status %d to %q", path, got.Status, got.Header.Get("Location"))
		}
	}
}
