package database

import (
	"context"
	"database/sql"
	"fmt"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"
)

// mover copies from a snapshot of SQLite in a transaction of PostgreSQL.
type mover struct {
	ctx    context.Context
	from   *Tx
	to     pgx.Tx
	remade Remade
	report func(Moved)
}

// table is a table that both databases have with the same columns.
type table struct {
	name    string
	columns []string
	refers  []string // to these tables
}

func (t table) quoted() string { return pgx.Identifier{t.name}.Sanitize() }

// quotedColumns returns the columns as both engines understand them.
func (t table) quotedColumns() string {
	quoted := make([]string, len(t.columns))
	for i, column := range t.columns {
		quoted[i] = pgx.Identifier{column}.Sanitize()
	}
	return strings.Join(quoted, ", ")
}

func (m *mover) run() error {
	tables, err := m.tables()
	if err != nil {
		return err
	}
	if err := m.checkEmpty(tables); err != nil {
		return err
	}
	for _, t := range tables {
		if err := m.copy(t); err != nil {
			return fmt.Errorf("%s: %w", t.name, err)
		}
	}
	if err := m.remake(); err != nil {
		return fmt.Errorf("%s: %w", m.remade.Table, err)
	}
	// The copy is the shop from now on, and has not moved.
	if _, err := m.to.Exec(m.ctx, `UPDATE betrieb SET umzug = NULL`); err != nil {
		return err
	}
	return m.continueIDs()
}

// tables returns the shop's tables, each after those that it refers to. Any difference
// between the two databases ends the move: a forgotten column must not be left behind.
func (m *mover) tables() ([]table, error) {
	source, err := sharedTables(m.from, m.remade.Table)
	if err != nil {
		return nil, err
	}
	rows, err := m.to.Query(m.ctx, columnsSQL, migrationsTable, m.remade.Table)
	if err != nil {
		return nil, err
	}
	there, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		return nil, err
	}
	return source, compareColumns(source, there)
}

// columnsSQL returns the columns of PostgreSQL's tables, except two.
const columnsSQL = `SELECT table_name || '.' || column_name FROM information_schema.columns
	WHERE table_schema = current_schema() AND table_name NOT IN ($1, $2)`

// sharedTables returns the tables of a SQLite database that PostgreSQL has as well, each
// after those that it refers to: all but the remade one.
func sharedTables(lite *Tx, remade string) ([]table, error) {
	var virtual []string
	err := lite.Rows(`SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'virtual'`, nil, collect(&virtual))
	if err != nil {
		return nil, err
	}
	if !slices.Equal(virtual, []string{remade}) {
		return nil, fmt.Errorf("store: the virtual tables %v cannot be moved", virtual)
	}
	var all []table
	err = lite.Rows(`SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table'
		AND name NOT LIKE 'sqlite\_%' ESCAPE '\' AND name <> $1 ORDER BY name`, []any{migrationsTable},
		func(rows *sql.Rows) error {
			var t table
			err := rows.Scan(&t.name)
			all = append(all, t)
			return err
		})
	if err != nil {
		return nil, err
	}
	for i := range all {
		if err := all[i].describe(lite); err != nil {
			return nil, err
		}
	}
	return sortByReference(all)
}

func (t *table) describe(lite *Tx) error {
	err := lite.Rows(`SELECT name FROM pragma_table_xinfo($1) ORDER BY name`, []any{t.name}, collect(&t.columns))
	if err != nil {
		return err
	}
	return lite.Rows(`SELECT DISTINCT "table" FROM pragma_foreign_key_list($1)`, []any{t.name}, collect(&t.refers))
}

// compareColumns refuses databases whose columns differ.
func compareColumns(tables []table, there []string) error {
	var here []string
	for _, t := range tables {
		for _, column := range t.columns {
			here = append(here, t.name+"."+column)
		}
	}
	if odd := slices.Concat(without(here, there), without(there, here)); len(odd) > 0 {
		return fmt.Errorf("nicht in beiden Datenbanken: %s", strings.Join(odd, ", "))
	}
	return nil
}

// without returns the elements of all that are not in others.
func without(all, others []string) (rest []string) {
	for _, element := range all {
		if !slices.Contains(others, element) {
			rest = append(rest, element)
		}
	}
	return rest
}

// sortByReference puts each table after those that it refers to.
func sortByReference(all []table) (sorted []table, err error) {
	done := make(map[string]bool)
	for len(sorted) < len(all) {
		before := len(sorted)
		for _, t := range all {
			waits := slices.ContainsFunc(t.refers, func(other string) bool { return other != t.name && !done[other] })
			if !done[t.name] && !waits {
				sorted, done[t.name] = append(sorted, t), true
			}
		}
		if len(sorted) == before {
			return nil, fmt.Errorf("store: tables refer to each other in a circle")
		}
	}
	return sorted, nil
}

// checkEmpty locks everybody else out, and refuses a database that has rows. Whoever has
// started a shop on it has given it a name, which it loses.
func (m *mover) checkEmpty(tables []table) error {
	var full []string
	for _, t := range append(tables, table{name: m.remade.Table}) {
		if _, err := m.to.Exec(m.ctx, `LOCK TABLE `+t.quoted()+` IN ACCESS EXCLUSIVE MODE`); err != nil {
			return err
		}
		var rows bool
		if err := m.to.QueryRow(m.ctx, `SELECT EXISTS (SELECT 1 FROM `+t.quoted()+`)`).Scan(&rows); err != nil {
			return err
		}
		if rows && t.name != "betrieb" {
			full = append(full, t.name)
		}
	}
	if len(full) > 0 {
		return fmt.Errorf("die Datenbank ist nicht leer (%s); eine leere anlegen", strings.Join(full, ", "))
	}
	_, err := m.to.Exec(m.ctx, `DELETE FROM betrieb`)
	return err
}
