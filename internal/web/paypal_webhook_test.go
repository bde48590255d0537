package web_test

import (
	"bytes"
	"net/http"
	"testing"
	"time"

	"kontor/internal/paypal/paypalsim"
	"kontor/internal/shop/payment"
	"kontor/tests/shoptest"
)

// events returns the notifications of a type.
func (p *till) events(kind string) (found []paypalsim.Event) {
	for _, e := range p.PayPal.Events() {
		if e.Type == kind {
			found = append(found, e)
		}
	}
	return found
}

// deliver delivers a notification and lets the shop follow it.
func (p *till) deliver(e paypalsim.Event) {
	p.t.Helper()
	status, err := p.PayPal.Deliver(p.t.Context(), e)
	if err != nil || status != http.StatusOK {
		p.t.Errorf("%s: %d, %v", e.Type, status, err)
	}
	p.Payments.Reconcile(p.t.Context())
}

// T16, S41: the webhook comes before, after, ten times and in the wrong order.
func TestT16_WebhookAnyTime(t *testing.T) {
	t.Parallel()
	p := startTill(t)
	first := p.approved()
	p.Webhooks()
	p.deliver(p.events("CHECKOUT.ORDER.APPROVED")[0])
	p.want(first, payment.StateCompleted)
	if told := numbers(t, p.customer.Capture(first)); told != "BK-2026-0001" {
		t.Errorf("told %s", told)
	}
	second := p.approved()
	p.customer.Capture(second).Want(http.StatusCreated)
	for _, kind := range []string{"PAYMENT.CAPTURE.COMPLETED", "CHECKOUT.ORDER.APPROVED"} {
		for _, e := range p.events(kind) {
			for range 10 {
				p.deliver(e)
			}
		}
	}
	p.wantBooks(2)
	if n := p.PayPal.Calls(paypalsim.Capture); n != 2 {
		t.Errorf("%d captures", n)
	}
}

// T17, T40: forged notifications have no effect, and without PayPal's headers
// nobody is asked.
func TestT17_ForgedWebhooks(t *testing.T) {
	t.Parallel()
	p := startTill(t)
	id := p.customer.Pay()
	p.Webhooks()
	event := aboutOrder("WH-1", id)
	genuine := p.PayPal.Sign(event.Body)
	changed := func(name, value string) http.Header {
		h := genuine.Clone()
		h.Set(name, value)
		return h
	}
	for name, forged := range map[string]struct {
		header http.Header
		body   []byte
	}{
		"body":        {genuine, bytes.Replace(event.Body, []byte(id), []byte("5O190127TN364715T"), 1)},
		"signature":   {changed("PAYPAL-TRANSMISSION-SIG", "Zm9yZ2Vk"), event.Body},
		"certificate": {changed("PAYPAL-CERT-URL", "https://evil.example/cert.pem"), event.Body},
		"algorithm":   {changed("PAYPAL-AUTH-ALGO", "none"), event.Body},
		"time":        {changed("PAYPAL-TRANSMISSION-TIME", "2020-01-01T00:00:00Z"), event.Body},
		"no headers":  {http.Header{}, event.Body},
	} {
		before := p.PayPal.Calls(paypalsim.Verify)
		status, err := p.PayPal.Post(t.Context(), forged.header, forged.body)
		if err != nil || status != http.StatusBadRequest {
			t.Errorf("%s: %d, %v", name, status, err)
		}
		if asked := p.PayPal.Calls(paypalsim.Verify) - before; name == "no headers" && asked != 0 {
			t.Errorf("%s: PayPal was asked", name)
		}
	}
	p.Payments.Reconcile(t.Context())
	if n := p.PayPal.Calls(paypalsim.Read); n != 0 {
		t.Errorf("%d orders were looked at", n)
	}
	p.want(id, payment.StateCreated)
}

