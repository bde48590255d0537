package storefront

import (
	"net/http"

	"kontor/internal/shop/payment"
	"kontor/internal/web/kit"
)

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
	if err := s.takePayPal(r); err != nil {
		return err
	}
	if webhook.Body, err = kit.ReadBody(w, r, kit.MaxBody); err != nil {
		return err
	}
	if err := payments.Webhook(r.Context(), webhook); err != nil {
		return err
	}
	return kit.WriteDone(w)
}
