package store

import (
	"context"
	"database/sql"
	"time"

	"kontor/internal/shop"
	"kontor/internal/shop/payment"
)

// duePayments sorts refunds first, then captures in progress; what is paid comes last.
func duePayments(d *dialect) string {
	return `SELECT z.id FROM zahlungsvorgaenge z
		WHERE z.naechster_versuch_at <= $1 AND (z.gesperrt_bis IS NULL OR z.gesperrt_bis <= $1)
		ORDER BY CASE WHEN z.status IN ('erstattung_noetig', 'erstattung_laeuft') THEN 0 WHEN z.status = 'einzug_laeuft' THEN 1
			WHEN z.status = 'abgeschlossen' THEN 3 ELSE 2 END,
			z.naechster_versuch_at LIMIT $2` + d.SkipClaimed
}

// ClaimPayments claims up to limit payments that are due, so that nobody else reads
// them before the lease has ended, and counts a read for each.
func (db *DB) ClaimPayments(_ context.Context, limit int, at time.Time) (claimed []payment.Payment, err error) {
	err = db.repeatable(func(t *tx) error {
		claimed = claimed[:0]
		ids, err := t.ids(duePayments(t.dialect), shop.FormatTime(at), limit)
		if err != nil {
			return err
		}
		for _, id := range ids {
			before, err := t.onePayment(`z.id = $1`, id)
			if err != nil {
				return err
			}
			after := before
			after.Tries++
			after.Lease(at)
			if err := t.savePayment(&before, &after, payment.ActorJob, at); err != nil {
				return err
			}
			claimed = append(claimed, after)
		}
		return nil
	})
	return claimed, err
}

// ids runs a query for ids.
func (t *tx) ids(query string, args ...any) (ids []int64, err error) {
	err = t.Rows(query, args, func(rows *sql.Rows) error {
		var id int64
		err := rows.Scan(&id)
		ids = append(ids, id)
		return err
	})
	return ids, err
}

// ForgetBaskets clears the baskets of payments that ended without an order before the
// given time and had their final read, and deletes the messages about them,
// notifications and idempotency keys of that age.
func (db *DB) ForgetBaskets(_ context.Context, before time.Time) error {
	return db.update(func(t *tx) error {
		text := shop.FormatTime(before)
		if err := t.forgetBaskets(`status_seit < $1`, text); err != nil {
			return err
		}
		for _, query := range []string{
			`DELETE FROM paypal_ereignisse WHERE empfangen_at < $1 AND naechster_versuch_at IS NULL`,
			`DELETE FROM zahlungs_idempotenz WHERE created_at < $1`,
		} {
			if _, err := t.Exec(query, text); err != nil {
				return err
			}
		}
		return nil
	})
}
