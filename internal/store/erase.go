package store

import (
	"context"
	"time"

	"kontor"
)

// EraseCustomer deletes the customer who is signed in with the session, with all
// identities and sessions. The orders stay as they are, but for the link to the
// account, and so do the payments, as the books need them; the baskets of those
// that ended without money go. Run [DB.Scrub] afterwards.
//
// Errors: kontor.ErrNotSignedIn, kontor.ErrSignInAgain; after any error nothing
// is deleted.
func (db *DB) EraseCustomer(_ context.Context, key kontor.SessionKey, at time.Time) (e kontor.Erasure, err error) {
	err = db.update(func(t *tx) error {
		customer, err := t.lockedCustomer(key, at)
		if err != nil {
			return err
		}
		e = kontor.Erasure{CustomerID: customer.ID}
		for _, step := range []struct {
			query string
			rows  *int64
		}{
			{`UPDATE orders SET kunde_id = NULL WHERE kunde_id = $1`, &e.Orders},
			{forgetBasketSQL + ` AND kunde_id = $1`, new(int64)},
			{`UPDATE zahlungsvorgaenge SET kunde_id = NULL WHERE kunde_id = $1`, new(int64)},
			{`DELETE FROM kunden_sitzungen WHERE kunde_id = $1`, &e.Sessions},
			{`DELETE FROM kunden_anmeldungen WHERE kunde_id = $1`, &e.Identities},
			{`DELETE FROM kunden_abrufe WHERE kunde_id = $1`, new(int64)},
			{`DELETE FROM customers WHERE id = $1`, new(int64)},
		} {
			if *step.rows, err = t.exec(step.query, customer.ID); err != nil {
				return err
			}
		}
		return nil
	})
	return e, err
}

// Scrub makes sure that what was deleted is in no file of the database any more,
// as far as the engine lets it: PostgreSQL does so by itself in its own time.
func (db *DB) Scrub(ctx context.Context) error { return db.engine.scrub(ctx) }
