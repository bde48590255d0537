package accounts

import (
	"context"
	"database/sql"

	"kontor/internal/shop"
	"kontor/internal/shop/account"
)

// recordErased keeps on record that an account was erased: a copy from before still has
// it.
func (t *tx) recordErased(e account.Erased) error {
	_, err := t.Exec(`INSERT INTO loeschungen (kunde_id, zeit) VALUES ($1, $2) ON CONFLICT (kunde_id) DO NOTHING`,
		e.CustomerID, shop.FormatTime(e.At))
	return err
}

// ErasedAccounts returns the name of the shop, empty if it has none yet, and all accounts
// that were ever erased.
func (db *Accounts) ErasedAccounts(ctx context.Context) (shopID string, all []account.Erased, err error) {
	err = db.engine.View(ctx, func(t *tx) error {
		all = nil
		if err := t.Row(`SELECT coalesce(max(shop_id), '') FROM betrieb`, nil, &shopID); err != nil {
			return err
		}
		return t.Rows(`SELECT kunde_id, zeit FROM loeschungen ORDER BY kunde_id`, nil, func(rows *sql.Rows) error {
			var e account.Erased
			var at string
			err := rows.Scan(&e.CustomerID, &at)
			if err == nil {
				e.At, err = shop.ParseTime(at)
			}
			all = append(all, e)
			return err
		})
	})
	return shopID, all, err
}

// Erased receives a value after accounts were erased.
func (db *Accounts) Erased() <-chan struct{} { return db.erased }

func (db *Accounts) noteErased(err error) {
	if err != nil {
		return
	}
	select {
	case db.erased <- struct{}{}:
	default: // nobody has read the earlier one
	}
}
