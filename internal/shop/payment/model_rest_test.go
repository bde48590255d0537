//go:build !race

package payment_test

import (
	"errors"
	"time"

	"kontor/internal/shop/payment"
)

// rest heals everything, lets all calls through, and lets enough time pass for all
// scheduled reads. No more requests arrive from outside.
func (w *world) rest() {
	w.drain()
	for _, o := range w.paypal.orders {
		if len(o.Captures) > 0 && o.Captures[0].Status == payment.PayPalCapturePending {
			o.Captures[0].Status = payment.PayPalCaptureCompleted
		}
		o.hidden = false
		w.settleRefunds(o, payment.PayPalRefundCompleted)
		w.resolve(o, w.confirm)
	}
	w.paypal.plan, w.paypal.refundPlan = "", ""
	for _, pause := range []time.Duration{time.Minute, 5 * time.Minute, time.Hour, 4 * time.Hour, 8 * time.Hour, 8 * time.Hour, 25 * time.Hour, 25 * time.Hour} {
		time.Sleep(pause)
		w.notifyMissing()
		w.background(func() { w.processes[0].Reconcile(w.ctx) })
		w.drain()
	}
}

// notifyMissing delivers what only a notification can report to the shop: orders whose
// ids got lost. Of money that went back outside the shop it may hear nothing.
func (w *world) notifyMissing() {
	for _, o := range w.paypal.orders {
		_, err := w.db.PaymentByPayPal(w.ctx, o.ID)
		if errors.Is(err, payment.ErrNotFound) || o.outside > 0 && w.webhooks {
			w.notify(o)
		}
	}
}

func (w *world) drain() {
	for calls := w.calls(); len(calls) > 0; calls = w.calls() {
		w.decide(calls[0], carriedOut)
		time.Sleep(roundPause) // whoever waits between two reads continues
	}
}

const (
	// odd keeps the model from acting at the same instant as a timer of the shop, where
	// either could come first.
	odd = 1237 * time.Microsecond
	// roundPause is longer than the pause between two reads of an order.
	roundPause = 200*time.Millisecond + odd
)
