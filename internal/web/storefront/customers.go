package storefront

import (
	"context"
	"errors"
	"net/http"
	"time"

	"kontor/internal/gate"
	"kontor/internal/shop/account"
	"kontor/internal/web/kit"
)

// signInLife is how long a pending sign-in can be finished.
const signInLife = 10 * time.Minute

// customers handles customers' accounts and their cookies.
type customers struct {
	*account.Service
	session gate.Cookie  // holds the id of a session
	pending gate.Pending // holds the pending sign-ins
}

// newCustomers sets names and keys of the customers' cookies. The key of pending
// sign-ins is derived from the same secret and depends on it.
func newCustomers(c *kit.Common, service *account.Service, secrets [][]byte) (*customers, error) {
	sessionKeys, sessionErr := gate.NewKeyring(gate.Account, gate.Code{}, account.SessionLife, secrets...)
	derived, deriveErr := gate.DeriveKeys(gate.SignIn, secrets)
	if err := errors.Join(sessionErr, deriveErr); err != nil {
		return nil, err
	}
	pendingKeys, err := gate.NewKeyring(gate.SignIn, gate.Code{}, signInLife, derived...)
	if err != nil {
		return nil, err
	}
	sessionKeys.Now, pendingKeys.Now = c.Now, c.Now
	return &customers{
		Service: service,
		session: c.OwnCookie("_konto", sessionKeys),
		pending: gate.Pending{Cookie: c.OwnCookie("_anmeldung", pendingKeys)},
	}, nil
}

// key returns the key of the request's session, empty if it has none that this shop
// issued. Only the store knows whether the session is still valid.
func (c *customers) key(r *http.Request) account.SessionKey {
	id, _, err := c.session.Open(r)
	if err != nil {
		return ""
	}
	return account.SessionKeyOf(id)
}

// required is key for what only a customer may do.
func (c *customers) required(r *http.Request) (account.SessionKey, error) {
	if key := c.key(r); key != "" {
		return key, nil
	}
	return "", account.ErrNotSignedIn
}

// placing returns the customer who sends an order, 0 for a guest. Failing to look up a
// session does not make an order fail.
func (c *customers) placing(r *http.Request) int64 {
	return c.CustomerID(context.WithoutCancel(r.Context()), c.key(r))
}
