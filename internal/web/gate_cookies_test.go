package web_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"kontor/internal/gate"
	"kontor/internal/oidc/oidcsim"
	"kontor/tests/shoptest"
)

// newSiteCookie is the site's cookie over https.
const newSiteCookie = "__Host-" + siteCookie

func cookies(pairs ...string) string {
	var all []string
	for pair := range slices.Chunk(pairs, 2) {
		all = append(all, pair[0]+"="+pair[1])
	}
	return "Cookie: " + strings.Join(all, "; ")
}

// W31: a site session under the cookie's old name goes on under the new one, with
// its own end, and those of the administration and of a customer beside it.
func TestW31_TheOldSiteCookieLivesOn(t *testing.T) {
	t.Parallel()
	s := startShopAt(t, shoptest.SignIn(), overHTTPS)
	site, admin := s.token(gate.Site), s.token(gate.Administration)
	account := s.signInOverHTTPS(siteCookie, site)
	s.clock.advance(24*time.Hour - time.Second)

	before := cookies(siteCookie, site, adminCookie, admin, account.Name, account.Value)
	got := s.Anonymous().Get("/api/verwaltung/orders", before).Want(http.StatusOK)
	renamed, dropped := setCookie(t, got, newSiteCookie), setCookie(t, got, siteCookie)
	wantFlags(t, renamed, true, 89*24*60*60+1)
	wantFlags(t, dropped, true, -1)
	if renamed.Value != site || dropped.Value != "" || len(got.Header.Values("Set-Cookie")) != 2 {
		t.Errorf("cookies %q", got.Header.Values("Set-Cookie"))
	}
	after := cookies(newSiteCookie, renamed.Value, adminCookie, admin, account.Name, account.Value)
	for _, path := range []string{"/api/verwaltung/orders", "/api/konto", "/api/bestseller", "/"} {
		for _, sent := range []string{before, after} { // an older request may be on its way yet
			answer := s.Anonymous().Get(path, sent).Want(http.StatusOK)
			if set := answer.Header.Get("Set-Cookie"); sent == after && set != "" {
				t.Errorf("%s sets %s", path, set)
			}
		}
	}
	s.clock.advance(89 * 24 * time.Hour)
	s.Anonymous().Get("/api/bestseller", before).Want(http.StatusOK)
	s.clock.advance(time.Second) // being renamed prolonged nothing
	for _, sent := range []string{before, after} {
		ended := s.Anonymous().Get("/api/bestseller", sent).Want(http.StatusUnauthorized)
		if set := ended.Header.Get("Set-Cookie"); set != "" {
			t.Errorf("an ended session sets %s", set)
		}
	}
}

// signInOverHTTPS returns a customer's cookie; beside it the browser has another one.
func (s *testShop) signInOverHTTPS(beside ...string) *http.Cookie {
	s.t.Helper()
	begun := s.Anonymous().Get("/api/konto/anmelden/google", cookies(beside...)).Want(http.StatusSeeOther)
	pending := setCookie(s.t, begun, "__Host-bastelkontor_anmeldung")
	back, err := oidcsim.Browse(begun.Header.Get("Location"))
	if err != nil {
		s.t.Fatal(err)
	}
	sent := cookies(append(beside, pending.Name, pending.Value)...)
	return setCookie(s.t, s.Anonymous().Get(back.RequestURI(), sent).Want(http.StatusSeeOther), "__Host-bastelkontor_konto")
}

// What has no site session to rename sets no cookie, and on loopback there is no
// other name.
func TestW31_NothingElseIsRenamed(t *testing.T) {
	t.Parallel()
	s, local := startShop(t, overHTTPS), startShop(t)
	for _, sent := range []string{
		cookies(siteCookie, "planted"), cookies(siteCookie, s.token(gate.Administration)), cookies(newSiteCookie, s.token(gate.Site)),
	} {
		for _, path := range []string{"/api/bestseller", "/", "/zugang/"} {
			if set := s.visitor().get(path, sent).header.Get("Set-Cookie"); set != "" {
				t.Errorf("%s: %s sets %s", sent, path, set)
			}
		}
	}
	got := local.visitor().get("/api/bestseller", cookies(siteCookie, local.token(gate.Site)))
	got.want(t, 200, "")
	if set := got.header.Get("Set-Cookie"); set != "" {
		t.Errorf("on loopback: %s", set)
	}
	local.visitor().get("/api/bestseller", cookies(newSiteCookie, local.token(gate.Site))).want(t, 401, noSite)

	entered := s.visitor().post("/api/zugang", guess(siteCode), cookies(siteCookie, "planted"))
	wantFlags(t, entered.cookie(t, newSiteCookie), true, 90*24*60*60)
	wantFlags(t, entered.cookie(t, siteCookie), true, -1)
}

// Whatever somebody plants under a session's name, among it sessions that were
// ended before, whoever holds one that lives gets in.
func TestG20_PlantedSessionsLockNobodyOut(t *testing.T) {
	t.Parallel()
	s := startShop(t)
	ended := s.operator()
	endedSite, endedAdmin := ended.Cookie(siteCookie), ended.Cookie(adminCookie)
	ended.post("/api/zugang/abmelden", "").want(t, 200, "")
	live := s.operator()
	var planted []string
	for range 30 {
		planted = append(planted, siteCookie, "x", siteCookie, endedSite, adminCookie, "x.1.x", adminCookie, endedAdmin)
	}
	s.visitor().get("/api/verwaltung/orders", cookies(planted...)).want(t, 401, noSite)
	sent := cookies(append(planted, siteCookie, live.Cookie(siteCookie), adminCookie, live.Cookie(adminCookie))...)
	v := s.visitor()
	v.get("/api/verwaltung/orders", sent).want(t, 200, "")
	if page := v.get("/verwaltung/", sent); page.status != 200 {
		t.Errorf("page: %d", page.status)
	}
	// The gates' own routes are reached too, by program and by page.
	v.post("/api/zugang/verwaltung", guess(adminCode), sent).want(t, 200, "")
	v.form("/api/zugang/verwaltung", codeForm(adminCode), sent).wantRedirect(t, "/verwaltung/")
}

// Leaving ends each session that the browser holds, under either name.
func TestS14_LeavingEndsEverySessionOfTheBrowser(t *testing.T) {
	t.Parallel()
	s := startShop(t, overHTTPS)
	old, fresh := s.token(gate.Site), s.token(gate.Site)
	first, second := s.token(gate.Administration), s.token(gate.Administration)
	other := cookies(newSiteCookie, s.token(gate.Site), adminCookie, s.token(gate.Administration))
	left := s.visitor().post("/api/zugang/abmelden", "",
		cookies(siteCookie, old, newSiteCookie, "x", newSiteCookie, fresh, adminCookie, "x", adminCookie, first, adminCookie, second))
	left.want(t, 200, "")
	for _, name := range []string{siteCookie, newSiteCookie, adminCookie} {
		wantFlags(t, left.cookie(t, name), true, -1)
	}
	for _, site := range []string{old, fresh} {
		s.visitor().get("/api/bestseller", cookies(newSiteCookie, site)).want(t, 401, noSite)
		s.visitor().get("/api/bestseller", cookies(siteCookie, site)).want(t, 401, noSite)
	}
	for _, admin := range []string{first, second} {
		s.visitor().get("/api/verwaltung/orders", cookies(newSiteCookie, s.token(gate.Site), adminCookie, admin)).want(t, 401, noAdmin)
	}
	s.visitor().get("/api/verwaltung/orders", other).want(t, 200, "")
}
