package payments

import (
	"errors"

	"kontor/internal/shop/message"
	"kontor/internal/shop/payment"
	"kontor/internal/store/messages"
)

// oweForPayment stores the messages that a step of a payment causes. A buyer gets each
// kind once for a payment, within the limit of the address; to is nil unless the step
// has placed an order.
func (t *tx) oweForPayment(changed *payment.Changed, c payment.Change, to *messages.Addressee) (stored []message.Message, err error) {
	var owed []message.Message
	for _, m := range c.Owe(&changed.Before, &changed.Payment, changed.Order) {
		if m.PaymentID != 0 {
			known, err := t.knowsMessage(m.PaymentID, m.Kind)
			if err != nil {
				return nil, err
			}
			if known {
				continue
			}
			to = &messages.Addressee{}
			if err := errors.Join(t.AskMails(m.To, c.At, c.Mails, to), t.Send()); err != nil {
				return nil, err
			}
		}
		owed = append(owed, m)
	}
	return t.Owe(owed, changed.Order, to)
}

// knowsMessage reports whether there is a message of this kind about a payment, in
// whatever state.
func (t *tx) knowsMessage(payment int64, kind message.Kind) (bool, error) {
	var n int
	err := t.Row(`SELECT count(*) FROM mails WHERE vorgang = $1 AND art = $2`, []any{payment, kind}, &n)
	return n > 0, err
}

// adoptMessages makes the messages about a payment those of the order that it became.
func (t *tx) adoptMessages(order, payment int64) error {
	return t.Later(`UPDATE mails SET order_id = $1 WHERE vorgang = $2 AND order_id IS NULL`, order, payment)
}

// ended selects payments that ended without an order, and have a basket that nothing
// will be made of.
const ended = `bestellung_json <> '' AND naechster_versuch_at IS NULL AND status IN ('abgelehnt', 'abgelaufen', 'verworfen', 'erstattet')`

// ForgetBaskets clears the baskets of the ended payments that a further condition with
// one argument selects, and deletes the messages about them.
func ForgetBaskets(t *messages.Tx, which string, arg any) error {
	if err := t.RemoveMessages(`vorgang IN (SELECT id FROM zahlungsvorgaenge WHERE `+ended+` AND `+which+`)`, arg); err != nil {
		return err
	}
	_, err := t.Exec(`UPDATE zahlungsvorgaenge SET bestellung_json = '', version = version + 1 WHERE `+ended+` AND `+which, arg)
	return err
}
