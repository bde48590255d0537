package database

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// OpenReader opens the database for reading, even while a process serves it. It
// does not change a SQLite database, so one older than this program is an error that
// names the remedy.
func OpenReader(ctx context.Context, o Options) (*DB, error) {
	if o.URL != "" {
		return openPostgres(ctx, o)
	}
	path, err := filepath.Abs(filepath.Join(o.Dir, FileName))
	if err != nil {
		return nil, unusable(o.Dir, err)
	}
	if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%s: hier ist noch keine Datenbank", path)
	} else if err != nil {
		return nil, unusable(path, err)
	}
	read, err := sql.Open("sqlite", onlyReading(path))
	if err != nil {
		return nil, err
	}
	e := &sqliteReader{read: read}
	version, err := e.SchemaVersion(ctx)
	switch {
	case err != nil:
		err = damaged(path, err)
	case version < o.Schema.Version:
		err = fmt.Errorf("%s hat Schema %d, dieses Programm braucht %d: zuerst den Shop oder kontor migrate up starten", path, version, o.Schema.Version)
	case version > o.Schema.Version:
		err = o.Schema.checkNewer(ctx, read, SQLite, version)
	}
	if err != nil {
		return nil, errors.Join(err, read.Close())
	}
	return &DB{e}, nil
}

// sqliteReader is a SQLite file that is only read.
type sqliteReader struct{ read *sql.DB }

func (e *sqliteReader) Update(func(*Tx) error) error               { return errReadOnlyStore }
func (e *sqliteReader) UpdateTogether(func(*Tx) error, Part) error { return errReadOnlyStore }

func (e *sqliteReader) View(ctx context.Context, read func(*Tx) error) error {
	within, err := e.read.BeginTx(ctx, nil)
	if err != nil {
		return fmt.Errorf("store: begin reading: %w", err)
	}
	defer within.Rollback() // nothing to commit
	return read(&Tx{ctx: ctx, run: within, Dialect: SQLite})
}

func (e *sqliteReader) Read(ctx context.Context, read func(*Tx) error) error {
	return read(&Tx{ctx: ctx, run: e.read, Dialect: SQLite})
}

func (e *sqliteReader) Available() error            { return nil }
func (e *sqliteReader) Ready(context.Context) error { return errReadOnlyStore }
func (e *sqliteReader) Tend(context.Context)        {}
func (e *sqliteReader) Scrub(context.Context) error { return errReadOnlyStore }
func (e *sqliteReader) Close() error                { return e.read.Close() }

func (e *sqliteReader) SchemaVersion(ctx context.Context) (int64, error) {
	return schemaVersion(ctx, e.read, SQLite)
}

// errReadOnlyStore means that the database was opened for reading.
var errReadOnlyStore = errors.New("store: opened for reading only")

// onlyReading is [dsn] for a connection that changes nothing. A database without a log
// is complete, and nobody serves it: SQLite then needs no files of its own beside it,
// which it would leave there.
func onlyReading(path string) string {
	name := dsn(path, "query_only(1)", "temp_store(MEMORY)") + "&mode=ro"
	if _, err := os.Stat(path + "-wal"); errors.Is(err, fs.ErrNotExist) {
		name += "&immutable=1"
	}
	return name
}
