// Package store keeps the shop's data: all SQL stands here, written once for
// SQLite and PostgreSQL. What differs between the engines sits in [dialect].
//
// Every exported method of [DB] is one transaction. On SQLite, writes that wait
// together are committed together: each runs in a savepoint of its own, all
// share one COMMIT and its fsync, and none is answered before it, see [writer].
package store
