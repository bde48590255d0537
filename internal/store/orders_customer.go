package store

import (
	"context"
	"database/sql"
	"math"
	"time"

	"kontor/internal/shop/account"
	"kontor/internal/store/accounts"
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
	return page, t.addItems(page.Orders)
}
