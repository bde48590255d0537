//go:build !race

// The model lets one call through at a time, so the race detector has nothing to find
// here, and would only slow each life down by a factor of twenty.

package payment_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"kontor/internal/shop/checkout"
	"kontor/internal/shop/coupon"
	"kontor/internal/shop/payment"
	"kontor/internal/store"
)

// Whatever the interleaving of browsers, webhooks, reconciliation and operator on two
// processes, whichever calls and answers are lost, and whenever a process is killed: in
// the end captured money belongs to one order, was refunded, or is a case for the
// operator, and no buyer was written to twice about the same. T4 to T8, T15, T22, T31,
// T54, I1 to I5.
func TestModel_MoneyAndOrders(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		inFile(t, func(open func() *store.DB) { inWorld(t, rt, mutant{}, open) })
	})
}

// live lets things happen, then lets everything come to rest, and audits.
func (w *world) live() {
	w.alone = rapid.Bool().Draw(w.t, "alone") || w.rule.alone
	w.search, w.webhooks = rapid.Bool().Draw(w.t, "search"), rapid.Bool().Draw(w.t, "webhooks") && !w.rule.outside
	w.paypal.plan = w.rule.plan
	w.coupon()
	for range rapid.IntRange(10, 60).Draw(w.t, "steps") {
		calls := w.calls()
		if len(calls) > 0 && (w.alone || rapid.IntRange(0, 2).Draw(w.t, "go on") > 0) {
			w.goOn(calls)
			continue
		}
		w.happen()
	}
	w.rest()
	w.audit()
}

// goOn lets one call through, possibly after an event at PayPal.
func (w *world) goOn(calls []*waiter) {
	call := calls[rapid.IntRange(0, len(calls)-1).Draw(w.t, "call")]
	for _, o := range w.paypal.orders {
		if strings.HasSuffix(call.label, " "+o.ID) && rapid.IntRange(0, 3).Draw(w.t, "meanwhile") == 0 {
			w.atPayPal(o)
			return
		}
	}
	w.letThrough(call)
}

// letThrough carries out a call, most times correctly.
func (w *world) letThrough(call *waiter) {
	switch n := rapid.IntRange(0, 19).Draw(w.t, call.label); {
	case n == 19:
		w.kill(w.indexOf(call.process))
	case n > 16:
		w.decide(call, lostAfter)
	case n == 16:
		w.decide(call, lostBefore)
	default:
		w.decide(call, carriedOut)
	}
}

func (w *world) indexOf(p *process) int {
	for i := range w.processes {
		if w.processes[i] == p {
			return i
		}
	}
	w.t.Fatal("a call of an unknown process")
	return 0
}

// happen starts one random action of a buyer, the operator, PayPal or the clock.
func (w *world) happen() {
	p := w.processes[rapid.IntRange(0, 1).Draw(w.t, "process")]
	what := rapid.IntRange(0, 13).Draw(w.t, "what")
	if what == 0 || len(w.paypal.orders) == 0 {
		w.checkout(p)
		return
	}
	if w.rule.refunds && what > 5 {
		what = 10
	}
	if w.rule.outside && what > 8 {
		what = 8
	}
	order := w.anyOrder()
	switch what {
	case 1, 2, 3:
		w.paypal.clicked[order.ID] = true
		w.background(func() { p.Capture(w.ctx, order.ID) })
	case 4, 5:
		w.background(func() { p.Reconcile(w.ctx) })
	case 6:
		w.notify(order)
		w.background(func() { p.Reconcile(w.ctx) })
	case 7, 8:
		w.atPayPal(order)
	case 9:
		time.Sleep(odd + []time.Duration{5 * time.Second, 3 * time.Minute, time.Hour, 8 * time.Hour}[rapid.IntRange(0, 3).Draw(w.t, "time passes")])
	case 10:
		w.giveBack(p)
	case 11:
		w.recheck(p)
	case 12:
		w.decideOnRefund(func(payment, refund int64) { p.RetryRefund(w.ctx, payment, refund, "Verwaltung") })
	case 13:
		w.decideOnRefund(func(payment, refund int64) { p.CloseRefund(w.ctx, payment, refund) })
	}
}

func (w *world) anyOrder() *modelOrder {
	return w.paypal.orders[rapid.IntRange(0, len(w.paypal.orders)-1).Draw(w.t, "order")]
}

