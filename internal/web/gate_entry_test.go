package web_test

import (
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"strings"
	"testing"
	"time"

	"kontor/internal/gate"
	"kontor/internal/web"
)

func guess(code string) string { return `{"code":"` + code + `"}` }

func TestG17_WrongCodes(t *testing.T) {
	t.Parallel()
	s := startShop(t, behindProxy)
	v := s.visitor()
	for i := range 5 {
		got := v.post("/api/zugang", guess(fmt.Sprint("falsch-", i)))
		got.want(t, 401, wrongCode)
		if got.header.Get("Set-Cookie") != "" {
			t.Error("cookie for a wrong code")
		}
	}
	locked := v.post("/api/zugang", guess(siteCode))
	locked.want(t, 429, "Zu viele falsche Codes. Bitte in 15 Minuten noch einmal versuchen.")
	if locked.header.Get("Retry-After") != "900" || locked.header.Get("Set-Cookie") != "" {
		t.Errorf("locked: headers %v", locked.header)
	}
	form := v.form("/api/zugang", url.Values{"code": {siteCode}})
	if form.status != 429 || !strings.Contains(form.body, "Bitte in 15 Minuten") || form.header.Get("Retry-After") != "900" {
		t.Errorf("locked form: %d, %s", form.status, form.body)
	}
	s.visitor().post("/api/zugang", guess(siteCode), "X-Forwarded-For: 203.0.113.77").want(t, 200, "")

	s.clock.advance(15 * time.Minute)
	v.post("/api/zugang", guess(siteCode)).want(t, 200, "")
}

func TestG17_S15_WholeGate(t *testing.T) {
	t.Parallel()
	s := startShop(t, behindProxy)
	for i := range 50 {
		s.visitor().post("/api/zugang", guess("falsch"), fmt.Sprintf("X-Forwarded-For: 198.51.100.%d", i)).want(t, 401, wrongCode)
	}
	s.visitor().post("/api/zugang", guess("falsch"), "X-Forwarded-For: 198.51.100.7").
		want(t, 429, "Zu viele falsche Codes. Bitte in 15 Minuten noch einmal versuchen.")
	// The owner, who has not failed, still gets in; so does the other gate's.
	owner := s.visitor()
	owner.post("/api/zugang", guess(siteCode), "X-Forwarded-For: 203.0.113.5").want(t, 200, "")
	owner.post("/api/zugang/verwaltung", guess(adminCode), "X-Forwarded-For: 198.51.100.7").want(t, 200, "")
}

func TestH43_AnExpiredSessionIsALaneOfItsOwn(t *testing.T) {
	t.Parallel()
	s := startShop(t)
	owner := s.insider()
	stale := "Cookie: " + siteCookie + "=" + owner.Cookie(siteCookie)
	s.clock.advance(91 * 24 * time.Hour)
	for range 5 {
		s.visitor().post("/api/zugang", guess("falsch")).want(t, 401, wrongCode)
	}
	s.visitor().post("/api/zugang", guess(siteCode), stale).want(t, 200, "")
}

func TestG18_S16_ForwardedForOfStrangers(t *testing.T) {
	t.Parallel()
	s := startShop(t)
	for i := range 5 {
		s.from("198.51.100.4", guess("falsch"), fmt.Sprintf("X-Forwarded-For: 203.0.113.%d", i),
			fmt.Sprintf("X-Real-Ip: 203.0.113.%d", i), fmt.Sprintf("Forwarded: for=203.0.113.%d", i)).want(t, 401, wrongCode)
		s.clock.advance(time.Minute)
	}
	got := s.from("198.51.100.4", guess(siteCode), "X-Forwarded-For: 203.0.113.99")
	if got.status != 429 {
		t.Errorf("status %d, want 429", got.status)
	}
	s.clock.advance(24 * time.Hour)
	s.from("198.51.100.4", guess(siteCode), "X-Forwarded-For: 203.0.113.99").want(t, 200, "")
	if n := strings.Count(s.log.String(), "TRUSTED_PROXIES"); n != 1 {
		t.Errorf("warned %d times, want once", n)
	}
}

// from sends a code to the site gate from a peer elsewhere on the internet.
func (s *testShop) from(peer, body string, headers ...string) answer {
	s.t.Helper()
	r := httptest.NewRequestWithContext(s.t.Context(), http.MethodPost, s.url+"/api/zugang", strings.NewReader(body))
	r.RemoteAddr = net.JoinHostPort(peer, "4711")
	for _, header := range append(headers, "Content-Type: application/json") {
		name, value, _ := strings.Cut(header, ": ")
		r.Header.Set(name, value)
	}
	w := httptest.NewRecorder()
	s.Web.Handler().ServeHTTP(w, r)
	return answer{w.Code, w.Header(), w.Body.String()}
}

