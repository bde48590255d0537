package web_test

import (
	"fmt"
	"net/http"
	"testing"
	"time"

	"kontor/internal/paypal/paypalsim"
	"kontor/internal/shop/payment"
	"kontor/tests/shoptest"
)

// refundPath is the path of the operator's refund in the payment with id 1.
func refundPath(refund int, then string) string {
	return fmt.Sprintf("%s/1/erstattungen/%d/%s", paymentsPath, refund, then)
}

// onlyRefund returns the only refund of the payment with id 1.
func (p *till) onlyRefund(o *shoptest.Client) map[string]any {
	p.t.Helper()
	refunds := o.Get(paymentsPath + "/1").Want(http.StatusOK).JSON()["zahlung"].(map[string]any)["erstattungen"].([]any)
	if len(refunds) != 1 {
		p.t.Fatalf("refunds %v", refunds)
	}
	return refunds[0].(map[string]any)
}

// wantCases checks how many payments wait for the operator, by every way to ask.
func (p *till) wantCases(o *shoptest.Client, want int) {
	p.t.Helper()
	page := o.Get(paymentsPath + "?status=faelle").Want(http.StatusOK).JSON()
	if n := len(page["zahlungen"].([]any)); n != want || page["anzahl"].(map[string]any)["faelle"] != float64(want) {
		p.t.Errorf("%d cases are listed, %v counted, want %d", n, page["anzahl"], want)
	}
	if balance := p.wantBalance(); balance.Cases != int64(want) {
		p.t.Errorf("the balance has %d cases, want %d", balance.Cases, want)
	}
}

// T43: a refund that PayPal refuses is not answered as done: it is a case with a
// reason, advice and a message, until another attempt under another request id works.
func TestT43_RefusedRefundIsRetried(t *testing.T) {
	t.Parallel()
	p := startTill(t)
	operator := p.Operator()
	id := p.approved()
	p.customer.Capture(id).Want(http.StatusCreated)
	for range 2 {
		p.PayPal.PlanRefund(paypalsim.Plan{Issue: payment.PayPalIssueInsufficientFunds})
	}
	refused := "PayPal hat das Geld nicht zurückgegeben. Der Grund und was zu tun ist, steht bei der Zahlung."
	operator.Post(paymentsPath+"/1/erstattungen", shoptest.Body{"betrag": 10}).WantError(http.StatusUnprocessableEntity, refused)

	refund := p.onlyRefund(operator)
	if refund["zustand"] != "gescheitert" || refund["grund_text"] != "Auf dem PayPal-Konto fehlte das Guthaben dafür." || refund["rat"] == nil || refund["paypal_debug_id"] == nil {
		t.Errorf("the refund is %v", refund)
	}
	p.wantCases(operator, 1)
	p.wantNotes("Erstattung nicht ausgeführt", 1)
	operator.Post(refundPath(1, "erneut"), shoptest.Body{}).WantError(http.StatusUnprocessableEntity, refused)
	p.wantCases(operator, 1)
	operator.Post(refundPath(1, "erneut"), shoptest.Body{}).Want(http.StatusOK)
	if refund := p.onlyRefund(operator); refund["zustand"] != "erstattet" || refund["grund"] != nil || refund["rat"] != nil {
		t.Errorf("the refund is %v", refund)
	}
	p.wantCases(operator, 0)
	p.wantReturned(id, 1000)
	operator.Post(refundPath(1, "erneut"), shoptest.Body{}).WantError(http.StatusConflict, "An dieser Zahlung ist nichts zu klären.")
	p.reconcile(time.Hour)
	p.wantReturned(id, 1000)
	if balance := p.wantBalance(); balance.Refunded != 1000 || balance.Ordered != 1220 {
		t.Errorf("balance %+v", balance)
	}
}

