//go:build !race

package payment_test

import (
	"kontor/internal/shop"
	"kontor/internal/shop/order"
	"kontor/internal/shop/payment"
)

// audit compares the shop's books with PayPal's.
func (w *world) audit() {
	if w.wrong != "" {
		w.t.Fatal(w.wrong)
	}
	page, err := w.db.Orders(w.ctx, order.Filter{Limit: order.MaxLimit})
	if err != nil {
		w.t.Fatal(err)
	}
	orders := make(map[string][]order.Order)
	for _, o := range page.Orders {
		if o.PaymentMethod == order.MethodPayPal {
			orders[o.PayPalOrderID] = append(orders[o.PayPalOrderID], o)
		}
	}
	for _, o := range w.paypal.orders {
		w.auditOrder(o, orders[o.ID])
		delete(orders, o.ID)
	}
	if len(orders) > 0 {
		w.t.Fatalf("orders without a payment: %v", orders)
	}
	w.auditPages()
	w.auditMails()
	balance, err := w.db.PaymentBalance(w.ctx)
	if err != nil || balance.Difference() != 0 || balance.Open > 0 {
		w.t.Fatalf("the books differ by %s: %+v, %v", balance.Difference(), balance, err)
	}
}

// auditPages checks that the shop took money only once for the same basket of the same
// page.
func (w *world) auditPages() {
	type purchase struct{ page, basket string }
	paid := make(map[purchase]string)
	for _, o := range w.paypal.orders {
		p, err := w.db.PaymentByPayPal(w.ctx, o.ID)
		if err != nil || !o.taken || o.held() == 0 {
			continue
		}
		once := purchase{p.CheckoutKey, p.BasketHash}
		if paid[once] != "" {
			w.t.Fatalf("the same basket of the same page was paid as %s and as %s", paid[once], o.ID)
		}
		paid[once] = o.ID
	}
}

func (w *world) auditOrder(o *modelOrder, orders []order.Order) {
	captured := shop.Cents(0)
	if len(o.Captures) > 0 && o.Captures[0].Status == payment.PayPalCaptureCompleted {
		captured = o.Captures[0].Amount.Cents
	}
	switch len(orders) {
	case 0:
		if o.held() > 0 && !w.unclear(o) {
			p, err := w.db.PaymentByPayPal(w.ctx, o.ID)
			w.t.Fatalf("I1: PayPal holds %s of %s, and nobody has an order: %+v, %v", o.held(), o.ID, p, err)
		}
	case 1:
		if orders[0].TotalCents() != captured {
			w.t.Fatalf("I3: %s is of %s, captured were %s", orders[0].Number, orders[0].TotalCents(), captured)
		}
		if given, outside := w.givenBack(o); given+o.outside != o.refunded || outside != o.outside {
			w.t.Fatalf("I4: %s was given back of %s, which has an order, %s of it outside the shop; the operator ordered %s, the journal has %s",
				o.refunded, o.ID, o.outside, given, outside)
		}
	default:
		w.t.Fatalf("I2: %d orders for %s", len(orders), o.ID)
	}
}

// unclear reports whether the operator was notified about an order at PayPal.
func (w *world) unclear(o *modelOrder) bool {
	p, err := w.db.PaymentByPayPal(w.ctx, o.ID)
	return err == nil && p.State == payment.StateUnclear
}

// givenBack returns what the operator's refunds of an order returned, and what
// according to the journal was returned outside the shop.
func (w *world) givenBack(o *modelOrder) (sum, outside shop.Cents) {
	p, err := w.db.PaymentByPayPal(w.ctx, o.ID)
	if err != nil {
		return 0, 0
	}
	details, err := w.db.PaymentDetails(w.ctx, p.ID)
	if err != nil {
		w.t.Fatal(err)
	}
	for _, r := range details.Refunds {
		if r.State == payment.RefundDone {
			sum += r.Amount
		}
	}
	return sum, details.Capture.Outside - details.WonBack
}

// wantTrue checks a step when only one thing happens at a time: then no answer may ever
// claim that no money was taken while it was. A claim that finds the coupon used says
// nothing about money.
func (w *world) wantTrue(changed *payment.Changed) {
	after := &changed.Payment
	ended := after.State == payment.StateDeclined && !after.LostCoupon() || after.State == payment.StateExpired
	if !w.alone || !ended || after.State == changed.Before.State {
		return
	}
	w.paypal.mu.Lock()
	defer w.paypal.mu.Unlock()
	for _, o := range w.paypal.orders {
		if o.ID == after.PayPalOrderID && o.held() > 0 {
			w.wrong = "R2, R3: payment " + after.Number + " is " + string(after.State) + ", and PayPal holds its money"
		}
	}
}
