package store

import (
	"context"
	"database/sql"
	"errors"

	"kontor"
)

// PlaceOrder stores an order whole, in one transaction: its row, number and
// items, the coupon's redemption, the messages owed, the idempotency key and the
// counters. A key that was used before with the same body returns the earlier
// order instead, and owes nobody anything.
//
// Errors: kontor.ErrIdempotencyReuse, kontor.ErrCouponInvalid,
// kontor.ErrCouponUsed, kontor.ErrPricesChanged; any other error means that
// nothing was stored. Spec: POST /api/orders, rules 2 and 4.
func (db *DB) PlaceOrder(_ context.Context, p kontor.Placement) (kontor.Placed, error) {
	var placed kontor.Placed
	err := db.update(func(t *tx) error {
		earlier, err := t.replay(p.Idempotency)
		if err != nil || earlier != nil {
			placed = kontor.Placed{Order: earlier, Replayed: true}
			return err
		}
		order := *p.Order // an earlier attempt must leave no trace in the caller's order
		if err := t.place(&order, p); err != nil {
			return err
		}
		placed = kontor.Placed{Order: &order}
		placed.Messages, err = t.owe(p.Messages, &order)
		return err
	})
	if err != nil {
		return kontor.Placed{}, err
	}
	return placed, nil
}

func (t *tx) place(o *kontor.Order, p kontor.Placement) error {
	coupon, err := t.checkCoupon(o)
	if err != nil {
		return err
	}
	if o.Hints, err = t.hints(o, coupon, p.Prices); err != nil {
		return err
	}
	if err := t.insertOrder(o, p.AttemptID, p.Prefix); err != nil {
		return err
	}
	if err := t.redeem(o); err != nil {
		return err
	}
	return t.remember(p.Idempotency, o)
}

// hints returns what the operator should look at, or kontor.ErrPricesChanged
// when the shop refuses prices that do not fit.
func (t *tx) hints(o *kontor.Order, coupon *kontor.Coupon, check kontor.PriceCheck) ([]kontor.Hint, error) {
	var hints []kontor.Hint
	if check != kontor.PriceCheckOff {
		catalogue, err := t.catalogueOf(o)
		if err != nil {
			return nil, err
		}
		hints = o.CheckPrices(catalogue)
		if len(hints) > 0 && check == kontor.PriceCheckStrict {
			return nil, kontor.ErrPricesChanged
		}
	}
	for _, look := range []func(*kontor.Order, *kontor.Coupon) (*kontor.Hint, error){t.duplicateHint, t.aliasHint} {
		hint, err := look(o, coupon)
		if err != nil {
			return nil, err
		}
		if hint != nil {
			hints = append(hints, *hint)
		}
	}
	return hints, nil
}

const replayQuery = `SELECT i.hash, o.id, o.bestellnummer
	FROM idempotenz i JOIN orders o ON o.id = i.order_id WHERE i.weg = $1 AND i.schluessel = $2`

// replay returns the order that an earlier request with this key placed, nil
// when there was none.
func (t *tx) replay(key *kontor.Idempotency) (*kontor.Order, error) {
	if key == nil {
		return nil, nil
	}
	var fingerprint string
	var order kontor.Order
	err := t.row(replayQuery, []any{key.Route, key.Key}, &fingerprint, &order.ID, &order.Number)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return nil, nil
	case err != nil:
		return nil, err
	case fingerprint != key.Fingerprint:
		return nil, kontor.ErrIdempotencyReuse
	}
	return &order, nil
}

// remember keeps the key in the order's own transaction, so that no key is
// ever taken without its order.
func (t *tx) remember(key *kontor.Idempotency, o *kontor.Order) error {
	if key == nil {
		return nil
	}
	_, err := t.exec(`INSERT INTO idempotenz (weg, schluessel, hash, order_id, created_at) VALUES ($1, $2, $3, $4, $5)`,
		key.Route, key.Key, key.Fingerprint, o.ID, kontor.FormatTime(o.CreatedAt))
	return err
}
