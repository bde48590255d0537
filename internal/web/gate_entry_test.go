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
	"kontor/tests/shoptest"
)

func guess(code string) string { return `{"code":"` + code + `"}` }

func TestG17_WrongCodes(t *testing.T) {
	t.Parallel()
	s := shoptest.Start(t, behindProxy)
	c := s.Anonymous()
	for i := range 5 {
		got := c.Post("/api/zugang", guess(fmt.Sprint("falsch-", i))).WantError(401, wrongCode)
		if got.Header.Get("Set-Cookie") != "" {
			t.Error("cookie for a wrong code")
		}
	}
	locked := c.Post("/api/zugang", guess(s.SiteCode)).WantError(429, "Zu viele falsche Codes. Bitte in 15 Minuten noch einmal versuchen.")
	if locked.Header.Get("Retry-After") != "900" || locked.Header.Get("Set-Cookie") != "" {
		t.Errorf("locked: headers %v", locked.Header)
	}
	form := c.Form("/api/zugang", codeForm(s.SiteCode))
	if form.Status != 429 || !strings.Contains(form.Text(), "Bitte in 15 Minuten") || form.Header.Get("Retry-After") != "900" {
		t.Errorf("locked form: %d, %s", form.Status, form.Text())
	}
	s.Anonymous().Post("/api/zugang", guess(s.SiteCode), "X-Forwarded-For: 203.0.113.77").Want(200)

	s.Clock.Advance(15 * time.Minute)
	c.Post("/api/zugang", guess(s.SiteCode)).Want(200)
}

func TestG17_S15_WholeGate(t *testing.T) {
	t.Parallel()
	s := shoptest.Start(t, behindProxy)
	for i := range 50 {
		s.Anonymous().Post("/api/zugang", guess("falsch"), fmt.Sprintf("X-Forwarded-For: 198.51.100.%d", i)).WantError(401, wrongCode)
	}
	s.Anonymous().Post("/api/zugang", guess("falsch"), "X-Forwarded-For: 198.51.100.7").
		WantError(429, "Zu viele falsche Codes. Bitte in 15 Minuten noch einmal versuchen.")
	// The owner, who has not failed, still gets in; so does the other gate's.
	owner := s.Anonymous()
	owner.Post("/api/zugang", guess(s.SiteCode), "X-Forwarded-For: 203.0.113.5").Want(200)
	owner.Post("/api/zugang/verwaltung", guess(s.AdminCode), "X-Forwarded-For: 198.51.100.7").Want(200)
}

func TestH43_AnExpiredSessionIsALaneOfItsOwn(t *testing.T) {
	t.Parallel()
	s := shoptest.Start(t)
	owner := s.Visitor()
	stale := cookies(shoptest.SiteCookie, owner.Cookie(shoptest.SiteCookie))
	s.Clock.Advance(91 * 24 * time.Hour)
	for range 5 {
		s.Anonymous().Post("/api/zugang", guess("falsch")).WantError(401, wrongCode)
	}
	s.Anonymous().Post("/api/zugang", guess(s.SiteCode), stale).Want(200)
}

func TestG18_S16_ForwardedForOfStrangers(t *testing.T) {
	t.Parallel()
	s := shoptest.Start(t)
	for i := range 5 {
		postFrom(t, s, "198.51.100.4", guess("falsch"), fmt.Sprintf("X-Forwarded-For: 203.0.113.%d", i),
			fmt.Sprintf("X-Real-Ip: 203.0.113.%d", i), fmt.Sprintf("Forwarded: for=203.0.113.%d", i)).WantError(401, wrongCode)
		s.Clock.Advance(time.Minute)
	}
	got := postFrom(t, s, "198.51.100.4", guess(s.SiteCode), "X-Forwarded-For: 203.0.113.99")
	if got.Status != 429 {
		t.Errorf("status %d, want 429", got.Status)
	}
	s.Clock.Advance(24 * time.Hour)
	postFrom(t, s, "198.51.100.4", guess(s.SiteCode), "X-Forwarded-For: 203.0.113.99").Want(200)
	if n := strings.Count(s.Log.String(), "TRUSTED_PROXIES"); n != 1 {
		t.Errorf("warned %d times, want once", n)
	}
}

