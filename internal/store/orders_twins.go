package store

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"time"

	"kontor/internal/database"
	"kontor/internal/shop"
	"kontor/internal/shop/audit"
	"kontor/internal/shop/order"
	"kontor/internal/shop/payment"
)

// like is an earlier order with the same content, or of the same account.
type like struct {
	id             int64
	number, method string
	createdAt      time.Time
}

// likesAtMost bounds the earlier orders that are read, so that an order costs the same
// however often somebody sends it.
const likesAtMost = ` LIMIT 10`

// likesQuery finds the latest orders with the same content. Since inhalt begins with
// the day, the index has them in that order.
const likesQuery = `SELECT id, bestellnummer, zahlungsart, created_at FROM orders
	WHERE inhalt IN ($1, $2, $3) ORDER BY inhalt DESC, id DESC` + likesAtMost

// accountLikesQuery finds the latest orders of an account.
const accountLikesQuery = `SELECT id, bestellnummer, zahlungsart, created_at FROM orders
	WHERE kunde_id = $1 ORDER BY id DESC` + likesAtMost

// askLikes requests the earlier orders of which an order with the given [contentKey] may
// be a duplicate. Of two such orders at once, the second one waits, and finds
// the first.
func (t *tx) askLikes(o *order.Order, content int64, s *surroundings) error {
	into := func(likes *[]like) func(database.Scanner) error {
		return func(row database.Scanner) error {
			var l like
			var created string
			err := row.Scan(&l.id, &l.number, &l.method, &created)
			if err == nil {
				l.createdAt, err = shop.ParseTime(created)
			}
			*likes = append(*likes, l)
			return err
		}
	}
	err := errors.Join(
		t.Lock("content", strconv.FormatInt(content&contentHashMask, 10)),
		t.Ask(likesQuery, []any{content, content - contentDay, content + contentDay}, into(&s.alike)),
	)
	if o.CustomerID != 0 {
		err = errors.Join(err, t.Lock("account", strconv.FormatInt(o.CustomerID, 10)),
			t.Ask(accountLikesQuery, []any{o.CustomerID}, into(&s.ofAccount)))
	}
	return err
}

// findTwins sets the twins of an order that is about to be stored.
func (t *tx) findTwins(p order.Purchase, known *surroundings) error {
	p.Twins = nil
	seen := make(map[int64]bool)
	for _, l := range append(known.alike, known.ofAccount...) {
		paid := l.method == order.MethodPayPal
		if seen[l.id] || !paid && !p.Lost || l.createdAt.Before(p.Begun.Add(-order.TwinWindow)) {
			continue
		}
		seen[l.id] = true
		other, err := t.purchase(l.id)
		if err != nil {
			return err
		}
		if p.MayRepeat(other) {
			p.Twins = append(p.Twins, other.AsTwin())
		}
	}
	return nil
}

const purchaseQuery = `SELECT z.created_at, coalesce((SELECT v.wer FROM zahlungsverlauf v
	WHERE v.vorgang = z.id AND v.nach = 'abgeschlossen' ORDER BY v.nr LIMIT 1), '') FROM zahlungsvorgaenge z WHERE z.order_id = $1`

// purchase returns a stored order with the beginning and the end of its payment.
func (t *tx) purchase(id int64) (order.Purchase, error) {
	o, begun, finisher := new(order.Order), "", payment.ActorBuyer
	err := errors.Join(
		t.askOrder(id, o),
		t.Ask(purchaseQuery, []any{id}, func(row database.Scanner) error { return row.Scan(&begun, &finisher) }),
		t.Send(),
	)
	p := order.Purchase{Order: o, Begun: o.CreatedAt, Lost: finisher != payment.ActorBuyer}
	if err == nil && begun != "" {
		p.Begun, err = shop.ParseTime(begun)
	}
	return p, err
}

// storeTwins stores the twins of a new order, and lets it carry their hints.
func (t *tx) storeTwins(o *order.Order) error {
	if len(o.Twins) == 0 {
		return nil
	}
	rows, at := make([][]any, 0, 2*len(o.Twins)), shop.FormatTime(o.CreatedAt)
	for i := range o.Twins {
		twin := &o.Twins[i]
		rows = append(rows, []any{o.ID, twin.ID, at}, []any{twin.ID, o.ID, at})
		o.Hints = append(o.Hints, twin.Hint())
	}
	return t.InsertRows(`INSERT INTO doppelte_bestellungen (order_id, andere_id, created_at) VALUES `, "", rows)
}

