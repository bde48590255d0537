package store

import (
	"context"
	"database/sql"
	"fmt"
	"sync"
)

// tx is a transaction, or a savepoint in one, with the statements prepared on
// its connection.
type tx struct {
	ctx      context.Context
	prepared *statements
	within   *sql.Tx // nil when the connection itself is in the transaction
	dialect  dialect
	derived  *derived // what the transaction adds to it; nil when reading
}

func (t *tx) statement(query string) (*sql.Stmt, error) {
	stmt, err := t.prepared.get(t.ctx, query)
	if err != nil {
		return nil, fmt.Errorf("prepare %.60q: %w", query, err)
	}
	if t.within != nil {
		stmt = t.within.StmtContext(t.ctx, stmt)
	}
	return stmt, nil
}

// exec runs a statement and returns how many rows it changed.
func (t *tx) exec(query string, args ...any) (int64, error) {
	stmt, err := t.statement(query)
	if err != nil {
		return 0, err
	}
	result, err := stmt.ExecContext(t.ctx, args...)
	if err != nil {
		return 0, fmt.Errorf("exec %.60q: %w", query, err)
	}
	return result.RowsAffected()
}

// row runs a query of one row and scans it into dest; sql.ErrNoRows when there
// is none.
func (t *tx) row(query string, args []any, dest ...any) error {
	stmt, err := t.statement(query)
	if err != nil {
		return err
	}
	if err := stmt.QueryRowContext(t.ctx, args...).Scan(dest...); err != nil {
		return fmt.Errorf("query %.60q: %w", query, err)
	}
	return nil
}

// rows runs a query and calls scan for each of its rows.
func (t *tx) rows(query string, args []any, scan func(*sql.Rows) error) error {
	stmt, err := t.statement(query)
	if err != nil {
		return err
	}
	rows, err := stmt.QueryContext(t.ctx, args...)
	if err != nil {
		return fmt.Errorf("query %.60q: %w", query, err)
	}
	defer rows.Close()
	for rows.Next() {
		if err := scan(rows); err != nil {
			return err
		}
	}
	return rows.Err()
}

// statements prepares each text once and keeps it, since preparing costs more
// than most statements here.
type statements struct {
	prepare func(context.Context, string) (*sql.Stmt, error)
	mu      sync.Mutex
	byText  map[string]*sql.Stmt
}

func newStatements(prepare func(context.Context, string) (*sql.Stmt, error)) *statements {
	return &statements{prepare: prepare, byText: make(map[string]*sql.Stmt)}
}

func (s *statements) get(ctx context.Context, query string) (*sql.Stmt, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if stmt, ok := s.byText[query]; ok {
		return stmt, nil
	}
	stmt, err := s.prepare(ctx, query)
	if err != nil {
		return nil, err
	}
	s.byText[query] = stmt
	return stmt, nil
}

// close frees the statements. Those of a single connection must be freed before
// it is closed: SQLite keeps a connection alive for them.
func (s *statements) close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, stmt := range s.byText {
		stmt.Close()
	}
	clear(s.byText)
}
