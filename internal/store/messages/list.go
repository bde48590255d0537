package messages

import (
	"context"
	"database/sql"
	"fmt"
	"strings"

	"kontor/internal/database"
	"kontor/internal/shop/message"
	"kontor/internal/shop/order"
	"kontor/internal/store/base"
)

// Messages returns one page of the messages that match the filter, newest first and
// without their contents; without a limit it uses the default.
func (db *Outbox) Messages(ctx context.Context, f message.Filter) (page message.Page, err error) {
	if f.Limit <= 0 {
		f.Limit = order.DefaultLimit
	}
	err = db.engine.View(ctx, func(t *Tx) error {
		if page.Counts, err = t.MessageCounts(); err != nil {
			return err
		}
		query, args := messagesQuery(f)
		if page.Messages, err = t.messages(query, args...); err != nil {
			return err
		}
		if len(page.Messages) > f.Limit {
			page.Messages = page.Messages[:f.Limit]
			page.Next = page.Messages[f.Limit-1].ID
		}
		return nil
	})
	return page, err
}

// messagesQuery selects one message more than the page holds, which shows whether there
// is another page.
func messagesQuery(f message.Filter) (string, []any) {
	q := base.Conditions{Where: []string{"true"}}
	q.AddIf(f.State != "", "zustand = $%d", f.State)
	if f.State != "" && f.State != message.Sent {
		q.Where = append(q.Where, "zustand <> 'gesendet'") // lets the query use the index with this condition
	}
	q.AddIf(f.OrderID != 0, "order_id = $%d", f.OrderID)
	q.AddIf(f.Before > 0, "id < $%d", f.Before)
	q.Args = append(q.Args, f.Limit+1)
	return fmt.Sprintf("SELECT %s FROM mails WHERE %s ORDER BY id DESC LIMIT $%d",
		messageColumns, strings.Join(q.Where, " AND "), len(q.Args)), q.Args
}

// MessageCounts returns the number of messages in each state.
func (t *Tx) MessageCounts() (message.Counts, error) {
	counts := make(message.Counts)
	err := t.Rows(`SELECT zustand, sum(anzahl) FROM mail_counters GROUP BY zustand`, nil, func(rows *sql.Rows) error {
		var state message.State
		var n int64
		err := rows.Scan(&state, &n)
		counts[state] = n
		return err
	})
	return counts, err
}

// Message returns one message with its content, which is nil until it is
// rendered, or message.ErrNotFound.
func (db *Outbox) Message(ctx context.Context, id int64) (m message.Message, err error) {
	err = db.engine.View(ctx, func(t *Tx) error {
		m, err = t.message(id)
		return err
	})
	return m, err
}

const messagesOfQuery = `SELECT ` + messageColumns + ` FROM mails WHERE order_id = $1 ORDER BY id`

// AskMessages requests all messages about an order, oldest first.
func (t *Tx) AskMessages(order int64, add func(message.Message)) error {
	return t.Ask(messagesOfQuery, []any{order}, func(row database.Scanner) error {
		m, err := scanMessage(row)
		add(m)
		return err
	})
}
