// Package database is the engine below the shop: transactions on SQLite and PostgreSQL
// alike, migrations, the move from one to the other, and what happens if the database is
// away, full or lost. It knows no table of the shop; [Options] carry what it needs to
// know.
//
// On SQLite, waiting writes are committed together: each runs in a savepoint of its own,
// all share one COMMIT with its fsync, and none is answered before that, see [writer].
package database
