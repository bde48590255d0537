package web_test

import (
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"kontor/internal/gate"
	"kontor/internal/web"
)

// outside is everything that answers people without a session.
var outside = []string{"/healthz", "/readyz", "/zugang/", "/zugang/assets/{version}/a.css", "/api/zugang", "/api/paypal/webhook"}

func TestG22_NothingElseIsReachable(t *testing.T) {
	t.Parallel()
	s := startShop(t)
	v := s.visitor()
	for _, line := range s.Web.RouteLines() {
		if line.Open != slices.Contains(outside, line.Path) {
			t.Errorf("%s: open %v", line.Path, line.Open)
		}
		for _, method := range []string{line.Method, "HEAD", "OPTIONS", "PUT", "TRACE", "FOO"} {
			got := v.do(method, line.Path, "")
			if closed := got.status == 401 || got.status == 303; closed == line.Open && got.status != 400 && got.status != 415 {
				t.Errorf("%s %s: status %d", method, line.Path, got.status)
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
	s := startShop(t)
	operator := s.operator()
	cookies := "Cookie: " + siteCookie + "=" + operator.Cookie(siteCookie) + "; " + adminCookie + "=" + operator.Cookie(adminCookie) + "\r\n"
	for _, path := range oddPaths {
		for _, method := range []string{"GET", "POST", "OPTIONS"} {
			got := s.raw(t, method+" "+path+" HTTP/1.1\r\nHost: x\r\n\r\n")
			if got.status != 401 && got.status != 303 && got.status != 400 {
				t.Errorf("%s %s without a session: status %d", method, path, got.status)
			}
		}
		got := s.raw(t, "GET "+path+" HTTP/1.1\r\nHost: x\r\n"+cookies+"\r\n")
		if got.status != 404 && got.status != 400 && path != "/%76erwaltung/" {
			t.Errorf("%s with both sessions: status %d", path, got.status)
		}
		if got.header.Get("Cache-Control") != "no-store" && got.status == 404 {
			t.Errorf("%s: Cache-Control %q", path, got.header.Get("Cache-Control"))
		}
	}
}

func TestS9_H41_AdministrationNeedsBothSessions(t *testing.T) {
	t.Parallel()
	s := startShop(t)
	expired := s.token(gate.Administration)
	s.clock.advance(25 * time.Hour)
	site, admin := s.token(gate.Site), s.token(gate.Administration)
	pair := func(site, admin string) string { return siteCookie + "=" + site + "; " + adminCookie + "=" + admin }
	for name, cookies := range map[string]string{
		"none": "", "site only": siteCookie + "=" + site, "administration only": adminCookie + "=" + admin,
		"swapped": pair(admin, site), "site twice": pair(site, site), "expired": pair(site, expired), "empty": pair(site, ""),
	} {
		for _, line := range s.Web.RouteLines() {
			if !line.Admin {
				continue
			}
			for _, method := range []string{line.Method, "GET", "HEAD", "PATCH", "OPTIONS", "DELETE"} {
				got := s.visitor().do(method, line.Path, "", "Cookie: "+cookies)
				if got.status != 401 && got.status != 303 {
					t.Errorf("%s: %s %s: status %d", name, method, line.Path, got.status)
				}
			}
		}
	}
	s.visitor().get("/api/verwaltung/orders", "Cookie: "+pair(site, admin)).want(t, 200, "")
}

func TestS48_CacheDeception(t *testing.T) {
	t.Parallel()
	v := startShop(t).operator()
	for _, path := range []string{"/api/verwaltung/orders/x.css", "/api/verwaltung/kennzahlen/x.js", "/verwaltung/x.css", "/api/bestseller/a.png",
		"/konto/daten.js", "/konto/x.css", "/en/konto/x.css", "/api/konto/daten.js", "/api/konto/daten/x.js", "/api/konto.css", "/api/konto/orders/x.png"} {
		got := v.get(path)
		if got.status != 404 && got.status != 400 || got.header.Get("Cache-Control") != "no-store" {
			t.Errorf("%s: status %d, Cache-Control %q", path, got.status, got.header.Get("Cache-Control"))
		}
	}
}

func TestS45_Methods(t *testing.T) {
	t.Parallel()
	v := startShop(t, public).operator()
	for path, allow := range map[string]string{
		"/api/orders": "POST", "/api/bestseller": "GET, HEAD", "/healthz": "GET, HEAD", "/": "GET, HEAD",
		"/api/verwaltung/orders/1": "GET, HEAD, PATCH", "/api/zugang": "POST",
	} {
		for _, method := range []string{"TRACE", "PUT", "DELETE", "OPTIONS", "CONNECT", "PROPFIND"} {
			got := v.do(method, path, "")
			if got.want(t, 405, "Diese Methode ist hier nicht erlaubt."); got.header.Get("Allow") != allow {
				t.Errorf("%s %s: Allow %q, want %q", method, path, got.header.Get("Allow"), allow)
			}
		}
	}
	head := v.do("HEAD", "/api/bestseller", "")
	if head.status != 200 || head.body != "" || head.header.Get("Content-Length") == "0" {
		t.Errorf("HEAD: %d %q, length %s", head.status, head.body, head.header.Get("Content-Length"))
	}
}

func TestS18_ForeignOrigins(t *testing.T) {
	t.Parallel()
	s := startShop(t, public)
	operator := s.operator()
	operator.post("/api/orders", orderBody()).want(t, 201, "")
	const text = "Anfragen von fremden Seiten sind nicht erlaubt."
	for _, headers := range [][]string{
		{"Sec-Fetch-Site: cross-site", "Origin: https://evil.example", "Content-Type: text/plain"},
		{"Sec-Fetch-Site: same-site"},
		{"Origin: https://evil.example"},
		{"Origin: null"},
	} {
		operator.do("POST", "/api/orders", orderBody(), headers...).want(t, 403, text)
		operator.do("PATCH", "/api/verwaltung/orders/1", `{"status":"bezahlt"}`, headers...).want(t, 403, text)
		operator.do("POST", "/api/zugang", `{"code":"`+siteCode+`"}`, headers...).want(t, 403, text)
		operator.do("POST", "/api/zugang/abmelden", "", headers...).want(t, 403, text)
	}
	if stored := s.stored(); len(stored) != 1 || stored[0].Status != "zahlungOffen" {
		t.Errorf("stored %+v", stored)
	}
	operator.get("/api/verwaltung/orders", "Sec-Fetch-Site: cross-site").want(t, 200, "")
	operator.do("POST", "/api/orders", orderBody(), "Sec-Fetch-Site: same-origin", "Origin: "+s.url).want(t, 201, "")
	s.visitor().do("POST", "/api/orders", orderBody(), "Origin: "+s.url).want(t, 201, "")
}

// A program that names no Content-Type means JSON; no form of a foreign page can
// leave it out, and those that it can send are refused.
func TestContract_JSONWithoutAContentType(t *testing.T) {
	t.Parallel()
	s := startShop(t)
	v := s.operator()
	v.loose("POST", "/api/zugang/verwaltung", guess(adminCode), nil).want(t, 200, "")
	s.place()
	change := func(contentType ...string) answer {
		return v.loose("PATCH", "/api/verwaltung/orders/1", `{"status":"bezahlt"}`, http.Header{"Content-Type": contentType})
	}
	for _, sent := range []string{"text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "", "json"} {
		change(sent).want(t, 415, "Die Anfrage muss den Content-Type application/json haben.")
	}
	if stored := s.stored(); stored[0].Status != "zahlungOffen" {
		t.Errorf("stored %+v", stored)
	}
	change().want(t, 200, "")
	v.do("POST", "/widerruf/", "{}").want(t, 415, "Das Formular muss mit dem Content-Type application/x-www-form-urlencoded gesendet werden.")
}

// Behind a proxy that asks the shop under another name, the shop's own pages are
// not foreign; those of names that look alike are.
func TestS18_OwnOriginBehindAProxy(t *testing.T) {
	t.Parallel()
	s := startShop(t, public, func(o *web.Options) { o.BaseURL = &url.URL{Scheme: "https", Host: "bastelkontor.example"} })
	v := s.visitor()
	v.do("POST", "/api/orders", orderBody(), "Origin: https://bastelkontor.example").want(t, 201, "")
	for _, origin := range []string{"http://bastelkontor.example", "https://bastelkontor.example.evil.example", "https://www.bastelkontor.example"} {
		v.do("POST", "/api/orders", orderBody(), "Origin: "+origin).want(t, 403, "Anfragen von fremden Seiten sind nicht erlaubt.")
	}
	if stored := s.stored(); len(stored) != 1 {
		t.Errorf("stored %+v", stored)
	}
}

func TestS19_NoCrossOriginReading(t *testing.T) {
	t.Parallel()
	v := startShop(t, public).operator()
	for _, path := range []string{"/api/bestseller", "/api/verwaltung/orders", "/gibtsnicht"} {
		got := v.get(path, "Origin: https://evil.example")
		for name := range got.header {
			if strings.HasPrefix(name, "Access-Control") {
				t.Errorf("%s: %s: %s", path, name, got.header.Get(name))
			}
		}
	}
}

func TestR34_OddRequests(t *testing.T) {
	t.Parallel()
	s := startShop(t, public)
	body := orderBody()
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
		{"good order", "POST /api/orders HTTP/1.1\r\nHost: x\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n" + chunked(body), 201},
	}
	for _, c := range cases {
		got := s.raw(t, c.request)
		if got.status != c.status && (c.status != 0 || got.status >= 500) {
			t.Errorf("%s: status %d, want %d", c.name, got.status, c.status)
		}
	}
	s.wantStored(t, 1)
}

func TestR34_Pipelining(t *testing.T) {
	t.Parallel()
	s := startShop(t, public)
	one := "GET /api/bestseller HTTP/1.1\r\nHost: x\r\n\r\n"
	conn := s.dial(t)
	conn.SetDeadline(time.Now().Add(time.Minute))
	if _, err := conn.Write([]byte(one + one + "GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")); err != nil {
		t.Fatal(err)
	}
	if n := countAnswers(t, conn); n != 3 {
		t.Errorf("%d answers, want 3", n)
	}
}

func TestS49_RedirectsStayHere(t *testing.T) {
	t.Parallel()
	v := startShop(t).operator()
	for path, want := range map[string]string{
		"/verwaltung": "/verwaltung/", "/verwaltung?o=7&status=bezahlt": "/verwaltung/?o=7&status=bezahlt",
		"/verwaltung/gutscheine": "/verwaltung/gutscheine/", "/verwaltung/lieferscheine?id=1": "/verwaltung/lieferscheine/?id=1",
		"/zugang": "/zugang/", "/zugang/verwaltung?weiter=%2Fverwaltung%2F": "/zugang/verwaltung/?weiter=%2Fverwaltung%2F",
	} {
		got := v.get(path, "Host: evil.example")
		if got.status != http.StatusPermanentRedirect || got.header.Get("Location") != want {
			t.Errorf("%s: status %d to %q", path, got.status, got.header.Get("Location"))
		}
	}
}
