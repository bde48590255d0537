package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"kontor/tests/chromium"
	"kontor/tests/scratch"
	"kontor/tests/thirdparty"
)

// Customers sign in with independent providers in a real browser, with the shop on
// localhost and the providers on 127.0.0.1, so that they are different sites. Rules C1,
// C9, C12, C18, K3, L9 as a customer meets them.
func TestC1_K3_CustomersSignInInABrowser(t *testing.T) {
	t.Parallel()
	shop := "http://localhost:" + freePort(t)
	dex := thirdparty.StartDex(t, shop+"/api/konto/rueckkehr/google")
	strict := thirdparty.StartOIDCProvider(t, shop+"/api/konto/rueckkehr/microsoft")
	p := start(t, scratch.Dir(t), "LISTEN_ADDR="+strings.Replace(strings.TrimPrefix(shop, "http://"), "localhost", "127.0.0.1", 1),
		"BASE_URL="+shop, "SITE_PUBLIC=true",
		"GOOGLE_ISSUER="+dex.Issuer, "GOOGLE_CLIENT_ID="+dex.ClientID, "GOOGLE_CLIENT_SECRET="+dex.ClientSecret,
		"MICROSOFT_ISSUER="+strict.Issuer, "MICROSOFT_CLIENT_ID="+strict.ClientID, "MICROSOFT_CLIENT_SECRET="+strict.ClientSecret)
	browse(t, func(ctx context.Context) {
		at := customer{t, ctx, shop}
		at.read("/api/konto", "Nicht angemeldet.", at.open("/api/konto"))

		at.read("/", "", at.open("/api/konto/anmelden/google?weiter=/%3Fda"),
			chromedp.SendKeys("#login", "anna@example.org"), chromedp.SendKeys("#password", thirdparty.Password),
			chromedp.Click("#submit-login"), chromedp.Click(`.theme-btn--success`))
		at.wantAccount("anna", "google")

		// Changing her mind at a provider leaves her signed in as before.
		at.read("/api/konto/rueckkehr/microsoft", "abgebrochen", at.open("/api/konto/anmelden/microsoft"), chromedp.Click(`a[href$="/abort"]`))
		at.wantAccount("anna", "google")

		// Another provider that vouches for the same e-mail: another customer.
		at.read("/", "", at.open("/api/konto/anmelden/microsoft?weiter=/%3Fda"),
			chromedp.SendKeys(`[name="login"]`, "anna"), chromedp.SendKeys(`[name="password"]`, thirdparty.Password),
			chromedp.Click(`form:has([value="login"]) button`), chromedp.Click(`form:has([value="consent"]) button`))
		at.wantAccount("anna Anders", "microsoft")

		// Reloading the page that consumed the code does not consume it again, and
		// nobody is signed out.
		at.read("/api/konto/rueckkehr/microsoft", "Diese Anmeldung ist abgelaufen", at.open("/api/konto/rueckkehr/microsoft?code=x&state=y"))
		at.wantAccount("anna Anders", "microsoft")
	})
	p.mustEnd(t)
	for _, hidden := range []string{"anna", "example.org", dex.ClientSecret, "code=", "eyJ"} {
		if strings.Contains(p.stderr.String(), hidden) {
			t.Errorf("T21: %q is in the log:\n%s", hidden, p.stderr)
		}
	}
}

// freePort returns a port that was free a moment ago. The providers must know the
// shop's port before it starts.
func freePort(t *testing.T) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	_, port, _ := net.SplitHostPort(listener.Addr().String())
	return port
}

// browse opens a page in a profile of its own and calls walk with it.
func browse(t *testing.T, walk func(ctx context.Context)) {
	t.Helper()
	limited, release := context.WithTimeout(chromium.Open(t), 3*time.Minute)
	defer release()
	walk(limited)
}

// customer uses the shop in a browser.
type customer struct {
	t    *testing.T
	ctx  context.Context
	shop string
}

func (c customer) open(path string) chromedp.Action[chromedp.Void] {
	return chromedp.Navigate(c.shop + path)
}

// read takes steps, waits for the shop's page that they lead to, and requires a text on
// it.
func (c customer) read(path, want string, steps ...chromedp.Action[chromedp.Void]) string {
	c.t.Helper()
	if err := chromedp.Do(c.ctx, steps...); err != nil {
		c.t.Fatalf("on the way to %s: %v", path, err)
	}
	text, err := c.awaitText(path)
	if err != nil {
		at, _ := chromedp.Run(c.ctx, chromedp.Location())
		c.t.Fatalf("does not arrive at %s but at %s: %v", path, at, err)
	}
	if !strings.Contains(text, want) {
		c.t.Errorf("%s shows %q, want %q", path, text, want)
	}
	return text
}

// awaitText returns the text of the page at the path once it is there. Evaluation fails
// while the browser navigates.
func (c customer) awaitText(path string) (text string, err error) {
	arrived := fmt.Sprintf(`location.origin + location.pathname === %q && document.readyState === "complete" ? "." + document.body.innerText : ""`, c.shop+path)
	tick := time.NewTicker(20 * time.Millisecond)
	defer tick.Stop()
	limited, cancel := context.WithTimeout(c.ctx, patience)
	defer cancel()
	for text == "" {
		select {
		case <-tick.C:
			text, err = chromedp.Run(limited, chromedp.Evaluate[string](arrived))
		case <-limited.Done():
			return "", errors.Join(limited.Err(), err)
		}
	}
	return text[1:], nil
}

// wantAccount requires that the account has this name and this provider as its only
// one.
func (c customer) wantAccount(name, provider string) {
	c.t.Helper()
	var account struct {
		Kunde    struct{ Name string }
		Anbieter []struct {
			Name        string
			VerbundenAt *string `json:"verbunden_at"`
		}
	}
	text := c.read("/api/konto", "", c.open("/api/konto"))
	if err := json.Unmarshal([]byte(text), &account); err != nil {
		c.t.Fatal(err)
	}
	for _, p := range account.Anbieter {
		if account.Kunde.Name != name || (p.VerbundenAt != nil) != (p.Name == provider) {
			c.t.Errorf("the account is %s", text)
		}
	}
}
