package store

import (
	"context"

	"kontor/internal/database"
)

// RestoreHere takes the database that is in the shop's place as the shop from now on,
// see [database.RestoreHere]. The number is an order's.
func RestoreHere(ctx context.Context, o database.Options, after int64) (database.Restored, error) {
	return database.RestoreHere(ctx, forShop(o), after)
}
