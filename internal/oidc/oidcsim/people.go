package oidcsim

import "encoding/json"

// Person is somebody who can sign in.
type Person struct {
	Subject       string
	Name          string          // empty: not disclosed
	Email         string          // empty: not disclosed
	EmailVerified json.RawMessage // JSON; empty: not disclosed
}

// People returns an issuer's default people: one with everything, one whose e-mail is
// not verified, one without an e-mail.
func People() []Person {
	return []Person{
		{Subject: "1001", Name: "Anna Anders", Email: "anna@example.org", EmailVerified: json.RawMessage(`true`)},
		{Subject: "1002", Name: "Berta Björk", Email: "berta@example.org", EmailVerified: json.RawMessage(`false`)},
		{Subject: "1003", Name: "Carl ohne E-Mail"},
	}
}

// claims returns what is disclosed about the person besides the subject.
func (p Person) claims() map[string]any {
	claims := make(map[string]any)
	if p.Name != "" {
		claims["name"] = p.Name
	}
	if p.Email != "" {
		claims["email"] = p.Email
	}
	if len(p.EmailVerified) > 0 {
		claims["email_verified"] = p.EmailVerified
	}
	return claims
}
