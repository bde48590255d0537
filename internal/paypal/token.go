package paypal

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"strings"
	"sync"
	"time"

	"kontor/internal/calls"
	"kontor/internal/shop/payment"
	"kontor/internal/trace"
)

// renewal is how long before its expiry a token is replaced.
const renewal = 5 * time.Minute

// token is an access token and the time until which it is used.
type token struct {
	text        string
	renew, ends time.Time
}

// tokens keeps the process's only access token. PayPal throttles clients that fetch one
// for each call.
type tokens struct {
	fetch func(context.Context) (token, error)
	now   func() time.Time

	mu      sync.Mutex
	current token
	running *fetching // nil: no fetch in progress
}

// fetching is one fetch, shared by everybody who needs a token.
type fetching struct {
	done  chan struct{}
	token token
	err   error
}

// get returns a token other than the rejected one. While a token is only due for
// renewal, a failed fetch does no harm.
func (t *tokens) get(ctx context.Context, rejected string) (string, error) {
	t.mu.Lock()
	current := t.current
	if current.text == rejected {
		current = token{}
	}
	now := t.now()
	if now.Before(current.renew) {
		t.mu.Unlock()
		return current.text, nil
	}
	running := t.start(ctx)
	t.mu.Unlock()
	fetched, err := running.await(ctx)
	if err != nil && ctx.Err() == nil && now.Before(current.ends) {
		return current.text, nil
	}
	return fetched.text, err
}

// renew fetches a token although the current one may be good.
func (t *tokens) renew(ctx context.Context) error {
	t.mu.Lock()
	running := t.start(ctx)
	t.mu.Unlock()
	_, err := running.await(ctx)
	return err
}

func (f *fetching) await(ctx context.Context) (token, error) {
	select {
	case <-f.done:
		return f.token, f.err
	case <-ctx.Done():
		return token{}, &payment.PayPalUnknown{Cause: ctx.Err()}
	}
}

// start joins the fetch in progress or begins one. It is independent of its callers:
// one that gives up does not cancel it for the others. It is in the trace of whoever was
// first.
func (t *tokens) start(ctx context.Context) *fetching {
	if t.running != nil {
		return t.running
	}
	running := &fetching{done: make(chan struct{})}
	t.running = running
	go func() {
		running.token, running.err = t.fetch(trace.Continued(ctx))
		t.mu.Lock()
		defer t.mu.Unlock()
		if running.err == nil {
			t.current = running.token
		}
		t.running = nil
		close(running.done)
	}()
	return running
}

var errDenied = errors.New("PayPal denies the access")

// fetchToken asks for a new token.
func (c *Client) fetchToken(ctx context.Context) (token, error) {
	ctx, cancel := context.WithTimeout(calls.Named(ctx, "token"), min(usualWait, c.options.Timeout))
	defer cancel()
	asked := c.options.Now()
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, c.base+"/v1/oauth2/token", strings.NewReader("grant_type=client_credentials"))
	if err != nil {
		return token{}, &payment.PayPalUnknown{Cause: err}
	}
	request.SetBasicAuth(c.options.ClientID, c.options.Secret)
	request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	request.Header.Set("Accept", "application/json")
	answer, err := c.exchange(request)
	if err != nil {
		c.log(ctx, "token", "", err)
		return token{}, err
	}
	fetched, err := readToken(answer, asked)
	c.access.note(atToken, err, asked)
	c.log(ctx, "token", "", err)
	return fetched, err
}

func readToken(answer *answer, asked time.Time) (token, error) {
	if answer.status != http.StatusOK {
		unknown := answer.unknown(errUnexpectedStatus)
		if answer.status/100 == 4 && answer.status != http.StatusTooManyRequests {
			unknown.Cause, unknown.Denied = errDenied, answer.denial()
		}
		return token{}, unknown
	}
	var said struct {
		AccessToken string  `json:"access_token"`
		ExpiresIn   float64 `json:"expires_in"`
	}
	if err := json.Unmarshal(answer.body, &said); err != nil || !isHeaderText(said.AccessToken) || said.ExpiresIn <= 0 {
		return token{}, answer.unknown(errUndecodable)
	}
	life := time.Duration(min(said.ExpiresIn, 86400) * float64(time.Second))
	return token{said.AccessToken, asked.Add(life - min(renewal, life/2)), asked.Add(life)}, nil
}

// isHeaderText reports whether s can be sent in a header.
func isHeaderText(s string) bool {
	return s != "" && !strings.ContainsFunc(s, func(r rune) bool { return r <= ' ' || r > '~' })
}
