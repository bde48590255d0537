package store

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"kontor/internal/shop"
	"kontor/internal/shop/checkout"
	"kontor/internal/shop/payment"
)

const refundColumns = `id, vorgang, schluessel, coalesce(anfrage, ''), betrag_cent, notiz, wer, zustand,
	coalesce(paypal_refund_id, ''), grund, versuche, naechster_versuch_at, gesperrt_bis, created_at, updated_at`

func scanRefund(rows *sql.Rows) (r payment.Refund, err error) {
	var next, lease sql.NullString
	var created, updated string
	err = rows.Scan(&r.ID, &r.PaymentID, &r.Key, &r.Request, &r.Amount, &r.Note, &r.Actor, &r.State,
		&r.PayPalID, &r.Reason, &r.Tries, &next, &lease, &created, &updated)
	if err != nil {
		return r, err
	}
	if r.CreatedAt, r.UpdatedAt, err = times(created, updated); err != nil {
		return r, err
	}
	return r, errors.Join(readTime(&r.NextAt, next), readTime(&r.LeaseUntil, lease))
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
	naechster_versuch_at, gesperrt_bis, created_at, updated_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`

// OrderRefund stores a refund ordered by the operator, and gives the caller its lease.
// A repeated request returns the earlier refund, without a lease. The refunds of a
// payment that have not failed never exceed its capture.
//
// Errors: payment.ErrNotFound, payment.ErrNotRefundable,
// payment.ErrRefundTooMuch, checkout.ErrIdempotencyReuse.
func (db *DB) OrderRefund(_ context.Context, wanted payment.Refund) (r payment.Refund, mine bool, err error) {
	err = db.repeatable(func(t *tx) error {
		r, mine = wanted, true
		p, err := t.paymentToChange(r.PaymentID) // refunds of one payment take turns
		if err != nil {
			return err
		}
		earlier, err := t.refunds(`schluessel = $1 OR anfrage = $2`, r.Key, nullable(r.Request))
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
		r.ID, err = t.Insert(insertRefundSQL, r.PaymentID, r.Key, nullable(r.Request), r.Amount, r.Note, r.Actor, r.State,
			nullableTime(r.NextAt), nullableTime(r.LeaseUntil), shop.FormatTime(r.CreatedAt), shop.FormatTime(r.UpdatedAt))
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
func (db *DB) ClaimRefunds(_ context.Context, limit int, at time.Time) (claimed []payment.Refund, err error) {
	err = db.repeatable(func(t *tx) error {
		claimed, err = t.refunds(`naechster_versuch_at <= $1 AND (gesperrt_bis IS NULL OR gesperrt_bis <= $1)
			ORDER BY naechster_versuch_at LIMIT $2`+t.dialect.SkipClaimed, shop.FormatTime(at), limit)
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

// SettleRefund stores the outcome of an attempt, unless the refund has already ended.
func (db *DB) SettleRefund(_ context.Context, r *payment.Refund) error {
	return db.repeatable(func(t *tx) error { return t.saveRefund(r) })
}

func (t *tx) saveRefund(r *payment.Refund) error {
	_, err := t.Exec(`UPDATE erstattungen SET zustand = $1, paypal_refund_id = $2, grund = $3, versuche = $4,
		naechster_versuch_at = $5, gesperrt_bis = $6, updated_at = $7 WHERE id = $8 AND zustand = 'laeuft'`,
		r.State, nullable(r.PayPalID), r.Reason, r.Tries, nullableTime(r.NextAt), nullableTime(r.LeaseUntil),
		shop.FormatTime(r.UpdatedAt), r.ID)
	return err
}
