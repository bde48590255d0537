package payments

import (
	"context"
	"errors"
	"time"

	"kontor/internal/shop"
	"kontor/internal/shop/payment"
)

// RenewLease extends a lease that has not been released. Its payment's version stays:
// nothing about it has changed.
func (db *Journal) RenewLease(_ context.Context, lease payment.Lease, until time.Time) error {
	query, id := `UPDATE zahlungsvorgaenge SET gesperrt_bis = $1 WHERE id = $2 AND gesperrt_bis IS NOT NULL`, lease.Payment
	if lease.Refund != 0 {
		query, id = `UPDATE erstattungen SET gesperrt_bis = $1 WHERE id = $2 AND gesperrt_bis IS NOT NULL`, lease.Refund
	}
	return db.engine.Update(func(t *tx) error {
		_, err := t.Exec(query, shop.FormatTime(until), id)
		return err
	})
}

// EndLeases ends all leases and makes what they were for due, unless other processes may
// share the database.
func (db *Journal) EndLeases(_ context.Context, at time.Time) error {
	if db.shared {
		return nil
	}
	return db.engine.Update(func(t *tx) error {
		var failures []error
		for _, query := range []string{
			// About a payment without an order at PayPal only its page can ask again.
			`UPDATE zahlungsvorgaenge SET gesperrt_bis = NULL, naechster_versuch_at = CASE WHEN paypal_order_id IS NULL
				THEN naechster_versuch_at ELSE $1 END WHERE gesperrt_bis IS NOT NULL`,
			`UPDATE erstattungen SET gesperrt_bis = NULL, naechster_versuch_at = $1 WHERE gesperrt_bis IS NOT NULL`,
			`UPDATE paypal_ereignisse SET naechster_versuch_at = $1 WHERE naechster_versuch_at > $1`,
		} {
			_, err := t.Exec(query, shop.FormatTime(at))
			failures = append(failures, err)
		}
		return errors.Join(failures...)
	})
}
