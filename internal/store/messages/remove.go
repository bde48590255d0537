package messages

import (
	"database/sql"

	"kontor/internal/shop/message"
)

// RemoveMessages deletes the messages selected by a condition with one argument, with
// their contents.
func (t *Tx) RemoveMessages(where string, arg any) error {
	states := make(map[message.State]int64)
	err := t.Rows(`SELECT zustand, count(*) FROM mails WHERE `+where+` GROUP BY zustand`, []any{arg}, func(rows *sql.Rows) error {
		var state message.State
		var n int64
		err := rows.Scan(&state, &n)
		states[state] = n
		return err
	})
	if err != nil {
		return err
	}
	if _, err := t.Exec(`DELETE FROM mail_inhalte WHERE mail_id IN (SELECT id FROM mails WHERE `+where+`)`, arg); err != nil {
		return err
	}
	if _, err := t.Exec(`DELETE FROM mails WHERE `+where, arg); err != nil {
		return err
	}
	for state, n := range states {
		t.CountMessages(state, -n)
	}
	return nil
}