func TestContract_WhatAGateReads(t *testing.T) {
	t.Parallel()
	s := startShop(t)
	v := s.visitor()
	for _, body := range []string{"", "{", "[]", "null", `{"code":5}`, `{"Code":"` + siteCode + `"}`} {
		v.post("/api/zugang", body).want(t, 400, badRequest)
	}
	v.post("/api/zugang", guess(strings.Repeat("x", 5000))).want(t, 413, "Die Anfrage ist zu groß.")
	v.do("POST", "/api/zugang", guess(siteCode), "Content-Type: text/plain").
		want(t, 415, "Die Anfrage muss den Content-Type application/json haben.")
	if got := v.form("/api/zugang", url.Values{"kode": {siteCode}}); got.status != 400 || !strings.Contains(got.body, badRequest) {
		t.Errorf("form without code: %d", got.status)
	}
	// None of that counts as a failure.
	v.post("/api/zugang", guess(" "+siteCode+" ")).want(t, 200, "")
	v.post("/api/zugang/verwaltung", guess(strings.ToUpper(adminCode))).want(t, 401, wrongCode)
}

func TestG23_S23_ReturnTargets(t *testing.T) {
	t.Parallel()
	s := startShop(t)
	targets := map[string]string{
		"/verwaltung/?status=bezahlt": "/verwaltung/?status=bezahlt",
		"":                            "/",
		"//evil.example":              "/",
		"/\\evil.example":             "/",
		"\\\\evil.example":            "/",
		"https:evil.example":          "/",
		"https://evil.example/":       "/",
		"\t//evil.example":            "/",
		"/\t/evil.example":            "/",
		"/.//evil.example":            "/",
		"javascript:alert(1)":         "/",
		"/api/zugang/abmelden":        "/",
		"/zugang/":                    "/",
		"/x\r\nSet-Cookie: a=b":       "/",
	}
	for given, want := range targets {
		s.visitor().form("/api/zugang", url.Values{"code": {siteCode}, "weiter": {given}}).wantRedirect(t, want)
		page := s.visitor().get("/zugang/?" + url.Values{"weiter": {given}}.Encode())
		if !strings.Contains(page.body, `name="weiter" value="`+want+`"`) {
			t.Errorf("%q: page keeps another target: %s", given, page.body)
		}
	}
	s.insider().form("/api/zugang/verwaltung", url.Values{"code": {adminCode}}).wantRedirect(t, "/verwaltung/")
}

func TestS49_HostHeaderIsNotBelieved(t *testing.T) {
	t.Parallel()
	s := startShop(t)
	got := s.raw(t, "GET /verwaltung/ HTTP/1.1\r\nHost: evil.example\r\nX-Forwarded-Host: evil.example\r\n\r\n")
	got.wantRedirect(t, "/zugang/?weiter=%2Fverwaltung%2F")
	if strings.Contains(got.body, "evil") {
		t.Errorf("body %s", got.body)
	}
}

// The page works with a password manager and without scripts: a real form, one
// visible field, and a name that tells the two codes apart.
func TestH43_EntryPages(t *testing.T) {
	t.Parallel()
	v := startShop(t).insider()
	for path, action := range map[string]string{"/zugang/": "/api/zugang", "/zugang/verwaltung/": "/api/zugang/verwaltung"} {
		page := v.get(path)
		page.want(t, 200, "")
		for _, part := range []string{
			`<form class="card" method="post" action="` + action + `">`,
			`<label for="code">`, `name="code" type="password"`, `autocomplete="current-password"`, `autocomplete="username"`,
			"<h1>Bastelkontor</h1>",
		} {
			if !strings.Contains(page.body, part) {
				t.Errorf("%s: no %s", path, part)
			}
		}
	}
	wrong := v.form("/api/zugang", url.Values{"code": {"<b>falsch"}})
	if !strings.Contains(wrong.body, `role="alert">`+wrongCode) || strings.Contains(wrong.body, "<b>") {
		t.Errorf("refused: %s", wrong.body)
	}
}

// behindProxy trusts this machine as a proxy.
func behindProxy(o *web.Options) {
	o.Proxies = gate.Proxies{netip.MustParsePrefix("127.0.0.1/32")}
}
