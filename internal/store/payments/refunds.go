package payments

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"kontor/internal/database"
	"kontor/internal/shop"
	"kontor/internal/shop/checkout"
	"kontor/internal/shop/payment"
	"kontor/internal/store/base"
)

const refundColumns = `id, vorgang, schluessel, coalesce(anfrage, ''), betrag_cent, notiz, wer, zustand, anlauf,
	benannt, storno, coalesce(paypal_refund_id, ''), grund, paypal_debug_id, erledigt_at, versuche, naechster_versuch_at, gesperrt_bis,
	created_at, updated_at`

func scanRefund(rows *sql.Rows) (r payment.Refund, err error) {
	var closed, next, lease sql.NullString
	var created, updated string
	err = rows.Scan(&r.ID, &r.PaymentID, &r.Key, &r.Request, &r.Amount, &r.Note, &r.Actor, &r.State, &r.Attempt,
		database.Truth(&r.Named), database.Truth(&r.Cancels), &r.PayPalID, &r.Reason, &r.DebugID, &closed, &r.Tries, &next, &lease, &created, &updated)
	if err != nil {
		return r, err
	}
	if r.CreatedAt, r.UpdatedAt, err = base.Times(created, updated); err != nil {
		return r, err
	}
	return r, errors.Join(base.ReadTime(&r.ClosedAt, closed), base.ReadTime(&r.NextAt, next), base.ReadTime(&r.LeaseUntil, lease))
}

func (t *tx) refunds(where string, args ...any) (found []payment.Refund, err error) {
	err = t.Rows(`SELECT `+refundColumns+` FROM erstattungen WHERE `+where, args, func(rows *sql.Rows) error {
		r, err := scanRefund(rows)
		found = append(found, r)
		return err
	})
	return found, err
}

const insertRefundSQL = `INSERT INTO erstattungen (vorgang, schluessel, anfrage, betrag_cent, notiz, wer, zustand,
	benannt, storno, naechster_versuch_at, gesperrt_bis, created_at, updated_at)
	VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`

// OrderRefund stores a refund ordered by the operator, and gives the caller its lease.
// A repeated request returns the earlier refund, without a lease. The refunds of a
// payment that have not failed never exceed its capture.
//
// Errors: payment.ErrNotFound, payment.ErrNotRefundable,
// payment.ErrRefundTooMuch, checkout.ErrIdempotencyReuse.
func (db *Journal) OrderRefund(ctx context.Context, wanted payment.Refund) (r payment.Refund, mine bool, err error) {
	err = db.engine.Repeatable(func(t *tx) error {
		r, mine = wanted, true
		p, err := t.paymentToChange(r.PaymentID) // refunds of one payment take turns
		if err != nil {
			return err
		}
		earlier, err := t.refunds(`schluessel = $1 OR anfrage = $2`, r.Key, base.NullText(r.Request))
		if err != nil {
			return err
		}
		if len(earlier) > 0 {
			r, mine = earlier[0], earlier[0].Key == wanted.Key
			return sameRefund(&wanted, &r)
		}
		if err := r.Check(&p); err != nil {
			return err
		}
		r.Lease(r.CreatedAt)
		r.ID, err = t.Insert(insertRefundSQL, r.PaymentID, r.Key, base.NullText(r.Request), r.Amount, r.Note, r.Actor, r.State,
			base.Flag(r.Named), base.Flag(r.Cancels), base.NullTime(r.NextAt), base.NullTime(r.LeaseUntil), shop.FormatTime(r.CreatedAt), shop.FormatTime(r.UpdatedAt))
		if err != nil {
			return err
		}
		paid, err := t.orders.Order(t.Tx, p.OrderID)
		t.recordRefund(ctx, "", &r, paid.Number)
		return err
	})
	return r, mine, err
}

// sameRefund refuses to reuse a request's id for another refund.
func sameRefund(wanted, earlier *payment.Refund) error {
	if earlier.PaymentID != wanted.PaymentID || wanted.Amount != 0 && wanted.Amount != earlier.Amount {
		return checkout.ErrIdempotencyReuse
	}
	return nil
}

