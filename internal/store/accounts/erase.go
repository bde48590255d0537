package accounts

import (
	"context"
	"errors"
	"strconv"
	"time"

	"kontor/internal/shop"
	"kontor/internal/shop/account"
	"kontor/internal/shop/audit"
	"kontor/internal/store/payments"
)

// EraseCustomer deletes the customer signed in with the session, with all identities
// and sessions. Orders and payments stay, because the books need them, but lose their
// link to the account; the baskets of payments that ended without an order are deleted,
// with the messages about them.
// Run [Accounts.Scrub] afterwards.
//
// Errors: account.ErrNotSignedIn, account.ErrSignInAgain; after any error nothing is
// deleted.
func (db *Accounts) EraseCustomer(_ context.Context, key account.SessionKey, at time.Time) (e account.Erasure, err error) {
	err = db.engine.Update(func(t *tx) error {
		customer, err := t.lockedCustomer(key, at)
		if err != nil {
			return err
		}
		e, err = t.eraseCustomer(customer.ID, at)
		return err
	})
	db.noteErased(err)
	return e, err
}

// EraseCustomerAgain is [Accounts.EraseCustomer] for a customer restored by a backup. Error:
// account.ErrNoCustomer.
func (db *Accounts) EraseCustomerAgain(ctx context.Context, id int64, at time.Time) (e account.Erasure, err error) {
	err = db.engine.Update(func(t *tx) error {
		if err := t.Lock("customer", strconv.FormatInt(id, 10)); err != nil {
			return err
		}
		if e, err = t.eraseCustomer(id, at); err == nil {
			t.Record(ctx, audit.Entry{Action: audit.Erasure, Subject: audit.Subject(audit.KindAccount, strconv.FormatInt(id, 10))})
		}
		return err
	})
	db.noteErased(err)
	return e, err
}

func (t *tx) eraseCustomer(id int64, at time.Time) (account.Erasure, error) {
	e := account.Erasure{CustomerID: id}
	if err := t.recordErased(account.Erased{CustomerID: id, At: at}); err != nil {
		return e, err
	}
	if err := payments.ForgetBaskets(t.Tx, `kunde_id = $1`, id); err != nil {
		return e, err
	}
	if _, err := t.Exec(`UPDATE orders SET seite_ab = $1 WHERE kunde_id = $2`, shop.FormatTime(at), id); err != nil {
		return e, err
	}
	var customers, other int64
	for _, step := range []struct {
		query string
		rows  *int64
	}{
		{`UPDATE orders SET kunde_id = NULL WHERE kunde_id = $1`, &e.Orders},
		{`UPDATE zahlungsvorgaenge SET kunde_id = NULL WHERE kunde_id = $1`, &other},
		{`DELETE FROM kunden_sitzungen WHERE kunde_id = $1`, &e.Sessions},
		{`DELETE FROM kunden_anmeldungen WHERE kunde_id = $1`, &e.Identities},
		{`DELETE FROM kunden_abrufe WHERE kunde_id = $1`, &other},
		{`DELETE FROM customers WHERE id = $1`, &customers},
	} {
		var err error
		if *step.rows, err = t.Exec(step.query, id); err != nil {
			return e, err
		}
	}
	if customers == 0 {
		return e, account.ErrNoCustomer
	}
	return e, nil
}

// EraseAgain deletes accounts that were erased before and are back with a copy, each as
// [Accounts.EraseCustomer] does, and keeps all of them on record. It returns how many were
// there. Run [Accounts.Scrub] afterwards.
func (db *Accounts) EraseAgain(all []account.Erased) (found int64, err error) {
	for _, e := range all {
		there := true
		err := db.engine.Update(func(t *tx) error {
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