// T17: a notification that lacks one of PayPal's headers is refused before it is
// read: PayPal is not asked, and it takes nothing of what genuine ones may.
func TestT17_MissingHeaders(t *testing.T) {
	t.Parallel()
	p := startTill(t, shoptest.PayPalPerMinute(2))
	p.Webhooks()
	event := aboutOrder("WH-1", p.customer.Pay())
	for _, name := range []string{
		"PAYPAL-AUTH-ALGO", "PAYPAL-CERT-URL", "PAYPAL-TRANSMISSION-ID", "PAYPAL-TRANSMISSION-SIG", "PAYPAL-TRANSMISSION-TIME",
	} {
		header := p.PayPal.Sign(event.Body)
		header.Del(name)
		if status, err := p.PayPal.Post(t.Context(), header, event.Body); err != nil || status != http.StatusBadRequest {
			t.Errorf("without %s: %d, %v", name, status, err)
		}
	}
	if n := p.PayPal.Calls(paypalsim.Verify); n != 0 {
		t.Errorf("PayPal was asked %d times", n)
	}
	p.deliver(event)
	if n := p.PayPal.Calls(paypalsim.Read); n != 1 {
		t.Errorf("the genuine one made the shop look %d times", n)
	}
}

// aboutOrder is a notification that an order was paid, true or not.
func aboutOrder(event, id string) paypalsim.Event {
	return paypalsim.Event{ID: event, Type: "CHECKOUT.ORDER.APPROVED", Body: []byte(`{"id":"` + event +
		`","event_type":"CHECKOUT.ORDER.APPROVED", "resource_type":"checkout-order","resource":{"id":"` + id +
		`","status":"COMPLETED","note":"Müller & <Söhne> \u0026 1.0","breakdown":{},"n":1.0}}`)}
}

// T18: a genuine notification about an order that is not paid.
func TestT18_UnpaidOrder(t *testing.T) {
	t.Parallel()
	p := startTill(t)
	id := p.customer.Pay()
	p.Webhooks()
	p.deliver(aboutOrder("WH-1", id))
	if n := p.PayPal.Calls(paypalsim.Read); n == 0 {
		t.Error("PayPal was not asked")
	}
	p.deliver(paypalsim.Event{ID: "WH-2", Type: "PAYMENT.CAPTURE.COMPLETED", Body: []byte(`{"id":"WH-2",
		"event_type":"PAYMENT.CAPTURE.COMPLETED","resource_type":"capture","resource":{"id":"2GG279541U471931P","status":"COMPLETED",
		"amount":{"currency_code":"EUR","value":"22.20"},"supplementary_data":{"related_ids":{"order_id":"` + id + `"}}}}`)})
	if n := p.PayPal.Calls(paypalsim.Read); n < 2 {
		t.Error("PayPal was not asked about a capture")
	}
	p.want(id, payment.StateCreated)
	p.wantNoOrders()
}

// T19, T20: a notification that cannot be checked now comes again; its bytes are
// signed as they are.
func TestT19_T20_VerificationAway(t *testing.T) {
	t.Parallel()
	p := startTill(t)
	id := p.customer.Pay()
	p.Webhooks()
	event := aboutOrder("WH-2", id)
	p.PayPal.Fail(paypalsim.Verify, paypalsim.Fault{Kind: paypalsim.Unavailable})
	if status, err := p.PayPal.Deliver(t.Context(), event); err != nil || status != http.StatusServiceUnavailable {
		t.Errorf("%d, %v", status, err)
	}
	p.Payments.Reconcile(t.Context())
	if n := p.PayPal.Calls(paypalsim.Read); n != 0 {
		t.Errorf("%d orders were looked at", n)
	}
	p.deliver(event)
	if n := p.PayPal.Calls(paypalsim.Read); n != 1 {
		t.Errorf("%d orders were looked at, want 1", n)
	}
	p.wantNothingPrivate()
}

