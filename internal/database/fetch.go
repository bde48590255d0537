package database

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5"
)

// ErrCopying means that another instance is copying the same server.
var ErrCopying = errors.New("eine andere Instanz sichert gerade diese Datenbank")

// fetcher copies from one snapshot of PostgreSQL to a SQLite file of the same schema:
// a move, reversed.
type fetcher struct {
	ctx    context.Context
	from   *Tx // of PostgreSQL
	to     *Tx // of SQLite
	remade Remade
}

// fetch fills a SQLite file from one snapshot of the server.
func (o *Original) fetch(ctx context.Context, path string, remade Remade) error {
	if o.Version > o.schema.Version {
		return fmt.Errorf("die Datenbank hat Schema %d, dieses Programm kennt nur %d: mit der neueren Version von Kontor sichern", o.Version, o.schema.Version)
	}
	// Whatever happens to the file while it is made, it is made anew.
	file, err := sql.Open("sqlite", dsn(path, "foreign_keys(0)", "synchronous(OFF)", "journal_mode(OFF)", "temp_store(MEMORY)"))
	if err != nil {
		return err
	}
	defer file.Close()
	file.SetMaxOpenConns(1)
	if err := o.schema.Migrate(ctx, file, SQLite, o.Version); err != nil {
		return err
	}
	snapshot, err := o.begin(ctx)
	if err != nil {
		return err
	}
	defer snapshot.Rollback() // releases the lock
	from := &Tx{ctx: ctx, run: snapshot, Dialect: PostgreSQL}
	var alone bool
	if err := from.Row(`SELECT pg_try_advisory_xact_lock(hashtextextended('kontor backup', 0))`, nil, &alone); err != nil {
		return err
	}
	if !alone {
		return ErrCopying
	}
	within, err := file.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer within.Rollback() // no effect after a commit
	f := &fetcher{ctx: ctx, from: from, to: &Tx{ctx: ctx, run: within, Dialect: SQLite}, remade: remade}
	if err := f.run(); err != nil {
		return err
	}
	if err := errors.Join(within.Commit(), file.Close()); err != nil {
		return fmt.Errorf("store: keep the copy: %w", err)
	}
	return syncFile(path)
}

func (f *fetcher) run() error {
	tables, err := sharedTables(f.to, f.remade.Table)
	if err != nil {
		return err
	}
	var there []string
	if err := f.from.Rows(columnsSQL, []any{migrationsTable, f.remade.Table}, collect(&there)); err != nil {
		return err
	}
	if err := compareColumns(tables, there); err != nil {
		return err
	}
	for _, t := range tables {
		if err := f.copy(t); err != nil {
			return fmt.Errorf("%s: %w", t.name, err)
		}
	}
	if err := f.remake(); err != nil {
		return fmt.Errorf("%s: %w", f.remade.Table, err)
	}
	return f.continueIDs()
}

// copy copies a table and compares the result in SQLite.
func (f *fetcher) copy(t table) error {
	columns := t.quotedColumns()
	query := `SELECT ` + columns + ` FROM ` + t.quoted()
	places := strings.TrimSuffix(strings.Repeat("?, ", len(t.columns)), ", ")
	insert, err := f.to.run.(*sql.Tx).PrepareContext(f.ctx, `INSERT INTO `+t.quoted()+` (`+columns+`) VALUES (`+places+`)`)
	if err != nil {
		return err
	}
	defer insert.Close()
	var original, copied checksum
	err = f.from.rowsOf(query, len(t.columns), func(row []any) error {
		if err := original.add(row); err != nil {
			return err
		}
		_, err := insert.ExecContext(f.ctx, row...)
		return err
	})
	if err != nil {
		return err
	}
	if err := f.to.rowsOf(query, len(t.columns), copied.add); err != nil {
		return err
	}
	if original != copied {
		return fmt.Errorf("%w (%d Zeilen, kopiert %d)", errDiffers, original.rows, copied.rows)
	}
	return nil
}

// rowsOf calls use with the values of each row, which are its own.
func (t *Tx) rowsOf(query string, columns int, use func([]any) error) error {
	return t.Rows(query, nil, func(rows *sql.Rows) error {
		values, places := make([]any, columns), make([]any, columns)
		for i := range values {
			places[i] = &values[i]
		}
		if err := rows.Scan(places...); err != nil {
			return err
		}
		return use(values)
	})
}

// remake fills SQLite's index from the copied rows.
func (f *fetcher) remake() error {
	return f.remade.Make(f.to, func(part []RemadeRow) error {
		for _, r := range part {
			if _, err := f.to.Exec(f.remade.InsertSQLite, r.Args...); err != nil {
				return err
			}
		}
		return nil
	})
}

// continueIDs makes ids continue above the highest ever issued, even if its row is
// gone. Sequences are not part of the snapshot, so they are at least as high as in it.
func (f *fetcher) continueIDs() error {
	var counting []string
	err := f.to.Rows(`SELECT name FROM sqlite_schema WHERE type = 'table' AND sql LIKE '%AUTOINCREMENT%'`, nil, collect(&counting))
	if err != nil {
		return err
	}
	for _, name := range counting {
		var given int64
		sequence := pgx.Identifier{name + "_id_seq"}.Sanitize()
		if err := f.from.Row(`SELECT CASE WHEN is_called THEN last_value ELSE 0 END FROM `+sequence, nil, &given); err != nil {
			return err
		}
		if _, err := f.to.Exec(`DELETE FROM sqlite_sequence WHERE name = $1`, name); err != nil {
			return err
		}
		if _, err := f.to.Exec(`INSERT INTO sqlite_sequence (name, seq) VALUES ($1, $2)`, name, given); err != nil {
			return err
		}
	}
	return nil
}
