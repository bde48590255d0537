package config

import "strings"

const maxLabel = 40

// Provider is a service that customers can sign in with.
type Provider struct {
	Name         string // in URLs: google, microsoft
	Label        string // shown to customers
	Issuer       string // its URL, below which its metadata are discovered
	ClientID     string
	ClientSecret Secret
}

// Providers returns the sign-in providers that the shop supports, set up or not.
func (c *Config) Providers() []Provider {
	return []Provider{
		{"google", c.GoogleLabel, c.GoogleIssuer, c.GoogleClientID, c.GoogleClientSecret},
		{"microsoft", c.MicrosoftLabel, c.MicrosoftIssuer, c.MicrosoftClientID, c.MicrosoftClientSecret},
	}
}

// Configured reports whether customers can sign in with the provider.
func (p Provider) Configured() bool { return p.ClientID != "" && p.ClientSecret != "" }

// Variable returns the name of one of the provider's settings.
func (p Provider) Variable(setting string) string {
	return strings.ToUpper(p.Name) + "_" + setting
}

// providers checks the sign-in providers. If both had the same issuer, two people could
// become one customer.
func (k *checker) providers() {
	first := make(map[string]string)
	for _, p := range k.config.Providers() {
		issuer := p.Variable("ISSUER")
		k.require(isPrivateURL(p.Issuer), issuer, "unverschlüsselt (http) ließen sich Anmeldungen fälschen")
		k.require(isLine(p.Label, maxLabel), p.Variable("LABEL"))
		k.require(isToken(p.ClientID), p.Variable("CLIENT_ID"))
		k.require(isToken(string(p.ClientSecret)), p.Variable("CLIENT_SECRET"))
		k.require(p.ClientSecret == "" || p.ClientID != "", p.Variable("CLIENT_ID"), "fehlt, aber "+p.Variable("CLIENT_SECRET")+" ist gesetzt")
		k.require(p.ClientID == "" || p.ClientSecret != "", p.Variable("CLIENT_SECRET"), "fehlt, aber "+p.Variable("CLIENT_ID")+" ist gesetzt")
		if other, taken := first[p.Issuer]; taken {
			k.refuse(issuer, "derselbe Wert wie "+other)
		}
		first[p.Issuer] = issuer
	}
}
