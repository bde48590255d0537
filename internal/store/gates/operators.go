package gates

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"kontor/internal/gate"
	"kontor/internal/shop"
	"kontor/internal/shop/audit"
	"kontor/internal/shop/message"
	"kontor/internal/store/base"
	"kontor/internal/store/messages"
)

const insertOperatorSessionSQL = `INSERT INTO verwaltung_sitzungen (id, name, geraet, begonnen_at, zuletzt_at, bis)
	VALUES ($1, '', $2, $3, $4, $5) ON CONFLICT (id) DO NOTHING`

// BeginOperatorSession stores a session of the administration, with its entry in the log
// and the messages about it.
func (db *Gates) BeginOperatorSession(_ context.Context, by audit.By, s audit.Session, owed ...message.Message) error {
	return db.engine.Update(func(t *messages.Tx) error {
		if err := beginOperatorSession(t, by, &s); err != nil {
			return err
		}
		_, err := t.Owe(owed, nil, nil)
		return err
	})
}

func beginOperatorSession(t *messages.Tx, by audit.By, s *audit.Session) error {
	n, err := t.Exec(insertOperatorSessionSQL, s.ID, s.Device, shop.FormatTime(s.Began), shop.FormatTime(s.Used), shop.FormatTime(s.Until))
	if n > 0 {
		t.RecordBy(by, audit.Entry{Action: audit.SignIn, Subject: audit.Subject(audit.KindSession, s.ID), To: s.Device})
	}
	return err
}

// UseOperatorSessions stores when sessions of the administration were last used. One that
// is not stored yet is stored now, with its entry.
func (db *Gates) UseOperatorSessions(_ context.Context, used []audit.Session) error {
	return db.engine.Update(func(t *messages.Tx) error {
		for i := range used {
			s := &used[i]
			n, err := t.Exec(`UPDATE verwaltung_sitzungen SET zuletzt_at = $1 WHERE id = $2`, shop.FormatTime(s.Used), s.ID)
			if err == nil && n == 0 {
				err = beginOperatorSession(t, audit.By{Session: s.ID, At: s.Used}, s)
			}
			if err != nil {
				return err
			}
		}
		return nil
	})
}

// LivingSessions selects the sessions of the administration that are not over at $1.
const LivingSessions = `SELECT id, name, geraet, begonnen_at, zuletzt_at, bis FROM verwaltung_sitzungen v
	WHERE bis > $1 AND begonnen_at >= ` + base.SessionsFrom + `
	AND NOT EXISTS (SELECT 1 FROM zugang_beendet b WHERE b.tor = 'verwaltung' AND b.sitzung = v.id)`

// OperatorSessions returns the sessions of the administration that are not over at a
// time, the latest first.
func (db *Gates) OperatorSessions(ctx context.Context, at time.Time) (all []audit.Session, err error) {
	err = db.engine.Read(ctx, func(t *messages.Tx) error {
		all, err = operatorSessions(t, LivingSessions+` ORDER BY begonnen_at DESC, id`, shop.FormatTime(at))
		return err
	})
	return all, err
}

func operatorSessions(t *messages.Tx, query string, args ...any) (all []audit.Session, err error) {
	err = t.Rows(query, args, func(rows *sql.Rows) error {
		var s audit.Session
		var began, used, until string
		if err := rows.Scan(&s.ID, &s.Name, &s.Device, &began, &used, &until); err != nil {
			return err
		}
		var untilErr error
		s.Until, untilErr = shop.ParseTime(until)
		s.Began, s.Used, err = base.Times(began, used)
		all = append(all, s)
		return errors.Join(err, untilErr)
	})
	return all, err
}

// EndOperatorSession ends a session of the administration on all instances, or returns
// audit.ErrSessionNotFound.
func (db *Gates) EndOperatorSession(ctx context.Context, id string, at time.Time) error {
	ended, err := db.endOperatorSessions(ctx, LivingSessions+` AND id = $2`, shop.FormatTime(at), id)
	if err == nil && ended == 0 {
		err = audit.ErrSessionNotFound
	}
	return err
}

// EndOtherOperatorSessions ends all sessions of the administration but one, and returns
// their number.
func (db *Gates) EndOtherOperatorSessions(ctx context.Context, own string, at time.Time) (ended int, err error) {
	return db.endOperatorSessions(ctx, LivingSessions+` AND id <> $2`, shop.FormatTime(at), own)
}

func (db *Gates) endOperatorSessions(ctx context.Context, which string, args ...any) (ended int, err error) {
	err = db.engine.Update(func(t *messages.Tx) error {
		sessions, err := operatorSessions(t, which, args...)
		if err != nil {
			return err
		}
		for i := range sessions {
			if err := endSession(ctx, t, gate.Administration, sessions[i].ID, shop.FormatTime(sessions[i].Until)); err != nil {
				return err
			}
		}
		ended = len(sessions)
		return nil
	})
	return ended, err
}

// NameOperatorSession stores the name that the operator of a session gave; empty: none.
// It stores the session too, if need be.
func (db *Gates) NameOperatorSession(ctx context.Context, s audit.Session, name string) error {
	return db.engine.Update(func(t *messages.Tx) error {
		if err := beginOperatorSession(t, audit.By{Session: s.ID, At: s.Used}, &s); err != nil {
			return err
		}
		var before string
		if err := t.Row(`SELECT name FROM verwaltung_sitzungen WHERE id = $1`, []any{s.ID}, &before); err != nil {
			return err
		}
		t.Record(ctx, audit.Entry{Action: audit.Named, Subject: audit.Subject(audit.KindSession, s.ID), From: before, To: name})
		return t.Later(`UPDATE verwaltung_sitzungen SET name = $1 WHERE id = $2`, name, s.ID)
	})
}
