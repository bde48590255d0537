package web_test

import (
	"net/http"
	"testing"
	"time"

	"kontor/internal/paypal/paypalsim"
	"kontor/internal/shop/payment"
	"kontor/tests/shoptest"
)

// T24, T34, R24: money that PayPal does not have yet is no order, until it has it; when
// it never comes, its coupon is free.
func TestT24_Pending(t *testing.T) {
	t.Parallel()
	p := startTill(t)
	storeCoupon(t, p.Shop, "EINMAL")
	paid, denied := p.approved(), p.approved(shoptest.Set("gutscheinCode", "EINMAL"))
	for _, id := range []string{paid, denied} {
		p.PayPal.PlanCapture(id, paypalsim.Plan{Status: "PENDING", Reason: "ECHECK"})
		answer := p.customer.Capture(id).Want(http.StatusAccepted)
		if answer.JSON()["wartet"] != true || answer.Header.Get("X-Fehlercode") != "zahlung_wartet" {
			t.Errorf("answered %s", answer.Text())
		}
		p.want(id, payment.StatePending)
	}
	p.wantNoOrders()
	p.customer.PostOrder(shoptest.Order(shoptest.Set("gutscheinCode", "EINMAL"))).
		WantError(http.StatusConflict, "Dieser Gutschein wurde mit dieser E-Mail-Adresse bereits eingelöst.")
	p.PayPal.Settle(p.payment(paid).Capture.ID, "COMPLETED")
	p.PayPal.Settle(p.payment(denied).Capture.ID, "DECLINED")
	p.reconcile(time.Hour)
	p.want(paid, payment.StateCompleted)
	p.want(denied, payment.StateDeclined)
	p.wantBooks(1)
	p.customer.PostOrder(shoptest.Order(shoptest.Set("gutscheinCode", "EINMAL"))).Want(http.StatusCreated) // T34
}

// T25: a capture that failed is no money, whatever its order and its answer say.
func TestT25_DeclinedWithSuccess(t *testing.T) {
	t.Parallel()
	p := startTill(t)
	for _, plan := range []paypalsim.Plan{{Status: "DECLINED"}, {Status: "FAILED", Reason: "DECLINED_BY_RISK_FRAUD_FILTERS"}} {
		id := p.approved()
		p.PayPal.PlanCapture(id, plan)
		p.customer.Capture(id).WantError(http.StatusUnprocessableEntity, "PayPal hat die Zahlung abgelehnt. Es wurde nichts abgebucht.")
		p.want(id, payment.StateDeclined)
	}
	strange := p.approved()
	p.PayPal.PlanCapture(strange, paypalsim.Plan{Status: "SOMETHING_NEW"})
	p.customer.Capture(strange).WantError(http.StatusServiceUnavailable, "Der Stand der Zahlung wird geprüft.")
	p.wantBooks(0)
}

// T26: after a declined instrument the buyer chooses another one, under another
// name of the request.
func TestT26_InstrumentDeclined(t *testing.T) {
	t.Parallel()
	p := startTill(t)
	id := p.approved()
	p.PayPal.PlanCapture(id, paypalsim.Plan{Issue: payment.PayPalIssueInstrumentDeclined})
	refused := p.customer.Capture(id).WantError(http.StatusUnprocessableEntity, "PayPal hat das Zahlungsmittel abgelehnt. Bitte ein anderes wählen.")
	if code := refused.Header.Get("X-Fehlercode"); code != "zahlung_neustart" {
		t.Errorf("code %q", code)
	}
	if restarted := p.want(id, payment.StateCreated); restarted.Attempt != 2 {
		t.Errorf("attempt %d", restarted.Attempt)
	}
	p.Approve(id)
	p.customer.Capture(id).Want(http.StatusCreated)
	p.wantBooks(1)
}

// T28: the buyer approved and the browser got lost: the reconciliation captures,
// unless only the buyer's own click may.
func TestT28_BrowserLost(t *testing.T) {
	t.Parallel()
	p := startTill(t)
	id := p.approved()
	p.reconcile(4 * time.Minute)
	p.want(id, payment.StateCompleted)
	p.wantBooks(1)

	confirmed := startTill(t, shoptest.Confirmed())
	confirmed.Webhooks()
	waits := confirmed.approved()
	confirmed.reconcile(4 * time.Minute)
	confirmed.reconcile(15 * time.Minute)
	confirmed.want(waits, payment.StateCreated)
	confirmed.wantBooks(0)
	confirmed.customer.Capture(waits).Want(http.StatusCreated)
	confirmed.wantBooks(1)
}

