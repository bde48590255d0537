package paypalsim

import (
	"crypto/rand"
	"net/http"
	"net/url"
	"time"
)

// grantToken issues an access token to the merchant.
func (s *Server) grantToken(r *request) reply {
	id, secret, _ := r.BasicAuth()
	form, err := url.ParseQuery(string(r.body))
	if err != nil || form.Get("grant_type") != "client_credentials" || r.Header.Get("Content-Type") != "application/x-www-form-urlencoded" {
		s.violate("token: the request is malformed")
		return reply{status: http.StatusBadRequest, body: object{"error": "unsupported_grant_type", "error_description": "Grant Type is NULL"}}
	}
	s.mu.Lock()
	denied := s.denied
	s.mu.Unlock()
	if denied || id != s.options.ClientID || secret != s.options.Secret {
		return reply{status: http.StatusUnauthorized, body: object{"error": "invalid_client", "error_description": "Client Authentication failed"}}
	}
	text := "A21AA" + rand.Text() + rand.Text()
	s.mu.Lock()
	defer s.mu.Unlock()
	s.tokens[text] = s.options.Now().Add(s.options.TokenLife)
	return reply{status: http.StatusOK, body: object{
		"scope": "https://uri.paypal.com/services/payments/payment", "access_token": text, "token_type": "Bearer",
		"app_id": "APP-80W284485P519543T", "expires_in": int(s.options.TokenLife / time.Second), "nonce": rand.Text(),
	}}
}

func (s *Server) knows(token string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	ends, known := s.tokens[token]
	return known && s.options.Now().Before(ends)
}

// RevokeTokens makes all access tokens invalid.
func (s *Server) RevokeTokens() {
	s.mu.Lock()
	defer s.mu.Unlock()
	clear(s.tokens)
}

// Tokens returns the access tokens that were issued and not revoked.
func (s *Server) Tokens() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	var all []string
	for text := range s.tokens {
		all = append(all, text)
	}
	return all
}
