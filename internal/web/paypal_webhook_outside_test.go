package web_test

import (
	"net/http"
	"testing"
	"time"

	"kontor/internal/paypal/paypalsim"
	"kontor/internal/shop/payment"
)

// A refund and a chargeback past the shop: the journal knows, the operator is notified,
// the order stays.
func TestGivenBackOutside(t *testing.T) {
	t.Parallel()
	p := startTill(t)
	p.Webhooks()
	refunded, reversed := p.approved(), p.approved()
	for _, id := range []string{refunded, reversed} {
		p.customer.Capture(id).Want(http.StatusCreated)
	}
	p.PayPal.RefundBehind(p.payment(refunded).Capture.ID, 500)
	p.PayPal.Reverse(p.payment(reversed).Capture.ID)
	p.Payments.Reconcile(t.Context())
	for _, kind := range []string{"PAYMENT.CAPTURE.REFUNDED", "PAYMENT.CAPTURE.REVERSED"} {
		for _, e := range p.events(kind) {
			p.deliver(e)
			p.reconcile(time.Minute)
		}
	}
	if got := p.want(refunded, payment.StateCompleted); got.Capture.Outside != 500 {
		t.Errorf("refunded outside: %+v", got.Capture)
	}
	if got := p.want(reversed, payment.StateCompleted); got.Capture.Outside != 2220 {
		t.Errorf("reversed: %+v", got.Capture)
	}
	p.wantNotes("Erstattung bei PayPal", 2)
	if balance := p.wantBalance(); balance.Ordered != 1720 {
		t.Errorf("balance %+v", balance)
	}
}

// The news in a notification is not lost when PayPal cannot be read just then, even of
// a payment that has come to its end.
func TestGivenBackOutside_PayPalAway(t *testing.T) {
	t.Parallel()
	p := startTill(t)
	id := p.approved()
	p.customer.Capture(id).Want(http.StatusCreated)
	p.PayPal.RefundBehind(p.payment(id).Capture.ID, 500)
	p.PayPal.Fail(paypalsim.Read, paypalsim.Fault{Kind: paypalsim.Unavailable, Times: -1})
	if err := p.DB.KeepPayPalEvent(t.Context(), payment.PayPalEvent{ID: "WH-1", OrderID: id}, p.Clock.Now()); err != nil {
		t.Fatal(err)
	}
	p.Payments.Reconcile(t.Context())
	p.want(id, payment.StateCompleted)
	p.wantNotes("Erstattung bei PayPal", 0)
	p.PayPal.Heal()
	p.reconcile(time.Minute)
	if got := p.want(id, payment.StateCompleted); got.Capture.Outside != 500 || got.NextAt.Before(p.Clock.Now().Add(time.Hour)) {
		t.Errorf("refunded outside: %+v, read again %v", got.Capture, got.NextAt)
	}
	p.wantNotes("Erstattung bei PayPal", 1)
}

// Money that the journal does not know is found even when the notification names
// its capture alone.
func TestForeignMoneyNamedByItsCapture(t *testing.T) {
	t.Parallel()
	p := startTill(t)
	foreign := p.PayPal.ForeignOrder("somebody-else", 990)
	p.PayPal.CaptureBehind(foreign)
	event := payment.PayPalEvent{ID: "WH-1", CaptureID: p.PayPal.Entry(foreign).CaptureIDs[0]}
	if err := p.DB.KeepPayPalEvent(t.Context(), event, p.Clock.Now()); err != nil {
		t.Fatal(err)
	}
	p.Payments.Reconcile(t.Context())
	p.want(foreign, payment.StateUnclear)
	p.wantNotes("Zahlung klären", 1)
}

// The case of money from nowhere ends when the operator has given it back.
func TestForeignMoneyGivenBack(t *testing.T) {
	t.Parallel()
	p := startTill(t)
	foreign := p.PayPal.ForeignOrder("somebody-else", 990)
	p.PayPal.CaptureBehind(foreign)
	p.Webhooks()
	p.deliver(aboutOrder("WH-1", foreign))
	unclear := p.want(foreign, payment.StateUnclear)
	p.PayPal.RefundBehind(unclear.Capture.ID, 990)
	for _, e := range p.events("PAYMENT.CAPTURE.REFUNDED") {
		p.deliver(e)
	}
	p.want(foreign, payment.StateRefunded)
	if balance := p.wantBalance(); balance.Cases != 0 || balance.Unclear != 0 || balance.Refunded != 990 {
		t.Errorf("balance %+v", balance)
	}
}
