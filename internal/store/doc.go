// Package store stores the shop's data: all SQL is here, written once for SQLite and
// PostgreSQL. What differs between the engines is in [dialect].
//
// Every exported method of [DB] is one transaction. On SQLite, waiting writes are
// committed together: each runs in a savepoint of its own, all share one COMMIT with
// its fsync, and none is answered before that, see [writer].
package store
