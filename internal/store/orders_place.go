package store

import (
	"context"
	"database/sql"
	"errors"
	"slices"
	"time"

	"kontor/internal/database"
	"kontor/internal/shop"
	"kontor/internal/shop/checkout"
	"kontor/internal/shop/order"
	"kontor/internal/store/base"
	"kontor/internal/store/stocks"
)

// PlaceOrder stores a complete order in one transaction: its row, number and items, the
// coupon's redemption, what it takes of the stock, the messages owed, the idempotency key and the counters. If the
// key was used before with the same body, it returns the earlier order, and owes no
// messages.
//
// Errors: [checkout.ErrIdempotencyReuse], [coupon.ErrUnusable], [coupon.ErrUsed],
// [checkout.ErrPricesChanged], [stock.ErrShort]; any other error except a lost COMMIT that could not be
// resolved in time means that nothing was stored.
//
// Spec: POST /api/orders, rules 2 and 4.
func (db *DB) PlaceOrder(_ context.Context, p checkout.Placement) (checkout.Placed, error) {
	placed, err := db.tryPlacing(p, false)
	if errors.Is(err, database.ErrInDoubt) {
		placed, err = db.settle(p)
	}
	if err != nil {
		return checkout.Placed{}, err
	}
	return placed, nil
}

// settle finds out whether an order whose COMMIT was not answered was stored, and
// stores it if not. A refusal counts only the second time: the first may be caused by
// the earlier attempt itself, such as its use of the coupon, which became visible while
// this one waited for its locks.
func (db *DB) settle(p checkout.Placement) (checkout.Placed, error) {
	refused := false
	for until := time.Now().Add(base.SettleTimeout); time.Now().Before(until); {
		placed, err := db.tryPlacing(p, true)
		switch {
		case err == nil, refused && !unsettled(err):
			return placed, err
		case unsettled(err):
			time.Sleep(base.SettlePause)
		default:
			refused = true
		}
	}
	return checkout.Placed{}, database.ErrInDoubt
}

// unsettled reports whether an attempt failed without clarifying the one before it.
func unsettled(err error) bool {
	return errors.Is(err, database.ErrInDoubt) || errors.Is(err, shop.ErrDatabaseUnavailable) || schema.Passes(err)
}

// tryPlacing runs the transaction, or joins that of other orders. After a lost COMMIT it
// first checks whether the earlier attempt was stored. If that is still in progress the
// insert waits for its end, because both have the same attempt id.
func (db *DB) tryPlacing(p checkout.Placement, inDoubt bool) (checkout.Placed, error) {
	o := newOrderOf(p, db.Stocks)
	alone := func(t *tx) (err error) {
		o.result, err = t.placeAlone(o, inDoubt)
		return err
	}
	var err error
	if o.plain() {
		err = db.engine.UpdateTogether(func(t *database.Tx) error { return alone(newTx(t)) }, o)
	} else {
		err = db.update(alone)
	}
	return o.result, err
}

func (t *tx) placeAlone(o *newOrder, inDoubt bool) (checkout.Placed, error) {
	order := *o.Order // an earlier attempt must leave no trace in the caller's order
	if inDoubt {
		stored, err := t.attempted(&order, o.AttemptID)
		if err != nil {
			return checkout.Placed{}, err
		}
		if stored {
			return checkout.Placed{Order: &order}, t.Confirm()
		}
	}
	return t.place(&order, o)
}

// attempted reports whether an attempt was stored, and then fills in the order's
// id and number.
func (t *tx) attempted(o *order.Order, attempt string) (bool, error) {
	err := t.Row(`SELECT id, bestellnummer, version FROM orders WHERE anfrage_id = $1`, []any{attempt}, &o.ID, &o.Number, &o.Version)
	if errors.Is(err, sql.ErrNoRows) {
		return false, nil
	}
	return err == nil, err
}

// place stores a complete order, or returns the one that an earlier request with its
// key placed. It sets what the store decides in o: ID, Number, Version and Hints; the
// ids of the messages are set by the end of the transaction.
func (t *tx) place(o *order.Order, p *newOrder) (placed checkout.Placed, err error) {
	known, err := t.readSurroundings(o, p)
	if err != nil {
		return placed, err
	}
	earlier, err := known.replay(p.Idempotency)
	if err != nil {
		return placed, err
	}
	if earlier != nil {
		return checkout.Placed{Order: earlier, Replayed: true}, t.Confirm()
	}
	if err := t.checkCoupon(o, known); err != nil {
		return placed, err
	}
	differences, err := known.priceHints(&p.Placement)
	if err != nil {
		return placed, err
	}
	taken, err := known.stock.Take(p.wanted)
	if err != nil {
		return placed, err
	}
	if err := t.findTwins(order.Purchase{Order: o, Begun: o.CreatedAt}, known); err != nil {
		return placed, err
	}
	o.Delivery = p.Terms.Delivery.Of(o.Country, o.Items, known.catalogue)
	o.Hints = slices.Concat(o.Marks(), differences, known.hints(o), order.LotHints(p.wanted, taken))
	if err := t.insertOrder(o, p.rows, p.Prefix, known.catalogue); err != nil {
		return placed, err
	}
	if err := t.redeem(o); err != nil {
		return placed, err
	}
	if err := errors.Join(t.storeTwins(o), t.remember(p.Idempotency, o), stocks.Make(t.Tx.Tx, takes(o, taken))); err != nil {
		return placed, err
	}
	placed.Order = o
	placed.Messages, err = t.OweLater(p.Owed(o), o, &known.to)
	return placed, err
}

// remember stores the key in the order's own transaction, so that no key is ever taken
// without its order.
func (t *tx) remember(key *checkout.Idempotency, o *order.Order) error {
	if key == nil {
		return nil
	}
	return t.InsertRows(insertKeySQL, "", [][]any{keyRow(key, o)})
}

const insertKeySQL = `INSERT INTO idempotenz (weg, schluessel, hash, order_id, created_at) VALUES `

func keyRow(key *checkout.Idempotency, o *order.Order) []any {
	return []any{key.Route, key.Key, key.Fingerprint, o.ID, shop.FormatTime(o.CreatedAt)}
}
