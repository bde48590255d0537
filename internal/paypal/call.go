package paypal

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"time"

	"kontor/internal/calls"
	"kontor/internal/shop/payment"
)

// call is one request to PayPal.
type call struct {
	operation string // for the log and the metrics
	subject   string // what it is about: one of PayPal's ids or the payment's own
	method    string
	path      string
	body      []byte // JSON; nil: none
	requestID string // PayPal-Request-Id; empty: none
	wait      time.Duration
	firm      bool // continues after the caller has given up
}

// do carries out a call. If PayPal rejects the access token, it is replaced once, and
// the call repeated with the same request id.
func (c *Client) do(ctx context.Context, call call) (*answer, error) {
	if call.firm {
		firm, cancel := detached(ctx)
		defer cancel()
		ctx = firm
	}
	ctx, cancel := context.WithTimeout(calls.Named(ctx, call.operation), min(call.wait, c.options.Timeout))
	defer cancel()
	answer, err := c.attempt(ctx, call)
	c.log(ctx, call.operation, call.subject, err)
	return answer, err
}

func (c *Client) attempt(ctx context.Context, call call) (*answer, error) {
	token, err := c.tokens.get(ctx, "")
	if err != nil {
		return nil, err
	}
	answer, err := c.send(ctx, call, token)
	if err == nil && answer.status == http.StatusUnauthorized {
		if token, err = c.tokens.get(ctx, token); err != nil {
			return nil, err
		}
		answer, err = c.send(ctx, call, token)
	}
	answer, err = judge(answer, err)
	c.access.note(atCall, err, c.options.Now())
	return answer, err
}

func (c *Client) send(ctx context.Context, call call, token string) (*answer, error) {
	request, err := http.NewRequestWithContext(ctx, call.method, c.base+call.path, bytes.NewReader(call.body))
	if err != nil {
		return nil, &payment.PayPalUnknown{Cause: err}
	}
	request.Header.Set("Authorization", "Bearer "+token)
	request.Header.Set("Accept", "application/json")
	if call.body != nil {
		request.Header.Set("Content-Type", "application/json")
	}
	if call.requestID != "" {
		request.Header.Set("PayPal-Request-Id", call.requestID)
		request.Header.Set("Prefer", "return=representation")
	}
	return c.exchange(request)
}

// maxAnswer is the maximum length of an answer in bytes.
const maxAnswer = 1 << 20

var errTooLong = errors.New("the answer is too long")

// exchange sends a request and reads the answer, whatever its status.
func (c *Client) exchange(request *http.Request) (*answer, error) {
	response, err := c.http.Do(request)
	if err != nil {
		return nil, &payment.PayPalUnknown{Cause: err}
	}
	defer response.Body.Close()
	body, err := io.ReadAll(io.LimitReader(response.Body, maxAnswer+1))
	answer := &answer{response.StatusCode, response.Header, body}
	switch {
	case err != nil:
		return nil, answer.unknown(err)
	case len(body) > maxAnswer:
		return nil, answer.unknown(errTooLong)
	}
	return answer, nil
}
