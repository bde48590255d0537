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

// ForgetKeys removes the idempotency keys taken before the given time, a part
// at a time, and returns how many.
func (db *DB) ForgetKeys(ctx context.Context, before time.Time) (int64, error) {
	return db.forget(ctx, `DELETE FROM idempotenz WHERE (weg, schluessel) IN
		(SELECT weg, schluessel FROM idempotenz WHERE created_at < $1 LIMIT $2)`, before)
}

// ForgetGateState removes what no longer counts at the gates by now: failed
// codes, ended sessions that would have expired, allowances that are whole again.
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
	} {
		if _, err := db.forget(ctx, part.statement, part.before); err != nil {
			return err
		}
	}
	return nil
}

// forget runs a statement that deletes rows from before a time, a part at a time.
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
