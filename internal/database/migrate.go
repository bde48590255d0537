package database

import (
	"context"
	"database/sql"
	"fmt"
	"io/fs"

	"github.com/pressly/goose/v3"
	"github.com/pressly/goose/v3/database"
)

// Schema is the program's database schema.
type Schema struct {
	Files    fs.FS    // with the folders migrations/sqlite and migrations/postgres
	Version  int64    // the newest migration that the program knows
	Tables   []string // whose ids people know, so that none may be issued twice
	Backfill Backfill
	Refold   func(*Tx) error // updates what older versions stored, after migrations that led to Version

	// Raced reports whether the violated constraint, with its SQLSTATE, only means that
	// another transaction came first, so that a retry sees its result.
	Raced func(state, constraint string) bool
}

// Backfill is the only migration without a file.
type Backfill struct {
	Version int64
	Run     func(*Tx) error
}

// migrationsTable records which migrations were applied to a database.
const migrationsTable = "schema_migrations"

// Migrate applies the migrations up to the given version. A database that reaches the
// newest version is also refolded.
func (s Schema) Migrate(ctx context.Context, db *sql.DB, d *Dialect, version int64) error {
	files, err := fs.Sub(s.Files, d.folder)
	if err != nil {
		return err
	}
	backfill := goose.NewGoMigration(s.Backfill.Version, &goose.GoFunc{RunTx: func(ctx context.Context, within *sql.Tx) error {
		return s.Backfill.Run(&Tx{ctx: ctx, run: d.migrating(within), Dialect: d})
	}}, nil)
	provider, err := goose.NewProvider(d.migrations, db, files,
		goose.WithGoMigrations(backfill), goose.WithDisableGlobalRegistry(true), goose.WithTableName(migrationsTable))
	if err != nil {
		return err
	}
	current, err := provider.GetDBVersion(ctx)
	if err != nil {
		return err
	}
	if current > s.Version {
		return fmt.Errorf("die Datenbank hat Schema %d, dieses Programm kennt nur %d: eine neuere Version von Kontor starten", current, s.Version)
	}
	if _, err = provider.UpTo(ctx, version); err != nil || current == s.Version || version < s.Version {
		return err
	}
	return s.refold(ctx, db, d)
}

func (s Schema) refold(ctx context.Context, db *sql.DB, d *Dialect) error {
	within, err := db.BeginTx(ctx, nil)
	if err != nil {
		return fmt.Errorf("refold: %w", err)
	}
	defer within.Rollback()
	if err := s.Refold(&Tx{ctx: ctx, run: d.migrating(within), Dialect: d}); err != nil {
		return err
	}
	return within.Commit()
}

// migrateSQLite brings the schema up to date, each migration in a transaction of its
// own. It works on a connection without foreign keys: replacing a table that others
// refer to would otherwise delete their rows.
func migrateSQLite(ctx context.Context, path string, schema Schema) error {
	db, err := sql.Open("sqlite", dsn(path, "foreign_keys(0)", "synchronous(FULL)"))
	if err != nil {
		return err
	}
	defer db.Close()
	db.SetMaxOpenConns(1)
	if err := schema.Migrate(ctx, db, SQLite, schema.Version); diskFull(err) {
		return damaged(path, err)
	} else if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	return intact(ctx, db, path)
}

// intact reports references broken by a migration.
func intact(ctx context.Context, db *sql.DB, path string) error {
	var broken int
	if err := db.QueryRowContext(ctx, `SELECT count(*) FROM pragma_foreign_key_check`).Scan(&broken); err != nil {
		return damaged(path, err)
	}
	if broken > 0 {
		return fmt.Errorf("%s: %d Zeilen verweisen ins Leere; Sicherung einspielen", path, broken)
	}
	return nil
}

// schemaVersion returns the newest migration applied to a database.
func schemaVersion(ctx context.Context, db *sql.DB, d *Dialect) (int64, error) {
	table, err := database.NewStore(d.migrations, migrationsTable)
	if err != nil {
		return 0, err
	}
	return table.GetLatestVersion(ctx, db)
}
