package web_test

import (
	"net/http"
	"testing"
	"time"

	"kontor/internal/paypal/paypalsim"
	"kontor/internal/shop/payment"
)

// T46: a 404 for the order of a genuine notification of a refund does not discard it.
func TestT46_NotFoundAfterARefundNotice(t *testing.T) {
	t.Parallel()
	p := startTill(t)
	id := p.approved()
	p.Webhooks()
	p.customer.Capture(id).Want(http.StatusCreated)
	for _, faults := range []int{1, 3} {
		p.PayPal.Fail(paypalsim.Read, paypalsim.Fault{Kind: paypalsim.NotFound, Times: faults})
		p.PayPal.Fail(paypalsim.ReadCapture, paypalsim.Fault{Kind: paypalsim.NotFound, Times: faults})
		before := p.payment(id).Capture.Outside
		p.PayPal.RefundBehind(p.PayPal.Entry(id).CaptureIDs[0], 100)
		notices := p.events("PAYMENT.CAPTURE.REFUNDED")
		p.deliver(notices[len(notices)-1])
		for range 2 * faults {
			p.reconcile(time.Hour)
		}
		if got := p.payment(id).Capture.Outside - before; got != 100 {
			t.Errorf("after %d answers that the order does not exist %s € are known to have gone back, want 1,00", faults, got)
		}
		p.PayPal.Heal()
	}
}

// T46: a pending capture that completes becomes its order, even if PayPal does not find
// the order any more or only for a while.
func TestT46_PendingCompletesUnfound(t *testing.T) {
	t.Parallel()
	for name, times := range map[string]int{"once": 1, "five times": 5, "for good": -1} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := startTill(t)
			id := p.approved()
			p.PayPal.PlanCapture(id, paypalsim.Plan{Status: payment.PayPalCapturePending, Reason: "PENDING_REVIEW"})
			p.customer.Capture(id).Want(http.StatusAccepted)
			p.want(id, payment.StatePending)
			p.PayPal.Fail(paypalsim.Read, paypalsim.Fault{Kind: paypalsim.NotFound, Times: times})
			p.PayPal.Settle(p.PayPal.Entry(id).CaptureIDs[0], payment.PayPalCaptureCompleted)
			for range 12 {
				p.reconcile(6 * time.Hour)
			}
			p.want(id, payment.StateCompleted)
			p.wantBooks(1)
			p.wantReturned(id, 0)
		})
	}
}

// T47: an amount that cannot be read decides nothing: it is neither taken as the agreed
// one nor refunded as another one, but read again.
func TestT47_UnreadableAmounts(t *testing.T) {
	t.Parallel()
	for _, at := range []paypalsim.Operation{paypalsim.Capture, paypalsim.Read} {
		t.Run(string(at), func(t *testing.T) {
			t.Parallel()
			p := startTill(t)
			id := p.approved()
			p.PayPal.Fail(at, paypalsim.Fault{Kind: paypalsim.LocalAmounts, Done: true, Times: 2})
			p.customer.Capture(id).WantError(http.StatusServiceUnavailable, "Der Stand der Zahlung wird geprüft.")
			if state := p.payment(id).State; state != payment.StateCapturing {
				t.Errorf("the payment is %s", state)
			}
			for range 3 {
				p.reconcile(time.Minute)
			}
			p.want(id, payment.StateCompleted)
			p.wantBooks(1)
			p.wantReturned(id, 0)
			if n := p.PayPal.Calls(paypalsim.Refund); n > 0 {
				t.Errorf("%d refunds were requested", n)
			}
		})
	}
}
