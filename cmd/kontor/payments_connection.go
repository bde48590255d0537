package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"kontor/internal/paypal"
	"kontor/internal/shop/payment"
)

type paymentsTest struct {
	BaseURL string `group:"Einstellungen:" placeholder:"URL" help:"${BASE_URL}"`
	payPalSettings
	dataDir
}

var (
	errNoPayPal   = errors.New("PayPal ist nicht eingerichtet: PAYPAL_CLIENT_ID und PAYPAL_CLIENT_SECRET setzen")
	errConnection = errors.New("mit der Verbindung zu PayPal stimmt etwas nicht")
)

// Run asks PayPal for a token and for the webhook, and fails if something is wrong. No
// money moves, and the shop may run meanwhile.
func (c *paymentsTest) Run(ctx context.Context, p *program) error {
	cfg, err := p.load()
	if err != nil {
		return err
	}
	if !cfg.PayPal() {
		return errNoPayPal
	}
	client := paypal.New(payPalAccess(cfg, slog.New(slog.DiscardHandler)))
	defer client.Close()
	webhook := webhookAddress(cfg)
	connection := payment.NewConnection(payment.ConnectionOptions{Account: client, Now: time.Now, Webhook: webhook})
	health := connection.Check(ctx)
	p.showConnection(&health, cfg.PayPalBaseURL, webhook)
	if !health.Good() {
		return errConnection
	}
	return nil
}

func (p *program) showConnection(h *payment.Health, baseURL, webhook string) {
	mode := "Echtbetrieb, Zahlungen bewegen echtes Geld"
	if paypal.IsSandbox(baseURL) {
		mode = "Testbetrieb, es wird kein Geld bewegt"
	}
	fmt.Fprintf(p.stdout, "Betrieb: %s (%s).\n", mode, baseURL)
	switch h.Access.State {
	case payment.AccessGranted:
		fmt.Fprintln(p.stdout, "Zugang: PayPal nimmt die Zugangsdaten an.")
		fmt.Fprintln(p.stdout, "Meldungen:", h.Webhook.Explain(webhook))
	case payment.AccessDenied:
		fmt.Fprintf(p.stdout, "Zugang: %s. %s\n", h.Access.Reason, h.Access.Advice())
	default:
		fmt.Fprintln(p.stdout, "Zugang: PayPal antwortet nicht.")
	}
}
