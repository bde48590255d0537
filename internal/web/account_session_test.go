package web_test

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"kontor/internal/gate"
	"kontor/internal/oidc/oidcsim"
	"kontor/internal/shop/account"
	"kontor/internal/web"
	"kontor/tests/shoptest"
)

func TestS1_S28_PlantedSession(t *testing.T) {
	t.Parallel()
	shop := shoptest.Start(t, shoptest.SignIn())
	attacker := shop.Customer("google", berta)
	planted := attacker.Cookie(shoptest.AccountCookie)
	victim := shop.Visitor()
	victim.SetCookie(shoptest.AccountCookie, planted)
	victim.SignIn("google", anna).Want(http.StatusSeeOther)
	if victim.Cookie(shoptest.AccountCookie) == planted {
		t.Error("the planted session went on")
	}
	attacker.Get("/api/konto").WantError(http.StatusUnauthorized, notSignedIn)
	if accountOf(victim).Kunde.Name != "Anna Anders" {
		t.Error("the victim is somebody else")
	}
}

func TestS2_L1_Cookies(t *testing.T) {
	t.Parallel()
	https := func(o *web.Options) { o.BaseURL = &url.URL{Scheme: "https", Host: "bastelkontor.example"} }
	for prefix, options := range map[string][]shoptest.Option{
		"":        {shoptest.SignIn(), shoptest.Public()},
		"__Host-": {shoptest.SignIn(), shoptest.Public(), shoptest.Web(https)},
	} {
		shop := shoptest.Start(t, options...)
		c := shop.Anonymous()
		begun := c.Get("/api/konto/anmelden/google").Want(http.StatusSeeOther)
		pending := begun.Cookie(prefix + "bastelkontor_anmeldung")
		wantFlags(t, pending, prefix != "", 600)
		if begun.Header.Get("Cache-Control") != "no-store" || len(begun.Body) > 0 {
			t.Errorf("headers %v, body %q", begun.Header, begun.Text())
		}
		back, err := oidcsim.Browse(begun.Header.Get("Location"))
		if err != nil {
			t.Fatal(err)
		}
		if back.Scheme != map[bool]string{true: "https", false: "http"}[prefix != ""] {
			t.Errorf("back to %s", back)
		}
		// The client does not send https cookies here.
		signedIn := c.Get(back.RequestURI(), cookies(pending.Name, pending.Value)).Want(http.StatusSeeOther)
		session := signedIn.Cookie(prefix + "bastelkontor_konto")
		wantFlags(t, session, prefix != "", 30*24*60*60)
		wantFlags(t, signedIn.Cookie(pending.Name), prefix != "", -1)
		c.Get("/api/konto", cookies(session.Name, session.Value)).Want(http.StatusOK)
		if n := len(strings.Split(session.Value, ".")[0]); n != 43 { // 256 bits
			t.Errorf("the id has %d characters", n)
		}
	}
}

func wantFlags(t *testing.T, c *http.Cookie, secure bool, maxAge int) {
	t.Helper()
	if c.Path != "/" || c.Domain != "" || !c.HttpOnly || c.SameSite != http.SameSiteLaxMode || c.Secure != secure || c.MaxAge != maxAge {
		t.Errorf("cookie %q", c.Raw)
	}
}

// The kinds of tokens that browsers hold.
type kind struct {
	purpose gate.Purpose
	cookie  string
	secret  string // name of the secret that signs it
}

var kinds = []kind{
	{gate.Site, shoptest.SiteCookie, "site"},
	{gate.Administration, shoptest.AdminCookie, "verwaltung"},
	{gate.Account, shoptest.AccountCookie, "konto"},
	{gate.SignIn, shoptest.SignInCookie, "konto"},
}

// Whatever secret leaks, and wherever a token is presented: only the leaked system's
// own tokens work, and only for their purpose.
func TestG4_G5_S3_C4_KindsAndLeakedSecrets(t *testing.T) {
	t.Parallel()
	ofAccounts := []byte(strings.Repeat("k", 32))
	shop := shoptest.Start(t, shoptest.SignIn(), shoptest.Web(func(o *web.Options) { o.AccountSecrets = [][]byte{ofAccounts} }))
	secrets := map[string][]byte{"site": shop.SiteSecret, "verwaltung": shop.AdminSecret, "konto": ofAccounts}
	session, key := account.NewSessionID()
	if _, err := shop.DB.SignIn(t.Context(), account.VerifiedSignIn{
		Provider: "google", Identity: account.Identity{Issuer: "i", Subject: "s"}, Session: key, At: shop.Clock.Now(),
	}); err != nil {
		t.Fatal(err)
	}
	payloads := map[string][]byte{
		"random": []byte("sixteen bytes ok"), "session": session,
		"sign-in": []byte(`{"p":"google","s":"state","n":"n","v":"v","w":"/"}`),
	}
	for leaked, secret := range secrets {
		for _, forged := range kinds {
			for what, payload := range payloads {
				for _, direct := range []bool{true, false} { // with the secret itself, and with the key derived from it
					token := forge(t, shop, forged, secret, direct, payload)
					for _, place := range kinds {
						honest := forged == place && leaked == place.secret && direct == (place.purpose != gate.SignIn)
						want := honest && (place.purpose == gate.Site || place.purpose == gate.Administration ||
							place.purpose == gate.Account && what == "session" || place.purpose == gate.SignIn && what == "sign-in")
						if got := opens(shop, place, token); got != want {
							t.Errorf("leaked %s, forged %s (%s, direct %v) as %s: opens %v", leaked, forged.purpose, what, direct, place.purpose, got)
						}
					}
				}
			}
		}
	}
}

