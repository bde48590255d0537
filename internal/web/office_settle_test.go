package web_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"kontor/internal/paypal/paypalsim"
	"kontor/internal/shop"
	"kontor/internal/shop/order"
	"kontor/internal/shop/payment"
	"kontor/tests/shoptest"
)

const nothingToSettle = "An dieser Zahlung ist nichts zu klären."

// foreignMoney makes PayPal take money for an order unknown to the journal.
func (p *till) foreignMoney(cents shop.Cents) string {
	p.t.Helper()
	id := p.PayPal.ForeignOrder("somebody-else", cents)
	p.PayPal.CaptureBehind(id)
	p.Webhooks()
	p.deliver(aboutOrder("WH-"+id, id))
	p.want(id, payment.StateUnclear)
	return id
}

// Money from an unknown order that the operator has dealt with is no longer a case: the
// note is in the history, the balance adds up, and nothing becomes an order.
func TestForeignMoneySettledByHand(t *testing.T) {
	t.Parallel()
	p := startTill(t)
	operator := p.Operator()
	id := p.foreignMoney(990)
	const path = paymentsPath + "/1/erledigen"
	for _, note := range []any{nil, "", " \t", 5, strings.Repeat("x", order.MaxNote+1)} {
		operator.Post(path, shoptest.Body{"notiz": note}).WantError(http.StatusBadRequest, "Ungültige Notiz.")
	}
	p.customer.Post(path, shoptest.Body{"notiz": "x"}).Want(http.StatusUnauthorized)
	operator.Post(paymentsPath+"/99/erledigen", shoptest.Body{"notiz": "x"}).WantError(http.StatusNotFound, "Zahlung nicht gefunden.")
	p.want(id, payment.StateUnclear)

	settled := operator.Post(path, shoptest.Body{"notiz": "Telefonische Bestellung von Frau Abel, versendet"}).Want(http.StatusOK).JSON()["zahlung"].(map[string]any)
	steps := settled["verlauf"].([]any)
	last := steps[len(steps)-1].(map[string]any)
	if last["von"] != "klaerung" || last["nach"] != "abgeschlossen" || last["grund"] != "Von Hand erledigt: Telefonische Bestellung von Frau Abel, versendet" {
		t.Errorf("history %v", last)
	}
	if settled["rat"] != nil || settled["order_id"] != nil || settled["rest"] != 0.0 {
		t.Errorf("settled %v", settled)
	}
	p.WantNotLogged("Abel")
	p.wantNoOrders()
	if balance := p.wantBalance(); balance.ByHand != 990 || balance.Unclear != 0 || balance.Cases != 0 || balance.Captured != 990 {
		t.Errorf("balance %+v", balance)
	}
	operator.Post(path, shoptest.Body{"notiz": "noch einmal"}).WantError(http.StatusConflict, nothingToSettle)
	operator.Post(paymentsPath+"/1/erstattungen", shoptest.Body{}).WantError(http.StatusConflict, "Von dieser Zahlung ist nichts zu erstatten.")
	p.customer.Capture(id).WantError(http.StatusServiceUnavailable, "Der Stand der Zahlung wird geprüft.")

	// Later notifications from PayPal are still recorded.
	p.PayPal.RefundBehind(p.payment(id).Capture.ID, 400)
	p.deliver(p.events("PAYMENT.CAPTURE.REFUNDED")[0])
	p.want(id, payment.StateCompleted)
	if balance := p.wantBalance(); balance.ByHand != 590 || balance.Refunded != 400 || balance.Captured != 990 {
		t.Errorf("afterwards the balance is %+v", balance)
	}
	p.wantNotes("Erstattung bei PayPal", 1)
	p.PayPal.Reverse(p.payment(id).Capture.ID)
	p.deliver(p.events("PAYMENT.CAPTURE.REVERSED")[0])
	if balance := p.wantBalance(); balance.ByHand != 0 || balance.Refunded != 990 {
		t.Errorf("after a chargeback the balance is %+v", balance)
	}
}

// Only a case with money can be settled by hand, and not while PayPal is being called
// about it.
func TestOnlyCasesAreSettledByHand(t *testing.T) {
	t.Parallel()
	p := startTill(t)
	operator := p.Operator()
	p.customer.Pay()
	operator.Post(paymentsPath+"/1/erledigen", shoptest.Body{"notiz": "x"}).WantError(http.StatusConflict, nothingToSettle)
	p.customer.Capture(p.approved()).Want(http.StatusCreated)
	operator.Post(paymentsPath+"/2/erledigen", shoptest.Body{"notiz": "x"}).WantError(http.StatusConflict, nothingToSettle)
	unknown := p.approved()
	p.PayPal.Fail(paypalsim.Capture, paypalsim.Fault{Kind: paypalsim.Cut, Times: -1})
	p.customer.Capture(unknown).Want(http.StatusServiceUnavailable)
	p.PayPal.Fail(paypalsim.Read, paypalsim.Fault{Kind: paypalsim.Unavailable, Times: -1})
	p.reconcile(25 * time.Hour)
	p.want(unknown, payment.StateUnclear)
	operator = p.Operator() // a day later
	operator.Post(paymentsPath+"/3/erledigen", shoptest.Body{"notiz": "x"}).WantError(http.StatusConflict, nothingToSettle)
	p.PayPal.Heal()

	foreign := p.foreignMoney(990)
	entry := p.payment(foreign)
	if _, err := p.DB.ChangePayment(t.Context(), payment.Change{
		ID: entry.ID, At: p.Clock.Now(), Apply: func(payment *payment.Payment) { payment.Lease(p.Clock.Now()) },
	}); err != nil {
		t.Fatal(err)
	}
	operator.Post(paymentsPath+"/4/erledigen", shoptest.Body{"notiz": "x"}).WantError(http.StatusConflict, "Zahlung läuft bereits.")
	p.want(foreign, payment.StateUnclear)
}

// T23: so is a refund that PayPal refuses for good: it is not requested again, and the
// buyer's basket is forgotten.
func TestT23_RefusedRefundSettledByHand(t *testing.T) {
	t.Parallel()
	p := startTill(t)
	id := p.approved()
	p.PayPal.PlanCapture(id, paypalsim.Plan{Amount: &payment.PayPalAmount{Cents: 1, Currency: "EUR"}})
	p.PayPal.PlanRefund(paypalsim.Plan{Issue: payment.PayPalIssueRefundTimeLimit})
	p.customer.Capture(id).Want(http.StatusServiceUnavailable)
	p.Operator().Post(paymentsPath+"/1/erledigen", shoptest.Body{"notiz": "überwiesen"}).Want(http.StatusOK)
	asked := p.PayPal.Calls(paypalsim.Refund)
	p.reconcile(25 * time.Hour)
	p.reconcile(25 * time.Hour)
	if settled := p.want(id, payment.StateCompleted); settled.Basket != nil || p.PayPal.Calls(paypalsim.Refund) != asked {
		t.Errorf("%+v, %d refunds asked for since", settled, p.PayPal.Calls(paypalsim.Refund)-asked)
	}
	p.wantNoOrders()
	if balance := p.wantBalance(); balance.ByHand != 1 || balance.Cases != 0 {
		t.Errorf("balance %+v", balance)
	}
}
