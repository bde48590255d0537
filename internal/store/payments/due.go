package payments

import (
	"context"
	"time"

	"kontor/internal/database"
	"kontor/internal/shop"
	"kontor/internal/shop/payment"
)

// duePayments sorts refunds first, then captures in progress; what is paid comes last.
func duePayments(d *database.Dialect) string {
	return `SELECT z.id FROM zahlungsvorgaenge z
		WHERE z.naechster_versuch_at <= $1 AND (z.gesperrt_bis IS NULL OR z.gesperrt_bis <= $1)
		ORDER BY CASE WHEN z.status IN ('erstattung_noetig', 'erstattung_laeuft') THEN 0 WHEN z.status = 'einzug_laeuft' THEN 1
			WHEN z.status = 'abgeschlossen' THEN 3 ELSE 2 END,
			z.naechster_versuch_at LIMIT $2` + d.SkipClaimed
}

// ClaimPayments claims up to limit payments that are due, so that nobody else reads
// them before the lease has ended, and counts a read for each.
func (db *Journal) ClaimPayments(_ context.Context, limit int, at time.Time) (claimed []payment.Payment, err error) {
	err = db.engine.Repeatable(func(t *tx) error {
		claimed = claimed[:0]
		ids, err := t.IDs(duePayments(t.Dialect), shop.FormatTime(at), limit)
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

// ForgetBaskets clears the baskets of payments that ended without an order before the
// given time and had their final read, and deletes the messages about them,
// notifications and idempotency keys of that age.
func (db *Journal) ForgetBaskets(_ context.Context, before time.Time) error {
	return db.engine.Update(func(t *tx) error {
		text := shop.FormatTime(before)
		if err := ForgetBaskets(t.Tx, `status_seit < $1`, text); err != nil {
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
