package web_test

import (
	"net/http"
	"testing"
	"time"

	"kontor/internal/paypal/paypalsim"
	"kontor/internal/shop/payment"
	"kontor/tests/shoptest"
)

// weeks is longer than PayPal remembers the name of a refund.
const weeks = 50 * 24 * time.Hour

// T22: a refund that PayPal is at is read, not asked for again, when its name is
// long forgotten, too.
func TestT22_PendingRefundIsRead(t *testing.T) {
	t.Parallel()
	p := startTill(t)
	id := p.approved()
	p.PayPal.PlanCapture(id, paypalsim.Plan{Amount: &payment.PayPalAmount{Cents: 1, Currency: "EUR"}})
	p.PayPal.PlanRefund(paypalsim.Plan{Status: "PENDING"})
	p.customer.Capture(id).Want(http.StatusUnprocessableEntity)
	p.PayPal.Fail(paypalsim.ReadRefund, paypalsim.Fault{Kind: paypalsim.NotFound})
	for _, later := range []time.Duration{time.Minute, time.Hour, weeks} {
		p.reconcile(later)
		p.want(id, payment.StateRefunding)
	}
	p.PayPal.SettleRefund(p.payment(id).Refund.ID, "COMPLETED")
	p.reconcile(time.Hour)
	p.want(id, payment.StateRefunded)
	p.wantRefundCalls(1, 4)
	p.wantBooks(0)
}

// T23: a refund that PayPal was at and that fails is a human's case, and is tried
// again under another name.
func TestT23_PendingRefundFails(t *testing.T) {
	t.Parallel()
	p := startTill(t)
	id := p.approved()
	p.PayPal.PlanCapture(id, paypalsim.Plan{Amount: &payment.PayPalAmount{Cents: 1, Currency: "EUR"}})
	p.PayPal.PlanRefund(paypalsim.Plan{Status: "PENDING"})
	p.customer.Capture(id).Want(http.StatusUnprocessableEntity)
	p.PayPal.SettleRefund(p.payment(id).Refund.ID, "FAILED")
	p.reconcile(time.Hour)
	p.want(id, payment.StateUnclear)
	p.wantNotes("Zahlung klären", 1)
	p.reconcile(25 * time.Hour)
	p.want(id, payment.StateRefunded)
	p.wantRefundCalls(2, 1)
	p.wantBooks(0)
}

// T22: so is the operator's: it takes its amount once.
func TestT22_OperatorsPendingRefundIsRead(t *testing.T) {
	t.Parallel()
	p := startTill(t)
	id := p.approved()
	p.customer.Capture(id).Want(http.StatusCreated)
	p.PayPal.PlanRefund(paypalsim.Plan{Status: "PENDING"})
	p.Operator().Post(paymentsPath+"/1/erstattungen", shoptest.Body{"betrag": 10}).Want(http.StatusCreated)
	p.reconcile(time.Hour)
	p.reconcile(weeks)
	details, err := p.DB.PaymentDetails(t.Context(), p.payment(id).ID)
	if err != nil || len(details.Refunds) != 1 || details.Refunds[0].State != payment.RefundOpen {
		t.Fatalf("refunds %+v, %v", details.Refunds, err)
	}
	p.PayPal.SettleRefund(details.Refunds[0].PayPalID, "COMPLETED")
	p.reconcile(time.Hour)
	if entry := p.PayPal.Entry(id); entry.Refunded != 1000 {
		t.Errorf("PayPal's books: %+v", entry)
	}
	if balance := p.wantBalance(); balance.Refunded != 1000 || balance.Underway != 0 {
		t.Errorf("balance %+v", balance)
	}
	p.wantRefundCalls(1, 3)
}

// wantRefundCalls checks how often PayPal was asked for refunds, and about them.
func (p *till) wantRefundCalls(asked, read int) {
	p.t.Helper()
	if n, m := p.PayPal.Calls(paypalsim.Refund), p.PayPal.Calls(paypalsim.ReadRefund); n != asked || m != read {
		p.t.Errorf("PayPal was asked for refunds %d times and about them %d times, want %d and %d", n, m, asked, read)
	}
}
