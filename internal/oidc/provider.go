package oidc

import (
	"context"
	"crypto/subtle"
	"net/http"
	"sync/atomic"
	"time"

	"github.com/coreos/go-oidc/v3/oidc"
	"golang.org/x/oauth2"
	"golang.org/x/sync/semaphore"

	"kontor/internal/shop/account"
)

// totalLimit bounds Start and Finish, whatever the provider does. People get their
// answer within 5 s, so some time is left for the shop itself.
const totalLimit = 4500 * time.Millisecond

// Provider is one sign-in provider. It fetches the provider's metadata on first use, so
// that the shop can start while the provider is down, and keeps them and the keys for
// as long as it lives. It is safe for concurrent use.
type Provider struct {
	options Options
	limit   time.Duration
	http    *http.Client

	found    atomic.Pointer[metadata]
	turn     *semaphore.Weighted // for one discovery at a time; guards failedAt
	failedAt time.Time
}

// New returns a provider without contacting it.
func New(o Options) *Provider {
	return &Provider{options: o, limit: totalLimit, http: newClient(o.Observe), turn: semaphore.NewWeighted(1)}
}

// Close closes the connections kept for later sign-ins.
func (p *Provider) Close() { p.http.CloseIdleConnections() }

// Start returns the provider's URL to send the browser to, within 5 s.
//
// Errors: account.ErrSignInNotSetUp, account.ErrSignInUnavailable.
func (p *Provider) Start(ctx context.Context, in account.SignIn) (string, error) {
	if !p.configured() {
		return "", account.SignInNotSetUp(p.options.Label)
	}
	limited, cancel := context.WithTimeout(ctx, p.limit)
	defer cancel()
	m, err := p.metadata(limited)
	if err != nil {
		return "", p.report(ctx, err)
	}
	ask := []oauth2.AuthCodeOption{oidc.Nonce(in.Nonce), oauth2.S256ChallengeOption(in.Verifier)}
	if m.offersAccounts {
		ask = append(ask, oauth2.SetAuthURLParam("prompt", selectAccount))
	}
	return p.oauth(m, in.RedirectURI).AuthCodeURL(in.State, ask...), nil
}

// Finish exchanges the code that the browser brought back for the person's identity,
// within 5 s. The caller has compared the state. The code is sent to the provider at
// most once, so a second call with the same answer fails.
//
// Errors: account.ErrSignInMismatch if the answer does not belong to this attempt,
// before anything is sent; account.ErrSignInRefused if the provider rejects the code or
// makes an invalid statement about the person; account.ErrSignInUnavailable;
// account.ErrSignInNotSetUp.
func (p *Provider) Finish(ctx context.Context, in account.SignIn, answer account.SignInAnswer) (account.Identity, error) {
	if !p.configured() {
		return account.Identity{}, account.SignInNotSetUp(p.options.Label)
	}
	limited, cancel := context.WithTimeout(ctx, p.limit)
	defer cancel()
	identity, err := p.finish(limited, in, answer)
	if err != nil {
		return account.Identity{}, p.report(ctx, err)
	}
	return identity, nil
}

func (p *Provider) finish(ctx context.Context, in account.SignIn, answer account.SignInAnswer) (account.Identity, error) {
	if err := p.fits(in, answer); err != nil {
		return account.Identity{}, err
	}
	m, err := p.metadata(ctx)
	if err != nil {
		return account.Identity{}, err
	}
	if m.announcesIssuer && !answer.IssuerGiven {
		return account.Identity{}, mismatch("answer without the announced iss")
	}
	token, err := p.exchange(ctx, m, in, answer.Code)
	if err != nil {
		return account.Identity{}, err
	}
	c, err := p.verify(ctx, m, token, in.Nonce)
	if err != nil {
		return account.Identity{}, err
	}
	return p.identity(ctx, m, token, c)
}

// fits returns an error unless an answer can belong to an attempt. An attempt without
// its secrets would accept any answer.
func (p *Provider) fits(in account.SignIn, answer account.SignInAnswer) error {
	switch {
	case in.State == "" || in.Nonce == "" || in.Verifier == "" || in.RedirectURI == "":
		return mismatch("attempt without its secrets")
	case answer.Code == "":
		return mismatch("answer without a code")
	case answer.IssuerGiven && answer.Issuer != p.options.Issuer:
		return mismatch("iss of another provider")
	}
	return nil
}

// identity assembles what the provider stated about the person. Providers that follow
// the standard to the letter give e-mail and name only as userinfo.
func (p *Provider) identity(ctx context.Context, m *metadata, token *oauth2.Token, c claims) (account.Identity, error) {
	identity := account.Identity{Issuer: p.options.Issuer, Subject: c.text("sub")}
	c.complete(&identity)
	if m.userInfo != "" && (identity.Email == "" || identity.Name == "") {
		more, err := p.askUserInfo(ctx, m, token, identity.Subject)
		if err != nil {
			p.report(ctx, err) // people can sign in without an e-mail
		}
		more.complete(&identity)
	}
	clean, err := identity.Clean()
	if err != nil {
		return account.Identity{}, refused("subject missing or too long")
	}
	return clean, nil
}

func (p *Provider) configured() bool {
	return p.options.ClientID != "" && p.options.ClientSecret != ""
}

// oauth returns the OAuth client configuration for one attempt.
func (p *Provider) oauth(m *metadata, redirectURI string) *oauth2.Config {
	return &oauth2.Config{
		ClientID:     p.options.ClientID,
		ClientSecret: p.options.ClientSecret,
		Endpoint:     m.endpoint,
		RedirectURL:  redirectURI,
		Scopes:       []string{"openid", "email", "profile"},
	}
}

// same compares two texts in constant time, so that timing does not reveal where they
// differ.
func same(a, b string) bool { return subtle.ConstantTimeCompare([]byte(a), []byte(b)) == 1 }
