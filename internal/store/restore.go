package store

import (
	"context"
	"time"

	"kontor/internal/database"
	"kontor/internal/shop"
)

// RestoreHere takes the database that is in the shop's place as the shop from now on,
// see [database.RestoreHere]. The number is an order's.
func RestoreHere(ctx context.Context, o database.Options, after int64) (database.Restored, error) {
	return database.RestoreHere(ctx, forShop(o), after)
}

// BeginReplacement prepares to put a copy in the place of the shop's database, see
// [database.BeginReplacement].
func BeginReplacement(ctx context.Context, o database.Options, replace bool) (*database.Replacement, error) {
	return database.BeginReplacement(ctx, forShop(o), replace)
}

// EndAllSessions ends every session that began before, at the gates and of customers: a
// copy may have some that were ended since.
func (db *DB) EndAllSessions(at time.Time) error {
	return db.update(func(t *tx) error {
		_, err := t.Exec(`UPDATE betrieb SET sitzungen_ab = $1`, shop.FormatTime(at))
		return err
	})
}