// T30, T21, R24: what the buyer did not agree to is not captured, and goes back when
// it was.
func TestT30_T21_OtherAmounts(t *testing.T) {
	t.Parallel()
	p := startTill(t)
	id := p.approved()
	p.PayPal.SetAmount(id, payment.PayPalAmount{Cents: 1, Currency: "EUR"})
	p.customer.Capture(id).WantError(http.StatusUnprocessableEntity, "PayPal hat die Zahlung abgelehnt. Es wurde nichts abgebucht.")
	if n := p.PayPal.Calls(paypalsim.Capture); n != 0 {
		t.Errorf("captured %d times", n)
	}
	for _, amount := range []payment.PayPalAmount{{Cents: 2219, Currency: "EUR"}, {Cents: 2220, Currency: "CHF"}, {Cents: 2221, Currency: "EUR"}} {
		id := p.approved()
		p.PayPal.PlanCapture(id, paypalsim.Plan{Amount: &amount})
		p.customer.Capture(id).WantError(http.StatusUnprocessableEntity, "Die Zahlung passt nicht zur Bestellung. Sie wird vollständig erstattet.")
		p.want(id, payment.StateRefunded)
		p.reconcile(time.Hour)
		p.reconcile(24 * time.Hour)
	}
	p.wantBooks(0)
	if n := p.PayPal.Calls(paypalsim.Refund); n != 3 {
		t.Errorf("%d refunds were asked for", n)
	}
	p.wantNotes("Zahlung wird erstattet", 3)
}

// T22: a refund whose answer gets lost happens once.
func TestT22_RefundOnce(t *testing.T) {
	t.Parallel()
	for _, fault := range []paypalsim.Fault{
		{Kind: paypalsim.Cut, Done: true}, {Kind: paypalsim.InternalError, Times: 3}, {Kind: paypalsim.Cut}, {Kind: paypalsim.CreatedPage, Done: true},
	} {
		p := startTill(t)
		id := p.approved()
		p.PayPal.PlanCapture(id, paypalsim.Plan{Amount: &payment.PayPalAmount{Cents: 1, Currency: "EUR"}})
		p.PayPal.Fail(paypalsim.Refund, fault)
		p.customer.Capture(id).WantError(http.StatusUnprocessableEntity, "Die Zahlung passt nicht zur Bestellung. Sie wird vollständig erstattet.")
		for range 5 {
			p.reconcile(time.Hour)
		}
		p.want(id, payment.StateRefunded)
		if entry := p.PayPal.Entry(id); entry.Refunded != entry.Captured {
			t.Errorf("%+v: %+v", fault, entry)
		}
		p.wantBooks(0)
	}
}

// T23: a refund that PayPal refuses is a human's case, and is tried again.
func TestT23_RefundRefused(t *testing.T) {
	t.Parallel()
	p := startTill(t)
	id := p.approved()
	p.PayPal.PlanCapture(id, paypalsim.Plan{Amount: &payment.PayPalAmount{Cents: 1, Currency: "EUR"}})
	p.PayPal.PlanRefund(paypalsim.Plan{Issue: payment.PayPalIssueInsufficientFunds})
	p.PayPal.PlanRefund(paypalsim.Plan{Status: "FAILED"})
	p.customer.Capture(id).WantError(http.StatusServiceUnavailable, "Der Stand der Zahlung wird geprüft.")
	p.want(id, payment.StateUnclear)
	if balance := p.wantBalance(); balance.Cases != 1 || balance.Unclear != 1 {
		t.Errorf("balance %+v", balance)
	}
	p.reconcile(25 * time.Hour)
	p.want(id, payment.StateUnclear)
	p.reconcile(25 * time.Hour)
	p.want(id, payment.StateRefunded)
	p.wantBooks(0)
	p.wantNotes("Zahlung klären", 1)
}