// ClaimRefunds claims up to limit refunds that are due, and counts an attempt for each.
func (db *Journal) ClaimRefunds(_ context.Context, limit int, at time.Time) (claimed []payment.Refund, err error) {
	err = db.engine.Repeatable(func(t *tx) error {
		claimed, err = t.refunds(`naechster_versuch_at <= $1 AND (gesperrt_bis IS NULL OR gesperrt_bis <= $1)
			ORDER BY naechster_versuch_at LIMIT $2`+t.Dialect.SkipClaimed, shop.FormatTime(at), limit)
		if err != nil {
			return err
		}
		for i := range claimed {
			claimed[i].Tries++
			claimed[i].Lease(at)
			if err := t.saveRefund(&claimed[i]); err != nil {
				return err
			}
		}
		return nil
	})
	return claimed, err
}

// ChangeRefund makes one step of a refund and stores the resulting messages, in one
// transaction, which no other step of its payment can be in the middle of. A refund
// that gives an order back cancels it once PayPal has accepted it. The order at PayPal of
// a refund that failed is read next, since PayPal may have less of its money than the
// journal says.
//
// Errors: payment.ErrNotFound, and those of the step.
func (db *Journal) ChangeRefund(ctx context.Context, c payment.RefundChange) (changed payment.ChangedRefund, err error) {
	err = db.engine.Repeatable(func(t *tx) error {
		changed, err = t.changeRefund(ctx, c)
		return err
	})
	return changed, err
}

func (t *tx) changeRefund(ctx context.Context, c payment.RefundChange) (changed payment.ChangedRefund, err error) {
	of, err := t.paymentToChange(c.PaymentID)
	if err != nil {
		return changed, err
	}
	found, err := t.refunds(`id = $1 AND vorgang = $2`, c.ID, c.PaymentID)
	if err == nil && len(found) == 0 {
		err = payment.ErrNotFound
	}
	if err != nil {
		return changed, err
	}
	changed.Refund = found[0]
	if err := c.Apply(&changed.Refund, &of); err != nil || changed.Refund == found[0] {
		return changed, err
	}
	if err := t.saveRefund(&changed.Refund); err != nil {
		return changed, err
	}
	if r := &changed.Refund; r.Cancels && r.Accepted() && !found[0].Accepted() {
		if err := t.orders.CancelReturned(t.Tx, of.OrderID, r, c.At); err != nil {
			return changed, err
		}
	}
	if changed.Refund.State == payment.RefundFailed && found[0].State != payment.RefundFailed {
		if err := t.Later(`UPDATE zahlungsvorgaenge SET naechster_versuch_at = $1 WHERE id = $2`, shop.FormatTime(c.At), of.ID); err != nil {
			return changed, err
		}
	}
	paid, err := t.orders.Order(t.Tx, of.OrderID)
	if err != nil {
		return changed, err
	}
	t.recordRefund(ctx, refundState(&found[0]), &changed.Refund, paid.Number)
	changed.Messages, err = t.Owe(c.Owe(&found[0], &changed.Refund, &of, &paid), nil, nil)
	return changed, err
}

func (t *tx) saveRefund(r *payment.Refund) error {
	_, err := t.Exec(`UPDATE erstattungen SET zustand = $1, anlauf = $2, paypal_refund_id = $3, grund = $4, paypal_debug_id = $5,
		erledigt_at = $6, versuche = $7, naechster_versuch_at = $8, gesperrt_bis = $9, updated_at = $10, benannt = $11 WHERE id = $12`,
		r.State, r.Attempt, base.NullText(r.PayPalID), r.Reason, r.DebugID, base.NullTime(r.ClosedAt), r.Tries,
		base.NullTime(r.NextAt), base.NullTime(r.LeaseUntil), shop.FormatTime(r.UpdatedAt), base.Flag(r.Named), r.ID)
	return err
}
