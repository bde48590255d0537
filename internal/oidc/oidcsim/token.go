package oidcsim

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"net/http"
	"net/url"
)

// Exchange is a request to the token endpoint and its answer.
type Exchange struct {
	Form                 url.Values
	Basic                bool // the client authenticated in the header
	AccessToken, IDToken string
}

// serveToken exchanges a code for tokens.
func (i *Issuer) serveToken(w http.ResponseWriter, r *http.Request) {
	if err := r.ParseForm(); err != nil {
		refuse(w, http.StatusBadRequest, "invalid_request")
		return
	}
	exchange := Exchange{Form: r.PostForm}
	_, _, exchange.Basic = r.BasicAuth()
	defer func() {
		i.mu.Lock()
		i.exchanges = append(i.exchanges, exchange)
		i.mu.Unlock()
	}()
	if !i.knows(r) || i.has(InvalidClient) {
		w.Header().Set("WWW-Authenticate", "Basic")
		refuse(w, http.StatusUnauthorized, "invalid_client")
		return
	}
	granted := i.redeem(r.PostForm)
	if granted == nil || i.has(InvalidGrant) {
		refuse(w, http.StatusBadRequest, "invalid_grant")
		return
	}
	exchange.AccessToken = rand.Text()
	exchange.IDToken = i.idToken(granted, exchange.AccessToken)
	i.mu.Lock()
	i.sessions[exchange.AccessToken] = granted.person
	i.mu.Unlock()
	writeJSON(w, http.StatusOK, i.tokenAnswer(exchange))
}

func (i *Issuer) tokenAnswer(e Exchange) map[string]any {
	answer := map[string]any{"access_token": e.AccessToken, "token_type": "Bearer", "expires_in": 3600, "id_token": e.IDToken}
	switch {
	case i.has(NoIDToken):
		delete(answer, "id_token")
	case i.has(NumberIDToken):
		answer["id_token"] = 7
	case i.has(Garbage):
		answer["id_token"] = "garbage"
	case i.has(JSONSerial):
		answer["id_token"] = serialise(e.IDToken)
	}
	return answer
}

// knows reports whether the client authenticated in exactly one of the announced ways.
func (i *Issuer) knows(r *http.Request) bool {
	id, secret, basic := r.BasicAuth()
	inForm := r.PostForm.Has("client_secret")
	switch {
	case basic == inForm || basic && i.has(PostAuth) || inForm && i.has(AuthNotAnnounced):
		return false
	case basic: // RFC 6749, 2.3.1
		id, _ = url.QueryUnescape(id)
		secret, _ = url.QueryUnescape(secret)
	default:
		id, secret = r.PostForm.Get("client_id"), r.PostForm.Get("client_secret")
	}
	return id == i.options.ClientID && secret == i.options.ClientSecret
}

// redeem returns the grant of a code, once, and only to the client that began.
func (i *Issuer) redeem(form url.Values) *grant {
	i.mu.Lock()
	defer i.mu.Unlock()
	granted := i.grants[form.Get("code")]
	if granted == nil || granted.used || form.Get("grant_type") != "authorization_code" {
		return nil
	}
	granted.used = true
	sum := sha256.Sum256([]byte(form.Get("code_verifier")))
	length := len(form.Get("code_verifier"))
	if form.Get("redirect_uri") != granted.redirectURI || length < 43 || length > 128 ||
		base64.RawURLEncoding.EncodeToString(sum[:]) != granted.challenge {
		return nil
	}
	return granted
}

func refuse(w http.ResponseWriter, status int, code string) {
	writeJSON(w, status, map[string]any{"error": code, "error_description": "refused for person@example.org"})
}
