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
	// Least returns the oldest schema whose programs may run on a database with a newer
	// one than they know.
	Least  func(*Tx) (int64, error)
	Refold func(*Tx) error // updates what older versions stored, after migrations that led to Version

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
		return s.checkNewer(ctx, db, d, current)
	}
	if _, err = provider.UpTo(ctx, version); err != nil || current == s.Version || version < s.Version {
		return err
	}
	return s.refold(ctx, db, d)
}

// checkNewer refuses a database with a newer schema than the program's, unless it allows
// programs of this schema: migrations only add, as a rule.
func (s Schema) checkNewer(ctx context.Context, db *sql.DB, d *Dialect, current int64) error {
	within, err := db.BeginTx(ctx, &sql.TxOptions{ReadOnly: d == PostgreSQL})
	if err != nil {
		return fmt.Errorf("store: begin reading: %w", err)
	}
	defer within.Rollback() // nothing to commit
	least, err := s.Least(&Tx{ctx: ctx, run: within, Dialect: d})
	if err != nil || s.Version >= least {
		return err
	}
	return fmt.Errorf("die Datenbank hat Schema %d und verlangt Programme ab Schema %d, dieses kennt nur %d: eine neuere Version von Kontor starten, oder die Sicherung von vor dem Wechsel einspielen",
		current, least, s.Version)
}

// beforeMigrating calls the hook if there is a database and its schema is about to
// change.
func beforeMigrating(ctx context.Context, original *Original, o Options) error {
	if o.BeforeMigrating == nil {
		return nil
	}
	var begun int
	err := original.Read(ctx, func(t *Tx) error { return t.Row(original.Dialect.hasTable, []any{migrationsTable}, &begun) })
	if err != nil || begun == 0 {
		return err
	}
	original.Version, err = schemaVersion(ctx, original.db, original.Dialect)
	if err != nil || original.Version == 0 || original.Version >= o.Schema.Version {
		return err
	}
	return o.BeforeMigrating(ctx, Migrating{To: o.Schema.Version, Original: original})
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
func migrateSQLite(ctx context.Context, path string, o Options) error {
	db, err := sql.Open("sqlite", dsn(path, "foreign_keys(0)", "synchronous(FULL)"))
	if err != nil {
		return err
	}
	defer db.Close()
	db.SetMaxOpenConns(1)
	err = beforeMigrating(ctx, &Original{Dialect: SQLite, db: db, schema: o.Schema}, o)
	if err == nil {
		err = o.Schema.Migrate(ctx, db, SQLite, o.Schema.Version)
	}
	switch {
	case diskFull(err):
		return damaged(path, err)
	case err != nil:
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
