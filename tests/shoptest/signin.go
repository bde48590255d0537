package shoptest

import (
	"net/http"
	"net/url"
	"sync"
	"testing"

	"kontor/internal/oidc"
	"kontor/internal/oidc/oidcsim"
	"kontor/internal/shop/account"
	"kontor/internal/web/kit"
)

// SignIn starts sign-in providers for "google" and "microsoft", and sets the shop up
// with both; see [Shop.Issuer] and [Client.SignIn].
func SignIn() Option {
	return func(shop *Shop, _ *settings) { shop.issuers = startIssuers(shop) }
}

// issuers are a shop's sign-in providers, by the name that it uses for them.
type issuers struct {
	mu     sync.Mutex // an issuer has one current person at a time
	byName map[string]*oidcsim.Issuer
	client []account.Provider
}

func startIssuers(s *Shop) *issuers {
	s.t.Helper()
	all := &issuers{byName: make(map[string]*oidcsim.Issuer)}
	for _, p := range [][2]string{{"google", "Google"}, {"microsoft", "Microsoft"}} {
		issuer := oidcsim.Start(s.t, oidcsim.Options{Label: p[1], Now: s.Clock.Now})
		client := oidc.New(oidc.Options{
			Name: p[0], Label: p[1], Issuer: issuer.URL(), ClientID: issuer.ClientID(), ClientSecret: issuer.ClientSecret(),
			Log: kit.RequestLog(s.Log.logger()), Now: s.Clock.Now, Observe: s.measured.Calls(p[0]),
		})
		s.t.Cleanup(client.Close)
		all.byName[p[0]] = issuer
		all.client = append(all.client, account.Provider{Name: p[0], Label: p[1], Client: client})
	}
	return all
}

// providers returns the shop's sign-in providers: both always exist, but only [SignIn]
// sets them up.
func (s *Shop) providers() []account.Provider {
	if s.issuers == nil {
		return []account.Provider{{Name: "google", Label: "Google"}, {Name: "microsoft", Label: "Microsoft"}}
	}
	return s.issuers.client
}

// Issuer returns the shop's sign-in provider of that name, to make it misbehave and to
// count its requests.
func (s *Shop) Issuer(name string) *oidcsim.Issuer { return s.issuers.byName[name] }

// Customer returns a client with the site's session and a customer's.
func (s *Shop) Customer(provider string, person oidcsim.Person) *Client {
	s.t.Helper()
	c := s.Visitor()
	c.SignIn(provider, person).Want(http.StatusSeeOther)
	return c
}

// SignIn signs in as that person at the provider, and returns the shop's last answer.
func (c *Client) SignIn(provider string, person oidcsim.Person) Answer {
	c.shop.t.Helper()
	begun := c.Get("/api/konto/anmelden/" + provider).Want(http.StatusSeeOther)
	return c.Get(c.shop.Authorize(provider, person, begun.Header.Get("Location")))
}

// Authorize lets the person sign in at the provider's URL, and returns path and query
// of the shop's URL that the provider redirects the browser to.
func (s *Shop) Authorize(provider string, person oidcsim.Person, address string) string {
	s.t.Helper()
	s.issuers.mu.Lock()
	defer s.issuers.mu.Unlock()
	issuer := s.Issuer(provider)
	issuer.SetPerson(person)
	back, err := oidcsim.Browse(address)
	if err != nil {
		s.t.Fatal(err)
	}
	return ownPath(s.t, s.base, back)
}

func ownPath(t testing.TB, base, address *url.URL) string {
	t.Helper()
	if address.Scheme != base.Scheme || address.Host != base.Host {
		t.Fatalf("the provider sends the browser to %s", address)
	}
	return address.RequestURI()
}
