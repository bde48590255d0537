package store

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"kontor"
)

// PlaceOrder stores an order whole, in one transaction: its row, number and
// items, the coupon's redemption, the messages owed, the idempotency key and the
// counters. A key that was used before with the same body returns the earlier
// order instead, and owes nobody anything.
//
// Errors: kontor.ErrIdempotencyReuse, kontor.ErrCouponInvalid,
// kontor.ErrCouponUsed, kontor.ErrPricesChanged; any other error but a lost
// COMMIT that could not be settled in time means that nothing was stored. Spec: POST /api/orders, rules 2 and 4.
func (db *DB) PlaceOrder(_ context.Context, p kontor.Placement) (kontor.Placed, error) {
	placed, err := db.tryPlacing(p, false)
	if errors.Is(err, errInDoubt) {
		placed, err = db.settle(p)
	}
	if err != nil {
		return kontor.Placed{}, err
	}
	return placed, nil
}

// How long the outcome of a lost COMMIT is asked for, and how often.
const (
	settleTimeout = 10 * time.Second
	settlePause   = 100 * time.Millisecond
)

// settle finds out what became of an order whose COMMIT was not answered, and
// stores it when it was not stored. A refusal counts only the second time: the
// first may be about the earlier attempt itself, say its use of the coupon,
// which became visible while this one waited for its locks.
func (db *DB) settle(p kontor.Placement) (kontor.Placed, error) {
	refused := false
	for until := time.Now().Add(settleTimeout); time.Now().Before(until); {
		placed, err := db.tryPlacing(p, true)
		switch {
		case err == nil, refused && !unsettled(err):
			return placed, err
		case unsettled(err):
			time.Sleep(settlePause)
		default:
			refused = true
		}
	}
	return kontor.Placed{}, errInDoubt
}

// unsettled reports whether an attempt failed without saying anything about the
// one before it.
func unsettled(err error) bool {
	return errors.Is(err, errInDoubt) || errors.Is(err, kontor.ErrDatabaseUnavailable) || passes(err)
}

// tryPlacing runs the transaction. After a lost COMMIT it first looks whether the
// earlier attempt was stored. If that is still under way the insert waits for
// its end, as both have the same attempt id.
func (db *DB) tryPlacing(p kontor.Placement, inDoubt bool) (placed kontor.Placed, err error) {
	err = db.update(func(t *tx) error {
		order := *p.Order // an earlier attempt must leave no trace in the caller's order
		if inDoubt {
			stored, err := t.attempted(&order, p.AttemptID)
			if err != nil || stored {
				placed = kontor.Placed{Order: &order}
				return err
			}
		}
		earlier, err := t.replay(p.Idempotency)
		if err != nil || earlier != nil {
			placed = kontor.Placed{Order: earlier, Replayed: true}
			return err
		}
		if err := t.place(&order, p); err != nil {
			return err
		}
		placed = kontor.Placed{Order: &order}
		placed.Messages, err = t.owe(p.Messages, &order)
		return err
	})
	return placed, err
}

// attempted reports whether an attempt was stored, and then fills in the order's
// id and number.
func (t *tx) attempted(o *kontor.Order, attempt string) (bool, error) {
	err := t.row(`SELECT id, bestellnummer, version FROM orders WHERE anfrage_id = $1`, []any{attempt}, &o.ID, &o.Number, &o.Version)
	if errors.Is(err, sql.ErrNoRows) {
		return false, nil
	}
	return err == nil, err
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
	// The loser of a race waits here, and then finds the winner's order.
	if err := t.lock("idempotency", key.Route, key.Key); err != nil {
		return nil, err
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
