package store

import (
	"context"
	"database/sql"

	"kontor/internal/database"
	"kontor/internal/shop/order"
)

// CheckDocuments reads all documents in the order of their chain, with their contents.
func (db *DB) CheckDocuments(ctx context.Context) (check order.ChainCheck, err error) {
	err = db.view(ctx, func(t *tx) error {
		check = order.ChainCheck{}
		return t.Rows(`SELECT `+filedColumns+`, snapshot, pdf, xml, CASE WHEN geleert_at IS NULL THEN 0 ELSE 1 END FROM dokumente ORDER BY id`, nil,
			func(rows *sql.Rows) error {
				var c order.Content
				var emptied bool
				f, err := scanFiled(rows, &c.Snapshot, &c.PDF, &c.XML, database.Truth(&emptied))
				if err != nil {
					return err
				}
				return check.Add(&f, c, emptied)
			})
	})
	return check, err
}
