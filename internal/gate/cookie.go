package gate

import (
	"errors"
	"net/http"
	"slices"
	"time"
)

// maxCandidates bounds the work for a request that carries one cookie name many times.
// Browsers send a cookie for each path above the page and each domain above the shop's,
// so cookies planted there, say on a neighbouring host, stay below the limit.
const maxCandidates = 128

// Cookie carries the tokens of one keyring to the browser and back. Scripts can never
// read it, it is not sent with cross-site posts, and it is valid for the whole site,
// because pages and API share it.
type Cookie struct {
	Name   string
	Former string // its previous name, which is only read; empty: none
	Secure bool   // set when the shop is served over https
	Keys   *Keyring
}

// Start sets the cookie to a new token and returns the session it opens.
func (c Cookie) Start(w http.ResponseWriter) Session {
	token, session := c.Keys.Issue()
	c.set(w, c.Name, token, c.Keys.life)
	return session
}

// Keep sets the cookie to a token that carries the payload, see [Keyring.Seal].
func (c Cookie) Keep(w http.ResponseWriter, payload []byte) {
	token, _ := c.Keys.Seal(payload)
	c.set(w, c.Name, token, c.Keys.life)
}

// End makes the browser drop the cookie.
func (c Cookie) End(w http.ResponseWriter) {
	c.set(w, c.Name, "", -time.Second)
}

func (c Cookie) set(w http.ResponseWriter, name, value string, life time.Duration) {
	http.SetCookie(w, &http.Cookie{
		Name:     name,
		Value:    value,
		Path:     "/",
		MaxAge:   int(life / time.Second),
		Secure:   c.Secure,
		HttpOnly: true,
		SameSite: http.SameSiteLaxMode,
	})
}

// Sessions returns the sessions whose tokens the request carries: each live one once,
// and the last of the expired ones (the zero Session if there is none).
//
// Browsers send every cookie of that name, and one planted for a narrower path or by a
// neighbouring host may come first; so all of them are tried before the visitor is
// locked out.
func (c Cookie) Sessions(r *http.Request) (living []Session, expired Session) {
	for _, value := range c.values(r) {
		switch session, err := c.Keys.Verify(value); {
		case errors.Is(err, ErrExpired):
			expired = session
		case err == nil && !slices.Contains(living, session):
			living = append(living, session)
		}
	}
	return living, expired
}

// Open returns the payload and session of the request's first live token. Errors:
// ErrInvalid, or ErrExpired together with payload and session of an expired one.
func (c Cookie) Open(r *http.Request) (payload []byte, session Session, err error) {
	err = ErrInvalid
	for _, value := range c.values(r) {
		carried, held, heldErr := c.Keys.Open(value)
		if heldErr == nil {
			return carried, held, nil
		}
		if errors.Is(heldErr, ErrExpired) {
			payload, session, err = carried, held, heldErr
		}
	}
	return payload, session, err
}

// values returns the request's cookies of the current name, then those of the former
// one.
func (c Cookie) values(r *http.Request) []string {
	return append(named(r, c.Name), c.former(r)...)
}

func named(r *http.Request, name string) (values []string) {
	for _, cookie := range r.CookiesNamed(name) {
		if values = append(values, cookie.Value); len(values) == maxCandidates {
			break
		}
	}
	return values
}