// atPayPal is an action of buyer, merchant or PayPal on an order.
func (w *world) atPayPal(o *modelOrder) {
	w.paypal.mu.Lock()
	defer w.paypal.mu.Unlock()
	const part = 150 // cents
	open := len(o.Captures) == 0 && !o.gone()
	switch rapid.IntRange(0, 11).Draw(w.t, "at PayPal") {
	case 0, 1:
		if open {
			o.Status = payment.PayPalOrderApproved
		}
	case 2:
		if open && o.Amount.Is(o.asked) && w.quiet("capture "+o.ID) {
			o.Status = payment.PayPalOrderApproved
			w.paypal.plan = ""
			w.paypal.capture(o) // outside the shop
		}
	case 3:
		w.paypal.plan = rapid.SampledFrom([]string{
			payment.PayPalCapturePending, payment.PayPalCaptureDeclined, "amount", payment.PayPalIssueInstrumentDeclined, "TRANSACTION_REFUSED",
		}).Draw(w.t, "next capture")
	case 4:
		if len(o.Captures) > 0 && o.Captures[0].Status == payment.PayPalCapturePending {
			o.Captures[0].Status = rapid.SampledFrom([]string{payment.PayPalCaptureCompleted, payment.PayPalCaptureDeclined}).Draw(w.t, "settled")
		}
	case 5:
		o.hidden = !w.alone
	case 6:
		if o.held()-o.pending >= part {
			w.paypal.goBack(o, part, payment.PayPalEventRefund)
		}
	case 7:
		if open && w.alone && w.quiet("") {
			o.Amount.Cents = o.asked - 7
		}
	case 8:
		w.paypal.refundPlan = rapid.SampledFrom([]string{payment.PayPalIssueInsufficientFunds, payment.PayPalRefundPending}).Draw(w.t, "next refund")
	case 9:
		w.settleRefunds(o, rapid.SampledFrom([]string{payment.PayPalRefundCompleted, payment.PayPalRefundFailed}).Draw(w.t, "refund settled"))
	case 10:
		w.contest(o)
	case 11:
		w.resolve(o, rapid.Bool().Draw(w.t, "won"))
	}
}

// settleRefunds ends the pending refunds of an order.
func (w *world) settleRefunds(o *modelOrder, status string) {
	for _, r := range w.paypal.refunds {
		if r.of == o {
			r.settle(status)
		}
	}
}

// quiet reports whether nothing but one call is in progress. Otherwise, what the shop
// is about to learn could change before the shop can record it, which is not a fault.
func (w *world) quiet(but string) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, call := range w.waiting {
		if w.alone && call.label != "paypal "+but {
			return false
		}
	}
	return len(w.waiting) == 0 || but != ""
}

// checkout is a buyer who wants to pay, or another order with the same coupon.
func (w *world) checkout(p *process) {
	key := fmt.Sprintf("kassenschluessel-0000%d", rapid.IntRange(0, 1).Draw(w.t, "page"))
	basket := basket()
	if rapid.Bool().Draw(w.t, "other basket") {
		basket.Items[0].Quantity, basket.Total = 1, 7.9
	}
	if rapid.Bool().Draw(w.t, "coupon") {
		basket.CouponCode = "EINMAL"
	}
	if rapid.IntRange(0, 4).Draw(w.t, "bank transfer") == 0 {
		o := basket.Order(time.Now())
		w.db.PlaceOrder(w.ctx, checkout.Placement{
			Order: o, Prefix: "BK", Prices: checkout.PriceCheckOff, AttemptID: fmt.Sprint(time.Now().UnixNano(), w.paypal.id("A")),
		})
		return
	}
	w.background(func() { p.Create(w.ctx, basket, key, nil) })
}

func (w *world) coupon() {
	c := coupon.Coupon{Code: "EINMAL", OncePerPerson: true, Active: true, Kind: coupon.Percent, Value: 10}
	if _, err := w.db.CreateCoupon(w.ctx, c, time.Now()); err != nil {
		w.t.Fatal(err)
	}
}

// notify stores a notification about an order, as a verified webhook does.
func (w *world) notify(o *modelOrder) {
	event := payment.PayPalEvent{ID: "WH-" + w.paypal.id(""), OrderID: o.ID}
	if err := w.db.KeepPayPalEvent(w.ctx, event, time.Now()); err != nil {
		w.t.Fatal(err)
	}
}

// giveBack is the operator refunding a part of an order's money.
func (w *world) giveBack(p *process) {
	if id, ok := w.anyPayment(payment.StateCompleted); ok {
		w.background(func() { p.Refund(w.ctx, p.NewRefund(id, 100, "", "", "Verwaltung")) })
	}
}

// decideOnRefund is the operator's decision about a refund that failed.
func (w *world) decideOnRefund(decide func(payment, refund int64)) {
	page, err := w.db.Payments(w.ctx, payment.Filter{Cases: true})
	if err != nil {
		w.t.Fatal(err)
	}
	for _, p := range page.Payments {
		details, err := w.db.PaymentDetails(w.ctx, p.ID)
		if err != nil {
			w.t.Fatal(err)
		}
		for _, r := range details.Refunds {
			if r.IsCase() {
				w.background(func() { decide(p.ID, r.ID) })
				return
			}
		}
	}
}

// recheck is the operator asking PayPal again.
func (w *world) recheck(p *process) {
	if id, ok := w.anyPayment(""); ok {
		w.background(func() { p.Recheck(w.ctx, id, "Verwaltung") })
	}
}

func (w *world) anyPayment(state payment.State) (id int64, ok bool) {
	page, err := w.db.Payments(w.ctx, payment.Filter{State: state})
	if err != nil {
		w.t.Fatal(err)
	}
	if len(page.Payments) == 0 {
		return 0, false
	}
	return page.Payments[rapid.IntRange(0, len(page.Payments)-1).Draw(w.t, "payment")].ID, true
}
