package oidc_test

import (
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"strings"
	"testing"
	"time"

	"golang.org/x/net/html"

	"kontor/internal/oidc"
	"kontor/internal/shop/account"
	"kontor/tests/thirdparty"
)

// Independent providers let people in: one without PKCE and userinfo, the other with
// e-mail and name only in the userinfo and with iss announced.
func TestProvidersThatOthersWrote(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		start func(testing.TB, string) *thirdparty.Server
		login string
		want  account.Identity
	}{
		"Dex":           {thirdparty.StartDex, "anna@example.org", account.Identity{Email: "anna@example.org", EmailVerified: true, Name: "anna"}},
		"oidc-provider": {thirdparty.StartOIDCProvider, "anna", account.Identity{Subject: "anna", Email: "anna@example.org", EmailVerified: true, Name: "anna Anders"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := test.start(t, redirectURI)
			p := oidc.New(oidc.Options{
				Name: "google", Label: "Google", Issuer: server.Issuer, ClientID: server.ClientID, ClientSecret: server.ClientSecret,
				Log: slog.New(slog.NewTextHandler(t.Output(), nil)), Now: time.Now,
			})
			defer p.Close()
			in, answer := signInThere(t, p, test.login)
			got, err := p.Finish(t.Context(), in, answer)
			if test.want.Subject == "" { // Dex makes up its own
				test.want.Subject = got.Subject
			}
			if test.want.Issuer = server.Issuer; err != nil || got != test.want || got.Subject == "" {
				t.Errorf("signed in as %+v, %v", got, err)
			}
			if _, err := p.Finish(t.Context(), in, answer); !errors.Is(err, account.ErrSignInRefused) {
				t.Errorf("T2: the code serves again: %v", err)
			}
			_, other := signInThere(t, p, test.login)
			if _, err := p.Finish(t.Context(), in, other); !errors.Is(err, account.ErrSignInRefused) {
				t.Errorf("C11: another attempt's code serves: %v", err)
			}
		})
	}
}

// signInThere starts a sign-in and fills in the provider's forms until it sends the
// browser back.
func signInThere(t *testing.T, p *oidc.Provider, login string) (account.SignIn, account.SignInAnswer) {
	t.Helper()
	in := account.NewSignIn(redirectURI)
	address, err := p.Start(t.Context(), in)
	if err != nil {
		t.Fatal(err)
	}
	jar, _ := cookiejar.New(nil)
	client := &http.Client{Jar: jar, CheckRedirect: func(next *http.Request, _ []*http.Request) error {
		if strings.HasPrefix(next.URL.String(), redirectURI) {
			return http.ErrUseLastResponse
		}
		return nil
	}}
	response, err := client.Get(address)
	for range 5 {
		if err != nil {
			t.Fatal(err)
		}
		body, _ := io.ReadAll(response.Body)
		response.Body.Close()
		if back, err := response.Location(); err == nil {
			said := back.Query()
			if said.Get("state") != in.State {
				t.Fatalf("sent back with %s", back.RawQuery)
			}
			return in, account.SignInAnswer{Code: said.Get("code"), Issuer: said.Get("iss"), IssuerGiven: said.Has("iss")}
		}
		action, fields := form(t, string(body))
		fields.Set("login", login)
		fields.Set("password", thirdparty.Password)
		target, _ := response.Request.URL.Parse(action)
		response, err = client.PostForm(target.String(), fields)
	}
	t.Fatal("the provider does not send the browser back")
	return in, account.SignInAnswer{}
}

// form returns the target of a page's first form, and its fields.
func form(t *testing.T, page string) (action string, fields url.Values) {
	t.Helper()
	document, err := html.Parse(strings.NewReader(page))
	if err != nil {
		t.Fatal(err)
	}
	for node := range document.Descendants() {
		switch node.Data {
		case "form":
			if fields != nil {
				return action, fields
			}
			action, fields = attribute(node, "action"), url.Values{}
		case "input":
			fields.Set(attribute(node, "name"), attribute(node, "value"))
		}
	}
	if fields == nil {
		t.Fatalf("no form in:\n%s", page)
	}
	return action, fields
}

func attribute(node *html.Node, name string) string {
	for _, a := range node.Attr {
		if a.Key == name {
			return a.Val
		}
	}
	return ""
}
