package oidc

import (
	"encoding/json"

	"kontor/internal/shop/account"
)

// claims are a provider's statements about a person, by case-sensitive names.
type claims map[string]json.RawMessage

func (c claims) has(name string) bool {
	_, ok := c[name]
	return ok
}

// text returns a claim that is a string, "" for any other.
func (c claims) text(name string) string {
	var text string
	if json.Unmarshal(c[name], &text) != nil {
		return ""
	}
	return text
}

// verified reports whether the provider has verified the e-mail. Some providers write
// the boolean as a string; nothing else counts.
func (c claims) verified() bool {
	said := string(c["email_verified"])
	return said == `true` || said == `"true"`
}

// complete fills in what an identity still lacks. An e-mail and whether it is verified
// always come from the same source.
func (c claims) complete(identity *account.Identity) {
	if email := c.text("email"); identity.Email == "" && email != "" {
		identity.Email, identity.EmailVerified = email, c.verified()
	}
	if identity.Name == "" {
		identity.Name = c.text("name")
	}
}