// postFrom sends a code to the site gate from a peer elsewhere on the internet.
func postFrom(t *testing.T, s *shoptest.Shop, peer, body string, headers ...string) shoptest.Answer {
	t.Helper()
	r := httptest.NewRequestWithContext(t.Context(), http.MethodPost, s.URL+"/api/zugang", strings.NewReader(body))
	r.RemoteAddr = net.JoinHostPort(peer, "4711")
	for _, header := range append(headers, "Content-Type: application/json") {
		name, value, _ := strings.Cut(header, ": ")
		r.Header.Set(name, value)
	}
	return s.Serve(r)
}

func TestContract_WhatAGateReads(t *testing.T) {
	t.Parallel()
	s := shoptest.Start(t)
	c := s.Anonymous()
	for _, body := range []string{"", "{", "[]", "null", `{"code":5}`, `{"Code":"` + s.SiteCode + `"}`} {
		c.Post("/api/zugang", body).WantError(400, badRequest)
	}
	c.Post("/api/zugang", guess(strings.Repeat("x", 5000))).WantError(413, "Die Anfrage ist zu groß.")
	c.Post("/api/zugang", guess(s.SiteCode), "Content-Type: text/plain").
		WantError(415, "Die Anfrage muss den Content-Type application/json haben.")
	if got := c.Form("/api/zugang", url.Values{"kode": {s.SiteCode}}); got.Status != 400 || !strings.Contains(got.Text(), badRequest) {
		t.Errorf("form without code: %d", got.Status)
	}
	// None of that counts as a failure.
	c.Post("/api/zugang", guess(" "+s.SiteCode+" ")).Want(200)
	c.Post("/api/zugang/verwaltung", guess(strings.ToLower(s.AdminCode))).WantError(401, wrongCode)
}

func TestG23_S23_ReturnTargets(t *testing.T) {
	t.Parallel()
	s := shoptest.Start(t)
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
		s.Anonymous().Form("/api/zugang", url.Values{"code": {s.SiteCode}, "weiter": {given}}).WantRedirect(want)
		page := s.Anonymous().Get("/zugang/?" + url.Values{"weiter": {given}}.Encode())
		if !strings.Contains(page.Text(), `name="weiter" value="`+want+`"`) {
			t.Errorf("%q: page keeps another target: %s", given, page.Text())
		}
	}
	s.Visitor().Form("/api/zugang/verwaltung", codeForm(s.AdminCode)).WantRedirect("/verwaltung/")
}

func TestS49_HostHeaderIsNotBelieved(t *testing.T) {
	t.Parallel()
	s := shoptest.Start(t)
	got := s.Raw("GET /verwaltung/ HTTP/1.1\r\nHost: evil.example\r\nX-Forwarded-Host: evil.example\r\n\r\n")
	got.WantRedirect("/zugang/?weiter=%2Fverwaltung%2F")
	if strings.Contains(got.Text(), "evil") {
		t.Errorf("body %s", got.Text())
	}
}

// The page works with a password manager and without scripts: a real form, one
// visible field, and a name that tells the two codes apart.
func TestH43_EntryPages(t *testing.T) {
	t.Parallel()
	c := shoptest.Start(t).Visitor()
	for path, action := range map[string]string{"/zugang/": "/api/zugang", "/zugang/verwaltung/": "/api/zugang/verwaltung"} {
		page := c.Get(path).Want(200)
		for _, part := range []string{
			`<form class="card" method="post" action="` + action + `">`,
			`<label for="code">`, `name="code" type="password"`, `autocomplete="current-password"`, `autocomplete="username"`,
			"<h1>Bastelkontor</h1>",
		} {
			if !strings.Contains(page.Text(), part) {
				t.Errorf("%s: no %s", path, part)
			}
		}
	}
	wrong := c.Form("/api/zugang", codeForm("<b>falsch"))
	if !strings.Contains(wrong.Text(), `role="alert">`+wrongCode) || strings.Contains(wrong.Text(), "<b>") {
		t.Errorf("refused: %s", wrong.Text())
	}
}

// behindProxy trusts this machine as a proxy.
var behindProxy = shoptest.Web(func(o *web.Options) {
	o.Proxies = gate.Proxies{netip.MustParsePrefix("127.0.0.1/32")}
})
