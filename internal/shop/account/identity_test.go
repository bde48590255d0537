package account

import (
	"errors"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"pgregory.net/rapid"
)

func TestL2_SignInsShareNothing(t *testing.T) {
	t.Parallel()
	seen := make(map[string]bool)
	for range 200 {
		s := NewSignIn("http://localhost/rueckkehr")
		for _, value := range []string{s.State, s.Nonce, s.Verifier} {
			if seen[value] || len(value) != 43 || strings.Trim(value, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_") != "" {
				t.Fatalf("value %q", value)
			}
			seen[value] = true
		}
	}
}

// T15: people without a subject of their own would share an account.
func TestT15_SubjectsThatStandForNobodyAreRefused(t *testing.T) {
	t.Parallel()
	for _, subject := range []string{"", strings.Repeat("1", 256), strings.Repeat("1", 5000), "a\x00", "a\nb", "ä", "\xff", "\u202e1"} {
		if identity, err := (Identity{Subject: subject}).Clean(); !errors.Is(err, ErrSignInRefused) || identity != (Identity{}) {
			t.Errorf("%.20q: %v, %v", subject, identity, err)
		}
	}
	for _, subject := range []string{"1", "A", "a", " a", "a ", strings.Repeat("~", 255), `CiQ"<x>`} {
		if identity, err := (Identity{Subject: subject}).Clean(); err != nil || identity.Subject != subject {
			t.Errorf("%q became %q, %v", subject, identity.Subject, err)
		}
	}
}

func TestK9_NamesFitOneLine(t *testing.T) {
	t.Parallel()
	for given, want := range map[string]string{
		"Berta Björk":                    "Berta Björk",
		"  Berta \r\n\t Björk\u2028 ":    "Berta Björk",
		"<script>alert(1)</script>":      "<script>alert(1)</script>", // pages escape it
		"Berta\u202egnp.exe\u2066":       "Bertagnp.exe",
		"Ber\x00ta\x1b[31m\u200b\ufeff":  "Berta[31m",
		"Berta \xff\xfe":                 "Berta",
		"\u200b":                         "",
		"a \u200b b":                     "a b",
		strings.Repeat("ä", 10_000):      strings.Repeat("ä", 100),
		strings.Repeat("a", 99) + " bcd": strings.Repeat("a", 99),
		"محمد علي":                       "محمد علي",
	} {
		if got, err := (Identity{Subject: "1", Name: given}).Clean(); err != nil || got.Name != want {
			t.Errorf("%.40q became %.40q, %v", given, got.Name, err)
		}
	}
}

func TestK7_EmailsThatAreNoneAreLeftOut(t *testing.T) {
	t.Parallel()
	for given, want := range map[string]string{
		"anna@example.org":   "anna@example.org",
		" anna@example.org ": "anna@example.org",
		"änna@müller.test":   "änna@müller.test",
		"":                   "", "anna": "", "@example.org": "", "anna@": "", "a@b@c": "",
		"anna@example.org\r\nBcc: x@y.test": "", "an na@example.org": "", "anna@\u202eexample.org": "", "a\xff@b.test": "",
		strings.Repeat("a", 250) + "@b.test": "",
	} {
		got, err := (Identity{Subject: "1", Email: given, EmailVerified: true}).Clean()
		if err != nil || got.Email != want || got.EmailVerified != (want != "") {
			t.Errorf("%.40q became %q (verified %v), %v", given, got.Email, got.EmailVerified, err)
		}
	}
}

// K9: whatever a provider sends, the stored name is short, valid and on one line, and
// cleaning it again changes nothing.
func TestK9_AnyNameBecomesStorable(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		given := Identity{Issuer: "https://a.test", Subject: "1", Email: rapid.String().Draw(t, "email"), Name: rapid.String().Draw(t, "name")}
		got, err := given.Clean()
		if err != nil {
			t.Fatal(err)
		}
		for _, text := range []string{got.Name, got.Email} {
			if !utf8.ValidString(text) || strings.ContainsFunc(text, unicode.IsControl) || text != strings.TrimSpace(text) {
				t.Errorf("kept %q", text)
			}
		}
		if utf8.RuneCountInString(got.Name) > MaxIdentityName || len(got.Email) > maxEmailBytes {
			t.Errorf("too long: %+v", got)
		}
		if again, err := got.Clean(); err != nil || again != got {
			t.Errorf("%+v became %+v, %v", got, again, err)
		}
	})
}
