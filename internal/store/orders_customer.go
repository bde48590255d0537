package store

import (
	"context"
	"database/sql"
	"errors"
	"math"
	"time"

	"kontor/internal/shop/account"
	"kontor/internal/shop/order"
	"kontor/internal/store/accounts"
	"kontor/internal/store/base"
)

// CustomerOrders returns one page of the orders that the customer placed while signed
// in, newest first, with ids below before; 0 for the first page. An e-mail address does
// not make an order a customer's.
//
// Errors: account.ErrNotSignedIn.
func (db *DB) CustomerOrders(ctx context.Context, key account.SessionKey, at time.Time, before int64, limit int) (page account.CustomerPage, err error) {
	err = db.view(ctx, func(t *tx) error {
		session, err := accounts.SessionIn(t.Tx, key, at)
		if err != nil {
			return err
		}
		page, err = t.ordersOf(session.CustomerID, before, limit)
		return err
	})
	return page, err
}

func (t *tx) ordersOf(customer, before int64, limit int) (page account.CustomerPage, err error) {
	if before == 0 {
		before = math.MaxInt64
	}
	err = t.Rows(`SELECT `+orderColumns+` FROM orders o WHERE o.kunde_id = $1 AND o.id < $2 ORDER BY o.id DESC LIMIT $3`,
		[]any{customer, before, limit + 1}, func(rows *sql.Rows) error {
			o, err := scanOrder(rows.Scan)
			page.Orders = append(page.Orders, o)
			return err
		})
	if err != nil {
		return page, err
	}
	if len(page.Orders) > limit {
		page.Orders = page.Orders[:limit]
		page.Next = page.Orders[limit-1].ID
	}
	if err := t.addItems(page.Orders); err != nil || len(page.Orders) == 0 {
		return page, err
	}
	page.Documents, err = t.documentsOf(page.Orders)
	return page, err
}

// documentsOf returns the documents of orders, newest first, without their contents.
func (t *tx) documentsOf(orders []order.Order) (map[int64][]order.Filed, error) {
	found, ids := make(map[int64][]order.Filed), make([]any, len(orders))
	for i := range orders {
		ids[i] = orders[i].ID
	}
	query := `SELECT ` + filedColumns + ` FROM dokumente WHERE order_id IN ` + base.ValueLists(1, len(ids)) + ` AND geleert_at IS NULL ORDER BY id`
	return found, t.Rows(query, ids, func(rows *sql.Rows) error {
		f, err := scanFiled(rows)
		found[f.OrderID] = append(found[f.OrderID], f)
		return err
	})
}

// CustomerInvoiced returns the id of the customer's order to which a document belongs.
//
// Errors: account.ErrNotSignedIn, order.ErrInvoiceNotFound for another customer's too.
func (db *DB) CustomerInvoiced(ctx context.Context, key account.SessionKey, at time.Time, number string) (id int64, err error) {
	err = db.view(ctx, func(t *tx) error {
		session, err := accounts.SessionIn(t.Tx, key, at)
		if err != nil {
			return err
		}
		err = t.Row(`SELECT o.id FROM dokumente d JOIN orders o ON o.id = d.order_id WHERE d.nummer = $1 AND o.kunde_id = $2`,
			[]any{number, session.CustomerID}, &id)
		if errors.Is(err, sql.ErrNoRows) {
			err = order.ErrInvoiceNotFound
		}
		return err
	})
	return id, err
}