// openTwins are the pairs of orders "d" about which the operator has to decide: nobody
// denied it, and neither order is cancelled or being given back.
const openTwins = `doppelte_bestellungen d JOIN orders own ON own.id = d.order_id JOIN orders twin ON twin.id = d.andere_id
	WHERE d.verneint_at IS NULL AND own.status <> 'storniert' AND twin.status <> 'storniert'
		AND NOT EXISTS (SELECT 1 FROM zahlungsvorgaenge z JOIN erstattungen e ON e.vorgang = z.id
			WHERE z.order_id IN (own.id, twin.id) AND e.storno = 1 AND e.zustand = 'laeuft')`

const twinsQuery = `SELECT d.order_id, twin.id, twin.bestellnummer, twin.zahlungsart, twin.status, coalesce(twin.paypal_order_id, '')
	FROM ` + openTwins + ` AND d.order_id BETWEEN $1 AND $2 ORDER BY d.order_id, twin.id`

// askTwins requests the twins of the orders between two ids, both inclusive, and calls
// add with each of them and the order that has it.
func (t *tx) askTwins(first, last int64, add func(id int64, twin order.Twin)) error {
	return t.Ask(twinsQuery, []any{first, last}, func(row database.Scanner) error {
		var id int64
		var o order.Order
		err := row.Scan(&id, &o.ID, &o.Number, &o.PaymentMethod, &o.Status, &o.PayPalOrderID)
		add(id, o.AsTwin())
		return err
	})
}

// askTwinsOf requests the twins of one order, with the hints that it carries because of
// them.
func (t *tx) askTwinsOf(id int64, o *order.Order) error {
	return t.askTwins(id, id, func(_ int64, twin order.Twin) { addTwin(o, twin) })
}

// addTwins fills in the twins of a page of orders, newest first, like
// [tx.askTwinsOf].
func (t *tx) addTwins(orders []order.Order) error {
	if len(orders) == 0 {
		return nil
	}
	at := make(map[int64]*order.Order, len(orders))
	for i := range orders {
		at[orders[i].ID] = &orders[i]
	}
	return errors.Join(t.askTwins(orders[len(orders)-1].ID, orders[0].ID, func(id int64, twin order.Twin) {
		if o := at[id]; o != nil {
			addTwin(o, twin)
		}
	}), t.Send())
}

func addTwin(o *order.Order, twin order.Twin) {
	o.Twins, o.Hints = append(o.Twins, twin), append(o.Hints, twin.Hint())
}

// DenyTwin records for good that two orders are no duplicates.
//
// Errors: order.ErrNotFound, order.ErrNoTwin.
func (db *DB) DenyTwin(ctx context.Context, id, other int64, at time.Time) (details order.Details, err error) {
	err = db.update(func(t *tx) error {
		own, err := t.order(id)
		if err != nil {
			return err
		}
		n, err := t.Exec(`UPDATE doppelte_bestellungen SET verneint_at = coalesce(verneint_at, $1)
			WHERE order_id = $2 AND andere_id = $3 OR order_id = $3 AND andere_id = $2`, shop.FormatTime(at), id, other)
		if err == nil && n == 0 {
			err = order.ErrNoTwin
		}
		if err != nil {
			return err
		}
		t.Record(ctx, audit.Entry{Action: audit.Twin, Subject: audit.Subject(audit.KindOrder, own.Number), To: fmt.Sprintf("nicht doppelt mit Nr. %d", other)})
		details = order.Details{}
		return t.askDetails(id, &details)
	})
	return details, err
}

// cancelReturned cancels the order that a refund gives back, unless it is cancelled
// already.
func (t *tx) cancelReturned(id int64, r *payment.Refund, at time.Time) error {
	before, held, err := t.orderToChange(id)
	if err != nil || before.Status == order.StatusCancelled {
		return err
	}
	cancelled := order.StatusCancelled
	return t.change(before, held, order.Change{Status: &cancelled, Actor: r.Actor, Reason: r.Note}, at)
}
