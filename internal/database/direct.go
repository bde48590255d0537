package database

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"fmt"
)

// direct is a [runner] on one connection. It hands statements without rows to the driver
// itself, since database/sql spends as long on the arguments of an INSERT as SQLite does
// on its row. It is not safe for concurrent use.
type direct struct {
	prepared // for queries
	conn     *sql.Conn
	byText   map[string]driver.StmtExecContext
	values   []driver.NamedValue // of the latest statement
}

func newDirect(conn *sql.Conn) *direct {
	return &direct{
		prepared: prepared{statements: newStatements(conn.PrepareContext)}, conn: conn,
		byText: make(map[string]driver.StmtExecContext),
	}
}

func (d *direct) ExecContext(ctx context.Context, query string, args ...any) (result sql.Result, err error) {
	if err := d.convert(args); err != nil {
		return nil, err
	}
	err = d.conn.Raw(func(conn any) error {
		stmt, ok := d.byText[query]
		if !ok {
			made, err := conn.(driver.ConnPrepareContext).PrepareContext(ctx, anonymous(query))
			if err != nil {
				return fmt.Errorf("prepare: %w", err)
			}
			stmt = made.(driver.StmtExecContext)
			d.byText[query] = stmt
		}
		result, err = stmt.ExecContext(ctx, d.values)
		return err
	})
	return result, err
}

// convert sets values to what the driver takes for the arguments.
func (d *direct) convert(args []any) (err error) {
	d.values = d.values[:0]
	for i, arg := range args {
		value := driver.NamedValue{Ordinal: i + 1}
		switch arg := arg.(type) {
		case string, int64, float64:
			value.Value = arg
		default:
			if value.Value, err = driver.DefaultParameterConverter.ConvertValue(arg); err != nil {
				return fmt.Errorf("argument %d: %w", i+1, err)
			}
		}
		d.values = append(d.values, value)
	}
	return nil
}

// close closes the connection, and before that its statements, which would keep it alive.
func (d *direct) close() {
	d.statements.close()
	d.conn.Raw(func(any) error {
		for _, stmt := range d.byText {
			stmt.(driver.Stmt).Close()
		}
		return nil
	})
	d.conn.Close()
}
