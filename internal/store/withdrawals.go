package store

import (
	"context"
	"database/sql"
	"errors"

	"kontor/internal/database"
	"kontor/internal/shop"
	"kontor/internal/shop/message"
	"kontor/internal/shop/order"
	"kontor/internal/shop/withdrawal"
	"kontor/internal/store/messages"
)

const withdrawalColumns = `w.id, w.schluessel, w.created_at, w.name, w.email, w.vertrag, w.grund, w.sprache,
	coalesce(w.order_id, 0), coalesce((SELECT bestellnummer FROM orders WHERE orders.id = w.order_id), ''),
	coalesce((SELECT status FROM orders WHERE orders.id = w.order_id), '')`

func scanWithdrawal(row database.Scanner) (w withdrawal.Withdrawal, err error) {
	var at string
	err = row.Scan(&w.ID, &w.Key, &at, &w.Name, &w.Email, &w.Contract, &w.Reason, &w.Language, &w.OrderID, &w.OrderNumber, &w.OrderStatus)
	if err == nil {
		w.At, err = shop.ParseTime(at)
	}
	return w, err
}

func (t *tx) withdrawals(where string, args ...any) (found []withdrawal.Withdrawal, err error) {
	err = t.Rows(`SELECT `+withdrawalColumns+` FROM widerrufe w `+where, args, func(rows *sql.Rows) error {
		w, err := scanWithdrawal(rows)
		found = append(found, w)
		return err
	})
	return found, err
}

// AddWithdrawal stores a withdrawal, with the order that it is about, and the resulting
// messages, within the limit of the customer's address. A repeated key returns the
// stored withdrawal, and owes no messages.
func (db *DB) AddWithdrawal(_ context.Context, w withdrawal.Withdrawal, letters []message.Message, mails message.MailLimit) (added withdrawal.Withdrawal, owed []message.Message, err error) {
	err = db.orders.Repeatable(func(t *tx) error {
		added, owed, err = t.addWithdrawal(w, letters, mails)
		return err
	})
	return added, owed, err
}

func (t *tx) addWithdrawal(w withdrawal.Withdrawal, letters []message.Message, mails message.MailLimit) (withdrawal.Withdrawal, []message.Message, error) {
	n, err := t.Exec(`INSERT INTO widerrufe (schluessel, created_at, name, email, vertrag, grund, sprache)
		VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (schluessel) DO NOTHING`,
		w.Key, shop.FormatTime(w.At), w.Name, w.Email, w.Contract, w.Reason, w.Language)
	if err != nil {
		return w, nil, err
	}
	stored, err := t.withdrawals(`WHERE w.schluessel = $1`, w.Key)
	if err != nil || n == 0 {
		return first(stored), nil, err
	}
	w = first(stored)
	order, err := t.withdrawn(&w)
	if err != nil {
		return w, nil, err
	}
	if order != nil {
		w.OrderID, w.OrderNumber, w.OrderStatus = order.ID, order.Number, order.Status
		if _, err := t.Exec(`UPDATE widerrufe SET order_id = $1 WHERE id = $2`, order.ID, w.ID); err != nil {
			return w, nil, err
		}
	}
	for i := range letters {
		if letters[i].Withdrawal != nil {
			letters[i].Withdrawal = w.Withdrawn()
		}
	}
	var to messages.Addressee
	if err := errors.Join(t.AskMails(w.Email, w.At, mails, &to), t.Send()); err != nil {
		return w, nil, err
	}
	owed, err := t.Owe(letters, order, &to)
	return w, owed, err
}

// withdrawn returns the order that a withdrawal is about, nil if the shop knows none.
func (t *tx) withdrawn(w *withdrawal.Withdrawal) (*order.Order, error) {
	var id int64
	err := t.Row(`SELECT id FROM orders WHERE bestellnummer = $1`, []any{w.Number()}, &id)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	order, err := t.order(id)
	if err != nil || !w.Means(&order) {
		return nil, err
	}
	return &order, nil
}

func first(found []withdrawal.Withdrawal) withdrawal.Withdrawal {
	if len(found) == 0 {
		return withdrawal.Withdrawal{}
	}
	return found[0]
}

// Withdrawal returns one withdrawal, or withdrawal.ErrNotFound.
func (db *DB) Withdrawal(ctx context.Context, id int64) (w withdrawal.Withdrawal, err error) {
	err = db.view(ctx, func(t *tx) error {
		found, err := t.withdrawals(`WHERE w.id = $1`, id)
		if err == nil && len(found) == 0 {
			return withdrawal.ErrNotFound
		}
		w = first(found)
		return err
	})
	return w, err
}

// Withdrawals returns at most limit withdrawals, newest first, with ids below before;
// 0: from the newest.
func (db *DB) Withdrawals(ctx context.Context, before int64, limit int) (found []withdrawal.Withdrawal, err error) {
	err = db.view(ctx, func(t *tx) error {
		if before == 0 {
			found, err = t.withdrawals(`ORDER BY w.id DESC LIMIT $1`, limit)
		} else {
			found, err = t.withdrawals(`WHERE w.id < $1 ORDER BY w.id DESC LIMIT $2`, before, limit)
		}
		return err
	})
	return found, err
}
