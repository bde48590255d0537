//go:build !race

package payment_test

import (
	"context"
	"slices"
	"time"

	"pgregory.net/rapid"

	"kontor/internal/shop"
	"kontor/internal/shop/payment"
)

// modelDispute is what PayPal knows of a contested order.
type modelDispute struct {
	payment.PayPalDispute
	of    *modelOrder
	taken string // the id of what the buyer's bank took
}

// contest opens a dispute about a part of an order's money, which the buyer's bank may
// take at once. There is one for an order, and only once the shop has it.
func (w *world) contest(o *modelOrder) {
	const part = 170 // cents
	p, err := w.db.PaymentByPayPal(w.ctx, o.ID)
	if err != nil || p.OrderID == 0 || o.contested || o.held()-o.pending < part {
		return
	}
	o.contested = true
	d := &modelDispute{of: o, PayPalDispute: payment.PayPalDispute{
		ID: "PP-D-" + w.paypal.id(""), CaptureIDs: []string{o.Captures[0].ID}, Status: payment.PayPalDisputeSellersTurn,
		Bank: rapid.Bool().Draw(w.t, "bank"), Amount: payment.PayPalAmount{Cents: part, Currency: "EUR"}, Updated: time.Now(),
	}}
	w.paypal.disputes = append(w.paypal.disputes, d)
	if d.Bank {
		d.taken = w.paypal.goBack(o, part, payment.PayPalEventChargeback)
	}
}

// resolve ends an order's dispute.
func (w *world) resolve(o *modelOrder, won bool) {
	for _, d := range w.paypal.disputes {
		if d.of != o || d.Resolved() {
			continue
		}
		lost := shop.Cents(0)
		switch {
		case won && d.Bank:
			o.undo(d.taken, d.Amount.Cents)
		case !won && d.Bank:
			lost = d.Amount.Cents
		case !won:
			lost = min(d.Amount.Cents, o.held()-o.pending)
			w.paypal.goBack(o, lost, payment.PayPalEventReversal)
		}
		d.Status, d.Updated, d.Outcome = payment.PayPalDisputeResolved, time.Now(), payment.PayPalOutcomeBuyer
		if won {
			d.Outcome = payment.PayPalOutcomeSeller
		}
		d.OutcomeAmount = payment.PayPalAmount{Cents: lost, Currency: "EUR"}
	}
}

// goBack takes money from the merchant outside the shop, and returns the movement's id.
func (m *modelPayPal) goBack(o *modelOrder, amount shop.Cents, code string) (id string) {
	o.refunded += amount
	o.outside += amount
	id = m.id("T")
	o.Refunds = append(o.Refunds, payment.PayPalRefund{
		ID: id, CaptureID: o.Captures[0].ID, Status: payment.PayPalRefundCompleted, Amount: payment.PayPalAmount{Cents: amount, Currency: "EUR"},
	})
	m.moved = append(m.moved, payment.PayPalTransaction{
		ID: id, ReferenceID: o.Captures[0].ID, EventCode: code,
		Status: payment.PayPalTransactionDone, Initiated: time.Now(),
	})
	return id
}

// undo gives what went back to the merchant again: the order no longer shows it.
func (o *modelOrder) undo(id string, amount shop.Cents) {
	o.refunded -= amount
	o.outside -= amount
	o.Refunds = slices.DeleteFunc(o.Refunds, func(r payment.PayPalRefund) bool { return r.ID == id })
}

func (g gateway) Disputes(_ context.Context, since time.Time) (said []payment.PayPalDispute, err error) {
	err = g.call(g.process, "disputes", func() error {
		for _, d := range g.disputes {
			if !d.Updated.Before(since) {
				said = append(said, d.PayPalDispute)
			}
		}
		return nil
	})
	return said, err
}

func (g gateway) Dispute(_ context.Context, id string) (said payment.PayPalDispute, err error) {
	err = g.call(g.process, "dispute", func() error {
		for _, d := range g.disputes {
			if d.ID == id {
				said = d.PayPalDispute
				return nil
			}
		}
		return &payment.PayPalRefusal{Status: 404, Name: "RESOURCE_NOT_FOUND"}
	})
	return said, err
}
