package oidc

import (
	"context"
	"encoding/json"

	"kontor/internal/calls"

	"golang.org/x/oauth2"
)

// askUserInfo returns the provider's userinfo about a subject. The library has this
// too, but it does not compare the subject, and checks tokens less strictly.
func (p *Provider) askUserInfo(ctx context.Context, m *metadata, token *oauth2.Token, subject string) (claims, error) {
	body, err := p.get(calls.Named(ctx, "userinfo"), m.userInfo, token.AccessToken)
	if err != nil {
		return nil, unavailable("no userinfo", err)
	}
	var c claims
	if json.Unmarshal(body, &c) != nil {
		return nil, unavailable("userinfo of another form", nil)
	}
	if c.text("sub") != subject || subject == "" {
		return nil, refused("userinfo of another person")
	}
	return c, nil
}
