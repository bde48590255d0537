package store

import (
	"context"
	"errors"
	"fmt"
	"time"

	"kontor/internal/shop"
	"kontor/internal/shop/audit"
	"kontor/internal/shop/coupon"
	"kontor/internal/shop/order"
	"kontor/internal/store/stocks"
)

// ChangeOrder applies the operator's change, records it in the order's history and
// moves the order in the counters, all in one transaction.
//
// Errors: [order.ErrNotFound], [shop.ErrStale], [coupon.ErrTaken] with the number of an
// order that uses the coupon now, [stock.ErrShort].
//
// Spec: PATCH /api/verwaltung/orders/:id.
func (db *DB) ChangeOrder(ctx context.Context, id int64, c order.Change, at time.Time) (order.Details, error) {
	return unlessStale(c.IfVersion, func() (order.Details, error) { return db.tryChanging(ctx, id, c, at) })
}

// unlessStale retries while somebody else is quicker, unless the caller demanded a
// version and so wants the error.
func unlessStale(demanded int64, try func() (order.Details, error)) (order.Details, error) {
	for tries := 0; ; tries++ {
		details, err := try()
		if demanded != 0 || !errors.Is(err, shop.ErrStale) || tries == changeTries {
			return details, err
		}
	}
}

// changeTries bounds how often a change is retried after another one was quicker; each
// time one of them succeeds.
const changeTries = 20

func (db *DB) tryChanging(ctx context.Context, id int64, c order.Change, at time.Time) (details order.Details, err error) {
	err = db.update(func(t *tx) error {
		before, held, err := t.orderToChange(id)
		if err != nil {
			return err
		}
		if c.IfVersion != 0 && c.IfVersion != before.Version {
			return shop.ErrStale
		}
		if err := t.change(before, held, c, at); err != nil {
			return err
		}
		t.recordChange(ctx, &before, c)
		details = order.Details{}
		return t.askDetails(id, &details)
	})
	return details, err
}

const changeOrderSQL = `UPDATE orders SET status = $1, notiz = $2, updated_at = $3, version = version + 1
	WHERE id = $4 AND version = $5`

func (t *tx) change(before order.Order, held stocks.Holdings, c order.Change, at time.Time) error {
	after, at := before, before.ChangedAt(at)
	if c.Status != nil {
		after.Status = *c.Status
	}
	if c.Note != nil {
		after.Note = *c.Note
	}
	retaken, err := t.checkReopening(before, after, held)
	if err != nil {
		return err
	}
	n, err := t.Exec(changeOrderSQL, after.Status, after.Note, shop.FormatTime(at), before.ID, before.Version)
	if err != nil {
		return err
	}
	if n == 0 {
		return shop.ErrStale
	}
	if before.Status != after.Status {
		t.derived.count(&before, -1)
		t.derived.count(&after, +1)
		t.derived.countUse(&before, -1)
		t.derived.countUse(&after, +1)
	}
	if err := t.moveStock(before, after, held, retaken, c, at); err != nil {
		return err
	}
	return t.writeHistory(before, after, c, at)
}

// recordChange adds an operator's change to the audit log: of a note, only that there was
// one.
func (t *tx) recordChange(ctx context.Context, before *order.Order, c order.Change) {
	subject := audit.Subject(audit.KindOrder, before.Number)
	if c.Status != nil {
		t.Record(ctx, audit.Entry{Action: audit.Status, Subject: subject, From: string(before.Status), To: string(*c.Status)})
	}
	if c.Note != nil && (c.Status == nil || before.Note != *c.Note) {
		t.Record(ctx, audit.Entry{Action: audit.Note, Subject: subject})
	}
}

// checkCouponFree refuses to reinstate a cancelled order whose coupon is no longer
// available: another order of the same person uses it, or it has reached its limit.
func (t *tx) checkCouponFree(before order.Order) error {
	if before.CouponCode == "" {
		return nil
	}
	c, err := t.coupon(before.CouponCode)
	if errors.Is(err, coupon.ErrNotFound) {
		return nil
	}
	if err == nil && c.OncePerPerson {
		err = t.checkOtherUse(&before)
	}
	if err != nil {
		return err
	}
	err = t.checkLimit(c, 0)
	if !errors.Is(err, coupon.ErrUnusable) {
		return err
	}
	var last string
	if err := errors.Join(t.askNumber(&last, lastUseQuery, before.CouponCode, before.CouponCode), t.Send()); err != nil {
		return err
	}
	return coupon.ErrTaken.With(fmt.Sprintf("Der Gutschein ist aufgebraucht, zuletzt mit Bestellung %s.", last))
}

// checkOtherUse refuses an order whose coupon is used by another one of the same
// person.
func (t *tx) checkOtherUse(o *order.Order) error {
	if err := t.lockCoupon(o); err != nil {
		return err
	}
	var other string
	if err := errors.Join(t.askOtherUse(o, 0, &other), t.Send()); err != nil || other == "" {
		return err
	}
	return coupon.ErrTaken.With(fmt.Sprintf("Der Gutschein wurde inzwischen mit Bestellung %s erneut eingelöst.", other))
}

// writeHistory records what was set, even to its previous value: somebody confirmed it.
func (t *tx) writeHistory(before, after order.Order, c order.Change, at time.Time) error {
	entry := func(kind order.EventKind, from, to, text string) error {
		return t.Later(`INSERT INTO order_events (order_id, nr, zeit, wer, art, von, nach, text)
			VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
			before.ID, before.Version+1, shop.FormatTime(at), c.Actor, kind, from, to, text)
	}
	if c.Note != nil && (c.Status == nil || before.Note != after.Note) {
		if err := entry(order.EventNote, "", "", after.Note); err != nil {
			return err
		}
	}
	if c.Status != nil {
		return entry(order.EventStatus, string(before.Status), string(after.Status), c.Reason)
	}
	return nil
}
