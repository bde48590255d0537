package oidcsim

import (
	"crypto/rsa"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"maps"
	"strings"
	"time"
)

// idToken is an ID token under construction.
type idToken struct {
	issuer         *Issuer
	header, claims map[string]any
	payload        []byte // instead of the claims
	key            *rsa.PrivateKey
	sign           func(*idToken, string) []byte
	foreign        *rsa.PrivateKey
}

// idToken returns the ID token for a grant, with the issuer's faults.
func (i *Issuer) idToken(g *grant, accessToken string) string {
	if i.has(EarlierToken) {
		if all := i.Exchanges(); len(all) > 0 {
			return all[0].IDToken
		}
	}
	now := i.options.Now()
	own, foreign, id := i.signer()
	t := &idToken{
		issuer: i, key: own, foreign: foreign, sign: signRS256,
		header: map[string]any{"alg": "RS256", "kid": id, "typ": "JWT"},
		claims: map[string]any{
			"iss": i.url, "aud": i.options.ClientID, "sub": g.person.Subject, "nonce": g.nonce,
			"iat": now.Unix(), "exp": now.Add(time.Hour).Unix(), "at_hash": halfHash(accessToken),
		},
	}
	if !i.has(OnlyUserInfo) {
		maps.Copy(t.claims, g.person.claims())
	}
	for fault, change := range tokenFaults {
		if i.has(fault) {
			change(t)
		}
	}
	return t.text()
}

// text returns the token in compact form.
func (t *idToken) text() string {
	header, _ := json.Marshal(t.header)
	payload := t.payload
	if payload == nil {
		payload, _ = json.Marshal(t.claims)
	}
	input := encode(header) + "." + encode(payload)
	return input + "." + encode(t.sign(t, input))
}

// serialise returns a token in JSON form.
func serialise(token string) string {
	parts := strings.Split(token, ".")
	form, _ := json.Marshal(map[string]string{"protected": parts[0], "payload": parts[1], "signature": parts[2]})
	return string(form)
}

// halfHash returns the at_hash of an access token.
func halfHash(accessToken string) string {
	sum := sha256.Sum256([]byte(accessToken))
	return encode(sum[:16])
}

func encode(b []byte) string { return base64.RawURLEncoding.EncodeToString(b) }
