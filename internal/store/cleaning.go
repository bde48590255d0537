package store

import (
	"context"
	"time"

	"kontor/internal/gate"
	"kontor/internal/shop"
)

// forgottenAtOnce bounds one cleaning transaction, so that orders never wait long
// behind it.
const forgottenAtOnce = 1000

// ForgetKeys deletes the idempotency keys stored before the given time, in batches, and
// returns their number.
func (db *DB) ForgetKeys(ctx context.Context, before time.Time) (int64, error) {
	return db.forget(ctx, `DELETE FROM idempotenz WHERE (weg, schluessel) IN
		(SELECT weg, schluessel FROM idempotenz WHERE created_at < $1 LIMIT $2)`, before)
}

// ForgetGateState deletes what no longer counts at the gates: failed codes, ended
// sessions that would have expired by now, allowances that are full again.
func (db *DB) ForgetGateState(ctx context.Context, now time.Time) error {
	for _, part := range []struct {
		statement string
		before    time.Time
	}{
		{`DELETE FROM zugang_fehlversuche WHERE (tor, nr) IN
			(SELECT tor, nr FROM zugang_fehlversuche WHERE zeit < $1 LIMIT $2)`, now.Add(-gate.ThrottlePeriod)},
		{`DELETE FROM zugang_beendet WHERE (tor, sitzung) IN
			(SELECT tor, sitzung FROM zugang_beendet WHERE bis < $1 LIMIT $2)`, now},
		{`DELETE FROM bestell_kontingente WHERE kunde IN
			(SELECT kunde FROM bestell_kontingente WHERE voll_ab < $1 LIMIT $2)`, now},
		{`DELETE FROM verwaltung_sitzungen WHERE id IN
			(SELECT id FROM verwaltung_sitzungen WHERE bis < $1 LIMIT $2)`, now},
	} {
		if _, err := db.forget(ctx, part.statement, part.before); err != nil {
			return err
		}
	}
	return nil
}

// forget runs a statement that deletes rows from before a time, in batches.
func (db *DB) forget(ctx context.Context, statement string, before time.Time) (int64, error) {
	var forgotten int64
	for ctx.Err() == nil {
		var n int64
		err := db.update(func(t *tx) (err error) {
			n, err = t.Exec(statement, shop.FormatTime(before), forgottenAtOnce)
			return err
		})
		if err != nil {
			return forgotten, err
		}
		if forgotten += n; n < forgottenAtOnce {
			return forgotten, nil
		}
	}
	return forgotten, ctx.Err()
}
