package store

import (
	"context"
	"errors"
	"time"

	"kontor/internal/database"
	"kontor/internal/shop"
	"kontor/internal/shop/account"
	"kontor/internal/shop/message"
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

// HoldMessages keeps all open messages from being sent, except by the operator, who
// reads the reason in German. It returns their number.
func (db *DB) HoldMessages(reason string, at time.Time) (held int64, err error) {
	err = db.update(func(t *tx) error {
		held, err = t.Exec(`UPDATE mails SET zustand = $1, in_arbeit = 0, grund = $2, updated_at = $3, faellig_ab = $3 WHERE zustand = $4`,
			message.Held, reason, shop.FormatTime(at), message.Open)
		t.derived.countMessage(message.Open, -held)
		t.derived.countMessage(message.Held, +held)
		return err
	})
	return held, err
}

// EraseAgain deletes accounts that were erased before and are back with a copy, each as
// [DB.EraseCustomer] does, and keeps all of them on record. It returns how many were
// there. Run [DB.Scrub] afterwards.
func (db *DB) EraseAgain(all []account.Erased) (found int64, err error) {
	for _, e := range all {
		there := true
		err := db.update(func(t *tx) error {
			_, err := t.eraseCustomer(e.CustomerID, e.At)
			if there = !errors.Is(err, account.ErrNoCustomer); there {
				return err
			}
			return t.recordErased(e)
		})
		if err != nil {
			return found, err
		}
		if there {
			found++
		}
	}
	db.noteErased(nil)
	return found, nil
}
