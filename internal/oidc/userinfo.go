package oidc

import (
	"context"
	"encoding/json"

	"golang.org/x/oauth2"
)

// askUserInfo returns the provider's userinfo about a subject. The library has this
// too, but it does not compare the subject, and checks tokens less strictly.
func (p *Provider) askUserInfo(ctx context.Context, m *metadata, token *oauth2.Token, subject string) (claims, error) {
	body, err := p.get(ctx, m.userInfo, token.AccessToken)
	if err != nil {
		return nil, unavailable("no userinfo", err)
	}
	var told claims
	if json.Unmarshal(body, &told) != nil {
		return nil, unavailable("userinfo of another form", nil)
	}
	if told.text("sub") != subject || subject == "" {
		return nil, refused("userinfo of another person")
	}
	return told, nil
}
