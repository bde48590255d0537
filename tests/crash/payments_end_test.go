package crash

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"time"

	"kontor/internal/shop/order"
	"kontor/internal/shop/payment"
	"kontor/tests/crowd"
)

// checkEnd checks what holds once the books balance. Besides so many mails there is one
// about each refund of an order.
func (k *till) checkEnd(b *tradingBooks, id string, mails int) {
	k.t.Helper()
	orders := b.orders[id]
	if len(orders) == 1 {
		status := order.StatusPaid
		if b.payments[0].Returned == total { // T59
			status = order.StatusCancelled
		}
		// T8: asking again yields the same number.
		var said struct{ Bestellnummer string }
		into(k.t, k.capture(id), http.StatusOK, &said)
		if said.Bestellnummer != orders[0].Number || orders[0].Status != status || orders[0].TotalCents() != total {
			k.t.Errorf("T8: %s, the order is %+v", said.Bestellnummer, orders[0])
		}
	}
	mails += b.refunded()
	// Every mail is sent once, including those held up by the crash.
	eventually(k.t, fmt.Sprintf("%d mails are sent", mails), func() bool { return len(k.mail.ByKey()) >= mails })
	for key, copies := range k.mail.ByKey() {
		if len(copies) != 1 {
			k.t.Errorf("%d copies of the mail %s", len(copies), key)
		}
	}
	if n := len(k.mail.ByKey()); n != mails {
		k.t.Errorf("%d mails, want %d", n, mails)
	}
}

// weeksPass lets so much time pass that an unapproved payment ends, is read for the
// last time, and its basket is forgotten.
func (k *till) weeksPass() {
	k.t.Helper()
	for _, pass := range []time.Duration{4 * time.Hour, 8 * time.Hour, 15 * 24 * time.Hour} {
		k.clock.forward(pass)
		k.awaitEndOr(func() bool { return unpaid(k.books()) == "" })
	}
	k.awaitEndOr(func() bool { return forgotten(k.books()) == "" })
}

// giveBack is the operator's refund of a part of a payment, in euro.
func (k *till) giveBack(payment int64, euro float64) {
	operator := k.operator()
	if operator == nil {
		return
	}
	crowd.Send(operator, http.MethodPost, fmt.Sprintf("%s/api/verwaltung/zahlungen/%d/erstattungen", k.shop.url, payment), map[string]any{"betrag": euro})
}

// decide has PayPal decide an open dispute for the shop, once the shop knows of it and
// that the money is gone, and waits until the money is back.
func (k *till) decide() {
	k.t.Helper()
	k.awaitEndOr(func() bool { b := k.books(); return k.disputed == "" || b.problem() == "" && lost(b) == "" })
	if k.ended() {
		return
	}
	if k.disputed != "" {
		k.sim.ResolveDispute(k.disputed, payment.PayPalOutcomeSeller, 0)
		k.disputed = ""
	}
	k.awaitEndOr(func() bool { b := k.books(); return b.problem() == "" && won(b) == "" })
}

// operator signs in; nil if nobody answers any more.
func (k *till) operator() *http.Client {
	if k.ended() {
		return nil
	}
	return k.shop.operator()
}

// awaitEndOr waits until the shop is dead or the condition holds.
func (k *till) awaitEndOr(holds func() bool) {
	k.t.Helper()
	eventually(k.t, "the shop ends or is done", func() bool {
		return k.ended() || holds()
	})
}

// ended reports whether the shop is dead.
func (k *till) ended() bool {
	ended, _ := k.shop.process.Ended()
	return ended
}

// notified reports whether PayPal has created a notification of this type.
func (k *till) notified(kind string) bool {
	for _, event := range k.sim.Events() {
		var said struct {
			Type string `json:"event_type"`
		}
		if json.Unmarshal(event.Body, &said) == nil && strings.Contains(said.Type, kind) {
			return true
		}
	}
	return false
}
