package paypal

import (
	"context"
	"crypto/tls"
	"log/slog"
	"net/http"
	"strings"
	"time"

	"kontor/internal/calls"
	"kontor/internal/shop/payment"
)

// The longest waits for PayPal, unless Options.Timeout is shorter.
const (
	usualWait   = 15 * time.Second
	captureWait = 30 * time.Second // also for refunds
)

const maxHeader = 64 << 10 // of an answer

// Options are the settings of a [Client].
type Options struct {
	ClientID  string
	Secret    string
	WebhookID string        // notifications are signed for this id; empty: none can be verified
	BaseURL   string        // https://api-m.paypal.com
	Timeout   time.Duration // caps every call
	Now       func() time.Time
	Log       *slog.Logger
	Observe   calls.Observe // nil: nobody wants to know
}

// Client calls PayPal in the name of one merchant. It is safe for concurrent use.
type Client struct {
	options Options
	base    string // without a slash at its end
	signers *signers
	http    *http.Client
	tokens  tokens
	access  access
}

// New returns a client without making any call.
func New(options Options) *Client {
	c := &Client{
		options: options,
		base:    strings.TrimSuffix(options.BaseURL, "/"),
		signers: signersOf(options.BaseURL),
		http: &http.Client{
			Transport: calls.Transport{Observe: options.Observe, Transport: &http.Transport{
				Proxy:                  http.ProxyFromEnvironment,
				TLSClientConfig:        &tls.Config{MinVersion: tls.VersionTLS12},
				ForceAttemptHTTP2:      true,
				MaxResponseHeaderBytes: maxHeader,
				MaxIdleConnsPerHost:    16,
				// Shorter than servers usually wait, so that they do not close a
				// connection that is just being used again.
				IdleConnTimeout: 20 * time.Second,
			}},
			CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		},
	}
	c.tokens.fetch = c.fetchToken
	c.tokens.now = options.Now
	c.access.known.State = payment.AccessUnknown
	return c
}

// Close closes the connections that are not in use.
func (c *Client) Close() { c.http.CloseIdleConnections() }

// detached returns a context that survives the caller's cancellation, since a closed
// tab must not stop a capture in progress. The caller's deadline stays.
func detached(ctx context.Context) (context.Context, context.CancelFunc) {
	free := context.WithoutCancel(ctx)
	if deadline, ok := ctx.Deadline(); ok {
		return context.WithDeadline(free, deadline)
	}
	return context.WithCancel(free)
}
