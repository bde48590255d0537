package config

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

const (
	minCodeRunes    = 12
	minKeyBytes     = 32
	minVariety      = 6 // different characters in a code or key
	missingRequired = "fehlt"
)

// samples removes from a value whatever people copy from documents or type without
// thinking.
var samples = strings.NewReplacer(
	"changeme", "", "change-me", "", "change_me", "", "example", "", "sample", "", "placeholder", "",
	"your-", "", "your_", "", "secret", "", "password", "", "passwort", "", "geheim", "", "beispiel", "",
	"0123456789abcdef", "", "01234567", "", "12345678", "", "abcdefgh", "", "qwertz", "", "qwerty", "",
)

// secretField is a secret of the Config with its variable's name.
type secretField struct {
	name  string
	field *Secret
}

// required returns the secrets without which a gate, or the customers' accounts, would
// have to stay closed.
func (c *Config) required() []secretField {
	return []secretField{
		{"SITE_ACCESS_CODE", &c.SiteAccessCode},
		{"SITE_SESSION_SECRET", &c.SiteSessionSecret},
		{"VERWALTUNG_ACCESS_CODE", &c.VerwaltungAccessCode},
		{"VERWALTUNG_SESSION_SECRET", &c.VerwaltungSessionSecret},
		{"KONTO_SESSION_SECRET", &c.KontoSessionSecret},
	}
}

func (c *Config) requires(name string) bool {
	return slices.ContainsFunc(c.required(), func(s secretField) bool { return s.name == name })
}

// gateSecrets returns all codes and keys, including replaced keys that still verify.
func (c *Config) gateSecrets() []secretField {
	return append(c.required(),
		secretField{"SITE_SESSION_SECRET_PREVIOUS", &c.SiteSessionSecretPrevious},
		secretField{"VERWALTUNG_SESSION_SECRET_PREVIOUS", &c.VerwaltungSessionSecretPrevious},
		secretField{"KONTO_SESSION_SECRET_PREVIOUS", &c.KontoSessionSecretPrevious},
	)
}

// isCode distinguishes codes, which people type, from keys.
func (s secretField) isCode() bool { return strings.HasSuffix(s.name, "_CODE") }

// text returns the value that counts: white space around a code is ignored.
func (s secretField) text() string {
	if s.isCode() {
		return strings.TrimSpace(string(*s.field))
	}
	return string(*s.field)
}

func (k *checker) missingSecrets() {
	for _, s := range k.config.required() {
		if *s.field == "" && !k.refused(s.name) {
			k.refuse(s.name, missingRequired)
		}
	}
}

// secrets refuses values that can be guessed, and values used twice: a leak in one
// session system must not endanger another.
// Spec: Authentication.
func (k *checker) secrets() {
	first := make(map[string]string)
	for _, s := range k.config.gateSecrets() {
		if *s.field == "" {
			continue
		}
		if why := s.weakness(k.config.Local()); why != "" {
			k.refuse(s.name, why)
		}
		if other, taken := first[s.text()]; taken {
			k.refuse(s.name, "derselbe Wert wie "+other)
		}
		first[s.text()] = s.name
	}
}

// weakness returns why a value is no secret, or "". Values that everybody tries first
// are refused where the world can reach the shop; a trial on this computer may use
// them.
func (s secretField) weakness(local bool) string {
	text := s.text()
	switch {
	case s.isCode() && utf8.RuneCountInString(text) < minCodeRunes, !s.isCode() && len(text) < minKeyBytes:
		return "zu kurz"
	case local:
		return ""
	case isSample(text):
		return "ein bekannter Beispielwert"
	case variety(text) < minVariety:
		return "zu wenig verschiedene Zeichen"
	}
	return ""
}

// isSample reports whether a value consists of nothing but samples, digits and signs. A
// value that merely contains a sample is fine: "site-secret-" before a random key does
// no harm.
func isSample(text string) bool {
	text = strings.ToLower(text)
	rest := samples.Replace(text)
	return rest != text && !strings.ContainsFunc(rest, unicode.IsLetter)
}

// variety counts the distinct characters of a text.
func variety(text string) int {
	seen := make(map[rune]bool)
	for _, r := range text {
		seen[r] = true
	}
	return len(seen)
}
