package web_test

import (
	"net/http"
	"testing"
	"time"

	"kontor/internal/paypal/paypalsim"
	"kontor/internal/shop/payment"
	"kontor/tests/shoptest"
)

// vanished opens a payment whose capture gets lost on its way to PayPal, or on the
// way back, and which PayPal then does not know for once.
func (p *till) vanished(done bool, changes ...func(shoptest.Body)) string {
	p.t.Helper()
	id := p.approved(changes...)
	p.PayPal.Fail(paypalsim.Capture, paypalsim.Fault{Kind: paypalsim.Cut, Done: done})
	p.PayPal.Watch(func(o paypalsim.Operation, _ paypalsim.Moment) {
		if o == paypalsim.Capture {
			p.PayPal.Fail(paypalsim.Read, paypalsim.Fault{Kind: paypalsim.NotFound})
		}
	})
	p.customer.Capture(id).WantError(http.StatusServiceUnavailable, "Der Stand der Zahlung wird geprüft.")
	p.PayPal.Watch(nil)
	p.PayPal.Heal()
	p.want(id, payment.StateExpired)
	return id
}

// T36: an order that PayPal knows again is captured at the buyer's next click, or
// by the reconciliation soon, and not only looked at when all is over.
func TestT36_KnownAgain(t *testing.T) {
	t.Parallel()
	p := startTill(t)
	clicked := p.vanished(false)
	p.customer.Capture(clicked).Want(http.StatusCreated)
	p.want(clicked, payment.StateCompleted)
	p.wantBooks(1)
	waiting := p.vanished(false)
	p.reconcile(15 * time.Second)
	p.want(waiting, payment.StateCompleted)
	p.wantBooks(2)
	for _, id := range []string{clicked, waiting} {
		if n := len(p.PayPal.Entry(id).CaptureIDs); n != 1 {
			t.Errorf("%s was captured %d times", id, n)
		}
	}
}

// T36: what PayPal says of an order that it knows again is the buyer's answer.
func TestT36_KnownAgainWithoutMoney(t *testing.T) {
	t.Parallel()
	p := startTill(t)
	storeCoupon(t, p.Shop, "EINMAL")
	with := shoptest.Set("gutscheinCode", "EINMAL")
	refused := p.vanished(false, with)
	p.PayPal.PlanCapture(refused, paypalsim.Plan{Issue: "TRANSACTION_REFUSED"})
	p.customer.Capture(refused).WantError(http.StatusUnprocessableEntity, "PayPal hat die Zahlung abgelehnt. Es wurde nichts abgebucht.")
	p.want(refused, payment.StateDeclined)
	p.wantWaitingFor(refused, false, "zahlung_abgelehnt")

	other := p.vanished(false, with) // the coupon is free again
	p.PayPal.PlanCapture(other, paypalsim.Plan{Issue: payment.PayPalIssueInstrumentDeclined})
	restart := p.customer.Capture(other).WantError(http.StatusUnprocessableEntity, "PayPal hat das Zahlungsmittel abgelehnt. Bitte ein anderes wählen.")
	if code := restart.Header.Get("X-Fehlercode"); code != "zahlung_neustart" {
		t.Errorf("code %q", code)
	}
	p.Approve(other)
	p.customer.Capture(other).Want(http.StatusCreated)
	p.wantBooks(1)
}

// T32, T36: as long as an order may turn out to be paid its page opens no other
// payment, and no other basket.
func TestT32_T36_NoOtherPaymentWhileOneMayBePaid(t *testing.T) {
	t.Parallel()
	p := startTill(t)
	key := shoptest.Set("kassenSchluessel", shoptest.NewCheckoutKey())
	id := p.vanished(true, key)
	if again := p.customer.Pay(key); again != id {
		t.Errorf("the same basket is %s and then %s at PayPal", id, again)
	}
	other := shoptest.Items(shoptest.Item("garn", 1, 3))
	p.customer.Post("/api/paypal/orders", shoptest.Order(key, other)).WantError(http.StatusConflict, "Zahlung läuft bereits.")
	p.reconcile(15 * time.Second)
	p.want(id, payment.StateCompleted)
	if n := p.PayPal.Calls(paypalsim.Create); n != 1 {
		t.Errorf("%d orders at PayPal", n)
	}
	p.wantBooks(1)
}

// T36: once the last look is over, the page may open another payment.
func TestT36_TheKeyIsFreeAfterTheLastLook(t *testing.T) {
	t.Parallel()
	p := startTill(t)
	key := shoptest.Set("kassenSchluessel", shoptest.NewCheckoutKey())
	id := p.vanished(false, key)
	p.PayPal.Expire(id)
	p.reconcile(7 * time.Hour)
	if ended := p.want(id, payment.StateExpired); ended.FinalRead.IsZero() || ended.Active {
		t.Errorf("last looked at %v, active %v", ended.FinalRead, ended.Active)
	}
	next := p.approved(key)
	if next == id {
		t.Fatal("the payment that ended is opened again")
	}
	p.customer.Capture(next).Want(http.StatusCreated)
	p.wantBooks(1)
}

// T29, T36: PayPal's own no to the one capture that it was asked for is an answer:
// the buyer has it at once, and may pay anew.
func TestT29_T36_CaptureOfWhatIsNotThere(t *testing.T) {
	t.Parallel()
	p := startTill(t)
	key := shoptest.Set("kassenSchluessel", shoptest.NewCheckoutKey())
	id := p.approved(key)
	p.PayPal.Fail(paypalsim.Capture, paypalsim.Fault{Kind: paypalsim.NotFound})
	p.customer.Capture(id).WantError(http.StatusGone, "Dieser Bezahlvorgang ist abgelaufen. Es wurde nichts abgebucht.")
	p.wantWaiting(id, false)
	next := p.approved(key)
	p.customer.Capture(next).Want(http.StatusCreated)
	p.reconcile(8 * time.Hour)
	p.want(id, payment.StateExpired)
	p.wantBooks(1)

	// Not so when PayPal may have heard of it before.
	unclear := p.approved()
	p.PayPal.Fail(paypalsim.Capture, paypalsim.Fault{Kind: paypalsim.Cut})
	p.PayPal.Fail(paypalsim.Capture, paypalsim.Fault{Kind: paypalsim.NotFound})
	p.customer.Capture(unclear).WantError(http.StatusServiceUnavailable, "Der Stand der Zahlung wird geprüft.")
	p.wantWaiting(unclear, true)
	p.reconcile(15 * time.Second)
	p.want(unclear, payment.StateCompleted)
	p.wantBooks(2)
}

// T36: money that somebody took for a payment that had ended is found although
// PayPal does not find the order at the first of the last looks.
func TestT36_FalseNotFoundAtTheLastLook(t *testing.T) {
	t.Parallel()
	p := startTill(t)
	id := p.customer.Pay()
	p.PayPal.Fail(paypalsim.Read, paypalsim.Fault{Kind: paypalsim.NotFound})
	p.reconcile(3 * time.Minute)
	p.want(id, payment.StateExpired)
	p.Approve(id)
	p.PayPal.CaptureBehind(id)
	p.PayPal.Fail(paypalsim.Read, paypalsim.Fault{Kind: paypalsim.NotFound})
	p.reconcile(7 * time.Hour)
	p.want(id, payment.StateExpired)
	p.reconcile(payment.FinalReadAgain)
	p.want(id, payment.StateCompleted)
	p.wantBooks(1)
}
