package store

import (
	"context"
	"database/sql"
	"fmt"
	"strings"
)

// tx is a transaction, or a savepoint in one.
type tx struct {
	ctx     context.Context
	run     runner
	dialect dialect
	derived *derived // what the transaction adds to it; nil when reading
	earlier *derived // what others in the batch add, not written yet; nil: there are none

	slot     int       // of the counters that the transaction adds to
	pipeline *pipeline // what waits to be sent; nil: each statement runs at once
}

// runner runs statements by their text within a transaction.
type runner interface {
	ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error)
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
}

// exec runs a statement and returns how many rows it changed.
func (t *tx) exec(query string, args ...any) (int64, error) {
	if t.pipeline != nil {
		return t.pipeline.exec(t.ctx, query, args)
	}
	result, err := t.run.ExecContext(t.ctx, query, args...)
	if err != nil {
		return 0, fmt.Errorf("exec %.60q: %w", query, err)
	}
	return result.RowsAffected()
}

// insert runs an INSERT of one row and returns the id that the row got.
func (t *tx) insert(query string, args ...any) (id int64, err error) {
	if t.dialect.returningID != "" {
		err = t.row(query+t.dialect.returningID, args, &id)
		return id, err
	}
	result, err := t.run.ExecContext(t.ctx, query, args...)
	if err != nil {
		return 0, fmt.Errorf("insert %.60q: %w", query, err)
	}
	return result.LastInsertId()
}

// row runs a query of one row and scans it into dest; sql.ErrNoRows when there
// is none.
func (t *tx) row(query string, args []any, dest ...any) error {
	found := false
	err := t.rows(query, args, func(rows *sql.Rows) error {
		found = true
		return rows.Scan(dest...)
	})
	if err == nil && !found {
		return fmt.Errorf("query %.60q: %w", query, sql.ErrNoRows)
	}
	return err
}

// rows runs a query and calls scan for each of its rows.
func (t *tx) rows(query string, args []any, scan func(*sql.Rows) error) error {
	if err := t.send(); err != nil {
		return err
	}
	rows, err := t.run.QueryContext(t.ctx, query, args...)
	if err != nil {
		return fmt.Errorf("query %.60q: %w", query, err)
	}
	defer rows.Close()
	for rows.Next() {
		if err := scan(rows); err != nil {
			return fmt.Errorf("query %.60q: %w", query, err)
		}
	}
	if err := rows.Err(); err != nil {
		return fmt.Errorf("query %.60q: %w", query, err)
	}
	return nil
}

// confirm makes the commit wait until the standbys have all that the transaction
// has read, so that it can be told as stored. A row may be on the primary alone:
// after a crash, or when somebody ended the COMMIT that waited for the standbys.
func (t *tx) confirm() error {
	if t.dialect.confirm == "" {
		return nil
	}
	return t.later(t.dialect.confirm)
}

// lock waits until no other transaction holds the key, before the next answer
// comes, and holds it until the end of this one. Whoever takes several takes
// them in the order of the code that asks: idempotency key or order, coupon and
// person, address of a message, coupon; customer, identity.
func (t *tx) lock(parts ...string) error {
	if t.dialect.lockKey == "" {
		return nil
	}
	return t.later(t.dialect.lockKey, strings.Join(parts, "\x1f"))
}
