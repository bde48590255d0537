// Package gates keeps what instances share of the gates, see [gate], and the operators'
// sessions.
package gates

import (
	"context"
	"database/sql"
	"errors"
	"strings"
	"time"

	"kontor/internal/database"
	"kontor/internal/gate"
	"kontor/internal/shop"
	"kontor/internal/shop/audit"
	"kontor/internal/store/base"
	"kontor/internal/store/messages"
)

// Gates stores failed codes, allowances, and which sessions are over.
type Gates struct {
	engine base.DB[*messages.Tx]
}

// New returns the gates of a database.
func New(engine *database.DB) *Gates { return &Gates{base.On(engine, messages.In)} }

// TryCode implements [gate.Failures].
func (db *Gates) TryCode(_ context.Context, g gate.Guess, failed func(gate.History) bool) error {
	return db.engine.Update(func(t *messages.Tx) error {
		if err := t.Lock("zugang", string(g.Gate)); err != nil {
			return err
		}
		history, last, err := failedCodes(t, g)
		if err != nil || !failed(history) {
			return err
		}
		_, err = t.Exec(`INSERT INTO zugang_fehlversuche (tor, nr, kunde, netz, zeit) VALUES ($1, $2, $3, $4, $5)`,
			string(g.Gate), last+1, g.Client, g.Subnet, shop.FormatTime(g.At))
		if err != nil {
			return err
		}
		_, err = t.Exec(`DELETE FROM zugang_fehlversuche WHERE tor = $1 AND nr <= $2`, string(g.Gate), last+1-int64(g.Keep))
		return err
	})
}

// failedCodes reads the latest failures at a gate, each kind through its own index, and
// the number of the last one.
func failedCodes(t *messages.Tx, g gate.Guess) (h gate.History, last int64, err error) {
	const latest = ` ORDER BY nr DESC LIMIT $3) AS x`
	parts := []string{
		`SELECT 1 AS art, nr, zeit FROM (SELECT nr, zeit FROM zugang_fehlversuche WHERE tor = $1 AND kunde = $2` + latest,
		`SELECT 2, nr, zeit FROM (SELECT nr, zeit FROM zugang_fehlversuche WHERE tor = $1 AND netz = $4 AND netz <> ''` + latest,
		`SELECT 3, nr, zeit FROM (SELECT nr, zeit FROM zugang_fehlversuche WHERE tor = $1` + latest,
	}
	query := strings.Join(parts, " UNION ALL ") + ` ORDER BY nr DESC`
	err = t.Rows(query, []any{string(g.Gate), g.Client, gate.Depth, g.Subnet}, func(rows *sql.Rows) error {
		var kind int
		var nr int64
		var text string
		if err := rows.Scan(&kind, &nr, &text); err != nil {
			return err
		}
		at, err := shop.ParseTime(text)
		list := map[int]*[]time.Time{1: &h.Client, 2: &h.Subnet, 3: &h.Gate}[kind]
		*list = append(*list, at)
		last = max(last, nr)
		return err
	})
	return h, last, err
}

// EndGateSession records that a gate's session was ended, until the time when it would
// have expired.
func (db *Gates) EndGateSession(ctx context.Context, purpose gate.Purpose, id string, until time.Time) error {
	return db.engine.Update(func(t *messages.Tx) error { return endSession(ctx, t, purpose, id, shop.FormatTime(until)) })
}

func endSession(ctx context.Context, t *messages.Tx, purpose gate.Purpose, id, until string) error {
	n, err := t.Exec(`INSERT INTO zugang_beendet (tor, sitzung, bis) VALUES ($1, $2, $3)
		ON CONFLICT (tor, sitzung) DO NOTHING`, string(purpose), id, until)
	if n > 0 {
		t.Record(ctx, audit.Entry{Action: audit.Ended, Subject: audit.Subject(audit.KindSession, id)})
	}
	return err
}

const standingQuery = `SELECT (SELECT count(*) FROM zugang_beendet WHERE tor = $1 AND sitzung = $2), ` + base.SessionsFrom

// GateSession returns what is stored about a gate's session.
func (db *Gates) GateSession(ctx context.Context, purpose gate.Purpose, session gate.Session) (s gate.Standing, err error) {
	query := standingQuery + `, ''`
	if purpose == gate.Administration {
		query = standingQuery + `, coalesce((SELECT name FROM verwaltung_sitzungen WHERE id = $2), '')`
	}
	err = db.engine.Read(ctx, func(t *messages.Tx) error {
		var ended int
		var from string
		err := t.Row(query, []any{string(purpose), session.ID}, &ended, &from, &s.Name)
		s.Over = ended > 0 || shop.FormatTime(session.IssuedAt) < from
		return err
	})
	return s, err
}

// SpendAllowance implements [gate.Allowances]. Each newly stored allowance deletes up
// to two that are no longer needed, so that these never accumulate.
func (db *Gates) SpendAllowance(_ context.Context, client string, now time.Time, spend func(whole time.Time) time.Time) error {
	return db.engine.Update(func(t *messages.Tx) error {
		if err := t.Lock("kontingent", client); err != nil {
			return err
		}
		var text string
		var whole time.Time
		err := t.Row(`SELECT voll_ab FROM bestell_kontingente WHERE kunde = $1`, []any{client}, &text)
		if err == nil {
			whole, err = shop.ParseTime(text)
		}
		if err != nil && !errors.Is(err, sql.ErrNoRows) {
			return err
		}
		next := spend(whole)
		if next.IsZero() {
			return nil
		}
		_, err = t.Exec(`INSERT INTO bestell_kontingente (kunde, voll_ab) VALUES ($1, $2)
			ON CONFLICT (kunde) DO UPDATE SET voll_ab = excluded.voll_ab`, client, shop.FormatTime(next))
		if err != nil {
			return err
		}
		_, err = t.Exec(`DELETE FROM bestell_kontingente WHERE kunde IN (SELECT kunde FROM bestell_kontingente
			WHERE voll_ab < $1 ORDER BY voll_ab LIMIT 2`+t.Dialect.SkipClaimed+`)`, shop.FormatTime(now))
		return err
	})
}
