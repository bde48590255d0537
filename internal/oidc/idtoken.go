package oidc

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/coreos/go-oidc/v3/oidc"
	"golang.org/x/oauth2"
)

// clockSkew is how far the provider's clock may be ahead of the shop's.
const clockSkew = 5 * time.Minute

// signature verifies a token's signature for the library and keeps the reason for a
// failure, of which the library passes on only the text.
type signature struct {
	keys *keySet
	err  error
}

// VerifySignature implements oidc.KeySet.
func (s *signature) VerifySignature(ctx context.Context, token string) ([]byte, error) {
	payload, err := s.keys.verify(ctx, token)
	s.err = err
	return payload, err
}

// verify returns the claims of the ID token beside an access token, with everything
// checked except the subject's form.
func (p *Provider) verify(ctx context.Context, m *metadata, token *oauth2.Token, nonce string) (claims, error) {
	raw, _ := token.Extra("id_token").(string)
	if raw == "" {
		return nil, refused("no ID token")
	}
	keys := &signature{keys: m.keys}
	id, err := oidc.NewVerifier(p.options.Issuer, keys, &oidc.Config{
		ClientID:             p.options.ClientID,
		SupportedSigningAlgs: []string{oidc.RS256},
		Now:                  p.options.Now,
	}).Verify(ctx, raw)
	var expired *oidc.TokenExpiredError
	switch {
	case keys.err != nil:
		return nil, keys.err
	case errors.As(err, &expired):
		return nil, refused("ID token expired")
	case err != nil:
		return nil, refused("ID token malformed, of another algorithm or provider, or for another client")
	}
	var c claims
	if err := id.Claims(&c); err != nil {
		return nil, refused("ID token malformed")
	}
	return c, p.check(id, c, token.AccessToken, nonce)
}

// check does what the library leaves to its caller. OpenID Connect Core, 3.1.3.7.
func (p *Provider) check(id *oidc.IDToken, c claims, accessToken, nonce string) error {
	others := func(audience string) bool { return audience != p.options.ClientID }
	switch {
	case slices.ContainsFunc(id.Audience, others):
		return refused("ID token for other clients too")
	case c.has("azp") && c.text("azp") != p.options.ClientID:
		return refused("ID token issued to another client")
	case !c.has("iat"):
		return refused("ID token without its time of issue")
	case id.IssuedAt.After(p.options.Now().Add(clockSkew)):
		return refused("ID token issued in the future")
	case !same(id.Nonce, nonce):
		return refused("ID token of another attempt")
	case c.text("sub") != id.Subject:
		return refused("ID token with two subjects")
	case id.AccessTokenHash != "" && id.VerifyAccessToken(accessToken) != nil:
		return refused("ID token of another access token")
	}
	return nil
}
