package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
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
		placed, err = t.place(&order, p)
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

// place stores an order whole, or returns the one that an earlier request with
// its key placed. It sets what the store decides in o: ID, Number, Version and
// Hints; the ids of the messages have come at the end of the transaction.
func (t *tx) place(o *kontor.Order, p kontor.Placement) (placed kontor.Placed, err error) {
	known, err := t.lookAround(o, p)
	if err != nil {
		return placed, err
	}
	earlier, err := known.replay(p.Idempotency)
	if err != nil || earlier != nil {
		return kontor.Placed{Order: earlier, Replayed: true}, err
	}
	if err := t.checkCoupon(o, known); err != nil {
		return placed, err
	}
	if o.Hints, err = known.hints(o, p.Prices); err != nil {
		return placed, err
	}
	if err := t.insertOrder(o, p.AttemptID, p.Prefix); err != nil {
		return placed, err
	}
	if err := t.redeem(o); err != nil {
		return placed, err
	}
	if err := t.remember(p.Idempotency, o); err != nil {
		return placed, err
	}
	placed.Order = o
	placed.Messages, err = t.oweLater(p.Messages, o)
	return placed, err
}

// surroundings is what the database knows about an order on its way.
type surroundings struct {
	payment int64 // that asks; 0: an order that waits for its money

	earlier     kontor.Order // placed with the same idempotency key; ID 0: none
	fingerprint string       // of its request

	coupon kontor.Coupon // that the order names; Code empty: there is no such
	user   string        // the number of another order that uses it for the same person
	alias  string        // of one that uses it for probably the same person

	duplicate string                    // the number of an order of the same
	catalogue map[string]kontor.Product // the order's products
}

// lookAround asks for all that is known about an order at once, after taking the
// locks that it needs. When nothing can refuse the order it gets its id with
// them: an id that is not used leaves a gap in the numbers.
func (t *tx) lookAround(o *kontor.Order, p kontor.Placement) (*surroundings, error) {
	known := &surroundings{}
	if err := errors.Join(
		t.askReplay(p.Idempotency, known),
		t.askCoupon(o, known),
		t.askCatalogue(o, p.Prices, known),
		t.askDuplicate(o, known),
	); err != nil {
		return nil, err
	}
	if p.Idempotency == nil && o.CouponCode == "" && p.Prices != kontor.PriceCheckStrict {
		if err := t.askID(o); err != nil {
			return nil, err
		}
	}
	return known, t.send()
}

// hints returns what the operator should look at, or kontor.ErrPricesChanged
// when the shop refuses prices that do not fit.
func (s *surroundings) hints(o *kontor.Order, check kontor.PriceCheck) (hints []kontor.Hint, err error) {
	if check != kontor.PriceCheckOff {
		hints = o.CheckPrices(s.catalogue)
		if len(hints) > 0 && check == kontor.PriceCheckStrict {
			return nil, kontor.ErrPricesChanged
		}
	}
	if s.duplicate != "" {
		hints = append(hints, kontor.Hint{Kind: kontor.HintDuplicate, Text: fmt.Sprintf("Mögliche Dublette von %s", s.duplicate)})
	}
	if s.alias != "" && s.coupon.OncePerPerson {
		hints = append(hints, kontor.Hint{Kind: kontor.HintAlias,
			Text: fmt.Sprintf("Gutschein vermutlich schon von derselben Person eingelöst (%s)", s.alias)})
	}
	return hints, nil
}

const replayQuery = `SELECT i.hash, o.id, o.bestellnummer
	FROM idempotenz i JOIN orders o ON o.id = i.order_id WHERE i.weg = $1 AND i.schluessel = $2`

// askReplay asks for the order that an earlier request with this key placed.
func (t *tx) askReplay(key *kontor.Idempotency, s *surroundings) error {
	if key == nil {
		return nil
	}
	// The loser of a race waits here, and then finds the winner's order.
	if err := t.lock("idempotency", key.Route, key.Key); err != nil {
		return err
	}
	return t.ask(replayQuery, []any{key.Route, key.Key}, func(row scanner) error {
		return row.Scan(&s.fingerprint, &s.earlier.ID, &s.earlier.Number)
	})
}

// replay returns the order that an earlier request with the key placed, nil when
// there was none.
func (s *surroundings) replay(key *kontor.Idempotency) (*kontor.Order, error) {
	switch {
	case s.earlier.ID == 0:
		return nil, nil
	case s.fingerprint != key.Fingerprint:
		return nil, kontor.ErrIdempotencyReuse
	}
	return &s.earlier, nil
}

// remember keeps the key in the order's own transaction, so that no key is
// ever taken without its order.
func (t *tx) remember(key *kontor.Idempotency, o *kontor.Order) error {
	if key == nil {
		return nil
	}
	return t.later(`INSERT INTO idempotenz (weg, schluessel, hash, order_id, created_at) VALUES ($1, $2, $3, $4, $5)`,
		key.Route, key.Key, key.Fingerprint, o.ID, kontor.FormatTime(o.CreatedAt))
}
