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
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"
)

// State is the state of a database as found by inspection.
type State struct {
	Version int64 // newest migration of the database; 0: there is no database yet
	Locked  bool  // a process serves it; false for PostgreSQL, which several may serve

	Migrations []Migration // oldest first
}

// Inspect reads the database's state without changing it, even while a process
// serves it.
func Inspect(ctx context.Context, o Options) (State, error) {
	if o.URL != "" {
		return inspectPostgres(ctx, o)
	}
	path, err := filepath.Abs(filepath.Join(o.Dir, FileName))
	if err != nil {
		return State{}, unusable(o.Dir, err)
	}
	switch _, err := os.Stat(path); {
	case errors.Is(err, fs.ErrNotExist):
		return pending(o.Schema)
	case err != nil:
		return State{}, unusable(path, err)
	}
	db, err := sql.Open("sqlite", onlyReading(path))
	if err != nil {
		return State{}, err
	}
	defer db.Close()
	version, err := schemaVersion(ctx, db, SQLite)
	if err != nil {
		return State{}, damaged(path, err)
	}
	list, err := o.Schema.inspect(ctx, db, appliedSQLite)
	if err != nil {
		return State{}, damaged(path, err)
	}
	locked, err := isLocked(path)
	return State{version, locked, list}, err
}

// pending returns the state where there is no database yet.
func pending(schema Schema) (State, error) {
	list, err := schema.migrations()
	return State{Migrations: list}, err
}

func inspectPostgres(ctx context.Context, o Options) (State, error) {
	config, err := parseURL(o.URL)
	if err != nil {
		return State{}, err
	}
	ctx, cancel := context.WithTimeout(ctx, ReadTimeout)
	defer cancel()
	config.DefaultQueryExecMode = pgx.QueryExecModeExec // for PgBouncer
	pool := stdlib.OpenDB(*config)
	defer pool.Close()
	version, err := schemaVersion(ctx, pool, PostgreSQL)
	switch {
	case stateOf(err) == undefinedTable:
		return pending(o.Schema)
	case err != nil:
		return State{}, startError(config, err)
	}
	list, err := o.Schema.inspect(ctx, pool, appliedPostgres)
	if err != nil {
		return State{}, startError(config, err)
	}
	return State{Version: version, Migrations: list}, nil
}

// undefinedTable is the SQLSTATE of a missing table.
const undefinedTable = "42P01"

// isLocked reports whether a process holds the lock of a database. A lock file that does
// not exist is not created: it might belong to the wrong user.
func isLocked(path string) (bool, error) {
	if _, err := os.Stat(path + ".lock"); errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	lock := flock.New(path+".lock", flock.SetPermissions(0o600))
	free, err := lock.TryRLock()
	if err != nil {
		return false, fmt.Errorf("store: check the lock: %w", err)
	}
	return !free, lock.Close()
}
