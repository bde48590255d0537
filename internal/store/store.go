package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"os"

	"github.com/gofrs/flock"

	"kontor"
)

// ErrLocked means that another process serves this database.
var ErrLocked = errors.New("die Datenbank ist bereits in Benutzung")

// ErrClosed means that the store was closed while a caller waited.
var ErrClosed = errors.New("store: closed")

// Options says where the shop's data is.
type Options struct {
	Dir string // data directory; holds kontor.db and its lock
	Log *slog.Logger
}

// DB is the shop's database. It is safe for concurrent use.
type DB struct {
	read    *sql.DB
	readers *statements
	views   chan struct{} // a place for each view, see openSQLite
	keeper  *sql.Conn     // see keepOpen
	write   *sql.DB
	writer  *writer
	dialect dialect
	lock    *flock.Flock
	path    string
	file    os.FileInfo // of the database when it was opened
	log     *slog.Logger
}

// Open takes the lock of the data directory, brings the schema up to date and
// opens the database; it makes the directory and the database when there are
// none. It returns [ErrLocked] while another process holds the lock, and
// otherwise errors that name the path and the remedy.
func Open(ctx context.Context, o Options) (*DB, error) {
	path, err := prepareDir(o.Dir)
	if err != nil {
		return nil, err
	}
	lock, err := takeLock(path)
	if err != nil {
		return nil, err
	}
	db, err := openSQLite(ctx, path, o.Log)
	if err != nil {
		lock.Unlock()
		return nil, err
	}
	db.lock = lock
	db.releaseMessages() // on a disk that is full they wait until their claims end
	return db, nil
}

// Close waits for the writes under way, then closes the database and gives up
// its lock.
func (db *DB) Close() error {
	// The writer's connection is the last to close, so that it checkpoints.
	db.keeper.Close() // it has nothing to lose
	err := db.read.Close()
	db.writer.close()
	err = errors.Join(err, db.write.Close())
	if db.lock != nil {
		err = errors.Join(err, db.lock.Unlock())
	}
	return err
}

// Available returns kontor.ErrDatabaseUnavailable once the store is closed; a
// database inside the process is never away otherwise.
func (db *DB) Available() error {
	if db.writer.closed() {
		return kontor.ErrDatabaseUnavailable
	}
	return nil
}

// Ready reports whether the database takes writes, by committing one that
// changes nothing, and whether its file is still the one that was opened:
// SQLite goes on writing into a file that somebody has deleted.
//
// While other writes succeed, these are the answer: on a slow disk one more would
// wait behind them for longer than probes do. After a failed write only one that
// reaches the disk shows that others will.
func (db *DB) Ready(ctx context.Context) error {
	if file, err := os.Stat(db.path); err != nil || !os.SameFile(file, db.file) {
		return fmt.Errorf("store: %s was replaced or deleted", db.path)
	}
	if db.writer.progressing() {
		return nil
	}
	done := make(chan error, 1)
	go func() { done <- db.update(db.probe) }()
	select {
	case err := <-done:
		return err
	case <-ctx.Done():
		if db.writer.progressing() {
			return nil
		}
		return ctx.Err()
	}
}

func (db *DB) probe(t *tx) error {
	if !db.writer.failed.Load() {
		return nil
	}
	_, err := t.exec(db.dialect.touch)
	return err
}

// update runs one write transaction. change may run again after a failed
// attempt, so it must not keep anything from an earlier run.
func (db *DB) update(change func(*tx) error) error { return db.writer.do(change) }

// view runs reads that belong together in one snapshot.
func (db *DB) view(ctx context.Context, look func(*tx) error) error {
	select {
	case db.views <- struct{}{}:
		defer func() { <-db.views }()
	case <-ctx.Done():
		return ctx.Err()
	}
	conn, err := db.read.BeginTx(ctx, nil)
	if err != nil {
		return fmt.Errorf("store: begin reading: %w", err)
	}
	defer conn.Rollback() // nothing to commit
	return look(&tx{ctx: ctx, prepared: db.readers, within: conn, dialect: db.dialect})
}
