package web_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"kontor/internal/gate"
	"kontor/internal/web"
)

const (
	noSite    = "Kein Zugang. Bitte Zugangscode eingeben."
	noAdmin   = "Sitzung abgelaufen. Bitte Code erneut eingeben."
	wrongCode = "Falscher Zugangscode."

	siteCookie  = "bastelkontor_session"
	adminCookie = "bastelkontor_verwaltung_session"
)

// Spec: Administration gate, flow 1 to 5.
func TestH41_TheWayToTheAdministration(t *testing.T) {
	t.Parallel()
	s := startShop(t)
	v := s.visitor()
	v.get("/verwaltung/?a=b").wantRedirect(t, "/zugang/?weiter=%2Fverwaltung%2F%3Fa%3Db")
	v.get("/api/verwaltung/orders").want(t, 401, noSite)

	v.form("/api/zugang", url.Values{"code": {siteCode}, "weiter": {"/verwaltung/?a=b"}}).wantRedirect(t, "/verwaltung/?a=b")
	v.get("/verwaltung/?a=b").wantRedirect(t, "/zugang/verwaltung/?weiter=%2Fverwaltung%2F%3Fa%3Db")
	v.get("/api/verwaltung/orders").want(t, 401, noAdmin)

	refused := v.form("/api/zugang/verwaltung", url.Values{"code": {siteCode}, "weiter": {"/verwaltung/?a=b"}})
	if refused.status != 401 || !strings.Contains(refused.body, wrongCode) || refused.header.Get("Set-Cookie") != "" {
		t.Errorf("wrong code: %d, %s", refused.status, refused.body)
	}
	v.form("/api/zugang/verwaltung", url.Values{"code": {adminCode}, "weiter": {"/verwaltung/?a=b"}}).wantRedirect(t, "/verwaltung/?a=b")
	v.get("/verwaltung/?a=b").want(t, 200, "")
	v.get("/api/verwaltung/orders").want(t, 200, "")
}

func TestG6_OnlyTheAdministrationSession(t *testing.T) {
	t.Parallel()
	s := startShop(t)
	v := s.visitor()
	cookie := "Cookie: " + adminCookie + "=" + s.token(gate.Administration)
	v.get("/verwaltung/", cookie).wantRedirect(t, "/zugang/?weiter=%2Fverwaltung%2F")
	v.get("/api/verwaltung/orders", cookie).want(t, 401, noSite)
	v.get("/", cookie).wantRedirect(t, "/zugang/?weiter=%2F")
}

func TestG7_OnlyTheSiteSession(t *testing.T) {
	t.Parallel()
	v := startShop(t).insider()
	v.get("/verwaltung/").wantRedirect(t, "/zugang/verwaltung/?weiter=%2Fverwaltung%2F")
	v.get("/verwaltung").wantRedirect(t, "/zugang/verwaltung/?weiter=%2Fverwaltung")
	v.get("/verwaltung/gibtsnicht").wantRedirect(t, "/zugang/verwaltung/?weiter=%2Fverwaltung%2Fgibtsnicht")
	v.get("/api/verwaltung/orders").want(t, 401, noAdmin)
	v.do("PATCH", "/api/verwaltung/orders/1", `{"status":"bezahlt"}`).want(t, 401, noAdmin)
	v.get("/").want(t, 200, "")
}

func TestG13_G14_PublicShop(t *testing.T) {
	t.Parallel()
	s := startShop(t, public)
	v := s.visitor()
	v.get("/").want(t, 200, "")
	v.get("/api/bestseller").want(t, 200, "")
	v.get("/verwaltung/").wantRedirect(t, "/zugang/?weiter=%2Fverwaltung%2F")
	v.get("/api/verwaltung/orders").want(t, 401, noSite)
	v.post("/api/zugang/verwaltung", `{"code":"`+adminCode+`"}`).want(t, 401, noSite)
	cookie := "Cookie: " + adminCookie + "=" + s.token(gate.Administration)
	v.get("/api/verwaltung/orders", cookie).want(t, 401, noSite)
	s.operator().get("/api/verwaltung/orders").want(t, 200, "")
}

func TestH42_S10_TokensDoNotPassAtTheOtherGate(t *testing.T) {
	t.Parallel()
	// Even an operator who gives both gates one secret is safe.
	s := startShop(t, func(o *web.Options) { o.Administration.Secrets = o.Site.Secrets })
	s.visitor().get("/", "Cookie: "+siteCookie+"="+s.token(gate.Administration)).
		wantRedirect(t, "/zugang/?weiter=%2F")
	s.insider().get("/api/verwaltung/orders", "Cookie: "+adminCookie+"="+s.token(gate.Site)).want(t, 401, noAdmin)
}

