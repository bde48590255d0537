package oidc

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"kontor/internal/calls"

	"github.com/coreos/go-oidc/v3/oidc"
	"golang.org/x/oauth2"
)

// pause is how long a failed provider is not asked again.
const pause = 3 * time.Second

// metadata is what the shop needs to know about a provider.
type metadata struct {
	endpoint        oauth2.Endpoint
	userInfo        string // URL; empty: none
	announcesIssuer bool   // promises the iss parameter in answers; RFC 9207
	offersAccounts  bool   // lets people choose among their accounts
	keys            *keySet
}

// announced are the metadata that the library does not read.
type announced struct {
	KeysURL          string   `json:"jwks_uri"`
	AuthMethods      []string `json:"token_endpoint_auth_methods_supported"`
	ChallengeMethods []string `json:"code_challenge_methods_supported"`
	IssuerParameter  bool     `json:"authorization_response_iss_parameter_supported"`
	Prompts          []string `json:"prompt_values_supported"` // nil: not announced
}

// metadata returns the provider's metadata, fetching them first if necessary.
// Simultaneous sign-ins make a single request, and none shortly after one that failed.
func (p *Provider) metadata(ctx context.Context) (*metadata, error) {
	if m := p.found.Load(); m != nil {
		return m, nil
	}
	if err := p.turn.Acquire(ctx, 1); err != nil {
		return nil, errRecently
	}
	defer p.turn.Release(1)
	if m := p.found.Load(); m != nil {
		return m, nil
	}
	if p.options.Now().Sub(p.failedAt) < pause {
		return nil, errRecently
	}
	m, err := p.discover(ctx)
	switch {
	case err == nil:
		p.found.Store(m)
	case !errors.Is(ctx.Err(), context.Canceled): // the browser left
		p.failedAt = p.options.Now()
	}
	return m, err
}

func (p *Provider) discover(ctx context.Context) (*metadata, error) {
	found, err := oidc.NewProvider(p.with(calls.Named(ctx, "metadata")), p.options.Issuer)
	var other *oidc.IssuerMismatchError
	switch {
	case errors.As(err, &other):
		return nil, unavailable("metadata of another issuer", nil)
	case err != nil:
		return nil, unavailable("no metadata", nil)
	}
	var said announced
	if err := found.Claims(&said); err != nil {
		return nil, unavailable("metadata of another form", nil)
	}
	endpoint := found.Endpoint()
	endpoint.AuthStyle = authStyle(said.AuthMethods)
	m := &metadata{endpoint: endpoint, userInfo: found.UserInfoEndpoint(), announcesIssuer: said.IssuerParameter}
	m.offersAccounts = offersAccounts(p.options.Issuer, said.Prompts)
	for _, address := range []string{endpoint.AuthURL, endpoint.TokenURL, said.KeysURL, cmp.Or(m.userInfo, endpoint.TokenURL)} {
		if !mayLead(p.options.Issuer, address) {
			return nil, unavailable("metadata with an address that is not private", nil)
		}
	}
	if !slices.Contains(said.ChallengeMethods, "S256") {
		p.options.Log.WarnContext(ctx, "sign-in provider does not announce PKCE", "provider", p.options.Name)
	}
	m.keys = newKeySet(p, said.KeysURL)
	return m, nil
}

// selectAccount asks a provider to let people choose among their accounts: on a shared
// computer, nobody should be signed in as somebody else.
const selectAccount = "select_account"

// offersAccounts reports whether a provider may be asked that. Google and Microsoft
// support it, whether they announce prompts or not; others may refuse the sign-in.
func offersAccounts(issuer string, announced []string) bool {
	own := issuer == "https://accounts.google.com" || strings.HasPrefix(issuer, "https://login.microsoftonline.com/")
	return own && (announced == nil || slices.Contains(announced, selectAccount))
}

// authStyle determines how the client authenticates. The library would try one way and
// then the other, sending the code twice.
func authStyle(methods []string) oauth2.AuthStyle {
	if len(methods) == 0 || slices.Contains(methods, "client_secret_basic") {
		return oauth2.AuthStyleInHeader
	}
	return oauth2.AuthStyleInParams
}
