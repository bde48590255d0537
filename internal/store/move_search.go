package store

import (
	"fmt"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"

	"kontor/internal/shop/order"
)

// copySearch makes the words of all orders anew, since SQLite keeps only an
// index of them, and compares what PostgreSQL then holds.
func (m *mover) copySearch() error {
	var made checksum
	for after := int64(0); ; {
		orders, err := m.from.storedAfter(after)
		if err == nil {
			err = m.from.addItems(orders)
		}
		if err != nil {
			return err
		}
		if len(orders) == 0 {
			break
		}
		batch := &pgx.Batch{}
		for _, o := range orders {
			words := o.SearchWords()
			batch.Queue(postgresDialect.insertSearch, o.ID, strings.Join(words, " "))
			if err := made.addWords(o, words); err != nil {
				return err
			}
		}
		if err := m.to.SendBatch(m.ctx, batch).Close(); err != nil {
			return err
		}
		after = orders[len(orders)-1].ID
	}
	kept, err := m.sum(`SELECT order_id, array_to_string(tsvector_to_array(woerter), ' ') FROM ` + searchTable)
	if err != nil {
		return err
	}
	return m.settle(searchTable, made, kept)
}

// addWords adds a row as a tsvector shows it: in the order of bytes.
func (s *checksum) addWords(o order.Order, words []string) error {
	slices.Sort(words)
	return s.add([]any{o.ID, strings.Join(words, " ")})
}

// continueIDs lets ids go on above the highest that was ever given, also when its
// row is gone.
func (m *mover) continueIDs() error {
	rows, err := m.to.Query(m.ctx, `SELECT table_name, column_name FROM information_schema.columns
		WHERE table_schema = current_schema() AND is_identity = 'YES' ORDER BY table_name`)
	if err != nil {
		return err
	}
	type identity struct{ Table, Column string }
	all, err := pgx.CollectRows(rows, pgx.RowToStructByPos[identity])
	if err != nil {
		return err
	}
	for _, id := range all {
		var given, highest int64
		table, column := pgx.Identifier{id.Table}.Sanitize(), pgx.Identifier{id.Column}.Sanitize()
		err := m.from.row(`SELECT (SELECT coalesce(max(seq), 0) FROM sqlite_sequence WHERE name = $1),
			(SELECT coalesce(max(`+column+`), 0) FROM `+table+`)`, []any{id.Table}, &given, &highest)
		if err != nil {
			return err
		}
		// Unlike setval, this is undone with the transaction.
		_, err = m.to.Exec(m.ctx, fmt.Sprintf(`ALTER TABLE %s ALTER COLUMN %s RESTART WITH %d`, table, column, max(given, highest)+1))
		if err != nil {
			return err
		}
	}
	return nil
}
