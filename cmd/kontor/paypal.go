package main

import (
	"context"
	"crypto/rand"
	"log/slog"
	"net/url"
	"strings"
	"sync"
	"time"

	"kontor/internal/config"
	"kontor/internal/paypal"
	"kontor/internal/paypal/paypalsim"
	"kontor/internal/shop"
	"kontor/internal/shop/checkout"
	"kontor/internal/shop/payment"
	"kontor/internal/web/kit"
	"kontor/internal/web/storefront"
)

// payments is the shop's connection with PayPal, or in a rehearsal with a simulator in
// this process.
type payments struct {
	*payment.Service
	client    *paypal.Client
	simulator *paypalsim.Server // nil: the real PayPal
	job       sync.WaitGroup
}

// newPayments connects the shop with PayPal; nil if it is neither configured nor
// rehearsed. base is the URL of the shop's pages.
func (s *service) newPayments(base *url.URL, terms *checkout.Terms) (*payments, error) {
	p := &payments{}
	log := kit.RequestLog(s.log)
	access := payPalAccess(s.cfg, log)
	access.Observe = s.metrics.Calls("paypal")
	script := ""
	switch {
	case s.rehearsal:
		access.ClientID, access.Secret, access.WebhookID = rand.Text(), rand.Text(), rand.Text()
		var err error
		if p.simulator, err = simulate(access, base); err != nil {
			return nil, err
		}
		access.BaseURL, script = p.simulator.URL(), p.simulator.URL()+"/sdk/js"
	case !s.cfg.PayPal():
		return nil, nil
	}
	p.client = paypal.New(access)
	connection := payment.NewConnection(payment.ConnectionOptions{
		Account: p.client, Notices: s.db, Outbox: s.outbox, Log: log, Now: time.Now, Webhook: webhookAddress(s.cfg),
	})
	p.Service = payment.New(payment.Options{
		Store: s.db, PayPal: p.client, Outbox: s.outbox, Log: log, Now: time.Now,
		Prefix: s.cfg.ShopPrefix, Prices: checkout.PriceCheck(s.cfg.PriceCheck), Terms: terms,
		Confirm: s.cfg.PayPalConfirm, PayLater: s.cfg.PayPalLater, Timeout: s.cfg.PayPalTimeout, Interval: s.cfg.PayPalInterval,
		ShopName: s.cfg.ShopName, ClientID: access.ClientID, SDK: script, Sandbox: paypal.IsSandbox(access.BaseURL), Connection: connection, OnPlaced: s.metrics.Order,
		CheckoutPage: func(language shop.Language) string { return storefront.CheckoutAddress(base, language) },
	})
	return p, nil
}

// payPalAccess returns the configured access to PayPal.
func payPalAccess(cfg *config.Config, log *slog.Logger) paypal.Options {
	return paypal.Options{
		ClientID: cfg.PayPalClientID, Secret: string(cfg.PayPalClientSecret), WebhookID: cfg.PayPalWebhookID,
		BaseURL: cfg.PayPalBaseURL, Timeout: cfg.PayPalTimeout, Now: time.Now, Log: log,
	}
}

// webhookAddress returns the URL at which PayPal has to reach the shop; without
// BASE_URL only its path is known.
func webhookAddress(cfg *config.Config) string {
	return strings.TrimSuffix(cfg.BaseURL, "/") + storefront.WebhookPath
}

// simulate starts a rehearsal's PayPal, which notifies the shop as the real one does.
func simulate(access paypal.Options, base *url.URL) (*paypalsim.Server, error) {
	return paypalsim.Start(paypalsim.Options{
		ClientID: access.ClientID, Secret: access.Secret, WebhookID: access.WebhookID,
		WebhookURL: base.JoinPath(storefront.WebhookPath).String(),
	})
}

// start goes on with the payments that a killed process left, and reconciles until the
// context ends.
func (p *payments) start(ctx context.Context) error {
	if p == nil {
		return nil
	}
	if err := p.TakeOver(ctx); err != nil {
		return err
	}
	p.job.Go(func() { p.Run(ctx) })
	p.job.Go(func() { p.Connection.Run(ctx) })
	return nil
}

// close waits for calls to PayPal in progress. Call it after the context given to start
// has ended, and before closing outbox and database.
func (p *payments) close() {
	if p == nil {
		return
	}
	p.job.Wait()
	p.Service.Close()
	p.client.Close()
	if p.simulator != nil {
		p.simulator.Close()
	}
}

// mode describes the state of PayPal, for the message at startup.
func (p *payments) mode() string {
	switch {
	case p == nil:
		return "off"
	case p.simulator != nil:
		return "rehearsal"
	}
	return "on"
}
