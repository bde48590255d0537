package web_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"kontor/internal/oidc/oidcsim"
	"kontor/tests/shoptest"
)

const (
	unavailable = "Die Anmeldung mit Google ist gerade nicht möglich. Bitte später erneut versuchen."
	refused     = "Die Anmeldung ist fehlgeschlagen. Bitte erneut versuchen."
)

// browser is a browser's Accept header.
const browser = "Accept: text/html,application/xhtml+xml,*/*;q=0.8"

// A provider that answers wrongly: a page or JSON says so in German, nobody is signed
// in, nothing that the provider says is shown, and the next sign-in works.
func TestL5_L6_T3_T5_T6_T20_ProvidersThatAnswerWrongly(t *testing.T) {
	t.Parallel()
	shop := shoptest.Start(t, shoptest.SignIn())
	issuer := shop.Issuer("google")
	// The keys are requested with the first token, so they come before it.
	for _, endpoint := range []oidcsim.Endpoint{oidcsim.Metadata, oidcsim.Keys, oidcsim.Token} {
		for n, trouble := range []oidcsim.Trouble{
			oidcsim.Down, oidcsim.HTML, oidcsim.Empty, oidcsim.Endless, oidcsim.Redirect, oidcsim.Cut,
		} {
			shop.Clock.Advance(time.Minute) // what failed is retried
			issuer.SetTrouble(endpoint, trouble)
			c, accept := shop.Visitor(), []string{"Accept: application/json", browser}[n%2]
			answer := c.Get("/api/konto/anmelden/google", accept)
			if endpoint != oidcsim.Metadata {
				answer = c.Get(shop.Authorize("google", anna, answer.Header.Get("Location")), accept)
			}
			wantTrouble(t, string(endpoint)+" "+string(trouble), answer, accept == browser)
			if c.Cookie(shoptest.AccountCookie) != "" {
				t.Errorf("%s %s: somebody is signed in", endpoint, trouble)
			}
			issuer.SetTrouble(endpoint, oidcsim.None)
		}
	}
	shop.Clock.Advance(time.Minute)
	shop.Customer("google", anna)
	if issuer.Strayed() != 0 {
		t.Error("a redirect was followed")
	}
	if log := shop.Log.String(); strings.Contains(log, "person@example.org") {
		t.Error("the provider's words are in the log")
	}
}

// wantTrouble expects an answer that says in German that nobody was signed in.
func wantTrouble(t *testing.T, what string, a shoptest.Answer, page bool) {
	t.Helper()
	text, kind := a.Error(), "application/json"
	if page {
		text, kind = a.Text(), "text/html"
	}
	said := strings.Contains(text, unavailable) && a.Status == http.StatusServiceUnavailable ||
		strings.Contains(text, refused) && a.Status == http.StatusBadGateway
	if !said || !strings.HasPrefix(a.Header.Get("Content-Type"), kind) || strings.Contains(a.Text(), "person@example.org") {
		t.Errorf("%s: %d %s %.300s", what, a.Status, a.Header.Get("Content-Type"), a.Text())
	}
}

// While a provider keeps its visitors waiting, everybody else is served; and the
// visitors get an answer although the provider gives none.
func TestL5_T3_T20_ASilentProviderHoldsNobodyElseUp(t *testing.T) {
	t.Parallel()
	for _, endpoint := range []oidcsim.Endpoint{oidcsim.Metadata, oidcsim.Token, oidcsim.Keys} {
		for _, trouble := range []oidcsim.Trouble{oidcsim.Hang, oidcsim.Trickle} {
			t.Run(string(endpoint)+" "+string(trouble), func(t *testing.T) {
				t.Parallel()
				shop := shoptest.Start(t, shoptest.SignIn())
				issuer := shop.Issuer("google")
				signedIn := shop.Customer("microsoft", berta)
				c, path := shop.Visitor(), "/api/konto/anmelden/google"
				if endpoint != oidcsim.Metadata {
					path = begin(shop, c, "google", anna)
				}
				issuer.SetTrouble(endpoint, trouble)
				answered := make(chan shoptest.Answer, 1)
				go func() { answered <- c.Get(path, browser) }()
				for issuer.Count(endpoint) == 0 {
					time.Sleep(time.Millisecond)
				}

				shop.Visitor().PostOrder(shoptest.Order()).Want(http.StatusCreated)
				signedIn.PostOrder(shoptest.Order()).Want(http.StatusCreated)
				accountOf(signedIn)
				shop.Customer("microsoft", anna)
				shop.Operator().Get("/api/verwaltung/orders").Want(http.StatusOK)
				shop.Anonymous().Get("/readyz").Want(http.StatusOK)

				wantTrouble(t, "the one who waits", <-answered, true)
				if c.Cookie(shoptest.AccountCookie) != "" {
					t.Error("somebody is signed in")
				}
				if !issuer.Idle(5 * time.Second) {
					t.Error("a request goes on")
				}
			})
		}
	}
}
