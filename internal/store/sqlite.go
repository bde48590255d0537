package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net/url"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/gofrs/flock"
	_ "modernc.org/sqlite" // the driver "sqlite"
)

// fileName is the database within the data directory.
const fileName = "kontor.db"

// prepareDir makes the data directory and an empty database file that only the
// shop's own user can read, whatever the umask; it returns the file's path.
func prepareDir(dir string) (string, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return "", fmt.Errorf("Datenverzeichnis %s: %w", dir, err)
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return "", unusable(dir, err)
	}
	path := filepath.Join(dir, fileName)
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return "", unusable(path, err)
	}
	return path, file.Close()
}

// unusable names the path and what to do about it.
func unusable(path string, err error) error {
	var remedy string
	switch {
	case errors.Is(err, fs.ErrPermission):
		remedy = "dem Benutzer des Programms Schreibrechte geben oder DATA_DIR ändern"
	default:
		remedy = "Pfad prüfen oder DATA_DIR ändern"
	}
	var cause *fs.PathError
	if errors.As(err, &cause) {
		err = cause.Err
	}
	return fmt.Errorf("%s ist nicht benutzbar (%w): %s", path, err, remedy)
}

// takeLock takes the lock file beside the database, never the database itself:
// closing a file drops all POSIX locks that SQLite holds on it.
func takeLock(path string) (*flock.Flock, error) {
	lock := flock.New(path+".lock", flock.SetPermissions(0o600))
	taken, err := lock.TryLock()
	if err != nil {
		return nil, unusable(path+".lock", err)
	}
	if !taken {
		return nil, fmt.Errorf("%w: ein anderer Prozess arbeitet mit %s; ihn beenden oder DATA_DIR ändern", ErrLocked, path)
	}
	return lock, nil
}

// oldestSQLite is the first release whose WAL resets are safe.
const oldestSQLite = 3_051_003

// busyTimeout is how long a write waits for a lock that a foreign process holds,
// in milliseconds. A write that arrives while another waits may wait twice.
const busyTimeout = "4000"

func openSQLite(ctx context.Context, path string, log *slog.Logger) (*DB, error) {
	if err := examine(ctx, path); err != nil {
		return nil, err
	}
	write, err := sql.Open("sqlite", dsn(path, "journal_mode(WAL)", "synchronous(FULL)", "foreign_keys(1)",
		"secure_delete(1)", "cache_size(-65536)", "journal_size_limit(67108864)", "wal_autocheckpoint(4000)"))
	if err != nil {
		return nil, err
	}
	write.SetMaxIdleConns(0) // a connection that the writer gives up is closed
	db := &DB{write: write, dialect: sqliteDialect, path: path, log: log}
	if err := db.prepareSQLite(ctx, path); err != nil {
		write.Close()
		return nil, err
	}
	if db.file, err = os.Stat(path); err != nil {
		write.Close()
		return nil, unusable(path, err)
	}
	if db.read, err = sql.Open("sqlite", dsn(path, "query_only(1)", "cache_size(-16384)")); err != nil {
		write.Close()
		return nil, err
	}
	readers := max(4, runtime.GOMAXPROCS(0))
	db.views = make(chan struct{}, readers)
	// A view that prepares a statement needs a second connection for a moment.
	// One more than views leaves one for it, else views would wait for each other.
	// Another one is the keeper's.
	db.read.SetMaxOpenConns(readers + 2)
	db.read.SetMaxIdleConns(readers + 2)
	if err := db.keepOpen(ctx); err != nil {
		return nil, errors.Join(damaged(path, err), db.read.Close(), write.Close())
	}
	db.readers = newStatements(db.read.PrepareContext)
	db.writer = newWriter(write, db.dialect)
	return db, nil
}

// keepOpen holds the database open from start to end with a connection that
// does nothing else. Whoever opens a database that nobody has open reads its log
// from the disk, and takes a transaction in it for committed although its fsync
// failed and the writer has rolled it back: an order would be stored that was
// refused. It also needs room on the disk, even to read.
func (db *DB) keepOpen(ctx context.Context) error {
	var err error
	if db.keeper, err = db.read.Conn(ctx); err != nil {
		return err
	}
	var tables int // a connection opens the log only when it reads
	if err := db.keeper.QueryRowContext(ctx, `SELECT count(*) FROM sqlite_schema`).Scan(&tables); err != nil {
		return errors.Join(err, db.keeper.Close())
	}
	return nil
}

// prepareSQLite checks the file and the engine and brings the schema up to date.
func (db *DB) prepareSQLite(ctx context.Context, path string) error {
	var version, journal string
	if err := db.write.QueryRowContext(ctx, `SELECT sqlite_version()`).Scan(&version); err != nil {
		return damaged(path, err)
	}
	if versionNumber(version) < oldestSQLite {
		return fmt.Errorf("store: SQLite %s is too old, 3.51.3 is needed", version)
	}
	if err := db.write.QueryRowContext(ctx, `PRAGMA journal_mode`).Scan(&journal); err != nil {
		return damaged(path, err)
	}
	if journal != "wal" {
		return fmt.Errorf("%s: WAL ist auf diesem Dateisystem nicht möglich (journal_mode %s); DATA_DIR auf einen lokalen Datenträger legen", path, journal)
	}
	return migrateSQLite(ctx, path)
}

func damaged(path string, err error) error {
	return fmt.Errorf("%s ist keine lesbare Datenbank von Kontor (%w): Sicherung einspielen oder DATA_DIR ändern", path, err)
}

func versionNumber(version string) int {
	var major, minor, patch int
	fmt.Sscanf(version, "%d.%d.%d", &major, &minor, &patch)
	return major*1_000_000 + minor*1000 + patch
}

// dsn names the file with settings that every connection makes for itself.
// busy_timeout comes first, since the others may have to wait for a lock.
func dsn(path string, pragmas ...string) string {
	query := url.Values{"_pragma": append([]string{"busy_timeout(" + busyTimeout + ")"}, pragmas...)}
	file := url.URL{Scheme: "file", Path: path, RawQuery: query.Encode()}
	return strings.Replace(file.String(), "file://", "file:", 1)
}
