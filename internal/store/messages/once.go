package messages

import (
	"context"

	"kontor/internal/shop/message"
)

// OweOnce stores a message about no order unless one with its key exists, and returns
// what it stored.
func (db *Outbox) OweOnce(_ context.Context, m message.Message) (stored []message.Message, err error) {
	err = db.engine.Repeatable(func(t *Tx) error {
		stored = nil
		if err := t.Lock("mail", m.Key); err != nil {
			return err
		}
		var there int
		if err := t.Row(`SELECT count(*) FROM mails WHERE schluessel = $1`, []any{m.Key}, &there); err != nil || there > 0 {
			return err
		}
		stored, err = t.Owe([]message.Message{m}, nil, nil)
		return err
	})
	return stored, err
}
