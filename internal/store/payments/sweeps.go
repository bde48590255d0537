package payments

import (
	"context"
	"database/sql"
	"time"

	"kontor/internal/shop"
	"kontor/internal/shop/payment"
	"kontor/internal/store/base"
)

// ClaimSweep returns how far a list at PayPal was read, and whether it is due and the
// caller's to read. If the caller never finishes, it is due again at the given time.
func (db *Journal) ClaimSweep(_ context.Context, name payment.SweepName, at, again time.Time) (s payment.Sweep, mine bool, err error) {
	err = db.engine.Repeatable(func(t *tx) error {
		s, mine = payment.Sweep{Name: name}, false
		if _, err := t.Exec(`INSERT INTO paypal_abgleich (name, naechster_lauf_at) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING`,
			name, shop.FormatTime(at)); err != nil {
			return err
		}
		claimed, err := t.Exec(`UPDATE paypal_abgleich SET naechster_lauf_at = $1 WHERE name = $2 AND naechster_lauf_at <= $3`,
			shop.FormatTime(again), name, shop.FormatTime(at))
		if err != nil || claimed == 0 {
			return err
		}
		mine = true
		var until sql.NullString
		if err := t.Row(`SELECT bis FROM paypal_abgleich WHERE name = $1`, []any{name}, &until); err != nil {
			return err
		}
		return base.ReadTime(&s.Until, until)
	})
	return s, mine, err
}

// FinishSweep stores how far a list was read, and when it is due next.
func (db *Journal) FinishSweep(_ context.Context, s payment.Sweep, next time.Time) error {
	return db.engine.Update(func(t *tx) error {
		_, err := t.Exec(`UPDATE paypal_abgleich SET bis = $1, naechster_lauf_at = $2 WHERE name = $3`,
			base.NullTime(s.Until), shop.FormatTime(next), s.Name)
		return err
	})
}

// readSoon makes payments due unless they are due earlier.
const readSoon = `UPDATE zahlungsvorgaenge SET naechster_versuch_at = $1 WHERE (naechster_versuch_at IS NULL OR naechster_versuch_at > $1)
	AND paypal_order_id IS NOT NULL AND `

// ReadSoon makes a payment due.
func (db *Journal) ReadSoon(_ context.Context, id int64, at time.Time) error {
	return db.engine.Update(func(t *tx) error {
		_, err := t.Exec(readSoon+`id = $2`, shop.FormatTime(at), id)
		return err
	})
}

// ReadPaidSoon makes all payments due that were paid since the given time.
func (db *Journal) ReadPaidSoon(_ context.Context, since, at time.Time) error {
	return db.engine.Update(func(t *tx) error {
		_, err := t.Exec(readSoon+`status = 'abgeschlossen' AND status_seit >= $2`, shop.FormatTime(at), shop.FormatTime(since))
		return err
	})
}
