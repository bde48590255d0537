package store

import (
	"context"
	"time"

	"kontor"
)

// keysAtOnce bounds one cleaning transaction, so that orders never wait long
// behind it.
const keysAtOnce = 1000

// ForgetKeys removes the idempotency keys taken before the given time, a part
// at a time, and returns how many.
func (db *DB) ForgetKeys(ctx context.Context, before time.Time) (int64, error) {
	var forgotten int64
	for ctx.Err() == nil {
		var n int64
		err := db.update(func(t *tx) (err error) {
			n, err = t.exec(`DELETE FROM idempotenz WHERE (weg, schluessel) IN
				(SELECT weg, schluessel FROM idempotenz WHERE created_at < $1 LIMIT $2)`,
				kontor.FormatTime(before), keysAtOnce)
			return err
		})
		if err != nil {
			return forgotten, err
		}
		if forgotten += n; n < keysAtOnce {
			return forgotten, nil
		}
	}
	return forgotten, ctx.Err()
}
