// Package messages keeps the messages that the shop owes, see [message].
package messages

import (
	"cmp"
	"context"
	"database/sql"
	"slices"
	"time"

	"kontor/internal/database"
	"kontor/internal/shop"
	"kontor/internal/shop/message"
	"kontor/internal/store/base"
)

// Outbox holds the messages that the shop owes or has sent.
type Outbox struct {
	engine base.DB[*Tx]
}

// New returns the outbox of a database.
func New(engine *database.DB) *Outbox { return &Outbox{base.On(engine, In)} }

// Tx is a transaction in which messages can be owed.
type Tx struct{ *base.Tx }

// In returns a transaction of the shop as one in which messages can be owed.
func In(t *base.Tx) *Tx { return &Tx{t} }

// claimQuery selects the messages that have been due for longest. The WITH keeps an
// engine that locks rows from searching for them twice.
func claimQuery(d *database.Dialect) string {
	return `WITH due AS MATERIALIZED (
			SELECT id FROM mails WHERE zustand = 'offen' AND faellig_ab <= $1 ORDER BY faellig_ab LIMIT $2` + d.SkipClaimed + `)
		UPDATE mails SET versuche = versuche + 1, in_arbeit = 1, faellig_ab = $3, updated_at = $1
		WHERE id IN (SELECT id FROM due) RETURNING ` + messageColumns
}

// ClaimMessages claims up to limit open messages that are due, with their contents, so
// that nobody else sends them before [message.ClaimLife] has passed; it counts an
// attempt for each.
func (db *Outbox) ClaimMessages(_ context.Context, limit int, at time.Time) (claimed []message.Message, err error) {
	err = db.engine.Update(func(t *Tx) error {
		if claimed, err = t.messages(claimQuery(t.Dialect), shop.FormatTime(at), limit,
			shop.FormatTime(at.Add(message.ClaimLife))); err != nil {
			return err
		}
		for i := range claimed {
			if claimed[i].Content, err = t.content(claimed[i].ID); err != nil {
				return err
			}
		}
		return nil
	})
	slices.SortFunc(claimed, func(a, b message.Message) int { return cmp.Compare(a.ID, b.ID) })
	return claimed, err
}

// KeepContent stores a claimed message's content before it is sent for the first time.
// It returns false, and stores nothing, if the caller's claim has ended.
func (db *Outbox) KeepContent(_ context.Context, m *message.Message) (bool, error) {
	content, err := encodeContent(m.Content)
	if err != nil {
		return false, err
	}
	var kept int64
	err = db.engine.Update(func(t *Tx) error {
		kept, err = t.Exec(`INSERT INTO mail_inhalte (mail_id, inhalt)
			SELECT id, $1 FROM mails WHERE id = $2 AND zustand = 'offen' AND versuche = $3
			ON CONFLICT (mail_id) DO NOTHING`, content, m.ID, m.Attempts)
		return err
	})
	return kept > 0, err
}

const settleSQL = `UPDATE mails SET zustand = $1, in_arbeit = $2, grund = $3, faellig_ab = $4, updated_at = $5, gesendet_at = $6
	WHERE id = $7 AND versuche = $8 AND zustand = $9`

// SettleMessage stores the outcome of an attempt. It changes nothing if the message has
// changed otherwise meanwhile, except that a message discarded while being sent becomes
// sent.
func (db *Outbox) SettleMessage(_ context.Context, m *message.Message) error {
	return db.engine.Update(func(t *Tx) error {
		settled, err := t.settle(m, message.Open)
		if err == nil && !settled && m.State == message.Sent {
			_, err = t.settle(m, message.Discarded)
		}
		return err
	})
}

// settle stores the changed state of a message that was in the given state, and reports
// whether it was.
func (t *Tx) settle(m *message.Message, before message.State) (bool, error) {
	n, err := t.Exec(settleSQL, m.State, base.Flag(m.Claimed), m.Reason, shop.FormatTime(m.NextAt),
		shop.FormatTime(m.UpdatedAt), base.NullTime(m.SentAt), m.ID, m.Attempts, before)
	if n > 0 {
		t.CountMessages(before, -1)
		t.CountMessages(m.State, +1)
	}
	return n > 0, err
}

const nextMessageQuery = `SELECT min(faellig_ab) FROM mails WHERE zustand = 'offen'`

// NextMessageAt returns when the next open message is due, or its claim ends; the zero
// time if there is none.
func (db *Outbox) NextMessageAt(ctx context.Context) (at time.Time, err error) {
	err = db.engine.Read(ctx, func(t *Tx) error {
		var next sql.NullString
		if err := t.Row(nextMessageQuery, nil, &next); err != nil || !next.Valid {
			return err
		}
		at, err = shop.ParseTime(next.String)
		return err
	})
	return at, err
}

// HastenMessages makes open messages due that wait for their next attempt.
func (db *Outbox) HastenMessages(_ context.Context, at time.Time) error {
	return db.engine.Update(func(t *Tx) error {
		_, err := t.Exec(`UPDATE mails SET faellig_ab = $1 WHERE zustand = 'offen' AND in_arbeit = 0 AND faellig_ab > $1`,
			shop.FormatTime(at))
		return err
	})
}

// ReleaseMessages makes messages due that a process was sending when it ended. The
// caller must have the database to itself.
func (db *Outbox) ReleaseMessages() error {
	return db.engine.Update(func(t *Tx) error {
		_, err := t.Exec(`UPDATE mails SET in_arbeit = 0, faellig_ab = created_at WHERE zustand = 'offen' AND in_arbeit = 1`)
		return err
	})
}

// HoldMessages keeps all open messages from being sent, except by the operator, who
// reads the reason in German. It returns their number.
func (db *Outbox) HoldMessages(reason string, at time.Time) (held int64, err error) {
	err = db.engine.Update(func(t *Tx) error {
		held, err = t.Exec(`UPDATE mails SET zustand = $1, in_arbeit = 0, grund = $2, updated_at = $3, faellig_ab = $3 WHERE zustand = $4`,
			message.Held, reason, shop.FormatTime(at), message.Open)
		t.CountMessages(message.Open, -held)
		t.CountMessages(message.Held, +held)
		return err
	})
	return held, err
}