func forge(t *testing.T, shop *shoptest.Shop, k kind, secret []byte, direct bool, payload []byte) string {
	t.Helper()
	keys := [][]byte{secret}
	if !direct {
		var err error
		if keys, err = gate.DeriveKeys(gate.SignIn, keys); err != nil {
			t.Fatal(err)
		}
	}
	code := map[gate.Purpose]string{gate.Site: shop.SiteCode, gate.Administration: shop.AdminCode}[k.purpose]
	ring, err := gate.NewKeyring(k.purpose, gate.NewCode(code), time.Hour, keys...)
	if err != nil {
		t.Fatal(err)
	}
	ring.Now = shop.Clock.Now
	token, _ := ring.Seal(payload)
	return token
}

// opens reports whether the token, in that place, gives the access that the place
// grants. It calls the server directly, since going through the network would take
// long.
func opens(shop *shoptest.Shop, place kind, token string) bool {
	path := map[gate.Purpose]string{
		gate.Site: "/api/bestseller", gate.Administration: "/api/verwaltung/gutscheine", gate.Account: "/api/konto",
		gate.SignIn: "/api/konto/rueckkehr/google?state=state&error=access_denied",
	}[place.purpose]
	r := httptest.NewRequest(http.MethodGet, path, nil)
	r.AddCookie(&http.Cookie{Name: place.cookie, Value: token})
	if place.purpose != gate.Site {
		r.AddCookie(&http.Cookie{Name: shoptest.SiteCookie, Value: shop.Token(gate.Site)})
	}
	answer := shop.Serve(r)
	if place.purpose == gate.SignIn {
		return answer.Code() == account.ErrSignInCancelled.Code
	}
	return answer.Status == http.StatusOK
}

func TestS3_RightMacUnknownID(t *testing.T) {
	t.Parallel()
	secret := []byte(strings.Repeat("k", 32))
	shop := shoptest.Start(t, shoptest.SignIn(), shoptest.Web(func(o *web.Options) { o.AccountSecrets = [][]byte{secret} }))
	c := shop.Visitor()
	id, _ := account.NewSessionID()
	c.SetCookie(shoptest.AccountCookie, forge(t, shop, kinds[2], secret, true, id))
	c.Get("/api/konto").WantError(http.StatusUnauthorized, notSignedIn)
	c.PostOrder(shoptest.Order()).Want(http.StatusCreated) // and no order fails because of it
	c.SetCookie(shoptest.AccountCookie, strings.Repeat("x", 4000))
	c.PostOrder(shoptest.Order()).Want(http.StatusCreated)
}

func TestS4_SignOut(t *testing.T) {
	t.Parallel()
	shop := shoptest.Start(t, shoptest.SignIn())
	c := shop.Customer("google", anna)
	copied := shop.Visitor()
	copied.SetCookie(shoptest.AccountCookie, c.Cookie(shoptest.AccountCookie))
	page := accountOf(copied)
	if page.Kunde.Name == "" {
		t.Fatal("the copy does not work")
	}
	c.Get("/api/konto/abmelden").Want(http.StatusMethodNotAllowed)
	c.Post("/api/konto/abmelden", nil, "Sec-Fetch-Site: same-site").Want(http.StatusForbidden)
	accountOf(c)
	c.Post("/api/konto/abmelden", nil).Want(http.StatusOK)
	if c.Cookie(shoptest.AccountCookie) != "" {
		t.Error("the cookie is still there")
	}
	copied.Get("/api/konto").WantError(http.StatusUnauthorized, notSignedIn)
	c.Get("/api/bestseller").Want(http.StatusOK) // the gate's session stays
	c.Post("/api/konto/abmelden", nil).Want(http.StatusOK)

	again := shop.Customer("google", anna)
	left := again.Post("/api/konto/abmelden", "", "Content-Type: application/x-www-form-urlencoded").Want(http.StatusSeeOther)
	if left.Header.Get("Location") != "/" {
		t.Errorf("to %q", left.Header.Get("Location"))
	}
}

