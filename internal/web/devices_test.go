package web_test

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"strings"
	"testing"
	"time"

	"kontor/internal/gate"
	"kontor/internal/web"
	"kontor/tests/shoptest"
)

const deviceCookie = "bastelkontor_geraet"

// overHTTPS makes browsers reach the shop over https. Clients here use http, so they do
// not send its cookies back by themselves.
func overHTTPS(o *web.Options) { o.BaseURL = &url.URL{Scheme: "https", Host: "bastelkontor.example"} }

// untrustedProxy starts a proxy on this machine that forwards its clients' addresses,
// like nginx, and returns a function that sends a visitor's requests through it.
func (s *testShop) untrustedProxy() func(*visitor) *visitor {
	s.t.Helper()
	target, err := url.Parse(s.url)
	if err != nil {
		s.t.Fatal(err)
	}
	upstream := &http.Transport{}
	proxy := httptest.NewServer(&httputil.ReverseProxy{Transport: upstream, Rewrite: func(r *httputil.ProxyRequest) {
		r.SetURL(target)
		r.Out.Host = r.In.Host
		r.Out.Header["X-Forwarded-For"] = r.In.Header["X-Forwarded-For"]
		r.SetXForwarded()
	}})
	downstream := &http.Transport{DialContext: func(ctx context.Context, network, _ string) (net.Conn, error) {
		var d net.Dialer
		return d.DialContext(ctx, network, proxy.Listener.Addr().String())
	}}
	s.t.Cleanup(func() {
		downstream.CloseIdleConnections()
		upstream.CloseIdleConnections()
		proxy.Close()
	})
	return func(v *visitor) *visitor {
		v.HTTP().Transport = downstream
		return v
	}
}

// on returns a fresh browser on the device of another one: only what makes it known is
// left.
func (v *visitor) on(device *visitor) *visitor {
	v.SetCookie(deviceCookie, device.Cookie(deviceCookie))
	return v
}

func codeForm(code string) url.Values { return url.Values{"code": {code}} }

// W29: strangers behind a proxy that the operator forgot to trust do not lock out the
// owner's device, and guess no more than the gate allows all of them together.
func TestW29_StrangersThroughAnUntrustedProxy(t *testing.T) {
	t.Parallel()
	s := startShop(t)
	behind := s.untrustedProxy()
	owner := behind(s.operator())
	insider := behind(s.insider())
	stranger := behind(s.visitor())

	looked := map[int]int{}
	for i := range 500 {
		looked[stranger.post("/api/zugang", guess("falsch"), fmt.Sprintf("X-Forwarded-For: 203.0.113.%d", i%256)).status]++
		looked[stranger.form("/api/zugang", codeForm("falsch")).status]++
	}
	if looked[401] != 50 || looked[429] != 950 {
		t.Errorf("1,000 codes were answered %v, want 50 that were looked at", looked)
	}
	for range 50 {
		insider.post("/api/zugang/verwaltung", guess("falsch")).want(t, 401, wrongCode)
	}
	behind(s.visitor()).form("/api/zugang", codeForm(siteCode)).want(t, 429, "")
	insider.post("/api/zugang/verwaltung", guess(adminCode)).want(t, 429, "")

	for _, enter := range []func(v *visitor, path, code string) answer{
		func(v *visitor, path, code string) answer { return v.post(path, guess(code)) },
		func(v *visitor, path, code string) answer { return v.form(path, codeForm(code)) },
	} {
		back := behind(s.visitor()).on(owner)
		for _, at := range [][2]string{{"/api/zugang", siteCode}, {"/api/zugang/verwaltung", adminCode}} {
			if got := enter(back, at[0], at[1]); got.status != 200 && got.status != 303 {
				t.Errorf("%s: the owner's device is answered %d", at[0], got.status)
			}
		}
		back.get("/api/verwaltung/orders").want(t, 200, "")
	}
}

// A known device counts by itself, at both gates, and a copy of its cookie is worth no
// more than that.
func TestW29_ADeviceCountsAlone(t *testing.T) {
	t.Parallel()
	s := startShop(t)
	owner, other := s.operator(), s.operator()
	thief := s.visitor().on(owner)
	for range 5 {
		thief.post("/api/zugang", guess("falsch")).want(t, 401, wrongCode)
	}
	thief.post("/api/zugang", guess(siteCode)).want(t, 429, "")
	s.visitor().post("/api/zugang", guess(siteCode)).want(t, 200, "")
	s.visitor().on(other).form("/api/zugang", codeForm(siteCode)).wantRedirect(t, "/")
	s.insider().on(owner).post("/api/zugang/verwaltung", guess(adminCode)).want(t, 200, "")

	// Nor do strangers at the device's own address count against it.
	for range 5 {
		s.visitor().post("/api/zugang", guess("falsch")).want(t, 401, wrongCode)
	}
	s.visitor().post("/api/zugang", guess(siteCode)).want(t, 429, "")
	s.visitor().on(other).post("/api/zugang", guess(siteCode)).want(t, 200, "")
}

