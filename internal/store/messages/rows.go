package messages

import (
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"kontor/internal/database"
	"kontor/internal/shop"
	"kontor/internal/shop/message"
	"kontor/internal/shop/order"
	"kontor/internal/store/base"
)

const messageColumns = `id, schluessel, art, coalesce(order_id, 0), coalesce(vorgang, 0),
	coalesce((SELECT bestellnummer FROM orders WHERE orders.id = mails.order_id), ''), sprache, an, meldung,
	zustand, versuche, in_arbeit, grund, faellig_ab, aufgeben_ab, created_at, updated_at, gesendet_at`

func scanMessage(row database.Scanner) (m message.Message, err error) {
	var note, next, giveUp, created, updated string
	var sent sql.NullString
	err = row.Scan(&m.ID, &m.Key, &m.Kind, &m.OrderID, &m.PaymentID, &m.OrderNumber, &m.Language, &m.To, &note,
		&m.State, &m.Attempts, database.Truth(&m.Claimed), &m.Reason, &next, &giveUp, &created, &updated, &sent)
	if err != nil {
		return m, err
	}
	if note != "" {
		if err := decodeNote(&m, note); err != nil {
			return m, fmt.Errorf("message %d: note: %w", m.ID, err)
		}
	}
	if sent.Valid {
		if m.SentAt, err = shop.ParseTime(sent.String); err != nil {
			return m, err
		}
	}
	if m.NextAt, m.GiveUpAt, err = base.Times(next, giveUp); err != nil {
		return m, err
	}
	m.CreatedAt, m.UpdatedAt, err = base.Times(created, updated)
	return m, err
}

func (t *Tx) messages(query string, args ...any) (found []message.Message, err error) {
	err = t.Rows(query, args, func(rows *sql.Rows) error {
		m, err := scanMessage(rows)
		found = append(found, m)
		return err
	})
	return found, err
}

// message returns one message with its content, or message.ErrNotFound.
func (t *Tx) message(id int64) (m message.Message, err error) {
	found, err := t.messages(`SELECT `+messageColumns+` FROM mails WHERE id = $1`, id)
	if err != nil {
		return m, err
	}
	if len(found) == 0 {
		return m, message.ErrNotFound
	}
	m = found[0]
	m.Content, err = t.content(id)
	return m, err
}

// content returns a message's content, nil if it is not rendered yet.
func (t *Tx) content(id int64) (*message.MailContent, error) {
	var content []byte
	err := t.Row(`SELECT inhalt FROM mail_inhalte WHERE mail_id = $1`, []any{id}, &content)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return DecodeContent(content)
}

const insertMessages = `INSERT INTO mails (schluessel, art, order_id, sprache, an, empfaenger, meldung, zustand, versuche, in_arbeit,
	grund, faellig_ab, aufgeben_ab, created_at, updated_at, vorgang) VALUES `

// Owe stores new messages about an order, nil for none, and returns them as stored.
func (t *Tx) Owe(messages []message.Message, o *order.Order, to *Addressee) ([]message.Message, error) {
	stored, err := t.OweLater(messages, o, to)
	if err != nil {
		return nil, err
	}
	return stored, t.Send()
}

// OweLater is owe without waiting for the ids of the messages, which are set after
// [database.Tx.Send].
func (t *Tx) OweLater(messages []message.Message, o *order.Order, to *Addressee) ([]message.Message, error) {
	if len(messages) == 0 {
		return nil, nil
	}
	stored := slices.Clone(messages)
	for i := range stored {
		m := &stored[i]
		if o != nil {
			m.OrderID, m.OrderNumber = o.ID, o.Number
		}
		if err := t.insertMessage(m, to.take(m)); err != nil {
			return nil, err
		}
	}
	return stored, nil
}

// insertMessage stores a new message, and the address under which it counts; empty:
// none. Its ID is set after [database.Tx.Send].
func (t *Tx) insertMessage(m *message.Message, counted string) error {
	row, err := messageRow(m, counted)
	if err != nil {
		return err
	}
	t.CountMessages(m.State, +1)
	return t.InsertLater(&m.ID, insertMessages+base.ValueLists(1, len(row)), row...)
}

// messageRow returns the values of insertMessages.
func messageRow(m *message.Message, counted string) ([]any, error) {
	note, err := encodeNote(m)
	return []any{m.Key, m.Kind, base.NullID(m.OrderID), m.Language, m.To, base.NullText(counted), note, m.State,
		m.Attempts, base.Flag(m.Claimed), m.Reason, shop.FormatTime(m.NextAt), shop.FormatTime(m.GiveUpAt),
		shop.FormatTime(m.CreatedAt), shop.FormatTime(m.UpdatedAt), base.NullID(m.PaymentID)}, err
}

// encodeNote encodes the part of a message's content that does not come from an order.
func encodeNote(m *message.Message) (string, error) {
	var content any
	switch {
	case m.Note != nil:
		content = m.Note
	case m.Withdrawal != nil:
		content = m.Withdrawal
	case m.Payment != nil:
		content = m.Payment
	case m.Report != nil:
		content = m.Report
	case m.Dispatched != nil:
		content = m.Dispatched
	default:
		return "", nil
	}
	text, err := json.Marshal(content)
	return string(text), err
}

func decodeNote(m *message.Message, note string) error {
	switch {
	case m.Kind == message.KindWithdrawal:
		return json.Unmarshal([]byte(note), &m.Withdrawal)
	case m.Kind.AboutPayment():
		return json.Unmarshal([]byte(note), &m.Payment)
	case m.Kind == message.KindReport:
		return json.Unmarshal([]byte(note), &m.Report)
	case m.Kind == message.KindDispatched:
		return json.Unmarshal([]byte(note), &m.Dispatched)
	}
	return json.Unmarshal([]byte(note), &m.Note)
}
