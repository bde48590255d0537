package oidcsim

import (
	"net/http"
	"strings"
)

// serveUserInfo describes the person for whom an access token was issued.
func (i *Issuer) serveUserInfo(w http.ResponseWriter, r *http.Request) {
	token, _ := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
	i.mu.Lock()
	person, ok := i.sessions[token]
	i.mu.Unlock()
	if !ok {
		w.Header().Set("WWW-Authenticate", "Bearer")
		refuse(w, http.StatusUnauthorized, "invalid_token")
		return
	}
	claims := person.claims()
	claims["sub"] = person.Subject
	switch {
	case i.has(UserInfoOfAnother):
		claims["sub"], claims["email"], claims["email_verified"] = "victim", "victim@example.org", true
	case i.has(UserInfoNoSubject):
		delete(claims, "sub")
	}
	writeJSON(w, http.StatusOK, claims)
}
