package gate

import (
	"net/http"
	"slices"
	"time"
)

// Rename moves a session whose token was sent under the cookie's former name to its
// current one. The token stays the same for the rest of its life, so nothing is
// prolonged and no other session ends. Cookies of the former name are dropped.
func (c Cookie) Rename(w http.ResponseWriter, r *http.Request, session Session) {
	token := c.tokenOf(session, c.former(r))
	if token == "" {
		return
	}
	if c.tokenOf(session, named(r, c.Name)) == "" {
		c.set(w, c.Name, token, session.IssuedAt.Add(c.Keys.life).Sub(c.Keys.Now()))
	}
	c.DropFormer(w, r)
}

// DropFormer makes the browser drop the cookie of the former name, if it sent one.
func (c Cookie) DropFormer(w http.ResponseWriter, r *http.Request) {
	if len(c.former(r)) > 0 {
		c.set(w, c.Former, "", -time.Second)
	}
}

func (c Cookie) former(r *http.Request) []string {
	if c.Former == "" {
		return nil
	}
	return named(r, c.Former)
}

// tokenOf returns the first of the values that is a token of the session, or "".
func (c Cookie) tokenOf(session Session, values []string) string {
	i := slices.IndexFunc(values, func(value string) bool {
		held, err := c.Keys.Verify(value)
		return err == nil && held == session
	})
	if i < 0 {
		return ""
	}
	return values[i]
}
