package crash

import (
	"fmt"
	"net/http"
	"time"

	"kontor/internal/paypal/paypalsim"
	"kontor/internal/shop/payment"
	"kontor/tests/crowd"
)

// storiesAfterCapture are about money that has been captured.
var storiesAfterCapture = []story{
	{
		name: "money goes back at PayPal, and nobody notifies", // T56
		play: func(k *till) string {
			id := k.create("schluessel-der-kasse-1")
			if id == "" || k.sim.Approve(id) != nil {
				return id
			}
			k.capture(id)
			k.sim.RefundBehind(k.sim.Entry(id).CaptureIDs[0], 500)
			k.clock.forward(25 * time.Hour)
			k.awaitEndOr(func() bool { b := k.books(); return b.problem() == "" && givenBack(b) == "" })
			return id
		},
		planned: givenBack,
		about:   `^(sweep|search transactions) .*#[2-9]$`, // the first is at the start, before anything was bought
		every:   50 * time.Millisecond,
		later:   func(k *till) { k.clock.forward(25 * time.Hour) },
	},
	{
		name: "the buyer's bank takes the money back", // T58
		play: func(k *till) string {
			k.sim.SendWebhooksTo(k.shop.url + "/api/paypal/webhook")
			id := k.create("schluessel-der-kasse-1")
			if id == "" || k.sim.Approve(id) != nil {
				return id
			}
			k.capture(id)
			k.awaitEndOr(func() bool { b := k.books(); return b.problem() == "" && paid(b) == "" })
			k.disputed = k.sim.OpenDispute(k.sim.Entry(id).CaptureIDs[0], paypalsim.Claim{Bank: true})
			k.decide()
			return id
		},
		planned: won,
		about:   "^(read )?dispute ",
		every:   50 * time.Millisecond,
		notify:  true,
		later:   (*till).decide,
	},
	{
		name: "PayPal refuses the operator's refund, who tries again", // T43
		plan: func(k *till) {
			k.sim.PlanRefund(paypalsim.Plan{Issue: payment.PayPalIssueInsufficientFunds})
		},
		play: func(k *till) string {
			id := k.create("schluessel-der-kasse-1")
			if id == "" || k.sim.Approve(id) != nil {
				return id
			}
			k.capture(id)
			k.giveBack(1, 5)
			if k.shop.process.Wait(time.Second); !k.ended() { // not killed by this refund
				k.retryRefund()
			}
			return id
		},
		planned: givenBack,
		about:   `^refund (changed after#1|.*#[2-9])$`, // a refusal that was not stored is not certain to come again
		every:   50 * time.Millisecond,
		later: func(k *till) {
			k.awaitEndOr(func() bool { return len(k.books().orders) == 1 })
			if b := k.books(); b.balance.Cases == 0 && b.payments[0].Returned == 0 {
				k.giveBack(1, 5) // the order for it was lost
			}
			k.awaitEndOr(func() bool {
				b := k.books()
				if b.balance.Cases > 0 {
					k.retryRefund()
				}
				return givenBack(b) == ""
			})
		},
	},
}

// retryRefund is the operator's second attempt at the only refund.
func (k *till) retryRefund() {
	if operator := k.operator(); operator != nil {
		crowd.Send(operator, http.MethodPost, fmt.Sprintf("%s/api/verwaltung/zahlungen/1/erstattungen/1/erneut", k.shop.url), nil)
	}
}
