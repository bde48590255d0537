package web_test

import (
	"net/http"
	"testing"
	"time"

	"kontor/internal/paypal/paypalsim"
	"kontor/internal/shop"
	"kontor/internal/shop/payment"
)

// orders lets the operator order a refund, as this version does or, without a name, as
// earlier ones did.
func (c *contested) orders(amount shop.Cents, named bool) payment.Refund {
	c.t.Helper()
	wanted := c.Payments.NewRefund(1, amount, "", "", "Verwaltung")
	wanted.Named = named
	details, err := c.Payments.Refund(c.t.Context(), wanted)
	if err != nil || len(details.Refunds) != 1 {
		c.t.Fatalf("refunds %+v, %v", details.Refunds, err)
	}
	return details.Refunds[0]
}

// wantLeft checks what the office shows as left and as returned outside the shop.
func (c *contested) wantLeft(left, outside shop.Cents) {
	c.t.Helper()
	c.wantBalance()
	if got := c.details(); got["rest"] != left.Euro() || got["extern_erstattet"] != outside.Euro() {
		c.t.Errorf("%v € are left, %v € went back outside, want %s and %s", got["rest"], got["extern_erstattet"], left, outside)
	}
}

// T58: while PayPal has yet to carry out a refund of the shop's, the buyer's bank takes
// money back. Whatever becomes of both, and whichever ends first, the shop never takes
// the one for the other.
func TestT58_ChargebackDuringARefund(t *testing.T) {
	t.Parallel()
	for _, named := range []bool{true, false} {
		for _, settled := range []string{payment.PayPalRefundCompleted, payment.PayPalRefundFailed} {
			for _, verdictFirst := range []bool{true, false} {
				name := map[bool]string{true: "named", false: "unnamed"}[named] + " " + settled + map[bool]string{true: " last", false: " first"}[verdictFirst]
				t.Run(name, func(t *testing.T) {
					t.Parallel()
					chargebackDuringARefund(startContested(t), named, settled, verdictFirst)
				})
			}
		}
	}
}

func chargebackDuringARefund(c *contested, named bool, settled string, verdictFirst bool) {
	c.PayPal.PlanRefund(paypalsim.Plan{Status: payment.PayPalRefundPending})
	refund := c.orders(100, named)
	dispute := c.PayPal.OpenDispute(c.capture, paypalsim.Claim{Bank: true, Amount: 170})
	c.hears(false)
	c.wantLeft(1950, 170)
	ends := []func(){
		func() { c.PayPal.ResolveDispute(dispute, payment.PayPalOutcomeSeller, 0) },
		func() { c.PayPal.SettleRefund(refund.PayPalID, settled) },
	}
	if !verdictFirst {
		ends[0], ends[1] = ends[1], ends[0]
	}
	for _, end := range ends {
		end()
		c.hears(false)
	}
	left := shop.Cents(2120)
	if settled == payment.PayPalRefundFailed {
		left = 2220
	}
	c.wantMoney(left, 0)
	if !named {
		return // what else went back is noticed by the sum alone, see TestT58_RefundAtPayPalAfterAWonDispute
	}
	c.PayPal.RefundBehind(c.capture, 300)
	c.dayByDay(1)
	c.operator = c.Operator()
	c.wantMoney(left-300, 0)
}

// T58: a refund whose answer was lost is recognised by its name, though the shop reads
// the order before it asks again. One of an earlier version is repeated without a name,
// since the same request must not come with another body.
func TestT58_ChargebackBeforeTheAnswerToARefund(t *testing.T) {
	t.Parallel()
	for name, named := range map[string]bool{"named": true, "unnamed": false} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := startContested(t)
			c.PayPal.Fail(paypalsim.Refund, paypalsim.Fault{Kind: paypalsim.Cut, Done: true, Times: 2})
			c.orders(100, named)
			c.PayPal.OpenDispute(c.capture, paypalsim.Claim{Bank: true, Amount: 170})
			c.operator.Post(paymentsPath+"/1/pruefen", nil).Want(http.StatusOK)
			c.wantLeft(1950, 170)
			c.PayPal.Heal()
			for range 2 {
				c.reconcile(2 * time.Hour)
			}
			c.wantLeft(1950, 170)
			c.wantReturned(c.id, 270)
			if violations := c.PayPal.Violations(); len(violations) > 0 {
				t.Errorf("PayPal's rules: %v", violations)
			}
		})
	}
}

// T58: what the seller gives back at PayPal counts, though a chargeback is undone before
// the shop reads either; and though it never heard of that one before its end.
func TestT58_RefundAtPayPalAsAChargebackIsUndone(t *testing.T) {
	t.Parallel()
	for name, known := range map[string]bool{"known": true, "unknown": false} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := startContested(t)
			dispute := c.PayPal.OpenDispute(c.capture, paypalsim.Claim{Bank: true, Amount: 170})
			if !known {
				c.PayPal.Fail(paypalsim.ListDisputes, paypalsim.Fault{Kind: paypalsim.Unavailable, Times: -1})
				c.operator.Post(paymentsPath+"/1/pruefen", nil).Want(http.StatusOK)
			}
			c.hears(false)
			c.wantLeft(2050, 170)
			c.PayPal.ResolveDispute(dispute, payment.PayPalOutcomeSeller, 0)
			c.PayPal.RefundBehind(c.capture, 150)
			c.PayPal.Heal()
			c.dayByDay(1)
			c.operator = c.Operator()
			c.wantMoney(2070, 0)
		})
	}
}
