package oidc

import (
	"encoding/json"

	"kontor/internal/shop/account"
)

// claims are what a provider says of a person, by names whose case counts.
type claims map[string]json.RawMessage

func (c claims) has(name string) bool {
	_, ok := c[name]
	return ok
}

// text returns a claim that is a text, "" for any other.
func (c claims) text(name string) string {
	var text string
	if json.Unmarshal(c[name], &text) != nil {
		return ""
	}
	return text
}

// verified reports whether the provider checked the e-mail. Some write the truth
// value as a text; whatever else they write does not count.
func (c claims) verified() bool {
	said := string(c["email_verified"])
	return said == `true` || said == `"true"`
}

// tell puts into an identity what it does not know yet. An e-mail and whether it
// is verified come from one place.
func (c claims) tell(identity *account.Identity) {
	if email := c.text("email"); identity.Email == "" && email != "" {
		identity.Email, identity.EmailVerified = email, c.verified()
	}
	if identity.Name == "" {
		identity.Name = c.text("name")
	}
}
