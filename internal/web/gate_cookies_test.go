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
const newSiteCookie = "__Host-" + shoptest.SiteCookie

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
	s := shoptest.Start(t, wholeSecond, shoptest.SignIn(), overHTTPS)
	site, admin := s.Token(gate.Site), s.Token(gate.Administration)
	account := signInOverHTTPS(t, s, shoptest.SiteCookie, site)
	s.Clock.Advance(24*time.Hour - time.Second)

	before := cookies(shoptest.SiteCookie, site, shoptest.AdminCookie, admin, account.Name, account.Value)
	got := s.Anonymous().Get("/api/verwaltung/orders", before).Want(http.StatusOK)
	renamed, dropped := got.Cookie(newSiteCookie), got.Cookie(shoptest.SiteCookie)
	wantFlags(t, renamed, true, 89*24*60*60+1)
	wantFlags(t, dropped, true, -1)
	if renamed.Value != site || dropped.Value != "" || len(got.Header.Values("Set-Cookie")) != 2 {
		t.Errorf("cookies %q", got.Header.Values("Set-Cookie"))
	}
	after := cookies(newSiteCookie, renamed.Value, shoptest.AdminCookie, admin, account.Name, account.Value)
	for _, path := range []string{"/api/verwaltung/orders", "/api/konto", "/api/bestseller", "/"} {
		for _, sent := range []string{before, after} { // an older request may be on its way yet
			answer := s.Anonymous().Get(path, sent).Want(http.StatusOK)
			if set := answer.Header.Get("Set-Cookie"); sent == after && set != "" {
				t.Errorf("%s sets %s", path, set)
			}
		}
	}
	s.Clock.Advance(89 * 24 * time.Hour)
	s.Anonymous().Get("/api/bestseller", before).Want(http.StatusOK)
	s.Clock.Advance(time.Second) // being renamed prolonged nothing
	for _, sent := range []string{before, after} {
		ended := s.Anonymous().Get("/api/bestseller", sent).Want(http.StatusUnauthorized)
		if set := ended.Header.Get("Set-Cookie"); set != "" {
			t.Errorf("an ended session sets %s", set)
		}
	}
}

// signInOverHTTPS returns a customer's cookie; beside it the browser has another one.
func signInOverHTTPS(t *testing.T, s *shoptest.Shop, beside ...string) *http.Cookie {
	t.Helper()
	begun := s.Anonymous().Get("/api/konto/anmelden/google", cookies(beside...)).Want(http.StatusSeeOther)
	pending := begun.Cookie("__Host-bastelkontor_anmeldung")
	back, err := oidcsim.Browse(begun.Header.Get("Location"))
	if err != nil {
		t.Fatal(err)
	}
	sent := cookies(append(beside, pending.Name, pending.Value)...)
	return s.Anonymous().Get(back.RequestURI(), sent).Want(http.StatusSeeOther).Cookie("__Host-bastelkontor_konto")
}

// What has no site session to rename sets no cookie, and on loopback there is no
// other name.
func TestW31_NothingElseIsRenamed(t *testing.T) {
	t.Parallel()
	s, local := shoptest.Start(t, overHTTPS), shoptest.Start(t)
	for _, sent := range []string{
		cookies(shoptest.SiteCookie, "planted"), cookies(shoptest.SiteCookie, s.Token(gate.Administration)), cookies(newSiteCookie, s.Token(gate.Site)),
	} {
		for _, path := range []string{"/api/bestseller", "/", "/zugang/"} {
			if set := s.Anonymous().Get(path, sent).Header.Get("Set-Cookie"); set != "" {
				t.Errorf("%s: %s sets %s", sent, path, set)
			}
		}
	}
	got := local.Anonymous().Get("/api/bestseller", cookies(shoptest.SiteCookie, local.Token(gate.Site))).Want(200)
	if set := got.Header.Get("Set-Cookie"); set != "" {
		t.Errorf("on loopback: %s", set)
	}
	local.Anonymous().Get("/api/bestseller", cookies(newSiteCookie, local.Token(gate.Site))).WantError(401, noSite)

	entered := s.Anonymous().Post("/api/zugang", guess(s.SiteCode), cookies(shoptest.SiteCookie, "planted"))
	wantFlags(t, entered.Cookie(newSiteCookie), true, 90*24*60*60)
	wantFlags(t, entered.Cookie(shoptest.SiteCookie), true, -1)
}

// Whatever somebody plants under a session's name, among it sessions that were
// ended before, whoever holds one that lives gets in.
func TestG20_PlantedSessionsLockNobodyOut(t *testing.T) {
	t.Parallel()
	s := shoptest.Start(t)
	ended := s.Operator()
	endedSite, endedAdmin := ended.Cookie(shoptest.SiteCookie), ended.Cookie(shoptest.AdminCookie)
	ended.Post("/api/zugang/abmelden", nil).Want(200)
	live := s.Operator()
	var planted []string
	for range 30 {
		planted = append(planted, shoptest.SiteCookie, "x", shoptest.SiteCookie, endedSite, shoptest.AdminCookie, "x.1.x", shoptest.AdminCookie, endedAdmin)
	}
	s.Anonymous().Get("/api/verwaltung/orders", cookies(planted...)).WantError(401, noSite)
	sent := cookies(append(planted, shoptest.SiteCookie, live.Cookie(shoptest.SiteCookie), shoptest.AdminCookie, live.Cookie(shoptest.AdminCookie))...)
	c := s.Anonymous()
	c.Get("/api/verwaltung/orders", sent).Want(200)
	if page := c.Get("/verwaltung/", sent); page.Status != 200 {
		t.Errorf("page: %d", page.Status)
	}
	// The gates' own routes are reached too, by program and by page.
	c.Post("/api/zugang/verwaltung", guess(s.AdminCode), sent).Want(200)
	c.Form("/api/zugang/verwaltung", codeForm(s.AdminCode), sent).WantRedirect("/verwaltung/")
}

// Leaving ends each session that the browser holds, under either name.
func TestS14_LeavingEndsEverySessionOfTheBrowser(t *testing.T) {
	t.Parallel()
	s := shoptest.Start(t, overHTTPS)
	old, fresh := s.Token(gate.Site), s.Token(gate.Site)
	first, second := s.Token(gate.Administration), s.Token(gate.Administration)
	other := cookies(newSiteCookie, s.Token(gate.Site), shoptest.AdminCookie, s.Token(gate.Administration))
	left := s.Anonymous().Post("/api/zugang/abmelden", nil,
		cookies(shoptest.SiteCookie, old, newSiteCookie, "x", newSiteCookie, fresh, shoptest.AdminCookie, "x", shoptest.AdminCookie, first, shoptest.AdminCookie, second)).Want(200)
	for _, name := range []string{shoptest.SiteCookie, newSiteCookie, shoptest.AdminCookie} {
		wantFlags(t, left.Cookie(name), true, -1)
	}
	for _, site := range []string{old, fresh} {
		s.Anonymous().Get("/api/bestseller", cookies(newSiteCookie, site)).WantError(401, noSite)
		s.Anonymous().Get("/api/bestseller", cookies(shoptest.SiteCookie, site)).WantError(401, noSite)
	}
	for _, admin := range []string{first, second} {
		s.Anonymous().Get("/api/verwaltung/orders", cookies(newSiteCookie, s.Token(gate.Site), shoptest.AdminCookie, admin)).WantError(401, noAdmin)
	}
	s.Anonymous().Get("/api/verwaltung/orders", other).Want(200)
}
