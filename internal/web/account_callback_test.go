package web_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"kontor/internal/oidc/oidcsim"
	"kontor/tests/shoptest"
)

// begin goes to the provider as that person and returns the URL with which the browser
// is to come back.
func begin(shop *shoptest.Shop, c *shoptest.Client, provider string, person oidcsim.Person) string {
	begun := c.Get("/api/konto/anmelden/" + provider).Want(http.StatusSeeOther)
	return shop.Authorize(provider, person, begun.Header.Get("Location"))
}

// with returns a URL with a query parameter set, or without it.
func with(address, name string, values ...string) string {
	u, _ := url.Parse(address)
	query := u.Query()
	if query[name] = values; len(values) == 0 {
		query.Del(name)
	}
	u.RawQuery = query.Encode()
	return u.RequestURI()
}

// wantNobody expects that nobody is signed in and the code was not sent.
func wantNobody(t *testing.T, shop *shoptest.Shop, clients ...*shoptest.Client) {
	t.Helper()
	for _, c := range clients {
		if c.Cookie(shoptest.AccountCookie) != "" {
			t.Error("there is a session")
		}
		c.Get("/api/konto").WantError(http.StatusUnauthorized, notSignedIn)
	}
	for _, name := range []string{"google", "microsoft"} {
		if n := shop.Issuer(name).Count(oidcsim.Token); n != 0 {
			t.Errorf("%d token calls at %s", n, name)
		}
	}
}

func TestC2_C3_C5_C14_C15_C16_C19_S24_S25_AnswersThatDoNotFit(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		method string
		change func(address string) string
		status int
	}{
		"C3 another state":       {"GET", func(a string) string { return with(a, "state", "x") }, 400},
		"C3 no state":            {"GET", func(a string) string { return with(a, "state") }, 400},
		"C3 empty state":         {"GET", func(a string) string { return with(a, "state", "") }, 400},
		"C3 state twice":         {"GET", func(a string) string { return a + "&state=x" }, 400},
		"C3 the same twice":      {"GET", func(a string) string { u, _ := url.Parse(a); return a + "&state=" + u.Query().Get("state") }, 400},
		"C5 of another provider": {"GET", func(a string) string { return strings.Replace(a, "/google?", "/microsoft?", 1) }, 400},
		"C15 no code":            {"GET", func(a string) string { return with(a, "code") }, 400},
		"C15 an empty code":      {"GET", func(a string) string { return with(a, "code", "") }, 400},
		"C15 code twice":         {"GET", func(a string) string { return a + "&code=x" }, 400},
		"C6 iss of another":      {"GET", func(a string) string { return with(a, "iss", "https://evil.example") }, 400},
		"C6 an empty iss":        {"GET", func(a string) string { return with(a, "iss", "") }, 400},
		"C6 iss twice":           {"GET", func(a string) string { return a + "&iss=a&iss=b" }, 400},
		"broken query":           {"GET", func(a string) string { return a + "&a=%zz" }, 400},
		"C14 error and code":     {"GET", func(a string) string { return a + "&error=access_denied" }, 400},
		"C12 access denied":      {"GET", func(a string) string { return with(with(a, "code"), "error", "access_denied") }, 400},
		"C13 server error":       {"GET", func(a string) string { return with(with(a, "code"), "error", "server_error") }, 502},
		"C16 POST":               {"POST", func(a string) string { return a }, 405},
		"C19 HEAD":               {"HEAD", func(a string) string { return a }, 405},
		"unknown provider":       {"GET", func(a string) string { return strings.Replace(a, "/google?", "/apple?", 1) }, 404},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			shop := shoptest.Start(t, shoptest.SignIn())
			visitor := shop.Visitor()
			address := begin(shop, visitor, "google", anna)
			got := visitor.Do(c.method, c.change(address), nil)
			if got.Status != c.status || strings.Contains(got.Text(), "access_denied") {
				t.Errorf("status %d, want %d: %s", got.Status, c.status, got.Text())
			}
			if got.Header.Get("Cache-Control") != "no-store" {
				t.Errorf("Cache-Control %q", got.Header.Get("Cache-Control"))
			}
			wantNobody(t, shop, visitor)
			// Errors that end the attempt end it for good, others let it be finished.
			again := visitor.Get(address)
			over := strings.HasPrefix(name, "C12") || strings.HasPrefix(name, "C13") || strings.HasPrefix(name, "C14") ||
				strings.HasPrefix(name, "C6 iss of") || strings.HasPrefix(name, "C6 an") ||
				strings.HasPrefix(name, "C15 no") || strings.HasPrefix(name, "C15 an")
			if over != (again.Status == 400) {
				t.Errorf("afterwards the true address answers %d", again.Status)
			}
		})
	}
}

