package storefront

import (
	"net/http"
	"time"

	"kontor/internal/shop/payment"
	"kontor/internal/web/kit"
)

// WebhookPath is where PayPal's notifications arrive.
const WebhookPath = "/api/paypal/webhook"

// webhooksAtOnce is how many notifications are verified at once. While PayPal is slow,
// each of them waits; the others come again, and must not take the places of people.
const webhooksAtOnce = 16

// takeWebhook answers POST /api/paypal/webhook, which PayPal calls without any session.
// It answers 200 once the notification is verified and stored.
func (s *Storefront) takeWebhook(w http.ResponseWriter, r *http.Request) error {
	payments, err := s.shop.PayPal()
	if err != nil {
		return err
	}
	webhook := payment.PayPalWebhook{
		AuthAlgo:         r.Header.Get("PAYPAL-AUTH-ALGO"),
		CertURL:          r.Header.Get("PAYPAL-CERT-URL"),
		TransmissionID:   r.Header.Get("PAYPAL-TRANSMISSION-ID"),
		TransmissionSig:  r.Header.Get("PAYPAL-TRANSMISSION-SIG"),
		TransmissionTime: r.Header.Get("PAYPAL-TRANSMISSION-TIME"),
	}
	if !webhook.Complete() {
		return payment.ErrWebhook // PayPal is not called, and nothing is counted
	}
	if err := s.takePayPal(r, s.webhookCalls); err != nil {
		return err
	}
	if webhook.Body, err = kit.ReadBody(w, r, kit.MaxBody); err != nil {
		return err
	}
	if !s.webhooks.Begin() {
		return kit.Later(payment.ErrWebhookUnchecked, time.Second)
	}
	defer s.webhooks.End()
	if err := payments.Webhook(r.Context(), webhook); err != nil {
		return err
	}
	return kit.WriteDone(w)
}
