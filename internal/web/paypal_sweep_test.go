package web_test

import (
	"net/http"
	"testing"
	"time"

	"kontor/internal/paypal/paypalsim"
	"kontor/internal/shop/payment"
)

// paidOrders returns the ids at PayPal of orders that were paid now, without webhooks.
func (p *till) paidOrders(n int) (ids []string) {
	p.t.Helper()
	for range n {
		id := p.approved()
		p.customer.Capture(id).Want(http.StatusCreated)
		ids = append(ids, id)
	}
	return ids
}

// dayByDay lets days pass, with a round of reconciliation every three hours.
func (p *till) dayByDay(days int) {
	p.t.Helper()
	for range days * 8 {
		p.reconcile(3 * time.Hour)
	}
}

// T56: refunds and reversals made at PayPal are seen within a day without any
// notification, by the list of what moved or, without the permission for it, payment by
// payment.
func TestT56_SeenWithinADayWithoutWebhooks(t *testing.T) {
	t.Parallel()
	for name, permission := range map[string]bool{"by the list": true, "payment by payment": false} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := startTill(t)
			if !permission {
				p.PayPal.Fail(paypalsim.SearchTransactions, paypalsim.Fault{Kind: paypalsim.Forbidden, Times: -1})
			}
			p.PayPal.DelayTransactions(3 * time.Hour)
			ids := p.paidOrders(3)
			p.dayByDay(40) // not at one of the ages at which every payment is read
			before := p.PayPal.Calls(paypalsim.Read)
			p.PayPal.RefundBehind(p.payment(ids[0]).Capture.ID, 500)
			p.PayPal.Reverse(p.payment(ids[1]).Capture.ID)
			p.dayByDay(1)
			for i, want := range []int64{500, 2220, 0} {
				if got := p.payment(ids[i]).Capture.Outside; int64(got) != want {
					t.Errorf("order %d: %s € are known to have gone back", i, got)
				}
			}
			p.wantNotes("Erstattung bei PayPal", 2)
			if n := p.PayPal.Calls(paypalsim.Read) - before; permission && n > 12 || n < 2 {
				t.Errorf("%d orders were read", n)
			}
			if balance := p.wantBalance(); balance.Refunded != 2720 || balance.Ordered != 3*2220-2720 {
				t.Errorf("balance %+v", balance)
			}
		})
	}
}

// T56: paid orders are read on a falling schedule for 180 days, and then no more.
func TestT56_FallingSchedule(t *testing.T) {
	t.Parallel()
	p := startTill(t)
	id := p.paidOrders(1)[0]
	reads := func(days int) int {
		before := p.PayPal.Calls(paypalsim.Read)
		for range days {
			p.reconcile(24 * time.Hour)
		}
		return p.PayPal.Calls(paypalsim.Read) - before
	}
	if week, month, half, later := reads(8), reads(32), reads(141), reads(100); week < 3 || week > 6 || month > 4 || half > 8 || later != 0 {
		t.Errorf("read %d times in the first week, %d in the month after, %d until day 181, %d later", week, month, half, later)
	}
	if got := p.payment(id); !got.NextAt.IsZero() {
		t.Errorf("read again %v", got.NextAt)
	}
}

// T56: a list that PayPal does not show for a while leaves no gap.
func TestT56_NoGapAfterAnOutage(t *testing.T) {
	t.Parallel()
	p := startTill(t)
	id := p.paidOrders(1)[0]
	p.dayByDay(35)
	p.PayPal.FailAll(paypalsim.Unavailable)
	p.PayPal.RefundBehind(p.payment(id).Capture.ID, 500)
	p.dayByDay(3)
	p.PayPal.Heal()
	p.dayByDay(1)
	if got := p.payment(id); got.Capture.Outside != 500 || got.State != payment.StateCompleted {
		t.Errorf("the payment is %+v", got)
	}
	p.wantNotes("Erstattung bei PayPal", 1)
}
