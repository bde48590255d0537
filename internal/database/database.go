package database

import (
	"context"
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"time"
)

// ErrLocked means that another process is serving this database.
var ErrLocked = errors.New("die Datenbank ist bereits in Benutzung")

// ErrClosed means that the database was closed while a caller waited.
var ErrClosed = errors.New("store: closed")

// Options are the location of the data and the program's hooks.
type Options struct {
	URL string // of a PostgreSQL database; empty: SQLite
	Dir string // data directory; holds kontor.db, its lock and its mark
	Log *slog.Logger

	MarkDirs  []string // further directories in which the shop's mark is kept
	MustExist bool     // refuse to make a SQLite database where there is none

	Schema Schema
	Gather func() Gathered // returns an empty collector for a new write
	// Together makes parts of a batch at once, see [DB.UpdateTogether], and returns which
	// of them it has made. Those that it leaves out are made one by one. After an error
	// nothing of the batch is kept, and all of them are made one by one.
	Together func(*Tx, []Part) ([]bool, error)
	OnLoss   func(Loss) // called for each loss of a SQLite file, once its content has been rescued

	// OnCommit is called after each COMMIT with the number of writes that shared it and
	// the time that it took. It must be quick, and safe for concurrent use. nil: nobody
	// wants to know.
	OnCommit func(writes int, took time.Duration)

	// BeforeMigrating is called before the schema of an existing database changes. Its
	// error ends the start, and nothing has changed. nil: nothing is to be done.
	BeforeMigrating func(context.Context, Migrating) error
}

// Migrating is a database whose schema is about to change.
type Migrating struct {
	To       int64 // the schema that it gets
	Original *Original
}

// Part is a write that Options.Together knows how to make with others.
type Part any

// engineDB is a database. It is safe for concurrent use.
type DB struct{ engine }

// engine runs transactions on one kind of database.
type engine interface {
	// Update runs one write transaction. change may run again after a failed attempt,
	// so it must not keep anything from an earlier run. No client's context cancels it:
	// once begun, a write is carried out and answered.
	Update(change func(*Tx) error) error
	// UpdateTogether is Update of a write that, where writes share a commit, may also be
	// made together with others like it, see Options.Together: then change is not called.
	UpdateTogether(change func(*Tx) error, part Part) error
	// View runs reads that belong together in one snapshot.
	View(ctx context.Context, read func(*Tx) error) error
	// Read runs a single read.
	Read(ctx context.Context, read func(*Tx) error) error

	// Available returns shop.ErrDatabaseUnavailable while the database is known to be
	// away, without a query.
	Available() error
	// Ready reports whether the database accepts writes.
	Ready(context.Context) error
	// SchemaVersion returns the newest migration applied to the database.
	SchemaVersion(context.Context) (int64, error)
	// Original returns the database, to be copied while it is served.
	Original(context.Context) (*Original, error)
	// Measure returns figures about the database.
	Measure(context.Context) Measures
	// Scrub removes deleted data from the database's files.
	Scrub(context.Context) error
	// Tend does what has to be done every few seconds while the database is served.
	Tend(context.Context)
	// Close waits for transactions in progress and closes the database.
	Close() error
}

// Open brings the schema up to date and opens the database: PostgreSQL at URL,
// or else SQLite in Dir. For SQLite it takes the lock of the data directory, and
// creates directory and database if they do not exist; it returns [ErrLocked] while
// another process holds the lock, and a [*Refusal] if this is not the database with
// which the shop ran last. Other errors name the place and the remedy.
func Open(ctx context.Context, o Options) (*DB, error) {
	if o.URL != "" {
		return openPostgres(ctx, o)
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	path, err := o.prepareDir()
	if err != nil {
		return nil, err
	}
	lock, err := takeLock(path)
	if err != nil {
		return nil, err
	}
	if err := os.RemoveAll(filepath.Join(dirOf(path), stageName)); err != nil { // of a killed restore
		return nil, errors.Join(unusable(path, err), lock.Unlock())
	}
	engine, err := openSQLite(ctx, path, o)
	if err != nil {
		return nil, errors.Join(err, lock.Unlock())
	}
	engine.lock = lock
	return &DB{engine}, nil
}
