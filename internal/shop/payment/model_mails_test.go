//go:build !race

package payment_test

import (
	"kontor/internal/shop/message"
	"kontor/internal/shop/order"
	"kontor/internal/shop/payment"
)

// auditMails checks what buyers were written: each order was confirmed once, each
// refund that was carried out was reported once, and money that went back without an
// order once. Nothing was written twice about the same. T8, T54.
func (w *world) auditMails() {
	w.t.Helper()
	page, err := w.db.Messages(w.ctx, message.Filter{Limit: 100_000})
	if err != nil {
		w.t.Fatal(err)
	}
	type about struct {
		payment, order int64
		kind           message.Kind
	}
	written := make(map[about]int)
	for _, m := range page.Messages {
		switch m.Kind {
		case message.KindConfirmation:
			written[about{0, m.OrderID, m.Kind}]++
		case message.KindPaymentPending, message.KindPaymentDenied, message.KindPaymentReturned, message.KindRefund:
			written[about{m.PaymentID, 0, m.Kind}]++
		}
	}
	payments, err := w.db.Payments(w.ctx, payment.Filter{Limit: order.MaxLimit})
	if err != nil {
		w.t.Fatal(err)
	}
	for _, p := range payments.Payments {
		details, err := w.db.PaymentDetails(w.ctx, p.ID)
		if err != nil {
			w.t.Fatal(err)
		}
		w.wantWritten(p, message.KindPaymentPending, written[about{p.ID, 0, message.KindPaymentPending}], 0, 1)
		w.wantWritten(p, message.KindPaymentDenied, written[about{p.ID, 0, message.KindPaymentDenied}], 0, 1)
		back := count(p.State == payment.StateRefunded && p.CheckoutKey != "")
		w.wantWritten(p, message.KindPaymentReturned, written[about{p.ID, 0, message.KindPaymentReturned}], back, back)
		done := 0
		for _, r := range details.Refunds {
			done += count(r.State == payment.RefundDone)
		}
		w.wantWritten(p, message.KindRefund, written[about{p.ID, 0, message.KindRefund}], done, done)
		ordered := count(p.OrderID != 0)
		w.wantWritten(p, message.KindConfirmation, written[about{0, p.OrderID, message.KindConfirmation}], ordered, ordered)
	}
}

func (w *world) wantWritten(p payment.Payment, kind message.Kind, got, least, most int) {
	if got < least || got > most {
		w.t.Fatalf("T54: %d mails %s about %s, which is %s; want %d to %d", got, kind, p.Number, p.State, least, most)
	}
}

func count(b bool) int {
	if b {
		return 1
	}
	return 0
}
