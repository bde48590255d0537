package accounts

import (
	"context"
	"strconv"
	"time"

	"kontor/internal/shop/account"
)

// LinkIdentity adds an identity to the customer signed in with the session. One that
// the customer already has stays unchanged.
//
// Errors: account.ErrNotSignedIn; account.ErrSignInAgain; account.ErrIdentityTaken if
// it is another customer's, and nothing changes; account.ErrProviderLinked if the
// customer has another identity at the provider.
func (db *Accounts) LinkIdentity(_ context.Context, key account.SessionKey, provider string, i account.Identity, at time.Time) error {
	return db.engine.Update(func(t *tx) error {
		customer, err := t.lockedCustomer(key, at)
		if err != nil {
			return err
		}
		if err := t.lockIdentity(i); err != nil {
			return err
		}
		owner, err := t.identityOwner(i)
		switch {
		case err != nil:
			return err
		case owner == customer.ID:
			return nil
		case owner != 0:
			return account.ErrIdentityTaken
		case customer.Linked(provider) != nil:
			return account.ErrProviderLinked
		}
		return t.insertIdentity(customer.ID, provider, i, at)
	})
}

// UnlinkIdentity removes the identity at a provider from the customer signed in with
// the session, and ends the customer's other sessions, to shut out anybody who can
// still sign in there.
//
// Errors: account.ErrNotSignedIn, account.ErrSignInAgain, account.ErrIdentityNotFound,
// account.ErrLastIdentity.
func (db *Accounts) UnlinkIdentity(_ context.Context, key account.SessionKey, provider string, at time.Time) error {
	return db.engine.Update(func(t *tx) error {
		customer, err := t.lockedCustomer(key, at)
		if err != nil {
			return err
		}
		if err := customer.CheckUnlink(provider); err != nil {
			return err
		}
		if _, err := t.Exec(`DELETE FROM kunden_anmeldungen WHERE kunde_id = $1 AND anbieter = $2`, customer.ID, provider); err != nil {
			return err
		}
		_, err = t.Exec(`DELETE FROM kunden_sitzungen WHERE kunde_id = $1 AND hash <> $2`, customer.ID, key)
		return err
	})
}

// lockedCustomer returns the customer of a fresh session. Changes of one customer take
// turns.
func (t *tx) lockedCustomer(key account.SessionKey, at time.Time) (account.Customer, error) {
	session, err := t.freshSession(key, at)
	if err != nil {
		return account.Customer{}, err
	}
	if err := t.Lock("customer", strconv.FormatInt(session.CustomerID, 10)); err != nil {
		return account.Customer{}, err
	}
	// The previous holder of the lock may have ended it.
	if _, err := SessionIn(t.Tx, key, at); err != nil {
		return account.Customer{}, err
	}
	return t.customer(session.CustomerID)
}
