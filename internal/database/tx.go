package database

import (
	"context"
	"database/sql"
	"fmt"
	"strings"
)

// Tx is a transaction, or a savepoint in one.
type Tx struct {
	Dialect  *Dialect
	Gathered Gathered // written before COMMIT; nil when reading
	Earlier  Gathered // gathered by others in the batch; nil: there are none
	Turn     uint32   // differs between simultaneous writes; 0 where one runs at a time

	ctx      context.Context
	run      runner
	pipeline *pipeline // statements to be sent; nil: each runs at once
}

// Gathered accumulates rows to be written once, before COMMIT; on SQLite, for all
// members of a batch.
type Gathered interface {
	// Join adds what a member of the batch has gathered.
	Join(member Gathered)
	// Write writes everything gathered.
	Write(*Tx) error
	// Committed is called once everything is committed, before anybody learns of it.
	Committed()
}

// runner runs statements by their text within a transaction.
type runner interface {
	ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error)
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
}

// Exec runs a statement and returns how many rows it changed.
func (t *Tx) Exec(query string, args ...any) (int64, error) {
	if t.pipeline != nil {
		return t.pipeline.exec(t.ctx, query, args)
	}
	result, err := t.run.ExecContext(t.ctx, query, args...)
	if err != nil {
		return 0, fmt.Errorf("exec %.60q: %w", query, err)
	}
	return result.RowsAffected()
}

// QueryContext returns the rows of a query, as database/sql does, which the caller closes.
func (t *Tx) QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error) {
	return t.run.QueryContext(ctx, query, args...)
}

// Insert runs an INSERT of one row and returns the row's id.
func (t *Tx) Insert(query string, args ...any) (id int64, err error) {
	if t.Dialect.returningID != "" {
		err = t.Row(query+t.Dialect.returningID, args, &id)
		return id, err
	}
	result, err := t.run.ExecContext(t.ctx, query, args...)
	if err != nil {
		return 0, fmt.Errorf("insert %.60q: %w", query, err)
	}
	return result.LastInsertId()
}

// Row runs a query of one row and scans it into dest; sql.ErrNoRows if there is none.
func (t *Tx) Row(query string, args []any, dest ...any) error {
	found := false
	err := t.Rows(query, args, func(rows *sql.Rows) error {
		found = true
		return rows.Scan(dest...)
	})
	if err == nil && !found {
		return fmt.Errorf("query %.60q: %w", query, sql.ErrNoRows)
	}
	return err
}

// Rows runs a query and calls scan for each of its rows.
func (t *Tx) Rows(query string, args []any, scan func(*sql.Rows) error) error {
	if err := t.Send(); err != nil {
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

// Confirm makes the commit wait until the standbys have everything that the transaction
// has read, so that it can be reported as stored. A row may be on the primary alone:
// after a crash, or if somebody ended the COMMIT that waited for the standbys.
func (t *Tx) Confirm() error {
	if t.Dialect.Confirm == "" {
		return nil
	}
	return t.Later(t.Dialect.Confirm)
}

// Lock waits until no other transaction holds the key, before the next result arrives,
// and holds it until the end of this one. Several locks must always be taken
// in the same order.
func (t *Tx) Lock(parts ...string) error {
	if t.Dialect.LockKey == "" {
		return nil
	}
	return t.Later(t.Dialect.LockKey, strings.Join(parts, "\x1f"))
}
