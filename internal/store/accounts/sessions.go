package accounts

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"kontor/internal/shop"
	"kontor/internal/shop/account"
	"kontor/internal/store/base"
	"kontor/internal/store/messages"
)

// Session returns a customer's session, or account.ErrNotSignedIn if there is none or
// it has expired.
func (db *Accounts) Session(ctx context.Context, key account.SessionKey, at time.Time) (s account.Session, err error) {
	err = db.engine.Read(ctx, func(t *tx) error {
		s, err = SessionIn(t.Tx, key, at)
		return err
	})
	return s, err
}

// SessionIn is [Accounts.Session] within a transaction. It begins every use of an account, in the same transaction as what it reads or
// changes: once a session has ended, it gives access to nothing.
func SessionIn(t *messages.Tx, key account.SessionKey, at time.Time) (s account.Session, err error) {
	var began, seen string
	err = t.Row(`SELECT kunde_id, begonnen_at, gesehen_at FROM kunden_sitzungen WHERE hash = $1 AND begonnen_at >= `+base.SessionsFrom,
		[]any{key}, &s.CustomerID, &began, &seen)
	if errors.Is(err, sql.ErrNoRows) {
		return s, account.ErrNotSignedIn
	}
	if err != nil {
		return s, err
	}
	if s.BeganAt, s.SeenAt, err = base.Times(began, seen); err != nil {
		return s, err
	}
	if !s.Alive(at) {
		return account.Session{}, account.ErrNotSignedIn
	}
	return s, nil
}

// freshSession is SessionIn for irreversible actions: account.ErrSignInAgain if the
// sign-in was too long ago.
func (t *tx) freshSession(key account.SessionKey, at time.Time) (account.Session, error) {
	s, err := SessionIn(t.Tx, key, at)
	if err == nil && !s.Fresh(at) {
		err = account.ErrSignInAgain
	}
	return s, err
}

func (t *tx) beginSession(key account.SessionKey, customer int64, at time.Time) error {
	now := shop.FormatTime(at)
	_, err := t.Exec(`INSERT INTO kunden_sitzungen (hash, kunde_id, begonnen_at, gesehen_at) VALUES ($1, $2, $3, $4)`,
		key, customer, now, now)
	return err
}

func (t *tx) endSession(key account.SessionKey) error {
	_, err := t.Exec(`DELETE FROM kunden_sitzungen WHERE hash = $1`, key)
	return err
}

// TouchSession records that a session was used. A session that has ended meanwhile
// stays ended.
func (db *Accounts) TouchSession(_ context.Context, key account.SessionKey, at time.Time) error {
	return db.engine.Update(func(t *tx) error {
		_, err := t.Exec(`UPDATE kunden_sitzungen SET gesehen_at = $1 WHERE hash = $2`, shop.FormatTime(at), key)
		return err
	})
}

// EndSession ends a customer's session, if it exists.
func (db *Accounts) EndSession(_ context.Context, key account.SessionKey) error {
	return db.engine.Update(func(t *tx) error { return t.endSession(key) })
}

// EndSessions ends all sessions of the customer signed in with this one, and returns
// their number, or account.ErrNotSignedIn.
func (db *Accounts) EndSessions(_ context.Context, key account.SessionKey, at time.Time) (ended int64, err error) {
	err = db.engine.Update(func(t *tx) error {
		s, err := SessionIn(t.Tx, key, at)
		if err != nil {
			return err
		}
		ended, err = t.Exec(`DELETE FROM kunden_sitzungen WHERE kunde_id = $1`, s.CustomerID)
		return err
	})
	return ended, err
}

// ForgetSessions deletes the sessions that have expired by then, and returns their
// number.
func (db *Accounts) ForgetSessions(_ context.Context, at time.Time) (forgotten int64, err error) {
	err = db.engine.Update(func(t *tx) error {
		forgotten, err = t.Exec(`DELETE FROM kunden_sitzungen WHERE begonnen_at <= $1 OR gesehen_at <= $2`,
			shop.FormatTime(at.Add(-account.SessionLife)), shop.FormatTime(at.Add(-account.SessionIdle)))
		return err
	})
	return forgotten, err
}
