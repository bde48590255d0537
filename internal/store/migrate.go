package store

import (
	"context"
	"database/sql"
	"embed"
	"fmt"
	"io/fs"

	"github.com/pressly/goose/v3"
	"github.com/pressly/goose/v3/database"
)

//go:embed migrations
var migrations embed.FS

// SchemaVersion is the newest migration that this program knows.
const SchemaVersion = 16

// migrationsTable notes which migrations a database has.
const migrationsTable = "schema_migrations"

// migrateSQLite brings the schema up to date, each migration in a transaction
// of its own. It works on a connection without foreign keys: replacing a table
// that others refer to would otherwise take their rows with it.
func migrateSQLite(ctx context.Context, path string) error {
	db, err := sql.Open("sqlite", dsn(path, "foreign_keys(0)", "synchronous(FULL)"))
	if err != nil {
		return err
	}
	defer db.Close()
	db.SetMaxOpenConns(1)
	if err := migrate(ctx, db, goose.DialectSQLite3, "migrations/sqlite", sqliteDialect, SchemaVersion); diskFull(err) {
		return damaged(path, err)
	} else if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	return intact(ctx, db, path)
}

// migrate applies the migrations of one folder up to the given version. A
// database that becomes the newest is refolded too.
func migrate(ctx context.Context, db *sql.DB, engine goose.Dialect, folder string, d dialect, version int64) error {
	files, err := fs.Sub(migrations, folder)
	if err != nil {
		return err
	}
	backfilled := goose.NewGoMigration(backfillVersion, &goose.GoFunc{RunTx: func(ctx context.Context, sqlTx *sql.Tx) error {
		return backfill(ctx, d.migrating(sqlTx), d)
	}}, nil)
	provider, err := goose.NewProvider(engine, db, files,
		goose.WithGoMigrations(backfilled), goose.WithDisableGlobalRegistry(true), goose.WithTableName(migrationsTable))
	if err != nil {
		return err
	}
	current, err := provider.GetDBVersion(ctx)
	if err != nil {
		return err
	}
	if current > SchemaVersion {
		return fmt.Errorf("die Datenbank hat Schema %d, dieses Programm kennt nur %d: eine neuere Version von Kontor starten", current, SchemaVersion)
	}
	if _, err = provider.UpTo(ctx, version); err != nil || current == SchemaVersion || version < SchemaVersion {
		return err
	}
	return refold(ctx, db, d)
}

// intact reports references that a migration has broken.
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

// schemaVersion returns the newest migration that a database has.
func schemaVersion(ctx context.Context, db *sql.DB, engine goose.Dialect) (int64, error) {
	table, err := database.NewStore(engine, migrationsTable)
	if err != nil {
		return 0, err
	}
	return table.GetLatestVersion(ctx, db)
}