// The cookie opens nothing, and only the shop can make one.
func TestDeviceCookieIsNoSession(t *testing.T) {
	t.Parallel()
	s := startShop(t)
	owner := s.operator()
	thief := s.visitor().on(owner)
	thief.get("/").wantRedirect(t, "/zugang/?weiter=%2F")
	thief.get("/api/verwaltung/orders").want(t, 401, noSite)
	s.insider().on(owner).get("/api/verwaltung/orders").want(t, 401, noAdmin)
	device := owner.Cookie(deviceCookie)
	s.visitor().get("/", "Cookie: "+siteCookie+"="+device).wantRedirect(t, "/zugang/?weiter=%2F")
	s.insider().get("/api/verwaltung/orders", "Cookie: "+adminCookie+"="+device).want(t, 401, noAdmin)

	insider := s.insider()
	if insider.Cookie(deviceCookie) != "" {
		t.Error("the site's code makes a device known")
	}
	insider.post("/api/zugang/verwaltung", guess("falsch")).want(t, 401, wrongCode)
	if insider.Cookie(deviceCookie) != "" {
		t.Error("a wrong code makes a device known")
	}
	for range 4 {
		insider.post("/api/zugang/verwaltung", guess("falsch")).want(t, 401, wrongCode)
	}
	for _, forged := range []string{s.token(gate.Site), s.token(gate.Administration), device + "x", "x"} {
		insider.SetCookie(deviceCookie, forged)
		insider.post("/api/zugang/verwaltung", guess(adminCode)).want(t, 429, "")
	}
}

// A device is known for 180 days after it has last passed, as the same one, and until
// the administration's code changes.
func TestDeviceCookieLife(t *testing.T) {
	t.Parallel()
	s := startShop(t)
	owner := s.operator()
	first := owner.Cookie(deviceCookie)
	s.clock.advance(179 * 24 * time.Hour)
	owner.on(owner).post("/api/zugang", guess(siteCode)).want(t, 200, "")
	owner.post("/api/zugang/verwaltung", guess(adminCode)).want(t, 200, "")
	second := owner.Cookie(deviceCookie)
	if id, _, _ := strings.Cut(first, "."); second == first || !strings.HasPrefix(second, id+".") {
		t.Errorf("the device %s became %s", first, second)
	}
	for range 5 {
		s.visitor().post("/api/zugang", guess("falsch")).want(t, 401, wrongCode)
	}
	enter := func(s *testShop, device string) int {
		v := s.visitor()
		v.SetCookie(deviceCookie, device)
		return v.post("/api/zugang", guess(siteCode)).status
	}
	changed := startShop(t, func(o *web.Options) { o.Administration.Code = "ein anderer Code" })
	changed.clock.advance(179 * 24 * time.Hour)
	for range 5 {
		changed.visitor().post("/api/zugang", guess("falsch")).want(t, 401, wrongCode)
	}
	if got, strange := enter(s, second), enter(changed, second); got != 200 || strange != 429 {
		t.Errorf("%d, with another code %d", got, strange)
	}
	s.clock.advance(180 * 24 * time.Hour)
	for range 5 {
		s.visitor().post("/api/zugang", guess("falsch")).want(t, 401, wrongCode)
	}
	if got := enter(s, second); got != 429 {
		t.Errorf("%d after 180 days", got)
	}
}

func TestDeviceCookieFlags(t *testing.T) {
	t.Parallel()
	for prefix, s := range map[string]*testShop{"": startShop(t), "__Host-": startShop(t, overHTTPS)} {
		site := "Cookie: " + prefix + siteCookie + "=" + s.token(gate.Site)
		got := s.visitor().form("/api/zugang/verwaltung", codeForm(adminCode), site)
		device := got.cookie(t, prefix+deviceCookie)
		wantFlags(t, device, prefix != "", 180*24*60*60)
		wantFlags(t, got.cookie(t, adminCookie), prefix != "", 24*60*60)
	}
}

func (a answer) cookie(t *testing.T, name string) *http.Cookie {
	t.Helper()
	return setCookie(t, shoptest.Answer{Header: a.header}, name)
}
