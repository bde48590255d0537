package shoptest

import (
	"context"
	"crypto/rand"
	"errors"
	"net/http"
	"os"
	"sync"
	"time"

	"kontor/internal/paypal"
	"kontor/internal/paypal/paypalsim"
	"kontor/internal/shop"
	"kontor/internal/shop/outbox"
	"kontor/internal/shop/payment"
	"kontor/internal/web/kit"
	"kontor/internal/web/storefront"
	"kontor/tests/apispec"
)

// The credentials of shops with PayPal.
const (
	paypalClientID  = "AZDxjDScFpQtjWTOUtWKbyN_bDt4OgqaF4eY"
	paypalWebhookID = "8PT597110X687430LKGECATA"
	// PayPalSecret must not appear in any log.
	PayPalSecret = "EGnHDxD_qRPdaLdZz8iCr8N7_MzF-YHPTkjs6NKYQvQSBngp4PTTVWkPZRbL"
)

// paypalSettings are what options change about PayPal.
type paypalSettings struct {
	on      bool
	server  *paypalsim.Server // of another shop; nil: its own
	confirm bool
	later   bool
	timeout time.Duration
	running bool
	live    bool
	wrap    func(payment.PayPal) payment.PayPal
}

// PayPal sets PayPal up, with a simulator that rejects any invalid request. It sends no
// notifications by itself, and nothing is reconciled, until a test asks for it; see
// [Reconciling].
func PayPal() Option {
	return func(_ *Shop, s *settings) { s.paypal.on = true }
}

// PayPalOf sets PayPal up with the simulator of another shop, for instances on one
// database.
func PayPalOf(other *Shop) Option {
	return func(_ *Shop, s *settings) { s.paypal.on, s.paypal.server = true, other.PayPal }
}

// Reconciling reconciles payments continuously, every 50 milliseconds.
func Reconciling() Option {
	return func(_ *Shop, s *settings) { s.paypal.running = true }
}

// Confirmed sets PAYPAL_BESTAETIGUNG: only the buyer's own click captures.
func Confirmed() Option {
	return func(_ *Shop, s *settings) { s.paypal.confirm = true }
}

// PayLater sets PAYPAL_SPAETER: PayPal's button and message for paying later.
func PayLater() Option {
	return func(_ *Shop, s *settings) { s.paypal.later = true }
}

// PayPalTimeout sets how long the shop waits for PayPal; otherwise half a minute,
// longer than any busy computer delays an answer.
func PayPalTimeout(d time.Duration) Option {
	return func(_ *Shop, s *settings) { s.paypal.timeout = d }
}

// LivePayPal makes the shop believe that its PayPal moves real money.
func LivePayPal() Option {
	return func(_ *Shop, s *settings) { s.paypal.live = true }
}

// BetweenPayPal puts a wrapper between the shop and its PayPal client.
func BetweenPayPal(wrap func(payment.PayPal) payment.PayPal) Option {
	return func(_ *Shop, s *settings) { s.paypal.wrap = wrap }
}

// startPayPal starts the simulator, the client and the payments. They end before the
// outbox and the database.
func (s *Shop) startPayPal(settings settings, outbox *outbox.Outbox) *payment.Service {
	s.t.Helper()
	o := settings.paypal
	if !o.on {
		return nil
	}
	if s.PayPal = o.server; s.PayPal == nil {
		s.PayPal = s.simulatePayPal()
	}
	if o.timeout == 0 {
		o.timeout = 30 * time.Second
	}
	client := paypal.New(paypal.Options{
		ClientID: paypalClientID, Secret: PayPalSecret, WebhookID: paypalWebhookID, BaseURL: s.PayPal.URL(),
		Timeout: o.timeout, Now: s.Clock.Now, Log: kit.RequestLog(s.Log.logger()), Observe: s.measured.Calls("paypal"),
	})
	var api payment.PayPal = client
	if o.wrap != nil {
		api = o.wrap(api)
	}
	s.Connection = payment.NewConnection(payment.ConnectionOptions{
		Account: client, Notices: s.DB, Outbox: outbox, Log: kit.RequestLog(s.Log.logger()), Now: s.Clock.Now, Webhook: s.URL + storefront.WebhookPath,
	})
	s.Payments = payment.New(payment.Options{
		Store: s.DB, PayPal: api, Outbox: outbox, Log: kit.RequestLog(s.Log.logger()), Now: s.Clock.Now,
		Prefix: "BK", Prices: settings.prices, Terms: &settings.terms, Confirm: o.confirm, PayLater: o.later, Timeout: o.timeout, Interval: 50 * time.Millisecond,
		ShopName: "Bastelkontor", ClientID: paypalClientID, Sandbox: !o.live, Connection: s.Connection, OnPlaced: s.measured.Order,
		CheckoutPage: func(language shop.Language) string { return storefront.CheckoutAddress(s.base, language) },
	})
	ctx, stop := context.WithCancel(context.Background())
	var job sync.WaitGroup
	if o.running {
		job.Go(func() { s.Payments.Run(ctx) })
	}
	s.t.Cleanup(func() {
		stop()
		job.Wait()
		s.Payments.Close()
		client.Close()
	})
	return s.Payments
}

func (s *Shop) simulatePayPal() *paypalsim.Server {
	s.t.Helper()
	options := paypalsim.Options{ClientID: paypalClientID, Secret: PayPalSecret, WebhookID: paypalWebhookID, Now: s.Clock.Now}
	if spec, err := apispec.Load(); err == nil {
		options.Check = spec.Check
	} else if !errors.Is(err, os.ErrNotExist) {
		s.t.Fatal(err)
	}
	server, err := paypalsim.Start(options)
	if err != nil {
		s.t.Fatal(err)
	}
	s.t.Cleanup(func() {
		if violations := server.Violations(); len(violations) > 0 {
			s.t.Errorf("the shop broke rules of PayPal's API: %q", violations)
		}
		server.Close()
	})
	return server
}

// Webhooks makes the simulator send its notifications to the shop.
func (s *Shop) Webhooks() { s.PayPal.SendWebhooksTo(s.URL + storefront.WebhookPath) }

// NewCheckoutKey returns a key like those that checkout pages make up.
func NewCheckoutKey() string { return rand.Text() }

// Pay opens a payment for an order as the checkout page does, and returns its id at
// PayPal. An order without a key gets a new one.
func (c *Client) Pay(changes ...func(Body)) string {
	c.shop.t.Helper()
	body := Order(append([]func(Body){Set("kassenSchluessel", NewCheckoutKey())}, changes...)...)
	return c.Post("/api/paypal/orders", body).Want(http.StatusCreated).JSON()["id"].(string)
}

// Approve approves the order at PayPal as its buyer.
func (s *Shop) Approve(payPalOrder string) {
	s.t.Helper()
	if err := s.PayPal.Approve(payPalOrder); err != nil {
		s.t.Fatal(err)
	}
}

// Capture does what the page does once the buyer has approved.
func (c *Client) Capture(payPalOrder string) Answer {
	c.shop.t.Helper()
	return c.Post("/api/paypal/orders/"+payPalOrder+"/capture", nil)
}
