package payments

import (
	"context"
	"database/sql"
	"time"

	"kontor/internal/shop"
	"kontor/internal/shop/payment"
)

// KeepPayPalEvent stores a verified notification, due at once. One stored before
// changes nothing.
func (db *Journal) KeepPayPalEvent(_ context.Context, e payment.PayPalEvent, at time.Time) error {
	return db.engine.Repeatable(func(t *tx) error {
		stored, err := t.Exec(`INSERT INTO paypal_ereignisse (ereignis_id, typ, paypal_order_id, paypal_capture_id, paypal_konflikt_id,
			empfangen_at, naechster_versuch_at) VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (ereignis_id) DO NOTHING`,
			e.ID, e.Type, e.OrderID, e.CaptureID, e.DisputeID, shop.FormatTime(at), shop.FormatTime(at))
		if err == nil && stored == 0 {
			err = t.Confirm()
		}
		return err
	})
}

// ClaimPayPalEvents claims up to limit notifications that are due; unfinished ones
// become due again, see [payment.PayPalEvent.Again].
func (db *Journal) ClaimPayPalEvents(_ context.Context, limit int, at time.Time) (claimed []payment.PayPalEvent, err error) {
	err = db.engine.Repeatable(func(t *tx) error {
		claimed = claimed[:0]
		err := t.Rows(`SELECT ereignis_id, typ, paypal_order_id, paypal_capture_id, paypal_konflikt_id, versuche + 1 FROM paypal_ereignisse
			WHERE naechster_versuch_at <= $1 ORDER BY naechster_versuch_at LIMIT $2`+t.Dialect.SkipClaimed,
			[]any{shop.FormatTime(at), limit}, func(rows *sql.Rows) error {
				var e payment.PayPalEvent
				err := rows.Scan(&e.ID, &e.Type, &e.OrderID, &e.CaptureID, &e.DisputeID, &e.Tries)
				claimed = append(claimed, e)
				return err
			})
		if err != nil {
			return err
		}
		for _, e := range claimed {
			if err := t.Later(`UPDATE paypal_ereignisse SET versuche = $1, naechster_versuch_at = $2 WHERE ereignis_id = $3`,
				e.Tries, shop.FormatTime(e.Again(at)), e.ID); err != nil {
				return err
			}
		}
		return nil
	})
	return claimed, err
}

// FinishPayPalEvent records that a notification is done.
func (db *Journal) FinishPayPalEvent(_ context.Context, id string) error {
	return db.engine.Update(func(t *tx) error {
		_, err := t.Exec(`UPDATE paypal_ereignisse SET naechster_versuch_at = NULL WHERE ereignis_id = $1`, id)
		return err
	})
}