func TestC2_C10_S24_AnotherBrowser(t *testing.T) {
	t.Parallel()
	shop := shoptest.Start(t, shoptest.SignIn())
	attacker, fresh, pending := shop.Visitor(), shop.Visitor(), shop.Visitor()
	address := begin(shop, attacker, "google", berta)
	own := begin(shop, pending, "google", anna)

	fresh.Get(address).WantError(http.StatusBadRequest, mismatch)
	pending.Get(address).WantError(http.StatusBadRequest, mismatch)
	wantNobody(t, shop, fresh, pending)

	pending.Get(own).Want(http.StatusSeeOther) // not disturbed
	if who := accountOf(pending); who.Kunde.Name != "Anna Anders" {
		t.Errorf("signed in as %+v", who)
	}
}

func TestC4_G5_CookiesThatAreNoSignIn(t *testing.T) {
	t.Parallel()
	shop := shoptest.Start(t, shoptest.SignIn())
	signedIn := shop.Customer("microsoft", berta)
	c := shop.Visitor()
	address := begin(shop, c, "google", anna)
	good := c.Cookie(shoptest.SignInCookie)
	calls := shop.Issuer("google").Count(oidcsim.Token)
	for name, value := range map[string]string{
		"changed": good[:9] + "A" + good[10:], "cut": good[:len(good)-1], "empty": "", "longer": good + "A", "doubled dot": strings.Replace(good, ".", "..", 1),
		"the site's": c.Cookie(shoptest.SiteCookie), "a session": signedIn.Cookie(shoptest.AccountCookie), "garbage": strings.Repeat("x~", 2000),
	} {
		other := shop.Visitor()
		other.SetCookie(shoptest.SignInCookie, value)
		if got := other.Get(address); got.Status != http.StatusBadRequest || got.Error() != mismatch {
			t.Errorf("%s: %d %s", name, got.Status, got.Text())
		}
	}
	shop.Clock.Advance(10*time.Minute - time.Second)
	late := shop.Visitor()
	late.SetCookie(shoptest.SignInCookie, good)
	shop.Clock.Advance(time.Second)
	late.Get(address).WantError(http.StatusBadRequest, mismatch)
	if n := shop.Issuer("google").Count(oidcsim.Token); n != calls {
		t.Errorf("%d token calls", n-calls)
	}
}

func TestC4_TenMinutesSuffice(t *testing.T) {
	t.Parallel()
	shop := shoptest.Start(t, shoptest.SignIn())
	c := shop.Visitor()
	begun := c.Get("/api/konto/anmelden/google").Want(http.StatusSeeOther)
	shop.Clock.Advance(10*time.Minute - time.Second)
	c.Get(shop.Authorize("google", anna, begun.Header.Get("Location"))).Want(http.StatusSeeOther)
}

func TestC9_T2_ReloadAndBack(t *testing.T) {
	t.Parallel()
	shop := shoptest.Start(t, shoptest.SignIn())
	c := shop.Visitor()
	address := begin(shop, c, "google", anna)
	c.Get(address).Want(http.StatusSeeOther)
	session := c.Cookie(shoptest.AccountCookie)
	for range 3 {
		c.Get(address).WantError(http.StatusBadRequest, mismatch)
	}
	if c.Cookie(shoptest.AccountCookie) != session || accountOf(c).Kunde.Name != "Anna Anders" {
		t.Error("the session is not the one before")
	}
	if n := shop.Issuer("google").Count(oidcsim.Token); n != 1 {
		t.Errorf("%d token calls, want 1", n)
	}
}

func TestC11_S24_StolenCode(t *testing.T) {
	t.Parallel()
	shop := shoptest.Start(t, shoptest.SignIn())
	victim, attacker := shop.Visitor(), shop.Visitor()
	stolen, _ := url.Parse(begin(shop, victim, "google", anna))
	own := begin(shop, attacker, "google", berta)
	attacker.Get(with(own, "code", stolen.Query().Get("code"))).
		WantError(http.StatusBadGateway, "Die Anmeldung ist fehlgeschlagen. Bitte erneut versuchen.")
	if attacker.Cookie(shoptest.AccountCookie) != "" {
		t.Error("the attacker is signed in")
	}
	attacker.Get("/api/konto").WantError(http.StatusUnauthorized, notSignedIn)
}

