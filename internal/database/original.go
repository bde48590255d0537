package database

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/gofrs/flock"
)

// Original is a database from which copies are made, whoever serves it meanwhile.
type Original struct {
	Dialect *Dialect
	Version int64 // newest migration of the database

	db     *sql.DB
	schema Schema
	lock   *flock.Flock // nil: somebody else serves the database, or it needs none

	readings *readings // of this process, which may be cut off; nil: it does not serve the database
}

// OpenOriginal opens a database of any schema, which it does not change. For SQLite it
// takes the lock of the data directory if it is free, so that nobody begins to serve or
// to replace the database meanwhile. Errors name the place and the remedy.
func OpenOriginal(ctx context.Context, o Options) (*Original, error) {
	if o.URL != "" {
		return openOriginalServer(ctx, o)
	}
	path, err := filepath.Abs(filepath.Join(o.Dir, FileName))
	if err != nil {
		return nil, unusable(o.Dir, err)
	}
	if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%s gibt es nicht; DATA_DIR prüfen", path)
	}
	lock, err := takeLock(path)
	if err != nil && !errors.Is(err, ErrLocked) {
		return nil, err
	}
	original, err := openOriginalFile(ctx, path, o.Schema)
	if err != nil {
		return nil, errors.Join(err, release(lock))
	}
	original.lock = lock
	return original, nil
}

func release(lock *flock.Flock) error {
	if lock == nil {
		return nil
	}
	return lock.Unlock()
}

// openOriginalFile opens a SQLite file whose lock is the caller's concern.
func openOriginalFile(ctx context.Context, path string, schema Schema) (*Original, error) {
	if _, err := examine(ctx, path, schema); err != nil {
		return nil, err
	}
	db, err := sql.Open("sqlite", dsn(path, smallCache)+"&mode=rw")
	if err != nil {
		return nil, err
	}
	return newOriginal(ctx, &Original{Dialect: SQLite, db: db, schema: schema}, func(err error) error { return damaged(path, err) })
}

// smallCache bounds the memory of a connection that reads everything once.
const smallCache = "cache_size(-8192)"

func newOriginal(ctx context.Context, o *Original, explain func(error) error) (*Original, error) {
	var err error
	if o.Version, err = schemaVersion(ctx, o.db, o.Dialect); err == nil {
		return o, nil
	}
	return nil, errors.Join(explain(err), o.db.Close())
}

// OpenCopy opens a SQLite file that nobody changes, and leaves nothing beside it.
func OpenCopy(ctx context.Context, path string) (*Original, error) {
	db, err := sql.Open("sqlite", dsn(path, "query_only(1)", smallCache)+"&mode=ro&immutable=1")
	if err != nil {
		return nil, err
	}
	return newOriginal(ctx, &Original{Dialect: SQLite, db: db}, func(err error) error { return damaged(path, err) })
}

func openOriginalServer(ctx context.Context, o Options) (*Original, error) {
	config, err := parseURL(o.URL)
	if err != nil {
		return nil, err
	}
	if config.ConnectTimeout == 0 {
		config.ConnectTimeout = connectTimeout
	}
	return newOriginal(ctx, &Original{Dialect: PostgreSQL, db: newPool(config), schema: o.Schema}, func(err error) error {
		if stateOf(err) == undefinedTable {
			return fmt.Errorf("PostgreSQL %s: hier ist noch kein Shop", placeOf(config))
		}
		return startError(config, err)
	})
}

// Original returns the database to be copied; for SQLite it is the very file that was
// opened, never one that has replaced it. The caller closes it.
func (e *sqliteEngine) Original(ctx context.Context) (*Original, error) {
	o := &Original{Dialect: SQLite, db: openPool(e.file, smallCache), readings: e.readings}
	return newOriginal(ctx, o, func(err error) error { return err })
}

// Original refuses: whoever only reads opens the original itself.
func (e *sqliteReader) Original(context.Context) (*Original, error) { return nil, errReadOnlyStore }

// Original returns the database with connections of its own.
func (e *postgresEngine) Original(ctx context.Context) (*Original, error) {
	o := &Original{Dialect: PostgreSQL, db: newPool(e.config.Copy()), schema: e.schema}
	return newOriginal(ctx, o, unavailable)
}

// Read runs reads that belong together in one snapshot.
func (o *Original) Read(ctx context.Context, read func(*Tx) error) error {
	ctx, done := o.readings.begin(ctx)
	defer done()
	within, err := o.begin(ctx)
	if err != nil {
		return err
	}
	defer within.Rollback() // nothing to commit
	return read(&Tx{ctx: ctx, run: within, Dialect: o.Dialect})
}

func (o *Original) begin(ctx context.Context) (*sql.Tx, error) {
	options := &sql.TxOptions{}
	if o.Dialect == PostgreSQL {
		options = &sql.TxOptions{Isolation: sql.LevelRepeatableRead, ReadOnly: true}
	}
	within, err := o.db.BeginTx(ctx, options)
	if err != nil {
		return nil, fmt.Errorf("store: begin reading: %w", err)
	}
	return within, nil
}

// QueryContext runs a query outside of any snapshot.
func (o *Original) QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error) {
	return o.db.QueryContext(ctx, query, args...)
}

// Size returns about how many bytes a copy will take at most.
func (o *Original) Size(ctx context.Context) (bytes int64, err error) {
	query := `SELECT page_count * page_size FROM pragma_page_count, pragma_page_size`
	if o.Dialect == PostgreSQL {
		query = `SELECT coalesce(sum(pg_table_size(c.oid)), 0)::bigint FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
			WHERE n.nspname = current_schema() AND c.relkind = 'r'`
	}
	err = o.Read(ctx, func(t *Tx) error { return t.Row(query, nil, &bytes) })
	return bytes, err
}

// CopyTo writes the database, as it is at one moment, to a new SQLite file that only
// the shop's own user can read. Orders go on meanwhile. [ErrCopying] means that another
// instance is copying the same server.
func (o *Original) CopyTo(ctx context.Context, path string, remade Remade) error {
	if err := createEmpty(path); err != nil {
		return err
	}
	if o.Dialect == PostgreSQL {
		return o.fetch(ctx, path, remade)
	}
	ctx, done := o.readings.begin(ctx)
	defer done()
	if _, err := o.db.ExecContext(ctx, `VACUUM INTO ?`, path); err != nil {
		return fmt.Errorf("store: copy the database: %w", err)
	}
	return syncFile(path)
}

// Close releases the lock, if it was taken.
func (o *Original) Close() error { return errors.Join(o.db.Close(), release(o.lock)) }
