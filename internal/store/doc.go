// Package store stores the shop's data: its SQL is here, written once for SQLite and
// PostgreSQL, in files whose names begin with their subject. What differs between the
// engines beyond package database is in [dialect].
//
// Every exported method of [DB] is one transaction.
package store
