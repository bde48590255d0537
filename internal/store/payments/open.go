package payments

import (
	"context"
	"database/sql"
	"errors"

	"kontor/internal/shop"
	"kontor/internal/shop/checkout"
	"kontor/internal/shop/payment"
)

// OpenPayment stores a new payment, or returns the one that the same checkout page
// opened for the same basket. Another basket of that page is discarded. A caller who
// gets a payment unknown to PayPal, together with its lease, calls PayPal.
//
// Errors: checkout.ErrIdempotencyReuse, coupon.ErrUnusable, coupon.ErrUsed,
// checkout.ErrPricesChanged, stock.ErrShort; payment.ErrBusy while money of another basket of
// that page is in transit.
func (db *Journal) OpenPayment(_ context.Context, o payment.Opening) (opened payment.Opened, err error) {
	err = db.engine.Repeatable(func(t *tx) error {
		opened, err = t.openPayment(o)
		return err
	})
	return opened, err
}

func (t *tx) openPayment(o payment.Opening) (opened payment.Opened, err error) {
	at := o.Payment.CreatedAt
	p, replayed, err := t.replayedPayment(o.Idempotency)
	if err == nil && p == nil {
		if p, err = t.currentPayment(o.Payment); err == nil && p == nil {
			p, err = t.newPayment(o)
		}
		if err == nil {
			err = t.rememberPayment(o, p)
		}
	}
	if err != nil {
		return opened, err
	}
	opened = payment.Opened{Payment: *p, Replayed: replayed}
	if p.State == payment.StateNew && !p.Leased(at) {
		opened.Mine = true
		opened.Payment.Lease(at)
		err = t.savePayment(p, &opened.Payment, payment.ActorBuyer, at)
	}
	return opened, err
}

// replayedPayment returns the payment that an earlier request with this key opened, nil
// if there was none.
func (t *tx) replayedPayment(key *checkout.Idempotency) (*payment.Payment, bool, error) {
	if key == nil {
		return nil, false, nil
	}
	// The loser of a race waits here, and then finds the winner's payment.
	if err := t.Lock("idempotency", key.Route, key.Key); err != nil {
		return nil, false, err
	}
	var fingerprint string
	var id int64
	err := t.Row(`SELECT hash, vorgang FROM zahlungs_idempotenz WHERE schluessel = $1`, []any{key.Key}, &fingerprint, &id)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return nil, false, nil
	case err != nil:
		return nil, false, err
	case fingerprint != key.Fingerprint:
		return nil, false, checkout.ErrIdempotencyReuse
	}
	p, err := t.paymentToChange(id)
	return &p, true, err
}

func (t *tx) rememberPayment(o payment.Opening, p *payment.Payment) error {
	if o.Idempotency == nil {
		return nil
	}
	return t.Later(`INSERT INTO zahlungs_idempotenz (schluessel, hash, vorgang, created_at) VALUES ($1, $2, $3, $4)`,
		o.Idempotency.Key, o.Idempotency.Fingerprint, p.ID, shop.FormatTime(o.Payment.CreatedAt))
}

// currentPayment returns the payment for the same basket of the same checkout page, nil
// if there is none; others of that page make room.
func (t *tx) currentPayment(wanted *payment.Payment) (*payment.Payment, error) {
	if err := t.Lock("checkout", wanted.CheckoutKey); err != nil {
		return nil, err
	}
	earlier, err := t.payments(`SELECT `+paymentColumns+` FROM zahlungsvorgaenge z WHERE z.kassen_schluessel = $1
		ORDER BY z.id DESC`+t.Dialect.ForUpdate, wanted.CheckoutKey)
	if err != nil {
		return nil, err
	}
	for i := range earlier {
		if earlier[i].StandsFor(wanted) {
			return &earlier[i], nil
		}
	}
	for i := range earlier {
		if err := t.makeRoom(&earlier[i], wanted); err != nil {
			return nil, err
		}
	}
	return nil, nil
}

// makeRoom frees the checkout key for another payment.
func (t *tx) makeRoom(p, wanted *payment.Payment) error {
	if !p.Active {
		return nil
	}
	after := *p
	if err := after.MakeRoom(wanted.CreatedAt); err != nil {
		return err
	}
	return t.savePayment(p, &after, payment.ActorBuyer, wanted.CreatedAt)
}

// newPayment checks coupon, prices and stock and stores the payment.
func (t *tx) newPayment(o payment.Opening) (*payment.Payment, error) {
	p := *o.Payment
	if err := t.orders.CheckOpening(t.Tx, o); err != nil {
		return nil, err
	}
	return &p, t.insertPayment(&p, payment.ActorBuyer)
}
