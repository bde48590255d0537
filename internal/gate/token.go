package gate

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"
)

const (
	minKeyBytes   = 32
	randomBytes   = 16
	maxTokenBytes = 4096 // the most browsers keep in a cookie
	maxClockSkew  = time.Minute
)

// Errors of Verify for a token that opens nothing.
var (
	// ErrInvalid says that the token was not signed by this keyring, or is dated in the
	// future.
	ErrInvalid = errors.New("gate: invalid session token")
	// ErrExpired says that the token is authentic but has expired.
	ErrExpired = errors.New("gate: expired session token")
)

// Purpose names the session system that a token belongs to. It is part of the
// signature, so a token of one system is worthless in another even if both have the
// same key.
type Purpose string

// The session systems: those of the two access gates, the customers' sessions, pending
// sign-ins, and the devices that have passed the administration's gate.
const (
	Site           Purpose = "site"
	Administration Purpose = "verwaltung"
	Account        Purpose = "konto"
	SignIn         Purpose = "anmeldung"
	Device         Purpose = "geraet"
)

// Session is what an authentic token states.
type Session struct {
	// ID identifies sessions in logs and in the history of changes: 8 hex digits that
	// cannot be turned back into a token.
	ID string
	// IssuedAt is when the token was issued, to the second.
	IssuedAt time.Time
}

// Standing is what is stored about the session of an authentic token.
type Standing struct {
	Over bool   // ended before its time
	Name string // of the operator, as they said; empty: not given
}

// Keyring issues and verifies the tokens of one session system. A token's life starts
// when it is issued and is never prolonged by use.
type Keyring struct {
	// Now is the clock; NewKeyring sets it to time.Now.
	Now func() time.Time

	label string
	life  time.Duration
	keys  [][]byte
}

// NewKeyring returns the keyring for a purpose. The first key signs, all of them
// verify: a replaced key stays on the list until its tokens have expired. The code's
// fingerprint is part of each signature, so a new code ends the sessions that the old
// one opened; a system without an access code passes the zero Code.
//
// Having no key at all, or one below 32 bytes, is an error, whose text does not show
// the key.
func NewKeyring(purpose Purpose, code Code, life time.Duration, keys ...[]byte) (*Keyring, error) {
	if len(keys) == 0 {
		return nil, fmt.Errorf("gate: no signing key for %q", purpose)
	}
	for i, key := range keys {
		if len(key) < minKeyBytes {
			return nil, fmt.Errorf("gate: signing key %d for %q has fewer than %d bytes", i+1, purpose, minKeyBytes)
		}
	}
	return &Keyring{
		Now:   time.Now,
		label: "shop-gate|v1|" + string(purpose) + "|" + code.fingerprint() + "|",
		life:  life,
		keys:  keys,
	}, nil
}

// Issue returns a new token, safe for use in a cookie, and its session.
func (k *Keyring) Issue() (token string, session Session) {
	random := make([]byte, randomBytes)
	rand.Read(random) // never fails: it would end the program instead
	return k.Seal(random)
}

// Seal returns a token that carries the payload, and its session. Whoever holds the
// token can read the payload but not change it. Payloads must be unique, or their
// sessions share one ID.
func (k *Keyring) Seal(payload []byte) (token string, session Session) {
	issuedAt := k.Now().Truncate(time.Second)
	id := base64.RawURLEncoding.EncodeToString(payload)
	body := id + "." + strconv.FormatInt(issuedAt.Unix(), 10)
	return body + "." + k.sign(k.keys[0], body), Session{ID: publicID(id), IssuedAt: issuedAt}
}

// Verify returns the token's session. Errors: ErrInvalid, or ErrExpired together with
// the session: the holder of an expired token once knew the code, which the throttle
// honours (see [ClientHolding]).
func (k *Keyring) Verify(token string) (Session, error) {
	_, session, err := k.Open(token)
	return session, err
}

// Open is like Verify but also returns the payload.
func (k *Keyring) Open(token string) (payload []byte, session Session, err error) {
	if len(token) > maxTokenBytes {
		return nil, Session{}, ErrInvalid
	}
	dot := strings.LastIndexByte(token, '.')
	if dot < 0 || !k.signed(token[:dot], token[dot+1:]) {
		return nil, Session{}, ErrInvalid
	}
	id, unix, _ := strings.Cut(token[:dot], ".")
	seconds, timeErr := strconv.ParseInt(unix, 10, 64)
	payload, idErr := base64.RawURLEncoding.DecodeString(id)
	if timeErr != nil || idErr != nil {
		return nil, Session{}, ErrInvalid
	}
	session = Session{ID: publicID(id), IssuedAt: time.Unix(seconds, 0)}
	return payload, session, k.checkAge(session.IssuedAt)
}

// checkAge allows a little skew, because the token may come from another instance whose
// clock runs ahead.
func (k *Keyring) checkAge(issuedAt time.Time) error {
	switch age := k.Now().Sub(issuedAt); {
	case age < -maxClockSkew:
		return ErrInvalid
	case age >= k.life:
		return ErrExpired
	}
	return nil
}

// signed compares the encoded signatures: base64 decoding skips line breaks, so
// comparing decoded ones would accept several spellings of one token.
func (k *Keyring) signed(body, mac string) bool {
	for _, key := range k.keys {
		if hmac.Equal([]byte(mac), []byte(k.sign(key, body))) {
			return true
		}
	}
	return false
}

func (k *Keyring) sign(key []byte, body string) string {
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte(k.label))
	mac.Write([]byte(body))
	return base64.RawURLEncoding.EncodeToString(mac.Sum(nil))
}

func publicID(id string) string {
	digest := sha256.Sum256([]byte(id))
	return hex.EncodeToString(digest[:4])
}
