package database

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/stdlib"
)

// Scanner is a row of a result. Rows requested with [Tx.Ask] may come from pgx itself,
// which converts to fewer Go types than database/sql does.
type Scanner interface{ Scan(dest ...any) error }

// Truth scans a column of 0 or 1 on every driver.
func Truth(into *bool) sql.Scanner { return truth{into} }

type truth struct{ into *bool }

func (t truth) Scan(value any) error {
	n, ok := value.(int64)
	if !ok {
		return fmt.Errorf("%T is no 0 or 1", value)
	}
	*t.into = n != 0
	return nil
}

// Later runs a statement of which only success matters. Where each statement is a round
// trip, it waits for others to be sent with: it has run, or failed, by the time of the
// next result, and at the end of the transaction at the latest.
func (t *Tx) Later(query string, args ...any) error {
	if t.pipeline == nil {
		_, err := t.Exec(query, args...)
		return err
	}
	t.pipeline.add(query, args, nil)
	return nil
}

// Ask runs a query like [Tx.Later], and calls scan for each of its rows, at the latest
// in [Tx.Send].
func (t *Tx) Ask(query string, args []any, scan func(Scanner) error) error {
	if t.pipeline == nil {
		return t.Rows(query, args, func(rows *sql.Rows) error { return scan(rows) })
	}
	t.pipeline.add(query, args, scan)
	return nil
}

// InsertLater runs an INSERT of one row like [Tx.Later]. The row's id is set after
// [Tx.Send].
func (t *Tx) InsertLater(id *int64, query string, args ...any) (err error) {
	if t.pipeline == nil {
		*id, err = t.Insert(query, args...)
		return err
	}
	return t.Ask(query+t.Dialect.returningID, args, func(row Scanner) error { return row.Scan(id) })
}

// Send runs the waiting statements in order.
func (t *Tx) Send() error {
	if t.pipeline == nil {
		return nil
	}
	return t.pipeline.send(t.ctx)
}

// pipeline is a transaction on a connection to PostgreSQL whose statements share round
// trips. It begins with the first of them.
type pipeline struct {
	conn    *sql.Conn
	waiting []waiting
}

// waiting is a statement not yet sent.
type waiting struct {
	query string
	args  []any
	scan  func(Scanner) error // nil: no rows are expected
	rows  *int64              // receives the number of changed rows; nil: not needed
}

func newPipeline(conn *sql.Conn) *pipeline {
	return &pipeline{conn: conn, waiting: []waiting{{query: "begin"}}}
}

func (p *pipeline) add(query string, args []any, scan func(Scanner) error) {
	p.waiting = append(p.waiting, waiting{query: query, args: args, scan: scan})
}

// exec runs a statement with the waiting ones, and returns how many rows it changed.
func (p *pipeline) exec(ctx context.Context, query string, args []any) (rows int64, err error) {
	p.waiting = append(p.waiting, waiting{query: query, args: args, rows: &rows})
	err = p.send(ctx)
	return rows, err
}

func (p *pipeline) send(ctx context.Context) error {
	if len(p.waiting) == 0 {
		return nil
	}
	sent := p.waiting
	p.waiting = nil
	return p.raw(func(conn *pgx.Conn) error {
		batch := &pgx.Batch{}
		for _, w := range sent {
			batch.Queue(w.query, w.args...)
		}
		answers := conn.SendBatch(ctx, batch)
		for _, w := range sent {
			if err := w.read(answers); err != nil {
				answers.Close() // returns the same error
				return fmt.Errorf("send %.60q: %w", w.query, err)
			}
		}
		return answers.Close()
	})
}

func (w *waiting) read(answers pgx.BatchResults) error {
	if w.scan == nil {
		tag, err := answers.Exec()
		if w.rows != nil {
			*w.rows = tag.RowsAffected()
		}
		return err
	}
	rows, err := answers.Query()
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		if err := w.scan(rows); err != nil {
			return err
		}
	}
	return rows.Err()
}

// errUndone means that COMMIT was answered, but the transaction had failed before.
var errUndone = errors.New("store: COMMIT of a failed transaction")

// commit returns [ErrInDoubt] if there was no answer, or if the server did not wait for
// its standbys.
func (p *pipeline) commit(ctx context.Context) error {
	return p.raw(func(conn *pgx.Conn) error {
		notes := conn.PgConn().CustomData()
		delete(notes, warned)
		tag, err := conn.Exec(ctx, "commit")
		switch {
		case err == nil && notes[warned] != nil:
			return fmt.Errorf("%w: %v", ErrInDoubt, notes[warned])
		case err != nil && answered(err):
			return fmt.Errorf("store: commit: %w", err)
		case err != nil:
			return fmt.Errorf("%w: %w", ErrInDoubt, err)
		case tag.String() != "COMMIT":
			return errUndone
		}
		return nil
	})
}

// warned is the key under which a connection keeps its server's latest warning.
const warned = "kontor warned"

// noteWarning stores a plain warning. There is one at COMMIT: that somebody has ended
// the wait for the standbys, so that only the primary has the commit.
func noteWarning(conn *pgconn.PgConn, n *pgconn.Notice) {
	if n.Code == "01000" {
		conn.CustomData()[warned] = n.Message
	}
}

// undo leaves the connection without a transaction, or discards it.
func (p *pipeline) undo() {
	ctx, cancel := context.WithTimeout(context.Background(), connectTimeout)
	defer cancel()
	p.raw(func(conn *pgx.Conn) error {
		if conn.PgConn().TxStatus() == 'I' {
			return nil
		}
		if _, err := conn.Exec(ctx, "rollback"); err != nil {
			return driver.ErrBadConn // the pool closes it
		}
		return nil
	})
}

func (p *pipeline) raw(use func(*pgx.Conn) error) error {
	return p.conn.Raw(func(conn any) error { return use(conn.(*stdlib.Conn).Conn()) })
}