// T43: a refund that PayPal accepts and later fails becomes a case as well. The operator
// may close it; then nothing is retried.
func TestT43_PendingRefundFailsLater(t *testing.T) {
	t.Parallel()
	p := startTill(t)
	operator := p.Operator()
	id := p.approved()
	p.customer.Capture(id).Want(http.StatusCreated)
	p.PayPal.PlanRefund(paypalsim.Plan{Status: "PENDING"})
	operator.Post(paymentsPath+"/1/erstattungen", shoptest.Body{"betrag": 10}).Want(http.StatusCreated)
	p.wantCases(operator, 0)
	details, err := p.DB.PaymentDetails(t.Context(), 1)
	if err != nil {
		t.Fatal(err)
	}
	p.PayPal.SettleRefund(details.Refunds[0].PayPalID, "FAILED")
	p.reconcile(time.Hour)
	p.wantCases(operator, 1)
	p.wantNotes("Erstattung nicht ausgeführt", 1)
	if refund := p.onlyRefund(operator); refund["zustand"] != "gescheitert" || refund["rat"] == nil {
		t.Errorf("the refund is %v", refund)
	}
	operator.Post(refundPath(1, "erledigen"), shoptest.Body{}).Want(http.StatusOK)
	if refund := p.onlyRefund(operator); refund["erledigt_at"] == nil || refund["rat"] != nil {
		t.Errorf("the refund is %v", refund)
	}
	p.wantCases(operator, 0)
	for _, then := range []string{"erneut", "erledigen"} {
		operator.Post(refundPath(1, then), shoptest.Body{}).WantError(http.StatusConflict, "An dieser Zahlung ist nichts zu klären.")
		operator.Post(refundPath(2, then), shoptest.Body{}).WantError(http.StatusNotFound, "Zahlung nicht gefunden.")
		p.Anonymous().Post(refundPath(1, then), shoptest.Body{}).Want(http.StatusUnauthorized)
	}
	p.reconcile(weeks)
	p.wantReturned(id, 0)
	p.wantNotes("Erstattung nicht ausgeführt", 1)
}

// T43: a failed refund does not reserve money: what another refund took meanwhile is
// not returned a second time.
func TestT43_RetryOfMoreThanIsLeft(t *testing.T) {
	t.Parallel()
	p := startTill(t)
	operator := p.Operator()
	id := p.approved()
	p.customer.Capture(id).Want(http.StatusCreated)
	p.PayPal.PlanRefund(paypalsim.Plan{Issue: payment.PayPalIssueInsufficientFunds})
	operator.Post(paymentsPath+"/1/erstattungen", shoptest.Body{"betrag": 20}).Want(http.StatusUnprocessableEntity)
	operator.Post(paymentsPath+"/1/erstattungen", shoptest.Body{"betrag": 5}).Want(http.StatusCreated)
	operator.Post(refundPath(1, "erneut"), shoptest.Body{}).WantError(http.StatusConflict, "So viel ist von dieser Zahlung nicht mehr da.")
	p.wantReturned(id, 500)
	p.wantCases(operator, 1)
}

// T44: after PayPal said that everything had gone back already the balance is right at
// once, without a notification.
func TestT44_RefundedAlready(t *testing.T) {
	t.Parallel()
	p := startTill(t)
	operator := p.Operator()
	id := p.approved()
	p.customer.Capture(id).Want(http.StatusCreated)
	p.PayPal.RefundBehind(p.PayPal.Entry(id).CaptureIDs[0], 2220)
	operator.Post(paymentsPath+"/1/erstattungen", shoptest.Body{"betrag": 5}).
		WantError(http.StatusConflict, "Bei PayPal war schon alles zurückgegeben. Der Stand hier ist jetzt berichtigt.")
	if balance := p.wantBalance(); balance.Refunded != 2220 || balance.Ordered != 0 || balance.Cases != 0 {
		t.Errorf("balance %+v", balance)
	}
	p.wantReturned(id, 2220)
	p.wantNotes("Erstattung nicht ausgeführt", 0)
	operator.Post(paymentsPath+"/1/erstattungen", shoptest.Body{}).WantError(http.StatusConflict, "Von dieser Zahlung ist nichts zu erstatten.")
}

// T44: a payment that was returned keeps no reason of an attempt that had failed.
func TestT44_NoReasonOfEarlierAttempts(t *testing.T) {
	t.Parallel()
	p := startTill(t)
	id := p.approved()
	p.PayPal.PlanCapture(id, paypalsim.Plan{Amount: &payment.PayPalAmount{Cents: 1, Currency: "EUR"}})
	p.PayPal.PlanRefund(paypalsim.Plan{Issue: payment.PayPalIssueInsufficientFunds})
	p.customer.Capture(id).Want(http.StatusServiceUnavailable)
	if got := p.payment(id); got.Reason != payment.PayPalIssueInsufficientFunds {
		t.Errorf("the reason is %q", got.Reason)
	}
	p.reconcile(25 * time.Hour)
	p.want(id, payment.StateRefunded)
	if got := p.payment(id); got.Reason != "" {
		t.Errorf("the reason is still %q", got.Reason)
	}
}
