package payments

import (
	"context"
	"time"

	"kontor/internal/shop"
)

// movedQuery selects the payments that came to have money, or returned some. Both tables
// are small, and only operators ask.
const movedQuery = `SELECT vorgang FROM zahlungsverlauf WHERE zeit >= $1 AND zeit < $2
		AND nach IN ('abgeschlossen', 'erstattung_noetig', 'erstattung_laeuft', 'erstattet', 'klaerung')
	UNION SELECT vorgang FROM erstattungen WHERE updated_at >= $1 AND updated_at < $2 ORDER BY 1`

// PaymentsMoved returns the ids of the payments whose money moved from one time until
// before another.
func (db *Journal) PaymentsMoved(ctx context.Context, from, to time.Time) (ids []int64, err error) {
	err = db.engine.View(ctx, func(t *tx) error {
		ids, err = t.IDs(movedQuery, shop.FormatTime(from), shop.FormatTime(to))
		return err
	})
	return ids, err
}