// The provider's message is shown to nobody.
func TestC12_C13_ProviderReportsAnError(t *testing.T) {
	t.Parallel()
	shop := shoptest.Start(t, shoptest.SignIn())
	c := shop.Visitor()
	for _, e := range []struct {
		code, text string
		status     int
	}{
		{"access_denied", "Die Anmeldung wurde abgebrochen.", 400},
		{"server_error", "Der Anmeldedienst meldet einen Fehler. Bitte später erneut versuchen.", 502},
		{"<script>alert(1)</script>", "Der Anmeldedienst meldet einen Fehler. Bitte später erneut versuchen.", 502},
	} {
		address := with(begin(shop, c, "google", anna), "code")
		address = with(with(address, "error", e.code), "error_description", "<script>alert(2)</script>")
		page := c.Get(address, "Accept: text/html,application/xhtml+xml,*/*;q=0.8").Want(e.status)
		if !strings.Contains(page.Text(), e.text) || strings.Contains(page.Text(), "alert(") || !strings.HasPrefix(page.Header.Get("Content-Type"), "text/html") {
			t.Errorf("%s: %s", e.code, page.Text())
		}
		if page.Header.Get("Referrer-Policy") != "no-referrer" {
			t.Errorf("%s: Referrer-Policy %q", e.code, page.Header.Get("Referrer-Policy"))
		}
		if c.Cookie(shoptest.SignInCookie) != "" {
			t.Errorf("%s: the attempt is still there", e.code)
		}
	}
	if log := shop.Log.String(); strings.Contains(log, "alert(") || !strings.Contains(log, `"provider_error":"server_error"`) {
		t.Error("the log tells too much or too little")
	}
	wantNobody(t, shop, c)
}

func TestC17_SeveralTabs(t *testing.T) {
	t.Parallel()
	shop := shoptest.Start(t, shoptest.SignIn())
	c := shop.Visitor()
	var tabs []string
	for range 4 {
		tabs = append(tabs, begin(shop, c, "google", anna))
	}
	c.Get(tabs[0]).WantError(http.StatusBadRequest, mismatch) // the fourth took its place
	for _, tab := range []string{tabs[2], tabs[1], tabs[3]} {
		c.Get(tab).Want(http.StatusSeeOther)
	}
	if len(c.Cookie(shoptest.SignInCookie)) != 0 {
		t.Error("an attempt is left")
	}
	accountOf(c)
}

func TestC18_SignInAsSomebodyElse(t *testing.T) {
	t.Parallel()
	shop := shoptest.Start(t, shoptest.SignIn())
	c := shop.Customer("google", anna)
	c.PostOrder(shoptest.Order()).Want(http.StatusCreated)
	old := shop.Visitor()
	old.SetCookie(shoptest.AccountCookie, c.Cookie(shoptest.AccountCookie))
	c.SignIn("microsoft", berta).Want(http.StatusSeeOther)
	if who := accountOf(c); who.Kunde.Name != "Berta Björk" || len(customerOrders(c)) != 0 {
		t.Errorf("signed in as %+v", who)
	}
	old.Get("/api/konto").WantError(http.StatusUnauthorized, notSignedIn)
	c.SignIn("google", anna).Want(http.StatusSeeOther)
	if who := accountOf(c); who.Kunde.Name != "Anna Anders" || len(customerOrders(c)) != 1 {
		t.Errorf("signed in as %+v", who)
	}
}

func TestC19_LookingAheadRedeemsNothing(t *testing.T) {
	t.Parallel()
	shop := shoptest.Start(t, shoptest.SignIn())
	c := shop.Visitor()
	address := begin(shop, c, "google", anna)
	for _, header := range []string{"Sec-Purpose: prefetch", "Sec-Purpose: prefetch;prerender", "Purpose: prefetch", "X-Moz: prefetch"} {
		c.Get(address, header).Want(http.StatusServiceUnavailable)
		c.Get("/api/konto/anmelden/google", header).Want(http.StatusServiceUnavailable)
	}
	wantNobody(t, shop, c)
	c.Get(address).Want(http.StatusSeeOther)
}
