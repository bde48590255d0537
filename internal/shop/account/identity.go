package account

import (
	"crypto/rand"
	"encoding/base64"
	"strings"
	"unicode"
	"unicode/utf8"

	"kontor/internal/jsvalue"
	"kontor/internal/shop"
)

// Limits of what a sign-in provider may say about a person. The one of Subject
// is OpenID Connect's own.
const (
	MaxSubject      = 255 // bytes, ASCII
	MaxIdentityName = 100 // characters
	maxEmailBytes   = 254 // RFC 5321
)

// Identity is what a sign-in provider vouches for about a person. Issuer and
// Subject together are the person; both are compared byte for byte. Nothing is
// ever looked up or linked by the e-mail: it changes hands, and not every
// provider checks it.
type Identity struct {
	Issuer  string // the provider, as configured
	Subject string // the person there: 1 to MaxSubject printable ASCII characters

	Email         string // empty: the provider told none
	EmailVerified bool   // by the provider; false without an e-mail
	Name          string // empty: the provider told none
}

// Clean returns the identity with an e-mail and a name that can be stored and
// shown: the name in one line, without characters that turn or hide text, at
// most MaxIdentityName characters; an e-mail that is none left out.
//
// Error: ErrSignInRefused when the subject cannot stand for a person, an empty
// one above all, which would put everybody into one account.
func (i Identity) Clean() (Identity, error) {
	if !validSubject(i.Subject) {
		return Identity{}, ErrSignInRefused
	}
	i.Name = oneLine(i.Name, MaxIdentityName)
	if i.Email = jsvalue.Trim(i.Email); !looksLikeEmail(i.Email) {
		i.Email, i.EmailVerified = "", false
	}
	return i, nil
}

// validSubject tells whether a provider's subject has OpenID Connect's form.
func validSubject(s string) bool {
	return s != "" && len(s) <= MaxSubject &&
		!strings.ContainsFunc(s, func(r rune) bool { return r < ' ' || r > '~' })
}

// looksLikeEmail tells whether a text that a provider calls an e-mail address
// could be one.
func looksLikeEmail(s string) bool {
	local, domain, ok := strings.Cut(s, "@")
	return ok && local != "" && domain != "" && !strings.Contains(domain, "@") &&
		len(s) <= maxEmailBytes && utf8.ValidString(s) &&
		!strings.ContainsFunc(s, func(r rune) bool { return r == ' ' || !unicode.IsPrint(r) })
}

// oneLine returns a text without what shows nothing, its white space single
// spaces, cut off after so many characters.
func oneLine(text string, limit int) string {
	shown := strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) {
			return ' '
		}
		return shop.DropInvisible(r)
	}, strings.ToValidUTF8(text, ""))
	runes := []rune(strings.Join(strings.Fields(shown), " "))
	return strings.TrimSpace(string(runes[:min(len(runes), limit)]))
}

// SignIn is one attempt to sign in, kept in the browser that began it until it
// comes back from the provider. Its values are secret and serve once.
type SignIn struct {
	State       string // proves that the answer belongs to this browser
	Nonce       string // proves that the ID token belongs to this attempt
	Verifier    string // proves to the provider who began; RFC 7636
	RedirectURI string // where the provider sends the browser back
}

// NewSignIn returns an attempt with fresh values of 256 random bits each.
func NewSignIn(redirectURI string) SignIn {
	return SignIn{State: random256(), Nonce: random256(), Verifier: random256(), RedirectURI: redirectURI}
}

// random256 returns 43 letters, digits, - and _.
func random256() string {
	var random [32]byte
	rand.Read(random[:]) // never fails
	return base64.RawURLEncoding.EncodeToString(random[:])
}

// SignInAnswer is what the browser brings back from the provider, its state
// already compared.
type SignInAnswer struct {
	Code        string
	Issuer      string // the parameter iss; RFC 9207
	IssuerGiven bool   // some providers never send it
}

// The refusals of signing in.
var (
	ErrSignInNotSetUp    = &shop.Error{Code: "anmeldung_nicht_eingerichtet", Text: "Diese Anmeldung ist noch nicht eingerichtet."}
	ErrSignInUnavailable = &shop.Error{Code: "anmeldedienst_nicht_erreichbar", Text: "Die Anmeldung ist gerade nicht möglich. Bitte später erneut versuchen."}
	ErrSignInRefused     = &shop.Error{Code: "anmeldung_fehlgeschlagen", Text: "Die Anmeldung ist fehlgeschlagen. Bitte erneut versuchen."}
	ErrSignInMismatch    = &shop.Error{Code: "anmeldung_passt_nicht", Text: "Diese Anmeldung ist abgelaufen oder wurde in einem anderen Browser begonnen. Bitte erneut anmelden."}
)

// SignInNotSetUp returns ErrSignInNotSetUp with the provider's name in its text.
func SignInNotSetUp(label string) error {
	return ErrSignInNotSetUp.With("Die Anmeldung mit " + label + " ist noch nicht eingerichtet.")
}

// SignInUnavailable returns ErrSignInUnavailable with the provider's name in its
// text.
func SignInUnavailable(label string) error {
	return ErrSignInUnavailable.With("Die Anmeldung mit " + label + " ist gerade nicht möglich. Bitte später erneut versuchen.")
}
