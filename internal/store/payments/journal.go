// Package payments keeps the journal of payments through PayPal, see [payment].
package payments

import (
	"context"
	"errors"

	"kontor/internal/database"
	"kontor/internal/shop/message"
	"kontor/internal/shop/order"
	"kontor/internal/shop/payment"
	"kontor/internal/store/base"
	"kontor/internal/store/messages"
)

// Journal is the journal of payments through PayPal.
type Journal struct {
	engine base.DB[*tx]
	shared bool // with other processes
}

// New returns the journal of a database, which other processes may share.
func New(engine *database.DB, orders Orders, shared bool) *Journal {
	return &Journal{engine: base.On(engine, func(t *base.Tx) *tx { return &tx{messages.In(t), orders} }), shared: shared}
}

type tx struct {
	*messages.Tx
	orders Orders
}

// Payment returns one payment, or payment.ErrNotFound.
func (db *Journal) Payment(ctx context.Context, id int64) (payment.Payment, error) {
	return db.findPayment(ctx, `z.id = $1`, id)
}

// PaymentByPayPal returns the payment of an order at PayPal, or
// payment.ErrNotFound.
func (db *Journal) PaymentByPayPal(ctx context.Context, payPalOrder string) (payment.Payment, error) {
	return db.findPayment(ctx, `z.paypal_order_id = $1`, payPalOrder)
}

// PaymentByCapture returns the payment of a capture, or
// payment.ErrNotFound.
func (db *Journal) PaymentByCapture(ctx context.Context, capture string) (payment.Payment, error) {
	return db.findPayment(ctx, `z.paypal_capture_id = $1`, capture)
}

// PaymentByKey returns the payment with this key, which PayPal knows as its
// custom id, or payment.ErrNotFound.
func (db *Journal) PaymentByKey(ctx context.Context, key string) (payment.Payment, error) {
	return db.findPayment(ctx, `z.vorgang_id = $1`, key)
}

func (db *Journal) findPayment(ctx context.Context, where, value any) (p payment.Payment, err error) {
	err = db.engine.Read(ctx, func(t *tx) error {
		p, err = t.onePayment(where.(string), value)
		return err
	})
	return p, err
}

// ChangePayment makes one step of a payment: the entry, its history, its coupon, its goods,
// its order and the resulting messages, in one transaction. A step that would place an
// order whose coupon or goods others have meanwhile becomes [payment.Payment.Lose].
//
// Errors: payment.ErrNotFound.
func (db *Journal) ChangePayment(ctx context.Context, c payment.Change) (changed payment.Changed, err error) {
	err = db.engine.Repeatable(func(t *tx) error {
		if changed, err = t.changePayment(c); err != nil || changed.Payment == changed.Before {
			return err
		}
		t.recordPayment(ctx, &changed)
		return nil
	})
	return changed, err
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
	var to *messages.Addressee
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

// followUp updates coupon, stock and order to match the state that a step leads to, and
// returns the order that it places, with the recipient of the customer's message.
func (t *tx) followUp(before, after *payment.Payment, c payment.Change) (order *order.Order, to *messages.Addressee, err error) {
	if after.State == payment.StateCompleted && before.State != payment.StateCompleted && !after.SettledByHand() {
		if order, to, err = t.placePaid(after, c); err != nil {
			return nil, nil, err
		}
	}
	switch held, holds := before.Holds(), after.Holds(); {
	case holds && !held:
		err = t.reserve(after, c.At)
	case held && !holds:
		err = t.unreserve(after.ID, c.At)
	}
	return order, to, err
}

// placePaid stores the order that the payment becomes, and returns it with the
// recipient of the customer's message; nil if it can no longer be placed.
func (t *tx) placePaid(after *payment.Payment, c payment.Change) (*order.Order, *messages.Addressee, error) {
	placed, to, err := t.orders.PlacePaid(t.Tx, after, c)
	if err != nil && after.Lose(err, c.At) {
		return nil, nil, nil
	}
	if err != nil {
		return nil, nil, err
	}
	after.OrderID, after.OrderNumber, after.OrderStatus, after.Basket = placed.ID, placed.Number, placed.Status, nil
	return placed, to, t.adoptMessages(placed.ID, after.ID)
}

// KeepForeignMoney stores the entry for money that the journal does not know, with the
// resulting messages, unless it already exists.
func (db *Journal) KeepForeignMoney(_ context.Context, p payment.Payment, owed []message.Message) (stored []message.Message, err error) {
	err = db.engine.Repeatable(func(t *tx) error {
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
		stored, err = t.Owe(owed, nil, nil)
		return err
	})
	return stored, err
}