func TestH42_S13_R17_Lifetimes(t *testing.T) {
	t.Parallel()
	s := startShop(t)
	v := s.operator()
	siteToken, adminToken := v.Cookie(siteCookie), v.Cookie(adminCookie)
	both := "Cookie: " + siteCookie + "=" + siteToken + "; " + adminCookie + "=" + adminToken

	s.clock.advance(24*time.Hour - time.Second)
	s.visitor().get("/api/verwaltung/orders", both).want(t, 200, "")
	s.clock.advance(time.Second) // use did not prolong it
	s.visitor().get("/api/verwaltung/orders", both).want(t, 401, noAdmin)

	s.clock.advance(89*24*time.Hour - time.Second)
	s.visitor().get("/", both).want(t, 200, "")
	s.clock.advance(time.Second)
	s.visitor().get("/", both).wantRedirect(t, "/zugang/?weiter=%2F")
}

func TestG20_PlantedCookie(t *testing.T) {
	t.Parallel()
	s := startShop(t)
	s.visitor().get("/", "Cookie: "+siteCookie+"=planted; "+siteCookie+"="+s.token(gate.Site)).want(t, 200, "")
}

func TestS14_LeavingEndsCopiesToo(t *testing.T) {
	t.Parallel()
	s := startShop(t)
	v := s.operator()
	both := "Cookie: " + siteCookie + "=" + v.Cookie(siteCookie) + "; " + adminCookie + "=" + v.Cookie(adminCookie)

	left := v.post("/api/zugang/verwaltung/abmelden", "")
	left.want(t, 200, "")
	if left.body != "{\"ok\":true}\n" || v.Cookie(adminCookie) != "" {
		t.Errorf("body %q, cookie %q", left.body, v.Cookie(adminCookie))
	}
	s.visitor().get("/api/verwaltung/orders", both).want(t, 401, noAdmin)
	s.visitor().get("/api/bestseller", both).want(t, 200, "")

	v.form("/api/zugang/abmelden", nil).wantRedirect(t, "/")
	s.visitor().get("/api/bestseller", both).want(t, 401, noSite)
	v.get("/").wantRedirect(t, "/zugang/?weiter=%2F")
}

// Whoever leaves the site leaves the administration.
func TestS14_LeavingTheSite(t *testing.T) {
	t.Parallel()
	s := startShop(t)
	v := s.operator()
	adminToken := v.Cookie(adminCookie)
	v.post("/api/zugang/abmelden", "").want(t, 200, "")
	s.insider().get("/api/verwaltung/orders", "Cookie: "+adminCookie+"="+adminToken).want(t, 401, noAdmin)
}

func TestS17_CookieFlags(t *testing.T) {
	t.Parallel()
	secure := startShop(t, overHTTPS)
	got := secure.visitor().post("/api/zugang", `{"code":"`+siteCode+`"}`)
	site, err := http.ParseSetCookie(got.header.Get("Set-Cookie"))
	if err != nil || site.Name != "__Host-"+siteCookie || site.MaxAge != 7_776_000 || site.Path != "/" || site.Domain != "" ||
		!site.Secure || !site.HttpOnly || site.SameSite != http.SameSiteLaxMode {
		t.Errorf("site cookie %+v, %v", site, err)
	}
	v := startShop(t).insider()
	got = v.post("/api/zugang/verwaltung", `{"code":"`+adminCode+`"}`)
	admin, err := http.ParseSetCookie(got.header.Get("Set-Cookie"))
	if err != nil || admin.Name != adminCookie || admin.MaxAge != 86_400 || admin.Path != "/" ||
		admin.Secure || !admin.HttpOnly || admin.SameSite != http.SameSiteLaxMode {
		t.Errorf("administration cookie %+v, %v", admin, err)
	}
}

func (a answer) wantRedirect(t *testing.T, location string) {
	t.Helper()
	if a.status != http.StatusSeeOther || a.header.Get("Location") != location {
		t.Errorf("status %d to %q, want 303 to %q", a.status, a.header.Get("Location"), location)
	}
	if policy := a.header.Get("Cache-Control"); policy != "no-store" {
		t.Errorf("redirect with Cache-Control %q", policy)
	}
}

// token is what the gate would have issued now.
func (s *testShop) token(purpose gate.Purpose) string {
	s.t.Helper()
	code, secret := siteCode, siteSecret
	if purpose == gate.Administration {
		code, secret = adminCode, adminSecret
	}
	keys, err := gate.NewKeyring(purpose, gate.NewCode(code), time.Hour, secret)
	if err != nil {
		s.t.Fatal(err)
	}
	keys.Now = s.clock.Now
	token, _ := keys.Issue()
	return token
}
