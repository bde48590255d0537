package web_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"kontor/internal/gate"
	"kontor/internal/web"
	"kontor/tests/shoptest"
)

const (
	noSite    = "Kein Zugang. Bitte Zugangscode eingeben."
	noAdmin   = "Sitzung abgelaufen. Bitte Code erneut eingeben."
	wrongCode = "Falscher Zugangscode."
)

// wholeSecond starts the clock at a whole second: sessions last whole seconds, so that a
// test sees each of them end exactly.
var wholeSecond = shoptest.StartAt(time.Date(2026, 11, 21, 9, 15, 0, 0, time.UTC))

// Spec: Administration gate, flow 1 to 5.
func TestH41_TheWayToTheAdministration(t *testing.T) {
	t.Parallel()
	s := shoptest.Start(t)
	c := s.Anonymous()
	c.Get("/verwaltung/?a=b").WantRedirect("/zugang/?weiter=%2Fverwaltung%2F%3Fa%3Db")
	c.Get("/api/verwaltung/orders").WantError(401, noSite)

	c.Form("/api/zugang", url.Values{"code": {s.SiteCode}, "weiter": {"/verwaltung/?a=b"}}).WantRedirect("/verwaltung/?a=b")
	c.Get("/verwaltung/?a=b").WantRedirect("/zugang/verwaltung/?weiter=%2Fverwaltung%2F%3Fa%3Db")
	c.Get("/api/verwaltung/orders").WantError(401, noAdmin)

	refused := c.Form("/api/zugang/verwaltung", url.Values{"code": {s.SiteCode}, "weiter": {"/verwaltung/?a=b"}})
	if refused.Status != 401 || !strings.Contains(refused.Text(), wrongCode) || refused.Header.Get("Set-Cookie") != "" {
		t.Errorf("wrong code: %d, %s", refused.Status, refused.Text())
	}
	c.Form("/api/zugang/verwaltung", url.Values{"code": {s.AdminCode}, "weiter": {"/verwaltung/?a=b"}}).WantRedirect("/verwaltung/?a=b")
	c.Get("/verwaltung/?a=b").Want(200)
	c.Get("/api/verwaltung/orders").Want(200)
}

func TestG6_OnlyTheAdministrationSession(t *testing.T) {
	t.Parallel()
	s := shoptest.Start(t)
	c := s.Anonymous()
	cookie := cookies(shoptest.AdminCookie, s.Token(gate.Administration))
	c.Get("/verwaltung/", cookie).WantRedirect("/zugang/?weiter=%2Fverwaltung%2F")
	c.Get("/api/verwaltung/orders", cookie).WantError(401, noSite)
	c.Get("/", cookie).WantRedirect("/zugang/?weiter=%2F")
}

func TestG7_OnlyTheSiteSession(t *testing.T) {
	t.Parallel()
	c := shoptest.Start(t).Visitor()
	c.Get("/verwaltung/").WantRedirect("/zugang/verwaltung/?weiter=%2Fverwaltung%2F")
	c.Get("/verwaltung").WantRedirect("/zugang/verwaltung/?weiter=%2Fverwaltung")
	c.Get("/verwaltung/gibtsnicht").WantRedirect("/zugang/verwaltung/?weiter=%2Fverwaltung%2Fgibtsnicht")
	c.Get("/api/verwaltung/orders").WantError(401, noAdmin)
	c.Patch("/api/verwaltung/orders/1", `{"status":"bezahlt"}`).WantError(401, noAdmin)
	c.Get("/").Want(200)
}

func TestG13_G14_PublicShop(t *testing.T) {
	t.Parallel()
	s := shoptest.Start(t, shoptest.Public())
	c := s.Anonymous()
	c.Get("/").Want(200)
	c.Get("/api/bestseller").Want(200)
	c.Get("/verwaltung/").WantRedirect("/zugang/?weiter=%2Fverwaltung%2F")
	c.Get("/api/verwaltung/orders").WantError(401, noSite)
	c.Post("/api/zugang/verwaltung", guess(s.AdminCode)).WantError(401, noSite)
	cookie := cookies(shoptest.AdminCookie, s.Token(gate.Administration))
	c.Get("/api/verwaltung/orders", cookie).WantError(401, noSite)
	s.Operator().Get("/api/verwaltung/orders").Want(200)
}

