package web_test

import (
	"bytes"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"kontor/internal/paypal/paypalsim"
	"kontor/internal/shop/payment"
	"kontor/internal/web/kit"
	"kontor/tests/shoptest"
)

// post sends a notification of its own to the shop, and returns the status of the answer.
func (p *till) post(header http.Header, body []byte) int {
	p.t.Helper()
	request, err := http.NewRequestWithContext(p.t.Context(), http.MethodPost, p.URL+"/api/paypal/webhook", bytes.NewReader(body))
	if err != nil {
		p.t.Error(err)
		return 0
	}
	request.Header = header
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		p.t.Error(err)
		return 0
	}
	response.Body.Close()
	return response.StatusCode
}

// T50: what cannot be a notification of PayPal is refused without a call.
func TestT50_NoCallForForgeries(t *testing.T) {
	t.Parallel()
	p := startTill(t)
	p.Webhooks()
	event := aboutOrder("WH-1", "5O190127TN364715T")
	at, _ := strings.CutPrefix(p.PayPal.URL(), "http://")
	for _, certificate := range []string{
		"https://evil.example/cert.pem", "https://api.paypal.com/v1/notifications/certs/CERT-1", "https://" + at + "/cert",
		"http://evil@" + at + "/cert", "http://" + at + "@evil.example/cert", "http://" + at + ".evil.example/cert",
	} {
		header := p.PayPal.Sign(event.Body)
		header.Set("PAYPAL-CERT-URL", certificate)
		if status := p.post(header, event.Body); status != http.StatusBadRequest {
			t.Errorf("with a certificate of %s: %d", certificate, status)
		}
	}
	for body, want := range map[string]int{
		"":             http.StatusBadRequest,
		"<html>":       http.StatusBadRequest,
		"null":         http.StatusBadRequest,
		"[{}]":         http.StatusBadRequest,
		"{}":           http.StatusBadRequest,
		`{"id":7}`:     http.StatusBadRequest,
		`{"id":"WH-1"`: http.StatusBadRequest,
		`{"id":"1"}{}`: http.StatusBadRequest,
		`{"id":"WH-1"}` + strings.Repeat(" ", kit.MaxBody): http.StatusRequestEntityTooLarge,
	} {
		if status := p.post(p.PayPal.Sign([]byte(body)), []byte(body)); status != want {
			t.Errorf("%.20s: %d, want %d", body, status, want)
		}
	}
	if n := p.PayPal.Calls(paypalsim.Verify) + p.PayPal.Calls(paypalsim.Token); n != 0 {
		t.Errorf("PayPal was called %d times", n)
	}
	p.deliver(event)
	if n := p.PayPal.Calls(paypalsim.Verify); n != 1 {
		t.Errorf("about the genuine one PayPal was asked %d times", n)
	}
}

// T50: when PayPal wants fewer verifications, only those pause: a payment whose buyer got
// lost becomes an order meanwhile.
func TestT50_OnlyVerificationsPause(t *testing.T) {
	t.Parallel()
	p := startTill(t)
	id := p.approved()
	event := p.events("CHECKOUT.ORDER.APPROVED")[0]
	want := func(when string, status, verifications int) {
		t.Helper()
		if got := p.post(p.PayPal.Sign(event.Body), event.Body); got != status || p.PayPal.Calls(paypalsim.Verify) != verifications {
			t.Errorf("%s: %d after %d verifications", when, got, p.PayPal.Calls(paypalsim.Verify))
		}
	}
	p.PayPal.Fail(paypalsim.Verify, paypalsim.Fault{Kind: paypalsim.TooManyRequests})
	p.Clock.Advance(3 * time.Minute)
	for range 3 {
		want("while PayPal wants none", http.StatusServiceUnavailable, 1)
	}
	p.Payments.Reconcile(t.Context())
	p.want(id, payment.StateCompleted)
	p.wantBooks(1)
	p.Clock.Advance(7 * time.Second)
	want("after the pause", http.StatusOK, 2)
}

// T50: the other way round, too: notifications are verified and stored while PayPal wants
// no calls about payments.
func TestT50_OnlyPaymentsPause(t *testing.T) {
	t.Parallel()
	p := startTill(t)
	id := p.approved()
	p.PayPal.Fail(paypalsim.Read, paypalsim.Fault{Kind: paypalsim.TooManyRequests})
	p.reconcile(3 * time.Minute)
	event := p.events("CHECKOUT.ORDER.APPROVED")[0]
	if status := p.post(p.PayPal.Sign(event.Body), event.Body); status != http.StatusOK {
		t.Errorf("meanwhile a notification: %d", status)
	}
	p.Payments.Reconcile(t.Context())
	p.want(id, payment.StateCreated)
	p.reconcile(15 * time.Minute)
	p.want(id, payment.StateCompleted)
	p.wantBooks(1)
}

// T50: notifications and buyers from one address have each their own allowance.
func TestT50_AllowancesOfTheirOwn(t *testing.T) {
	t.Parallel()
	p := startTill(t, shoptest.PayPalPerMinute(2))
	p.Webhooks()
	event := aboutOrder("WH-1", "5O190127TN364715T")
	forged := p.PayPal.Sign(event.Body)
	forged.Set("PAYPAL-TRANSMISSION-SIG", "Zm9yZ2Vk")
	for _, want := range []int{http.StatusBadRequest, http.StatusBadRequest, http.StatusTooManyRequests, http.StatusTooManyRequests} {
		if status := p.post(forged, event.Body); status != want {
			t.Errorf("a flood of notifications: %d, want %d", status, want)
		}
	}
	p.customer.Pay()
	p.customer.Pay()
	p.Clock.Advance(time.Minute)
	body := shoptest.Order(shoptest.Set("kassenSchluessel", shoptest.NewCheckoutKey()))
	for _, want := range []int{http.StatusCreated, http.StatusCreated, http.StatusTooManyRequests} {
		p.customer.Post("/api/paypal/orders", body).Want(want)
	}
	p.deliver(event)
}

// T50: while PayPal is slow to verify, notifications take few places; the others come
// again later, and buyers pay.
func TestT50_SlowVerifications(t *testing.T) {
	t.Parallel()
	const atOnce = 16
	p := startTill(t)
	event := aboutOrder("WH-1", "5O190127TN364715T")
	var arrived, ended sync.WaitGroup
	arrived.Add(atOnce)
	release := make(chan struct{})
	p.PayPal.Watch(func(o paypalsim.Operation, m paypalsim.Moment) {
		if o == paypalsim.Verify && m == paypalsim.Before {
			arrived.Done()
			<-release
		}
	})
	for range atOnce {
		ended.Go(func() {
			if status := p.post(p.PayPal.Sign(event.Body), event.Body); status != http.StatusOK {
				t.Errorf("a slow one: %d", status)
			}
		})
	}
	arrived.Wait()
	if status := p.post(p.PayPal.Sign(event.Body), event.Body); status != http.StatusServiceUnavailable {
		t.Errorf("one too many: %d", status)
	}
	id := p.approved()
	p.customer.Capture(id).Want(http.StatusCreated)
	close(release)
	ended.Wait()
	p.PayPal.Watch(nil)
	if status := p.post(p.PayPal.Sign(event.Body), event.Body); status != http.StatusOK {
		t.Errorf("afterwards: %d", status)
	}
	p.wantBooks(1)
}
