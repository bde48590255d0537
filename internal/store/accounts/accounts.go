// Package accounts keeps customers, their identities and sessions, see [account].
package accounts

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"kontor/internal/database"
	"kontor/internal/shop"
	"kontor/internal/shop/account"
	"kontor/internal/store/base"
	"kontor/internal/store/messages"
)

// Accounts are the customers' accounts.
type Accounts struct {
	engine base.DB[*tx]
	erased chan struct{} // holds one value once an account was erased
}

// New returns the accounts of a database.
func New(engine *database.DB) *Accounts {
	return &Accounts{base.On(engine, func(t *base.Tx) *tx { return &tx{messages.In(t)} }), make(chan struct{}, 1)}
}

type tx struct{ *messages.Tx }

// SignIn opens a session for the customer with that identity, or for a new customer,
// and returns the customer's id. Issuer and subject alone identify the customer. Name
// and e-mail replace the stored ones if the provider disclosed them.
func (db *Accounts) SignIn(_ context.Context, s account.VerifiedSignIn) (customer int64, err error) {
	err = db.engine.Update(func(t *tx) error {
		// Two simultaneous first sign-ins of one person take turns, and create one
		// customer.
		if err := t.lockIdentity(s.Identity); err != nil {
			return err
		}
		if err := t.endSession(s.Replaces); err != nil {
			return err
		}
		if customer, err = t.identityOwner(s.Identity); err != nil {
			return err
		}
		if customer == 0 {
			customer, err = t.insertCustomer(s)
		} else {
			err = t.welcomeBack(customer, s)
		}
		if err != nil {
			return err
		}
		return t.beginSession(s.Session, customer, s.At)
	})
	return customer, err
}

func (t *tx) lockIdentity(i account.Identity) error { return t.Lock("identity", i.Issuer, i.Subject) }

// identityOwner returns the customer to whom an identity belongs, 0 if there is none.
func (t *tx) identityOwner(i account.Identity) (customer int64, err error) {
	err = t.Row(`SELECT kunde_id FROM kunden_anmeldungen WHERE issuer = $1 AND sub = $2`,
		[]any{i.Issuer, i.Subject}, &customer)
	if errors.Is(err, sql.ErrNoRows) {
		return 0, nil
	}
	return customer, err
}

func (t *tx) insertCustomer(s account.VerifiedSignIn) (int64, error) {
	now := shop.FormatTime(s.At)
	id, err := t.Insert(`INSERT INTO customers (name, email, email_bestaetigt, angemeldet_at, created_at, updated_at)
		VALUES ($1, $2, $3, $4, $5, $6)`,
		s.Identity.Name, s.Identity.Email, base.Flag(s.Identity.EmailVerified), now, now, now)
	if err != nil {
		return 0, err
	}
	return id, t.insertIdentity(id, s.Provider, s.Identity, s.At)
}

func (t *tx) insertIdentity(customer int64, provider string, i account.Identity, at time.Time) error {
	now := shop.FormatTime(at)
	_, err := t.Exec(`INSERT INTO kunden_anmeldungen (issuer, sub, kunde_id, anbieter, verbunden_at, benutzt_at)
		VALUES ($1, $2, $3, $4, $5, $6)`, i.Issuer, i.Subject, customer, provider, now, now)
	return err
}

// welcomeBack records a further sign-in. A provider that fails to return the e-mail has
// not withdrawn it, so missing values leave the stored ones.
func (t *tx) welcomeBack(customer int64, s account.VerifiedSignIn) error {
	now := shop.FormatTime(s.At)
	if _, err := t.Exec(`UPDATE kunden_anmeldungen SET benutzt_at = $1 WHERE issuer = $2 AND sub = $3`,
		now, s.Identity.Issuer, s.Identity.Subject); err != nil {
		return err
	}
	if s.Identity.Name != "" {
		if _, err := t.Exec(`UPDATE customers SET name = $1 WHERE id = $2`, s.Identity.Name, customer); err != nil {
			return err
		}
	}
	if s.Identity.Email != "" {
		if _, err := t.Exec(`UPDATE customers SET email = $1, email_bestaetigt = $2 WHERE id = $3`,
			s.Identity.Email, base.Flag(s.Identity.EmailVerified), customer); err != nil {
			return err
		}
	}
	_, err := t.Exec(`UPDATE customers SET angemeldet_at = $1, updated_at = $2 WHERE id = $3`, now, now, customer)
	return err
}

// Customer returns the customer signed in with the session, or account.ErrNotSignedIn.
func (db *Accounts) Customer(ctx context.Context, key account.SessionKey, at time.Time) (c account.Customer, err error) {
	err = db.engine.View(ctx, func(t *tx) error {
		session, err := SessionIn(t.Tx, key, at)
		if err != nil {
			return err
		}
		c, err = t.customer(session.CustomerID)
		return err
	})
	return c, err
}

func (t *tx) customer(id int64) (account.Customer, error) {
	c := account.Customer{ID: id}
	var created, signedIn string
	err := t.Row(`SELECT name, email, email_bestaetigt, created_at, angemeldet_at FROM customers WHERE id = $1`,
		[]any{id}, &c.Name, &c.Email, &c.EmailVerified, &created, &signedIn)
	if err != nil {
		return c, err
	}
	if c.CreatedAt, c.SignedInAt, err = base.Times(created, signedIn); err != nil {
		return c, err
	}
	err = t.Rows(`SELECT anbieter, issuer, sub, verbunden_at, benutzt_at FROM kunden_anmeldungen
		WHERE kunde_id = $1 ORDER BY verbunden_at, anbieter`, []any{id}, func(rows *sql.Rows) error {
		var i account.LinkedIdentity
		var linked, used string
		if err := rows.Scan(&i.Provider, &i.Issuer, &i.Subject, &linked, &used); err != nil {
			return err
		}
		i.LinkedAt, i.UsedAt, err = base.Times(linked, used)
		c.Identities = append(c.Identities, i)
		return err
	})
	return c, err
}
