package gate

import (
	"errors"
	"net/http"
	"time"
)

// maxCandidates bounds the work for a request that carries one cookie name many
// times.
const maxCandidates = 4

// Cookie carries the tokens of one keyring to the browser and back. It is never
// readable by scripts, is not sent with cross-site posts, and is valid for the
// whole site, because pages and API share it.
type Cookie struct {
	Name   string
	Secure bool // set when the shop is served over https
	Keys   *Keyring
}

// Start sets the cookie with a new token and returns the session it opens.
func (c Cookie) Start(w http.ResponseWriter) Session {
	token, session := c.Keys.Issue()
	c.set(w, token, int(c.Keys.life/time.Second))
	return session
}

// Keep sets the cookie with a token that carries the payload, see
// [Keyring.Seal].
func (c Cookie) Keep(w http.ResponseWriter, payload []byte) {
	token, _ := c.Keys.Seal(payload)
	c.set(w, token, int(c.Keys.life/time.Second))
}

// End tells the browser to drop the cookie.
func (c Cookie) End(w http.ResponseWriter) {
	c.set(w, "", -1)
}

func (c Cookie) set(w http.ResponseWriter, value string, maxAge int) {
	http.SetCookie(w, &http.Cookie{
		Name:     c.Name,
		Value:    value,
		Path:     "/",
		MaxAge:   maxAge,
		Secure:   c.Secure,
		HttpOnly: true,
		SameSite: http.SameSiteLaxMode,
	})
}

// Session returns the session of the request, else what Verify says about its
// cookie: ErrExpired with the session when there is an expired one, ErrInvalid
// otherwise, also when there is no cookie.
//
// A browser sends every cookie of the name, and one planted for a narrower path
// comes first; so the first few are tried before the visitor is locked out.
func (c Cookie) Session(r *http.Request) (Session, error) {
	_, session, err := c.Open(r)
	return session, err
}

// Open is Session that returns what the token carries, too.
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

func (c Cookie) values(r *http.Request) []string {
	var values []string
	for _, cookie := range r.CookiesNamed(c.Name) {
		if values = append(values, cookie.Value); len(values) == maxCandidates {
			break
		}
	}
	return values
}
