package paypal

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"sync"
	"time"

	"kontor/internal/shop/payment"
)

// access is what PayPal's answers say about the shop's credentials.
type access struct {
	mu    sync.Mutex
	known payment.Access
	at    barrier // where it was denied; meaningless otherwise
}

// barrier is a place at which PayPal may deny access. A denial lasts until the same
// barrier has opened: a token may outlive the secret with which it was fetched, and a
// restricted account may still get tokens.
type barrier int

const (
	atToken barrier = iota // the request for a token
	atCall                 // any other, with a token that PayPal has just issued
)

// note records how a request ended. Only a denial and answers that show admission
// count.
func (a *access) note(at barrier, err error, now time.Time) {
	var unknown *payment.PayPalUnknown
	denied := ""
	if errors.As(err, &unknown) {
		if denied = unknown.Denied; denied == "" {
			return
		}
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	switch {
	case denied != "":
		if a.known.State != payment.AccessDenied {
			a.known.Since = now
		}
		a.known.State, a.known.Reason, a.at = payment.AccessDenied, denied, at
	case a.known.State == payment.AccessUnknown, a.known.State == payment.AccessDenied && a.at == at:
		a.known = payment.Access{State: payment.AccessGranted, Since: now}
	}
}

// Access returns what the answers so far say about the credentials. It makes no call.
func (c *Client) Access() payment.Access {
	c.access.mu.Lock()
	defer c.access.mu.Unlock()
	return c.access.known
}

// Renew fetches a new token, which all calls use from then on.
//
// Errors: a [payment.PayPalUnknown]. The current token stays in use.
func (c *Client) Renew(ctx context.Context) error { return c.tokens.renew(ctx) }

// denial returns why PayPal denies a token, if these are its own words: a proxy's page
// says nothing about credentials.
//
// Source: RFC 6749, section 5.2; PayPal answers unknown credentials with 401 and
// invalid_client.
func (a *answer) denial() string {
	var said struct{ Error, Name string }
	switch a.status {
	case http.StatusBadRequest, http.StatusUnauthorized, http.StatusForbidden:
		if json.Unmarshal(a.body, &said) != nil || said.Error == "" && said.Name == "" {
			return ""
		}
		if said.Error == "invalid_client" {
			return payment.DeniedCredentials
		}
		return payment.DeniedAccess
	}
	return ""
}
