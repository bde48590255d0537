package payment_test

import (
	"testing"
	"time"

	"kontor/internal/shop/order"
	"kontor/internal/shop/payment"
)

var opened = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

// journalEntry is a payment of 27.30 € whose order PayPal has created.
func journalEntry(confirm bool) *payment.Payment {
	p := payment.NewPayment("", &order.Order{Total: 27.3}, confirm, opened)
	p.CheckoutKey = "kassenschluessel-000001"
	p.CreatedAs("5O19", opened)
	return p
}

func payPalSays(status string, captures ...payment.PayPalCapture) *payment.PayPalOrder {
	return &payment.PayPalOrder{ID: "5O19", Status: status, Amount: payment.PayPalAmount{Cents: 2730, Currency: "EUR"}, Captures: captures}
}

func capturedAs(status string) payment.PayPalCapture {
	return payment.PayPalCapture{ID: "2GG2", Status: status, Amount: payment.PayPalAmount{Cents: 2730, Currency: "EUR"}}
}

// R9, T40: request ids stay the same whatever happens to the entry, and change only
// with another attempt.
func TestRequestsKeepTheirNames(t *testing.T) {
	t.Parallel()
	names := func(p *payment.Payment) [3]string {
		return [3]string{p.CreateRequest(), p.CaptureRequest(), p.RefundRequest()}
	}
	p := journalEntry(false)
	first := names(p)
	later := opened.Add(time.Hour)
	p.Claim(later)
	p.Lease(later)
	p.Tries, p.Version, p.UpdatedAt = p.Tries+3, p.Version+5, later
	if got := names(p); got != first {
		t.Errorf("while it is processed, %v became %v", first, got)
	}
	p.Undecided("", later)
	if got := names(p); got != first {
		t.Errorf("%v became %v", first, got)
	}
	p.Attempt, p.Refund.Attempt = 2, 1
	if got := names(p); got[0] != first[0] || got[1] == first[1] || got[2] == first[2] {
		t.Errorf("the second attempt's names are %v", got)
	}
	r := payment.NewRefund(1, 100, "", "", "", opened)
	name := r.RequestID()
	r.Lease(later)
	r.Tries++
	r.Undecided(later)
	if r.RequestID() != name {
		t.Errorf("%s became %s", name, r.RequestID())
	}
	r.State, r.Amount = payment.RefundFailed, 100
	p.State, p.Capture.Amount = payment.StateCompleted, 2730
	if err := r.Retry(p, later); err != nil || r.RequestID() == name {
		t.Errorf("retried as %s, %v", r.RequestID(), err)
	}
}

// A refund that PayPal has accepted takes days: a single missing answer does not make
// it a case for the operator.
func TestPendingRefundIsNotUndecided(t *testing.T) {
	t.Parallel()
	p := journalEntry(false)
	p.Observe(payPalSays(payment.PayPalOrderCompleted, payment.PayPalCapture{
		ID: "2GG2", Status: payment.PayPalCaptureCompleted, Amount: payment.PayPalAmount{Cents: 2729, Currency: "EUR"},
	}), opened)
	p.BeginRefund(opened)
	p.ObserveRefund(payment.PayPalRefund{ID: "1JU0", Status: payment.PayPalRefundPending}, opened)
	later := opened.Add(25 * time.Hour)
	p.Undecided("", later)
	if p.State != payment.StateRefunding || !p.NextAt.After(later) {
		t.Errorf("%s, read again %v", p.State, p.NextAt)
	}
}

// R2: money may be in transit as soon as PayPal shows a capture, whatever its status.
// Another basket can then no longer replace the payment, and after a day without a
// decision it is a case for the operator.
func TestUnknownCaptureIsNoNo(t *testing.T) {
	t.Parallel()
	for name, order := range map[string]*payment.PayPalOrder{
		"unknown status": payPalSays(payment.PayPalOrderCompleted, capturedAs("UNHEARD_OF")),
		"not shown":      payPalSays(payment.PayPalOrderCompleted),
	} {
		p := journalEntry(false)
		p.Observe(order, opened)
		if err := p.MakeRoom(opened); err != payment.ErrBusy {
			t.Errorf("%s: another basket: %v", name, err)
		}
		p.Observe(order, opened.Add(25*time.Hour))
		if p.State != payment.StateUnclear {
			t.Errorf("%s: a day later it is %s", name, p.State)
		}
	}
}
