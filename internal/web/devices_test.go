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
var overHTTPS = shoptest.Web(func(o *web.Options) { o.BaseURL = &url.URL{Scheme: "https", Host: "bastelkontor.example"} })

// untrustedProxy starts a proxy on this machine that forwards its clients' addresses,
// like nginx, and returns a function that sends a client's requests through it.
func untrustedProxy(t *testing.T, s *shoptest.Shop) func(*shoptest.Client) *shoptest.Client {
	t.Helper()
	target, err := url.Parse(s.URL)
	if err != nil {
		t.Fatal(err)
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
	t.Cleanup(func() {
		downstream.CloseIdleConnections()
		upstream.CloseIdleConnections()
		proxy.Close()
	})
	return func(c *shoptest.Client) *shoptest.Client {
		c.HTTP().Transport = downstream
		return c
	}
}

// onDevice puts a browser on the device of another one: it gets only what makes that
// known.
func onDevice(c, device *shoptest.Client) *shoptest.Client {
	c.SetCookie(deviceCookie, device.Cookie(deviceCookie))
	return c
}

func codeForm(code string) url.Values { return url.Values{"code": {code}} }

// W29: strangers behind a proxy that the operator forgot to trust do not lock out the
// owner's device, and guess no more than the gate allows all of them together.
func TestW29_StrangersThroughAnUntrustedProxy(t *testing.T) {
	t.Parallel()
	s := shoptest.Start(t)
	behind := untrustedProxy(t, s)
	owner := behind(s.Operator())
	insider := behind(s.Visitor())
	stranger := behind(s.Anonymous())

	looked := map[int]int{}
	for i := range 500 {
		looked[stranger.Post("/api/zugang", guess("falsch"), fmt.Sprintf("X-Forwarded-For: 203.0.113.%d", i%256)).Status]++
		looked[stranger.Form("/api/zugang", codeForm("falsch")).Status]++
	}
	if looked[401] != 50 || looked[429] != 950 {
		t.Errorf("1,000 codes were answered %v, want 50 that were looked at", looked)
	}
	for range 50 {
		insider.Post("/api/zugang/verwaltung", guess("falsch")).WantError(401, wrongCode)
	}
	behind(s.Anonymous()).Form("/api/zugang", codeForm(s.SiteCode)).Want(429)
	insider.Post("/api/zugang/verwaltung", guess(s.AdminCode)).Want(429)

	for _, enter := range []func(c *shoptest.Client, path, code string) shoptest.Answer{
		func(c *shoptest.Client, path, code string) shoptest.Answer { return c.Post(path, guess(code)) },
		func(c *shoptest.Client, path, code string) shoptest.Answer { return c.Form(path, codeForm(code)) },
	} {
		back := onDevice(behind(s.Anonymous()), owner)
		for _, at := range [][2]string{{"/api/zugang", s.SiteCode}, {"/api/zugang/verwaltung", s.AdminCode}} {
			if got := enter(back, at[0], at[1]); got.Status != 200 && got.Status != 303 {
				t.Errorf("%s: the owner's device is answered %d", at[0], got.Status)
			}
		}
		back.Get("/api/verwaltung/orders").Want(200)
	}
}

// A known device counts by itself, at both gates, and a copy of its cookie is worth no
// more than that.
func TestW29_ADeviceCountsAlone(t *testing.T) {
	t.Parallel()
	s := shoptest.Start(t)
	owner, other := s.Operator(), s.Operator()
	thief := onDevice(s.Anonymous(), owner)
	for range 5 {
		thief.Post("/api/zugang", guess("falsch")).WantError(401, wrongCode)
	}
	thief.Post("/api/zugang", guess(s.SiteCode)).Want(429)
	s.Anonymous().Post("/api/zugang", guess(s.SiteCode)).Want(200)
	onDevice(s.Anonymous(), other).Form("/api/zugang", codeForm(s.SiteCode)).WantRedirect("/")
	onDevice(s.Visitor(), owner).Post("/api/zugang/verwaltung", guess(s.AdminCode)).Want(200)

	// Nor do strangers at the device's own address count against it.
	for range 5 {
		s.Anonymous().Post("/api/zugang", guess("falsch")).WantError(401, wrongCode)
	}
	s.Anonymous().Post("/api/zugang", guess(s.SiteCode)).Want(429)
	onDevice(s.Anonymous(), other).Post("/api/zugang", guess(s.SiteCode)).Want(200)
}

// The cookie opens nothing, and only the shop can make one.
func TestDeviceCookieIsNoSession(t *testing.T) {
	t.Parallel()
	s := shoptest.Start(t)
	owner := s.Operator()
	thief := onDevice(s.Anonymous(), owner)
	thief.Get("/").WantRedirect("/zugang/?weiter=%2F")
	thief.Get("/api/verwaltung/orders").WantError(401, noSite)
	onDevice(s.Visitor(), owner).Get("/api/verwaltung/orders").WantError(401, noAdmin)
	device := owner.Cookie(deviceCookie)
	s.Anonymous().Get("/", cookies(shoptest.SiteCookie, device)).WantRedirect("/zugang/?weiter=%2F")
	s.Visitor().Get("/api/verwaltung/orders", cookies(shoptest.AdminCookie, device)).WantError(401, noAdmin)

	insider := s.Visitor()
	if insider.Cookie(deviceCookie) != "" {
		t.Error("the site's code makes a device known")
	}
	insider.Post("/api/zugang/verwaltung", guess("falsch")).WantError(401, wrongCode)
	if insider.Cookie(deviceCookie) != "" {
		t.Error("a wrong code makes a device known")
	}
	for range 4 {
		insider.Post("/api/zugang/verwaltung", guess("falsch")).WantError(401, wrongCode)
	}
	for _, forged := range []string{s.Token(gate.Site), s.Token(gate.Administration), device + "x", "x"} {
		insider.SetCookie(deviceCookie, forged)
		insider.Post("/api/zugang/verwaltung", guess(s.AdminCode)).Want(429)
	}
}

// A device is known for 180 days after it has last passed, as the same one, and until
// the administration's code changes.
func TestDeviceCookieLife(t *testing.T) {
	t.Parallel()
	s := shoptest.Start(t)
	owner := s.Operator()
	first := owner.Cookie(deviceCookie)
	s.Clock.Advance(179 * 24 * time.Hour)
	onDevice(owner, owner).Post("/api/zugang", guess(s.SiteCode)).Want(200)
	owner.Post("/api/zugang/verwaltung", guess(s.AdminCode)).Want(200)
	second := owner.Cookie(deviceCookie)
	if id, _, _ := strings.Cut(first, "."); second == first || !strings.HasPrefix(second, id+".") {
		t.Errorf("the device %s became %s", first, second)
	}
	for range 5 {
		s.Anonymous().Post("/api/zugang", guess("falsch")).WantError(401, wrongCode)
	}
	enter := func(s *shoptest.Shop, device string) int {
		c := s.Anonymous()
		c.SetCookie(deviceCookie, device)
		return c.Post("/api/zugang", guess(s.SiteCode)).Status
	}
	changed := shoptest.Start(t, shoptest.KeysOf(s), shoptest.Web(func(o *web.Options) { o.Administration.Code = "ein anderer Code" }))
	changed.Clock.Advance(179 * 24 * time.Hour)
	for range 5 {
		changed.Anonymous().Post("/api/zugang", guess("falsch")).WantError(401, wrongCode)
	}
	if got, strange := enter(s, second), enter(changed, second); got != 200 || strange != 429 {
		t.Errorf("%d, with another code %d", got, strange)
	}
	s.Clock.Advance(180 * 24 * time.Hour)
	for range 5 {
		s.Anonymous().Post("/api/zugang", guess("falsch")).WantError(401, wrongCode)
	}
	if got := enter(s, second); got != 429 {
		t.Errorf("%d after 180 days", got)
	}
}

func TestDeviceCookieFlags(t *testing.T) {
	t.Parallel()
	for prefix, s := range map[string]*shoptest.Shop{"": shoptest.Start(t), "__Host-": shoptest.Start(t, overHTTPS)} {
		site := cookies(prefix+shoptest.SiteCookie, s.Token(gate.Site))
		got := s.Anonymous().Form("/api/zugang/verwaltung", codeForm(s.AdminCode), site)
		device := got.Cookie(prefix + deviceCookie)
		wantFlags(t, device, prefix != "", 180*24*60*60)
		wantFlags(t, got.Cookie(shoptest.AdminCookie), prefix != "", 24*60*60)
	}
}
