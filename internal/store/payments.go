package store

import (
	"context"
	"errors"
	"time"

	"kontor/internal/database"
	"kontor/internal/shop/message"
	"kontor/internal/shop/order"
	"kontor/internal/shop/payment"
)

// Payment returns one payment, or payment.ErrNotFound.
func (db *DB) Payment(ctx context.Context, id int64) (payment.Payment, error) {
	return db.findPayment(ctx, `z.id = $1`, id)
}

// PaymentByPayPal returns the payment of an order at PayPal, or
// payment.ErrNotFound.
func (db *DB) PaymentByPayPal(ctx context.Context, payPalOrder string) (payment.Payment, error) {
	return db.findPayment(ctx, `z.paypal_order_id = $1`, payPalOrder)
}

// PaymentByCapture returns the payment of a capture, or
// payment.ErrNotFound.
func (db *DB) PaymentByCapture(ctx context.Context, capture string) (payment.Payment, error) {
	return db.findPayment(ctx, `z.paypal_capture_id = $1`, capture)
}

// PaymentByKey returns the payment with this key, which PayPal knows as its
// custom id, or payment.ErrNotFound.
func (db *DB) PaymentByKey(ctx context.Context, key string) (payment.Payment, error) {
	return db.findPayment(ctx, `z.vorgang_id = $1`, key)
}

func (db *DB) findPayment(ctx context.Context, where, value any) (p payment.Payment, err error) {
	err = db.read(ctx, func(t *tx) error {
		p, err = t.onePayment(where.(string), value)
		return err
	})
	return p, err
}

// ChangePayment makes one step of a payment: the entry, its history, its coupon, its
// order and the resulting messages, in one transaction. A step that would place an
// order whose coupon another order has used meanwhile becomes
// [payment.Payment.CouponTaken].
//
// Errors: payment.ErrNotFound.
func (db *DB) ChangePayment(ctx context.Context, c payment.Change) (changed payment.Changed, err error) {
	err = db.repeatable(func(t *tx) error {
		if changed, err = t.changePayment(c); err != nil || changed.Payment == changed.Before {
			return err
		}
		t.recordPayment(ctx, &changed)
		return nil
	})
	return changed, err
}

// repeatable runs a write that detects by itself what an earlier run has stored, so
// that it can be repeated after a lost answer to COMMIT. The result of the earlier run
// is returned only once the standbys have it, even if nothing is left to do.
func (db *DB) repeatable(change func(*tx) error) error {
	until := time.Now().Add(settleTimeout)
	run := change
	for {
		err := db.update(run)
		if !errors.Is(err, database.ErrInDoubt) || time.Now().After(until) {
			return err
		}
		run = func(t *tx) error {
			if err := change(t); err != nil {
				return err
			}
			return t.Confirm()
		}
		time.Sleep(settlePause)
	}
}

func (t *tx) changePayment(c payment.Change) (changed payment.Changed, err error) {
	if changed.Before, err = t.paymentToChange(c.ID); err != nil {
		return changed, err
	}
	after := changed.Before
	c.Apply(&after)
	if after == changed.Before {
		changed.Payment = after
		return changed, nil
	}
	var to *addressee
	if changed.Order, to, err = t.followUp(&changed.Before, &after, c); err != nil {
		return changed, err
	}
	if err := t.updatePayment(&changed.Before, &after, c.At); err != nil {
		return changed, err
	}
	if err := t.notePayment(&changed.Before, &after, c.Actor, c.Note, c.At); err != nil {
		return changed, err
	}
	changed.Payment = after
	if c.Owe != nil {
		changed.Messages, err = t.oweForPayment(&changed, c, to)
	}
	return changed, err
}

// followUp updates coupon and order to match the state that a step leads to, and
// returns the order that it places, with the recipient of the customer's message.
func (t *tx) followUp(before, after *payment.Payment, c payment.Change) (order *order.Order, to *addressee, err error) {
	if after.State == payment.StateCompleted && before.State != payment.StateCompleted && !after.SettledByHand() {
		if order, to, err = t.placePaid(after, c); err != nil {
			return nil, nil, err
		}
	}
	switch held, holds := before.HoldsCoupon(), after.HoldsCoupon(); {
	case holds && !held:
		err = t.reserve(after, c.At)
	case held && !holds:
		err = t.unreserve(after.ID)
	}
	return order, to, err
}

// placePaid stores the order that the payment becomes.
func (t *tx) placePaid(after *payment.Payment, c payment.Change) (*order.Order, *addressee, error) {
	order := after.PaidOrder(c.At)
	known, err := t.readPaidSurroundings(order, after, c.Mails)
	if err != nil {
		return nil, nil, err
	}
	free, err := t.couponFree(order, known)
	if err != nil {
		return nil, nil, err
	}
	if !free {
		after.CouponTaken(c.At)
		return nil, nil, nil
	}
	if err := t.findTwins(after.Purchase(order, c.Actor), known); err != nil {
		return nil, nil, err
	}
	order.Hints = append(order.Hints, known.hints(order)...) // the prices were checked when it was frozen
	if err := t.insertOrder(order, after.CreatedAt, after.Key, c.Prefix); err != nil {
		return nil, nil, err
	}
	after.OrderID, after.OrderNumber, after.OrderStatus, after.Basket = order.ID, order.Number, order.Status, nil
	return order, &known.to, errors.Join(t.redeem(order), t.storeTwins(order), t.adoptMessages(order.ID, after.ID))
}

// readPaidSurroundings requests the known data about the order of a payment.
func (t *tx) readPaidSurroundings(o *order.Order, p *payment.Payment, mails message.MailLimit) (*surroundings, error) {
	known := &surroundings{payment: p.ID}
	return known, errors.Join(t.askCoupon(o, known), t.askMails(o.Customer.Email, o.CreatedAt, mails, &known.to),
		t.askLikes(o, p.CreatedAt, known), t.Send())
}

// KeepForeignMoney stores the entry for money that the journal does not know, with the
// resulting messages, unless it already exists.
func (db *DB) KeepForeignMoney(_ context.Context, p payment.Payment, owed []message.Message) (stored []message.Message, err error) {
	err = db.repeatable(func(t *tx) error {
		stored = nil
		if err := t.Lock("paypal", p.PayPalOrderID); err != nil {
			return err
		}
		_, err := t.onePayment(`z.paypal_order_id = $1`, p.PayPalOrderID)
		if !errors.Is(err, payment.ErrNotFound) {
			return err
		}
		entry := p
		if err := t.insertPayment(&entry, payment.ActorWebhook); err != nil {
			return err
		}
		stored, err = t.owe(owed, nil, nil)
		return err
	})
	return stored, err
}
