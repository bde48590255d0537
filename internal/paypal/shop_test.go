package paypal_test

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"kontor/internal/paypal"
	"kontor/internal/paypal/paypalsim"
	"kontor/internal/shop/payment"
	"kontor/tests/apispec"
)

const (
	clientID  = "AZDxjDScFpQtjWTOUtWKbyN_bDt4OgqaF4eYXlewfBP4-8aqX3PiV8e1GWU6liB2CUXlkA59kJXE7M6R"
	secret    = "EGnHDxD_qRPdaLdZz8iCr8N7_MzF-YHPTkjs6NKYQvQSBngp4PTTVWkPZRbL"
	webhookID = "8PT597110X687430LKGECATA"
)

// merchant is a client with its PayPal and its log.
type merchant struct {
	*paypal.Client
	sim   *paypalsim.Server
	clock *clock
	log   *lines
}

type settings struct {
	paypal.Options
	sim paypalsim.Options
}

// open starts a PayPal that checks every request against the official description, and
// a client for it. Both stop with the test, which fails if the client broke a rule of
// the API.
func open(t *testing.T, change ...func(*settings)) *merchant {
	t.Helper()
	m := &merchant{clock: &clock{now: time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC)}, log: &lines{}}
	s := settings{
		paypal.Options{
			ClientID: clientID, Secret: secret, WebhookID: webhookID, Timeout: 10 * time.Second, Now: m.clock.Now,
			Log: slog.New(slog.NewTextHandler(m.log, &slog.HandlerOptions{Level: slog.LevelDebug})),
		},
		paypalsim.Options{ClientID: clientID, Secret: secret, WebhookID: webhookID, Now: m.clock.Now},
	}
	if spec, err := apispec.Load(); err == nil {
		s.sim.Check, s.sim.CheckAnswer = spec.Check, spec.CheckAnswer
	} else if !errors.Is(err, os.ErrNotExist) {
		t.Fatal(err)
	}
	for _, f := range change {
		f(&s)
	}
	var err error
	if m.sim, err = paypalsim.Start(s.sim); err != nil {
		t.Fatal(err)
	}
	if s.BaseURL == "" {
		s.BaseURL = m.sim.URL()
	}
	m.Client = paypal.New(s.Options)
	t.Cleanup(func() {
		m.Client.Close()
		m.sim.Close()
		for _, violation := range m.sim.Violations() {
			t.Errorf("T40: %s", violation)
		}
		m.log.wantNothingSecret(t, m.sim.Tokens())
	})
	return m
}

func newOrder(requestID string) payment.PayPalNewOrder {
	return payment.PayPalNewOrder{
		RequestID: requestID + "-anlegen", CustomID: requestID, InvoiceID: "PP-2026-" + requestID,
		Description: "Bestellung Bastelshop", BrandName: "Wolle & Söhne", Amount: 2730, Language: "de",
		ReturnURL: "https://shop.test/danke", CancelURL: "https://shop.test/kasse",
	}
}

// create makes an order that the buyer has not approved.
func (m *merchant) create(t *testing.T, requestID string) payment.PayPalOrder {
	t.Helper()
	order, err := m.CreateOrder(t.Context(), newOrder(requestID))
	if err != nil {
		t.Fatal(err)
	}
	return order
}

// approved makes an order that the buyer has approved.
func (m *merchant) approved(t *testing.T, requestID string) payment.PayPalOrder {
	t.Helper()
	order := m.create(t, requestID)
	if err := m.sim.Approve(order.ID); err != nil {
		t.Fatal(err)
	}
	return order
}

// captured makes an order whose money has moved, and returns its capture.
func (m *merchant) captured(t *testing.T, requestID string) payment.PayPalCapture {
	t.Helper()
	order, err := m.CaptureOrder(t.Context(), m.approved(t, requestID).ID, requestID+"-einzug-1")
	if err != nil || len(order.Captures) != 1 {
		t.Fatalf("%+v, %v", order, err)
	}
	return order.Captures[0]
}

// event returns the newest notification of a type.
func (m *merchant) event(t *testing.T, kind string) paypalsim.Event {
	t.Helper()
	events := m.sim.Events()
	for i := len(events) - 1; i >= 0; i-- {
		if events[i].Type == kind {
			return events[i]
		}
	}
	t.Fatalf("no %s among %d notifications", kind, len(events))
	return paypalsim.Event{}
}

func wantUnknown(t *testing.T, err error) *payment.PayPalUnknown {
	t.Helper()
	var unknown *payment.PayPalUnknown
	if !errors.As(err, &unknown) {
		t.Fatalf("the error is %v, want an unknown outcome", err)
	}
	if refusal := (*payment.PayPalRefusal)(nil); errors.As(err, &refusal) {
		t.Errorf("an unknown outcome passes for the refusal %v", refusal)
	}
	return unknown
}

func wantRefusal(t *testing.T, err error) *payment.PayPalRefusal {
	t.Helper()
	var refusal *payment.PayPalRefusal
	if !errors.As(err, &refusal) {
		t.Fatalf("the error is %v, want a refusal", err)
	}
	return refusal
}

// clock only moves when the test moves it.
type clock struct {
	mu  sync.Mutex
	now time.Time
}

func (c *clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

func (c *clock) Advance(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = c.now.Add(d)
}

// lines is a log that can be read while it is written.
type lines struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (l *lines) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(p)
}

func (l *lines) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}

// wantNothingSecret fails if the log contains what must not be in it.
func (l *lines) wantNothingSecret(t *testing.T, tokens []string) {
	t.Helper()
	text := l.String()
	for _, hidden := range append(tokens, secret, clientID, "Bearer", "Basic", paypalsim.BuyerEmail, paypalsim.BuyerID, paypalsim.BuyerSurname) {
		if strings.Contains(text, hidden) {
			t.Errorf("the log holds %q", hidden)
		}
	}
}

// deadline returns a context that ends soon.
func deadline(t *testing.T, d time.Duration) context.Context {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), d)
	t.Cleanup(cancel)
	return ctx
}
