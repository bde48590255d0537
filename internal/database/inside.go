package database

import (
	"context"
	"database/sql"
)

// Insides gives tests access to a database's internals.
type Insides struct{ engine engine }

// Inside returns a database's internals, for tests.
func Inside(db *DB) Insides { return Insides{db.engine} }

// Pool returns the connections to PostgreSQL.
func (i Insides) Pool() *sql.DB { return i.engine.(*postgresEngine).pool }

// CheckHealth checks PostgreSQL at once.
func (i Insides) CheckHealth(ctx context.Context) error {
	return i.engine.(*postgresEngine).health.check(ctx)
}

// Waiting returns how many writes wait for SQLite's writer.
func (i Insides) Waiting() int { return len(i.engine.(*sqliteEngine).writer.jobs) }

// Closed reports whether SQLite's writer accepts nothing more.
func (i Insides) Closed() bool { return i.engine.(*sqliteEngine).writer.closed() }
