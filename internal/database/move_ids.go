package database

import (
	"fmt"

	"github.com/jackc/pgx/v5"
)

// continueIDs makes ids continue above the highest ever issued, even if its row is
// gone.
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
		err := m.from.Row(`SELECT (SELECT coalesce(max(seq), 0) FROM sqlite_sequence WHERE name = $1),
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
