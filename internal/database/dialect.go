package database

import (
	"database/sql"

	"github.com/pressly/goose/v3"
)

// Dialect holds what differs between the engines: complete statements, and endings for
// the statements of others.
type Dialect struct {
	Confirm     string // makes a read-only transaction wait for the standbys like a write; empty: there are none
	LockKey     string // waits until no other transaction holds the key $1; empty: there is only one writer
	ForUpdate   string // ends a query for rows that nobody else may change until the end of the transaction
	SkipClaimed string // ends a query for rows to claim: skips those that another instance is claiming

	hasTable    string // counts the tables with the name $1
	returningID string // ends an INSERT whose id is needed; empty: the driver knows it, which is faster
	migrations  goose.Dialect
	folder      string // of the migrations
}

// SQLite is the dialect of a file that one process serves.
var SQLite = &Dialect{
	hasTable:   `SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND name = $1`,
	migrations: goose.DialectSQLite3,
	folder:     "migrations/sqlite",
}

// PostgreSQL is the dialect of a server shared by several processes.
var PostgreSQL = &Dialect{
	// A message that nobody reads: it gives the transaction something to commit.
	Confirm:     `SELECT pg_logical_emit_message(true, 'kontor', '')`,
	LockKey:     `SELECT pg_advisory_xact_lock(hashtextextended($1, 0))`,
	ForUpdate:   ` FOR UPDATE`,
	SkipClaimed: ` FOR UPDATE SKIP LOCKED`,
	hasTable:    `SELECT count(*) FROM information_schema.tables WHERE table_schema = current_schema() AND table_name = $1`,
	returningID: ` RETURNING id`,
	migrations:  goose.DialectPostgres,
	folder:      "migrations/postgres",
}

// migrating returns a runner for a migration's statements.
func (d *Dialect) migrating(within *sql.Tx) runner {
	if d.LockKey == "" {
		return prepared{statements: newStatements(within.PrepareContext)}
	}
	return within // the driver describes each text once by itself
}
