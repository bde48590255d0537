package crash

import (
	"time"

	"kontor/internal/paypal/paypalsim"
	"kontor/internal/shop/payment"
)

// story is what buyers and operators do until the shop is killed. Its run returns early
// when nobody answers any more.
type story struct {
	name    string
	plan    func(*till)
	play    func(*till) (id string)
	planned func(*tradingBooks) string // the required end, besides books that balance, once the buyer has approved
	about   string                     // only points whose name matches this pattern; empty: all
	every   time.Duration              // between two rounds of reconciliation; 0: one at the start
	confirm bool                       // only the shop's own button captures, and nobody presses it
	notify  bool                       // PayPal continues to notify after the next start
	later   func(*till)                // events after the next start; nil: none
}

var stories = []story{
	{
		name: "paid", // T1 to T8
		play: func(k *till) string {
			id := k.create("schluessel-der-kasse-1")
			if id != "" && k.sim.Approve(id) == nil {
				k.capture(id)
			}
			return id
		},
		planned: paid,
	},
	{
		name: "another amount is captured", // T21, T22
		plan: func(k *till) {
			less := payment.PayPalAmount{Cents: total - 90, Currency: payment.CurrencyEuro}
			k.sim.PlanCapture("", paypalsim.Plan{Amount: &less})
		},
		play: func(k *till) string {
			id := k.create("schluessel-der-kasse-1")
			if id != "" && k.sim.Approve(id) == nil {
				k.capture(id)
			}
			return id
		},
		planned: paid,
	},
	{
		name: "PayPal does not want the address", // T2, T49
		plan: func(k *till) { k.sim.DislikeAddresses("POSTAL_CODE_REQUIRED") },
		play: func(k *till) string {
			id := k.create("schluessel-der-kasse-1")
			if id != "" && k.sim.Approve(id) == nil {
				k.capture(id)
			}
			return id
		},
		planned: paid,
		about:   "create",
	},
	{
		name: "only a notification comes", // T16, T28
		play: func(k *till) string {
			k.sim.SendWebhooksTo(k.shop.url + "/api/paypal/webhook")
			id := k.create("schluessel-der-kasse-1")
			if id == "" || k.sim.Approve(id) != nil {
				return id
			}
			k.awaitEndOr(func() bool {
				b := k.books()
				return b.problem() == "" && paid(b) == "" && k.notified("CAPTURE.COMPLETED")
			})
			return id
		},
		planned: paid,
	},
	{
		name: "the operator gives a part back", // 3.9, T22
		play: func(k *till) string {
			id := k.create("schluessel-der-kasse-1")
			if id != "" && k.sim.Approve(id) == nil {
				k.capture(id)
				k.giveBack(1, 5)
			}
			return id
		},
		planned: paid,
		about:   "refund",
	},
	{
		name: "the browser is lost after the approval", // T28
		play: func(k *till) string {
			id := k.create("schluessel-der-kasse-1")
			if id == "" || k.sim.Approve(id) != nil {
				return id
			}
			k.forward()
			k.awaitEndOr(func() bool { b := k.books(); return b.problem() == "" && paid(b) == "" })
			return id
		},
		planned: paid,
		every:   50 * time.Millisecond,
	},
	{
		name: "nobody presses the shop's own button", // T28
		play: func(k *till) string {
			k.sim.SendWebhooksTo(k.shop.url + "/api/paypal/webhook")
			id := k.create("schluessel-der-kasse-1")
			if id == "" || k.sim.Approve(id) != nil {
				return id
			}
			k.forward()
			k.awaitEndOr(func() bool { return unpaid(k.books()) == "" && k.sim.Calls(paypalsim.Verify) > 0 })
			return id
		},
		planned: unpaid,
		every:   50 * time.Millisecond,
		confirm: true,
	},
	{
		name: "PayPal does not answer the operator's refund", // T22
		play: func(k *till) string {
			id := k.create("schluessel-der-kasse-1")
			if id == "" || k.sim.Approve(id) != nil {
				return id
			}
			k.capture(id)
			k.sim.Fail(paypalsim.Refund, paypalsim.Fault{Kind: paypalsim.Unavailable})
			k.giveBack(1, 5)
			k.forward()
			k.awaitEndOr(func() bool { b := k.books(); return b.problem() == "" && givenBack(b) == "" })
			return id
		},
		planned: givenBack,
		about:   "refunds claimed",
		every:   50 * time.Millisecond,
	},
	{
		name: "money that the journal does not know", // T29
		play: func(k *till) string {
			k.sim.SendWebhooksTo(k.shop.url + "/api/paypal/webhook")
			id := k.sim.ForeignOrder("somebody-else", total)
			k.sim.CaptureBehind(id)
			k.awaitEndOr(func() bool { b := k.books(); return b.problem() == "" && oneCase(b) == "" })
			return id
		},
		planned: oneCase,
		about:   "^foreign .*#1$", // a notification about the same money may come at once
		notify:  true,
	},
	{
		name: "a basket is forgotten", // T3
		play: func(k *till) string {
			id := k.create("schluessel-der-kasse-1")
			k.weeksPass()
			return id
		},
		planned: forgotten,
		about:   "forget",
		every:   50 * time.Millisecond,
		later:   (*till).weeksPass,
	},
}
