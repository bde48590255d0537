package oidc

import (
	"context"
	"errors"
	"net/http"

	"golang.org/x/oauth2"

	"kontor/internal/calls"
	"kontor/internal/shop/account"
)

// exchange sends the code to the provider, once.
func (p *Provider) exchange(ctx context.Context, m *metadata, in account.SignIn, code string) (*oauth2.Token, error) {
	token, err := p.oauth(m, in.RedirectURI).Exchange(p.with(calls.Named(ctx, "token")), code, oauth2.VerifierOption(in.Verifier))
	if err == nil {
		return token, nil
	}
	var answer *oauth2.RetrieveError
	if !errors.As(err, &answer) {
		return nil, unavailable("no answer to the code", nil)
	}
	status := answer.Response.StatusCode
	switch {
	case answer.ErrorCode == "invalid_client", answer.ErrorCode == "unauthorized_client", status == http.StatusUnauthorized:
		return nil, notLetIn(status)
	case status/100 == 2, status/100 == 4:
		return nil, refused("code not accepted")
	}
	return nil, unavailable("no answer to the code", statusError(status))
}
