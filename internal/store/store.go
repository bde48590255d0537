package store

import (
	"context"
	"errors"
	"log/slog"
	"sync/atomic"
)

// ErrLocked means that another process serves this database.
var ErrLocked = errors.New("die Datenbank ist bereits in Benutzung")

// ErrClosed means that the store was closed while a caller waited.
var ErrClosed = errors.New("store: closed")

// Options says where the shop's data is.
type Options struct {
	URL string // of a PostgreSQL database; empty: SQLite
	Dir string // data directory; holds kontor.db and its lock
	Log *slog.Logger
}

// DB is the shop's database. It is safe for concurrent use.
type DB struct {
	engine
	dialect   dialect
	catalogue atomic.Pointer[assortment] // as it was read last
}

// engine runs transactions on one kind of database.
type engine interface {
	// update runs one write transaction. change may run again after a failed
	// attempt, so it must not keep anything from an earlier run. No client's
	// context ends it: once begun, a write is carried out and answered.
	update(change func(*tx) error) error
	// view runs reads that belong together in one snapshot.
	view(ctx context.Context, look func(*tx) error) error
	// look runs a single read.
	look(ctx context.Context, look func(*tx) error) error

	// Available returns shop.ErrDatabaseUnavailable while the database is
	// known to be away, without asking it.
	Available() error
	// Ready reports whether the database takes writes.
	Ready(context.Context) error
	// SchemaVersion returns the newest migration that the database has.
	SchemaVersion(context.Context) (int64, error)
	// scrub removes from the files what was deleted from the database.
	scrub(context.Context) error
	// Close ends what is under way and gives the database up.
	Close() error
}

// Open brings the schema up to date and opens the database: PostgreSQL at URL,
// or else SQLite in Dir. For SQLite it takes the lock of the data directory, and
// makes the directory and the database when there are none; it returns
// [ErrLocked] while another process holds the lock. Other errors name the place
// and the remedy.
func Open(ctx context.Context, o Options) (*DB, error) {
	if o.URL != "" {
		return openPostgres(ctx, o)
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	path, err := prepareDir(o.Dir)
	if err != nil {
		return nil, err
	}
	lock, err := takeLock(path)
	if err != nil {
		return nil, err
	}
	engine, err := openSQLite(ctx, path, o.Log)
	if err != nil {
		return nil, errors.Join(err, lock.Unlock())
	}
	engine.lock = lock
	db := &DB{engine: engine, dialect: sqliteDialect}
	db.releaseMessages() // on a disk that is full they wait until their claims end
	return db, nil
}
