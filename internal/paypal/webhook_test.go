package paypal_test

import (
	"bytes"
	"errors"
	"net/http"
	"testing"

	"kontor/internal/paypal"
	"kontor/internal/paypal/paypalsim"
	"kontor/internal/shop/payment"
)

func webhook(header http.Header, body []byte) payment.PayPalWebhook {
	return payment.PayPalWebhook{
		AuthAlgo: header.Get("PAYPAL-AUTH-ALGO"), CertURL: header.Get("PAYPAL-CERT-URL"),
		TransmissionID: header.Get("PAYPAL-TRANSMISSION-ID"), TransmissionSig: header.Get("PAYPAL-TRANSMISSION-SIG"),
		TransmissionTime: header.Get("PAYPAL-TRANSMISSION-TIME"), Body: body,
	}
}

// T20: notifications contain &, <, {} and umlauts, and verify all the same.
func TestT20_TheBytesOfNotificationsAreKept(t *testing.T) {
	t.Parallel()
	m := open(t)
	order := m.approved(t, "a1")
	approved := m.event(t, "CHECKOUT.ORDER.APPROVED")
	for _, part := range []string{"&", "<Zahlung>", `"breakdown":{}`, "Grüße", order.ID} {
		if !bytes.Contains(approved.Body, []byte(part)) {
			t.Fatalf("the notification does not hold %q", part)
		}
	}
	for _, body := range [][]byte{
		approved.Body,
		[]byte(`{"n":1.0,"big":12345678901234567890,"e":1E2,"s":"\u0026 & \/ ü 😀"}`),
		[]byte(`{ "a" : [ 1 , 2 ] , "a" : {} }`),
		[]byte("{\n\t\"a\":\n\"b\"\n}"),
	} {
		if genuine, err := m.VerifyWebhook(t.Context(), webhook(m.sim.Sign(body), body)); !genuine || err != nil {
			t.Errorf("%s: %v, %v", body, genuine, err)
		}
	}
}

// T17: forged notifications do not verify; for implausible ones PayPal is not even
// called.
func TestT17_ForgedNotifications(t *testing.T) {
	t.Parallel()
	m := open(t)
	m.approved(t, "a1")
	event := m.event(t, "CHECKOUT.ORDER.APPROVED")
	for name, forge := range map[string]func(*payment.PayPalWebhook){
		"other body":      func(w *payment.PayPalWebhook) { w.Body = bytes.Replace(w.Body, []byte("27.30"), []byte("27.31"), 1) },
		"other signature": func(w *payment.PayPalWebhook) { w.TransmissionSig = "AAAA" + w.TransmissionSig[4:] },
		"no base64":       func(w *payment.PayPalWebhook) { w.TransmissionSig = "%%%" },
		"other cert":      func(w *payment.PayPalWebhook) { w.CertURL = "https://evil.test/cert.pem" },
		"other algorithm": func(w *payment.PayPalWebhook) { w.AuthAlgo = "SHA1withRSA" },
		"other id":        func(w *payment.PayPalWebhook) { w.TransmissionID = "b0a1" + w.TransmissionID[4:] },
		"other time":      func(w *payment.PayPalWebhook) { w.TransmissionTime = "2020-01-01T00:00:00Z" },
	} {
		w := webhook(m.sim.Sign(event.Body), event.Body)
		forge(&w)
		if genuine, err := m.VerifyWebhook(t.Context(), w); genuine || err != nil {
			t.Errorf("%s: %v, %v", name, genuine, err)
		}
	}
	asked := m.sim.Calls(paypalsim.Verify)
	for name, forge := range map[string]func(*payment.PayPalWebhook){
		"no algorithm":   func(w *payment.PayPalWebhook) { w.AuthAlgo = "" },
		"no cert":        func(w *payment.PayPalWebhook) { w.CertURL = "" },
		"no URL":         func(w *payment.PayPalWebhook) { w.CertURL = "file:///etc/passwd" },
		"no id":          func(w *payment.PayPalWebhook) { w.TransmissionID = "" },
		"no signature":   func(w *payment.PayPalWebhook) { w.TransmissionSig = "" },
		"no time":        func(w *payment.PayPalWebhook) { w.TransmissionTime = "yesterday" },
		"long signature": func(w *payment.PayPalWebhook) { w.TransmissionSig = string(bytes.Repeat([]byte("A"), 501)) },
		"no body":        func(w *payment.PayPalWebhook) { w.Body = nil },
		"no JSON":        func(w *payment.PayPalWebhook) { w.Body = []byte("<html>") },
		"a list":         func(w *payment.PayPalWebhook) { w.Body = []byte("[{}]") },
		"two objects":    func(w *payment.PayPalWebhook) { w.Body = []byte("{}{}") },
		"smuggled field": func(w *payment.PayPalWebhook) { w.Body = []byte(`{},"webhook_id":"` + webhookID + `","x":{}`) },
	} {
		w := webhook(m.sim.Sign(event.Body), event.Body)
		forge(&w)
		if genuine, err := m.VerifyWebhook(t.Context(), w); genuine || err != nil {
			t.Errorf("%s: %v, %v", name, genuine, err)
		}
	}
	if n := m.sim.Calls(paypalsim.Verify); n != asked {
		t.Errorf("PayPal was asked %d times about what cannot be its own", n-asked)
	}
}

// T17: a notification for another webhook id is not for this shop.
func TestT17_OtherWebhookID(t *testing.T) {
	t.Parallel()
	m := open(t, func(s *settings) { s.Options.WebhookID = "OTHER" })
	body := []byte(`{"id":"WH-1"}`)
	if genuine, err := m.VerifyWebhook(t.Context(), webhook(m.sim.Sign(body), body)); genuine || err != nil {
		t.Errorf("%v, %v", genuine, err)
	}
}

// T19: if the check cannot be made, a notification is neither genuine nor forged.
func TestT19_TheCheckIsDown(t *testing.T) {
	t.Parallel()
	m := open(t)
	body := []byte(`{"id":"WH-1"}`)
	for _, kind := range []paypalsim.Kind{paypalsim.InternalError, paypalsim.BadGateway, paypalsim.Cut, paypalsim.CreatedPage, paypalsim.TooManyRequests} {
		m.sim.Fail(paypalsim.Verify, paypalsim.Fault{Kind: kind})
		genuine, err := m.VerifyWebhook(t.Context(), webhook(m.sim.Sign(body), body))
		if genuine {
			t.Errorf("%s: genuine", kind)
		}
		wantUnknown(t, err)
	}
	m.sim.Fail(paypalsim.Verify, paypalsim.Fault{Kind: paypalsim.Forbidden})
	_, err := m.VerifyWebhook(t.Context(), webhook(m.sim.Sign(body), body))
	wantRefusal(t, err)
}

func TestNotificationsNeedAWebhookID(t *testing.T) {
	t.Parallel()
	m := open(t, func(s *settings) { s.Options.WebhookID = "" })
	body := []byte(`{"id":"WH-1"}`)
	genuine, err := m.VerifyWebhook(t.Context(), webhook(m.sim.Sign(body), body))
	if genuine || !errors.Is(err, paypal.ErrNoWebhookID) || m.sim.Calls(paypalsim.Verify) != 0 {
		t.Errorf("%v, %v", genuine, err)
	}
}
