package messages

import (
	"context"
	"database/sql"
	"errors"
	"strconv"
	"time"

	"kontor/internal/shop"
	"kontor/internal/shop/audit"
	"kontor/internal/shop/message"
	"kontor/internal/shop/order"
	"kontor/internal/store/base"
)

// OweMessage stores a message about an order on the operator's request, with an entry
// in the order's history.
//
// Errors: order.ErrNotFound; message.ErrExists if the order has one of this
// kind that was not discarded.
func (db *Outbox) OweMessage(ctx context.Context, m message.Message, actor string) (owed message.Message, err error) {
	err = db.engine.Update(func(t *Tx) error {
		// Comes first, since it makes others wait that want the same.
		if err := t.noteMessage(&m, "gesendet", actor, m.CreatedAt); err != nil {
			return err
		}
		about, err := t.orderOf(&m)
		if err != nil {
			return err
		}
		if err := t.checkNoMessage(m.OrderID, m.Kind); err != nil {
			return err
		}
		stored, err := t.Owe([]message.Message{m}, &about, nil)
		if err == nil {
			owed = stored[0]
			owed.OrderNumber = about.Number
			t.recordMessage(ctx, &owed, "gesendet")
		}
		return err
	})
	return owed, err
}

// orderOf returns id and number of the order that a message is about, or
// order.ErrNotFound.
func (t *Tx) orderOf(m *message.Message) (order.Order, error) {
	o := order.Order{ID: m.OrderID}
	err := t.Row(`SELECT bestellnummer FROM orders WHERE id = $1`, []any{m.OrderID}, &o.Number)
	if errors.Is(err, sql.ErrNoRows) {
		err = order.ErrNotFound
	}
	return o, err
}

func (t *Tx) checkNoMessage(order int64, kind message.Kind) error {
	var there int
	err := t.Row(`SELECT count(*) FROM mails WHERE order_id = $1 AND art = $2 AND zustand <> 'verworfen'`,
		[]any{order, kind}, &there)
	if err == nil && there > 0 {
		return message.ErrExists
	}
	return err
}

// ResendMessage records the operator's request to send a message again, see
// [message.Message.Again], with an entry in its order's history, and returns the
// message to send.
//
// Errors: message.ErrNotFound, message.ErrBusy.
func (db *Outbox) ResendMessage(ctx context.Context, id int64, r message.Resend) (again message.Message, err error) {
	err = db.engine.Update(func(t *Tx) error {
		before, err := t.message(id)
		if err != nil {
			return err
		}
		if again, err = before.Again(r); err != nil {
			return err
		}
		if again.ID == 0 {
			err = t.oweCopy(&again)
		} else {
			err = t.reopen(&again, &before)
		}
		if err != nil {
			return err
		}
		t.recordMessage(ctx, &again, "erneut gesendet")
		return t.noteMessage(&again, "erneut gesendet", r.Actor, r.At)
	})
	return again, err
}

// oweCopy stores the copy of a message, with its content.
func (t *Tx) oweCopy(m *message.Message) error {
	stored, err := t.Owe([]message.Message{*m}, nil, nil)
	if err != nil {
		return err
	}
	if m.ID = stored[0].ID; m.Content == nil {
		return nil
	}
	content, err := encodeContent(m.Content)
	if err != nil {
		return err
	}
	_, err = t.Exec(`INSERT INTO mail_inhalte (mail_id, inhalt) VALUES ($1, $2)`, m.ID, content)
	return err
}

const reopenSQL = `UPDATE mails SET schluessel = $1, zustand = $2, versuche = $3, in_arbeit = $4, grund = $5, faellig_ab = $6,
	aufgeben_ab = $7, updated_at = $8 WHERE id = $9 AND versuche = $10 AND zustand = $11`

func (t *Tx) reopen(after, before *message.Message) error {
	n, err := t.Exec(reopenSQL, after.Key, after.State, after.Attempts, base.Flag(after.Claimed), after.Reason,
		shop.FormatTime(after.NextAt), shop.FormatTime(after.GiveUpAt), shop.FormatTime(after.UpdatedAt),
		before.ID, before.Attempts, before.State)
	if err != nil {
		return err
	}
	if n == 0 {
		return message.ErrBusy
	}
	t.CountMessages(before.State, -1)
	t.CountMessages(after.State, +1)
	return nil
}

// DiscardMessage records that the operator gives up a message, with an entry in its
// order's history. An attempt in progress may still succeed.
//
// Errors: message.ErrNotFound, message.ErrDone.
func (db *Outbox) DiscardMessage(ctx context.Context, id int64, actor string, at time.Time) (m message.Message, err error) {
	err = db.engine.Update(func(t *Tx) error {
		if m, err = t.message(id); err != nil {
			return err
		}
		before := m.State
		if err := m.Discard(at); err != nil {
			return err
		}
		settled, err := t.settle(&m, before)
		if err != nil {
			return err
		}
		if !settled {
			return message.ErrBusy
		}
		t.recordMessage(ctx, &m, "verworfen")
		return t.noteMessage(&m, "verworfen", actor, at)
	})
	return m, err
}

// recordMessage adds to the audit log what the operator did with a message, as something
// about its order if there is one.
func (t *Tx) recordMessage(ctx context.Context, m *message.Message, what string) {
	subject := audit.Subject(audit.KindMail, strconv.FormatInt(m.ID, 10))
	if m.OrderNumber != "" {
		subject = audit.Subject(audit.KindOrder, m.OrderNumber)
	}
	t.Record(ctx, audit.Entry{Action: audit.Mail, Subject: subject, To: m.Kind.Label() + " " + what})
}

// noteMessage records in the history of a message's order what the operator did with
// it. The order gets a new version, but keeps the time of its last change: nothing
// about the purchase is different.
func (t *Tx) noteMessage(m *message.Message, what, actor string, at time.Time) error {
	if m.OrderID == 0 {
		return nil
	}
	n, err := t.Exec(`UPDATE orders SET version = version + 1 WHERE id = $1`, m.OrderID)
	if err != nil {
		return err
	}
	if n == 0 {
		return order.ErrNotFound
	}
	_, err = t.Exec(`INSERT INTO order_events (order_id, nr, zeit, wer, art, text)
		SELECT id, version, $1, $2, $3, $4 FROM orders WHERE id = $5`,
		shop.FormatTime(at), actor, order.EventMail, m.Kind.Label()+" "+what, m.OrderID)
	return err
}
