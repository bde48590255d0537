package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/gofrs/flock"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"
	"github.com/pressly/goose/v3"
)

// State is what a look at the data directory finds.
type State struct {
	Version int64 // newest migration of the database; 0: there is no database yet
	Locked  bool  // a process serves it; false for PostgreSQL, which several may

	Migrations []Migration // oldest first
}

// Inspect looks at the database without changing it, also while a process serves
// it.
func Inspect(ctx context.Context, o Options) (State, error) {
	if o.URL != "" {
		return inspectPostgres(ctx, o.URL)
	}
	path, err := filepath.Abs(filepath.Join(o.Dir, fileName))
	if err != nil {
		return State{}, unusable(o.Dir, err)
	}
	switch _, err := os.Stat(path); {
	case errors.Is(err, fs.ErrNotExist):
		return pending()
	case err != nil:
		return State{}, unusable(path, err)
	}
	db, err := sql.Open("sqlite", dsn(path, "query_only(1)")+"&mode=ro")
	if err != nil {
		return State{}, err
	}
	defer db.Close()
	version, err := schemaVersion(ctx, db, goose.DialectSQLite3)
	if err != nil {
		return State{}, damaged(path, err)
	}
	list, err := inspectMigrations(ctx, db, appliedSQLite)
	if err != nil {
		return State{}, damaged(path, err)
	}
	locked, err := isLocked(path)
	return State{version, locked, list}, err
}

// pending is what is found where no database is yet.
func pending() (State, error) {
	list, err := knownMigrations()
	return State{Migrations: list}, err
}

func inspectPostgres(ctx context.Context, url string) (State, error) {
	config, err := parseURL(url)
	if err != nil {
		return State{}, err
	}
	ctx, cancel := context.WithTimeout(ctx, readTimeout)
	defer cancel()
	config.DefaultQueryExecMode = pgx.QueryExecModeExec // for PgBouncer
	pool := stdlib.OpenDB(*config)
	defer pool.Close()
	version, err := schemaVersion(ctx, pool, goose.DialectPostgres)
	switch {
	case stateOf(err) == undefinedTable:
		return pending()
	case err != nil:
		return State{}, startError(config, err)
	}
	list, err := inspectMigrations(ctx, pool, appliedPostgres)
	if err != nil {
		return State{}, startError(config, err)
	}
	return State{Version: version, Migrations: list}, nil
}

// undefinedTable is the SQLSTATE of a table that is not there.
const undefinedTable = "42P01"

// isLocked tells whether a process holds the lock of a database.
func isLocked(path string) (bool, error) {
	lock := flock.New(path+".lock", flock.SetPermissions(0o600))
	free, err := lock.TryRLock()
	if err != nil {
		return false, fmt.Errorf("store: look at the lock: %w", err)
	}
	return !free, lock.Close()
}
