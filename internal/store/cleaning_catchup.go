package store

import (
	"context"
	"time"

	"kontor/internal/shop"
)

// longestPlan is longer than the longest pause before any retry.
const longestPlan = 48 * time.Hour

// CatchUp makes everything due now that is scheduled later than any pause allows: a
// clock that ran ahead scheduled it, and money and messages would wait until that time
// comes again.
func (db *DB) CatchUp(_ context.Context, now time.Time) error {
	at, beyond := shop.FormatTime(now), shop.FormatTime(now.Add(longestPlan))
	return db.update(func(t *tx) error {
		for _, query := range []string{
			`UPDATE mails SET faellig_ab = $1 WHERE zustand = 'offen' AND faellig_ab > $2`,
			`UPDATE zahlungsvorgaenge SET naechster_versuch_at = $1, gesperrt_bis = NULL WHERE naechster_versuch_at > $2`,
			`UPDATE erstattungen SET naechster_versuch_at = $1, gesperrt_bis = NULL WHERE naechster_versuch_at > $2`,
			`UPDATE paypal_ereignisse SET naechster_versuch_at = $1 WHERE naechster_versuch_at > $2`,
		} {
			if _, err := t.Exec(query, at, beyond); err != nil {
				return err
			}
		}
		return nil
	})
}