func TestH42_S10_TokensDoNotPassAtTheOtherGate(t *testing.T) {
	t.Parallel()
	// Even an operator who gives both gates one secret is safe.
	s := shoptest.Start(t, shoptest.Web(func(o *web.Options) { o.Administration.Secrets = o.Site.Secrets }))
	s.AdminSecret = s.SiteSecret
	s.Anonymous().Get("/", cookies(shoptest.SiteCookie, s.Token(gate.Administration))).
		WantRedirect("/zugang/?weiter=%2F")
	s.Visitor().Get("/api/verwaltung/orders", cookies(shoptest.AdminCookie, s.Token(gate.Site))).WantError(401, noAdmin)
}

func TestH42_S13_R17_Lifetimes(t *testing.T) {
	t.Parallel()
	s := shoptest.Start(t, wholeSecond)
	both := s.Operator().Cookies()

	s.Clock.Advance(24*time.Hour - time.Second)
	s.Anonymous().Get("/api/verwaltung/orders", both).Want(200)
	s.Clock.Advance(time.Second) // use did not prolong it
	s.Anonymous().Get("/api/verwaltung/orders", both).WantError(401, noAdmin)

	s.Clock.Advance(89*24*time.Hour - time.Second)
	s.Anonymous().Get("/", both).Want(200)
	s.Clock.Advance(time.Second)
	s.Anonymous().Get("/", both).WantRedirect("/zugang/?weiter=%2F")
}

func TestG20_PlantedCookie(t *testing.T) {
	t.Parallel()
	s := shoptest.Start(t)
	s.Anonymous().Get("/", cookies(shoptest.SiteCookie, "planted", shoptest.SiteCookie, s.Token(gate.Site))).Want(200)
}

func TestS14_LeavingEndsCopiesToo(t *testing.T) {
	t.Parallel()
	s := shoptest.Start(t)
	c := s.Operator()
	both := c.Cookies()

	left := c.Post("/api/zugang/verwaltung/abmelden", nil).Want(200)
	if left.Text() != "{\"ok\":true}\n" || c.Cookie(shoptest.AdminCookie) != "" {
		t.Errorf("body %q, cookie %q", left.Text(), c.Cookie(shoptest.AdminCookie))
	}
	s.Anonymous().Get("/api/verwaltung/orders", both).WantError(401, noAdmin)
	s.Anonymous().Get("/api/bestseller", both).Want(200)

	c.Form("/api/zugang/abmelden", nil).WantRedirect("/")
	s.Anonymous().Get("/api/bestseller", both).WantError(401, noSite)
	c.Get("/").WantRedirect("/zugang/?weiter=%2F")
}

// Whoever leaves the site leaves the administration.
func TestS14_LeavingTheSite(t *testing.T) {
	t.Parallel()
	s := shoptest.Start(t)
	c := s.Operator()
	adminToken := c.Cookie(shoptest.AdminCookie)
	c.Post("/api/zugang/abmelden", nil).Want(200)
	s.Visitor().Get("/api/verwaltung/orders", cookies(shoptest.AdminCookie, adminToken)).WantError(401, noAdmin)
}

func TestS17_CookieFlags(t *testing.T) {
	t.Parallel()
	secure := shoptest.Start(t, overHTTPS)
	got := secure.Anonymous().Post("/api/zugang", guess(secure.SiteCode))
	site, err := http.ParseSetCookie(got.Header.Get("Set-Cookie"))
	if err != nil || site.Name != "__Host-"+shoptest.SiteCookie || site.MaxAge != 7_776_000 || site.Path != "/" || site.Domain != "" ||
		!site.Secure || !site.HttpOnly || site.SameSite != http.SameSiteLaxMode {
		t.Errorf("site cookie %+v, %v", site, err)
	}
	s := shoptest.Start(t)
	got = s.Visitor().Post("/api/zugang/verwaltung", guess(s.AdminCode))
	admin, err := http.ParseSetCookie(got.Header.Get("Set-Cookie"))
	if err != nil || admin.Name != shoptest.AdminCookie || admin.MaxAge != 86_400 || admin.Path != "/" ||
		admin.Secure || !admin.HttpOnly || admin.SameSite != http.SameSiteLaxMode {
		t.Errorf("administration cookie %+v, %v", admin, err)
	}
}