func TestS5_ForeignPages(t *testing.T) {
	t.Parallel()
	shop := shoptest.Start(t, shoptest.SignIn())
	c := shop.Customer("google", anna)
	confirmed := shoptest.Body{"bestaetigung": "LÖSCHEN"}
	for _, headers := range [][]string{{"Sec-Fetch-Site: cross-site"}, {"Sec-Fetch-Site: same-site"}, {"Origin: https://evil.example"}, {"Origin: null"}} {
		for _, request := range []struct {
			method, path string
			body         any
		}{
			{"DELETE", "/api/konto", confirmed}, {"DELETE", "/api/konto/anbieter/google", nil}, {"POST", "/api/konto/abmelden", nil},
			{"POST", "/api/konto/ueberall-abmelden", nil}, {"POST", "/api/konto/verknuepfen/microsoft", shoptest.Body{}},
		} {
			c.Do(request.method, request.path, request.body, headers...).
				WantError(http.StatusForbidden, "Anfragen von fremden Seiten sind nicht erlaubt.")
		}
	}
	accountOf(c)
}

func TestS6_SessionsEnd(t *testing.T) {
	t.Parallel()
	shop := shoptest.Start(t, shoptest.SignIn())
	day := 24 * time.Hour
	used, idle := shop.Customer("google", anna), shop.Customer("google", anna)
	// Uses are recorded to within five minutes.
	shop.Clock.Advance(account.SessionTouch - time.Second)
	accountOf(used)
	shop.Clock.Advance(14*day - account.SessionTouch)
	accountOf(idle) // not used for 14 days less a second
	accountOf(used)
	shop.Clock.Advance(14 * day)
	idle.Get("/api/konto").WantError(http.StatusUnauthorized, notSignedIn)

	used = shop.Customer("google", anna)
	for range 2 {
		shop.Clock.Advance(13 * day)
		accountOf(used)
	}
	shop.Clock.Advance(4*day - time.Second)
	accountOf(used)
	shop.Clock.Advance(time.Second)
	used.Get("/api/konto").WantError(http.StatusUnauthorized, notSignedIn)
}

func TestS8_SecretsChange(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	old, fresh := []byte(strings.Repeat("k", 32)), []byte(strings.Repeat("n", 32))
	start := func(secrets ...[]byte) *shoptest.Shop {
		return shoptest.Start(t, shoptest.SignIn(), shoptest.Dir(dir), shoptest.Web(func(o *web.Options) { o.AccountSecrets = secrets }))
	}
	first := start(old)
	c := first.Customer("google", anna)
	token := c.Cookie(shoptest.AccountCookie)
	first.DB.Close()
	second := start(fresh, old)
	kept := second.Visitor()
	kept.SetCookie(shoptest.AccountCookie, token)
	accountOf(kept)
	second.DB.Close()
	third := start(fresh)
	lost := third.Visitor()
	lost.SetCookie(shoptest.AccountCookie, token)
	lost.Get("/api/konto").WantError(http.StatusUnauthorized, notSignedIn)
	lost.Get("/api/bestseller").Want(http.StatusOK)
}

func TestS9_SignOutEverywhere(t *testing.T) {
	t.Parallel()
	shop := shoptest.Start(t, shoptest.SignIn())
	here, there, stranger := shop.Customer("google", anna), shop.Customer("google", anna), shop.Customer("google", berta)
	here.Post("/api/konto/ueberall-abmelden", nil).Want(http.StatusOK)
	for _, c := range []*shoptest.Client{here, there} {
		c.Get("/api/konto").WantError(http.StatusUnauthorized, notSignedIn)
		c.Post("/api/konto/ueberall-abmelden", nil).WantError(http.StatusUnauthorized, notSignedIn)
	}
	accountOf(stranger)
}

func TestS29_S31_NothingOfTheProviderIsKept(t *testing.T) {
	t.Parallel()
	shop := shoptest.Start(t, shoptest.SignIn())
	c := shop.Customer("google", anna)
	_, file := download(c)
	exchange := shop.Issuer("google").Exchanges()[0]
	for _, secret := range []string{exchange.AccessToken, exchange.IDToken, exchange.Form.Get("code"), exchange.Form.Get("code_verifier")} {
		if secret == "" || strings.Contains(file.Text(), secret) || strings.Contains(shop.Log.String(), secret) {
			t.Errorf("%.8s… is kept", secret)
		}
	}
}