// T29, S41: an order that is somebody else's is neither captured nor asked about by
// its id; money that the journal does not know is a human's case.
func TestT29_ForeignOrders(t *testing.T) {
	t.Parallel()
	p := startTill(t)
	for _, id := range []string{"5O190127TN364715T", "..", "a", "5O19%2Fcapture"} {
		if a := p.customer.Capture(id); a.Status != http.StatusNotFound {
			t.Errorf("%s: %d", id, a.Status)
		}
	}
	if n := p.PayPal.Calls(paypalsim.Read) + p.PayPal.Calls(paypalsim.Capture); n != 0 {
		t.Errorf("PayPal was asked %d times", n)
	}
	foreign := p.PayPal.ForeignOrder("somebody-else", 990)
	p.Webhooks()
	p.deliver(aboutOrder("WH-3", foreign))
	if entry := p.PayPal.Entry(foreign); entry.Captured != 0 {
		t.Errorf("a foreign order was captured: %+v", entry)
	}
	if _, err := p.DB.PaymentByPayPal(t.Context(), foreign); err != payment.ErrNotFound {
		t.Errorf("an order without money is in the journal: %v", err)
	}
	p.wantNotes("Zahlung klären", 0)
	p.PayPal.CaptureBehind(foreign)
	p.deliver(aboutOrder("WH-4", foreign))
	p.deliver(aboutOrder("WH-5", foreign))
	p.want(foreign, payment.StateUnclear)
	p.wantNoOrders()
	p.wantNotes("Zahlung klären", 1)
	if balance := p.wantBalance(); balance.Unclear != 990 || balance.Cases != 1 {
		t.Errorf("balance %+v", balance)
	}
	// Once the human has given it back at PayPal, there is nothing left to clear.
	p.PayPal.RefundBehind(p.payment(foreign).Capture.ID, 990)
	p.deliver(p.events("PAYMENT.CAPTURE.REFUNDED")[0])
	p.want(foreign, payment.StateRefunded)
	if balance := p.wantBalance(); balance.Unclear != 0 || balance.Refunded != 990 || balance.Cases != 0 {
		t.Errorf("afterwards the balance is %+v", balance)
	}
}

// T29, T36: PayPal wrongly knows nothing of what it has told of: it is asked
// again, a while.
func TestT29_T36_NewsOfWhatIsNotFound(t *testing.T) {
	t.Parallel()
	p := startTill(t)
	p.Webhooks()
	foreign := p.PayPal.ForeignOrder("somebody-else", 990)
	own := p.approved()
	p.PayPal.CaptureBehind(foreign)
	p.PayPal.CaptureBehind(own)
	p.PayPal.Fail(paypalsim.Read, paypalsim.Fault{Kind: paypalsim.NotFound, Times: 4})
	p.deliver(aboutOrder("WH-1", foreign))
	p.deliver(aboutOrder("WH-2", own))
	for range 4 {
		p.reconcile(time.Minute)
	}
	p.want(foreign, payment.StateUnclear)
	p.want(own, payment.StateCompleted)
	p.deliver(aboutOrder("WH-3", "5O190127TN364715T"))
	for range 30 {
		p.reconcile(time.Hour)
	}
	before := p.PayPal.Calls(paypalsim.Read)
	p.reconcile(time.Hour)
	if n := p.PayPal.Calls(paypalsim.Read) - before; n > 1 {
		t.Errorf("PayPal is asked for ever: %d times in an hour", n)
	}
}

// Create and webhook are limited for each client; the limit of orders is another.
func TestPayPalLimit(t *testing.T) {
	t.Parallel()
	p := startTill(t, shoptest.PayPalPerMinute(2))
	p.customer.Pay()
	p.customer.Pay()
	refused := p.customer.Post("/api/paypal/orders", shoptest.Order(shoptest.Set("kassenSchluessel", shoptest.NewCheckoutKey()))).
		WantError(http.StatusTooManyRequests, "Zu viele Anfragen in kurzer Zeit. Bitte gleich noch einmal versuchen.")
	if refused.Header.Get("Retry-After") == "" {
		t.Error("no Retry-After")
	}
	p.customer.PostOrder(shoptest.Order()).Want(http.StatusCreated)
}
