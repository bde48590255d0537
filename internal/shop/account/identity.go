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

// Limits on what a sign-in provider may state about a person. MaxSubject is OpenID
// Connect's own.
const (
	MaxSubject      = 255 // bytes, ASCII
	MaxIdentityName = 100 // characters
	maxEmailBytes   = 254 // RFC 5321
)

// Identity is a provider's statement of who a person is. Issuer and Subject together
// identify the person; both are compared byte for byte. Nothing is ever found or linked
// by e-mail: addresses change hands, and not every provider verifies them.
type Identity struct {
	Issuer  string // the provider, as configured
	Subject string // the person there: 1 to MaxSubject printable ASCII characters

	Email         string // empty: not disclosed
	EmailVerified bool   // by the provider; false without an e-mail
	Name          string // empty: not disclosed
}

// Clean returns the identity with a name and an e-mail that can be stored and shown:
// the name on one line, without characters that reorder or hide text, at most
// MaxIdentityName characters long; a malformed e-mail is dropped.
//
// Error: ErrSignInRefused if the subject cannot identify a person; an empty one would
// put everybody into the same account.
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

// validSubject reports whether a provider's subject has OpenID Connect's form.
func validSubject(s string) bool {
	return s != "" && len(s) <= MaxSubject &&
		!strings.ContainsFunc(s, func(r rune) bool { return r < ' ' || r > '~' })
}

// looksLikeEmail reports whether a text that a provider calls an e-mail address could
// be one.
func looksLikeEmail(s string) bool {
	local, domain, ok := strings.Cut(s, "@")
	return ok && local != "" && domain != "" && !strings.Contains(domain, "@") &&
		len(s) <= maxEmailBytes && utf8.ValidString(s) &&
		!strings.ContainsFunc(s, func(r rune) bool { return r == ' ' || !unicode.IsPrint(r) })
}

// oneLine removes invisible characters from a text, reduces white space to single
// spaces, and cuts it off at limit characters.
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

// SignIn is one attempt to sign in, kept in the browser that began it until it returns
// from the provider. Its values are secret and single-use.
type SignIn struct {
	State       string // proves that the answer belongs to this browser
	Nonce       string // proves that the ID token belongs to this attempt
	Verifier    string // proves to the provider who began; RFC 7636
	RedirectURI string // where the provider sends the browser back to
}

// NewSignIn returns an attempt with fresh values of 256 random bits each.
func NewSignIn(redirectURI string) SignIn {
	return SignIn{State: random256(), Nonce: random256(), Verifier: random256(), RedirectURI: redirectURI}
}

// random256 returns 43 characters from A-Z, a-z, 0-9, - and _.
func random256() string {
	var random [32]byte
	rand.Read(random[:]) // never fails
	return base64.RawURLEncoding.EncodeToString(random[:])
}

// SignInAnswer is what the browser brings back from the provider, with its state
// already verified.
type SignInAnswer struct {
	Code        string
	Issuer      string // the iss parameter; RFC 9207
	IssuerGiven bool   // some providers never send it
}

// Refusals of a sign-in.
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
