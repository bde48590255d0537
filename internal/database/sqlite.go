package database

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"path/filepath"
	"runtime"
	"strings"
	"sync"

	"github.com/gofrs/flock"
	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"

	"kontor/internal/mark"
	"kontor/internal/shop"
)

// oldestSQLite is the first release whose WAL resets are safe.
const oldestSQLite = 3_051_003

// busyTimeout is how long a write waits for a lock held by a foreign process, in
// milliseconds. A write that arrives while another waits may wait twice.
const busyTimeout = "4000"

// sqliteEngine is a SQLite file with one connection that writes, see [writer], and a
// few that read.
type sqliteEngine struct {
	read    *sql.DB
	readers *statements
	views   chan struct{} // one slot for each view, see openReaders
	keeper  *sql.Conn     // see keepOpen
	write   *sql.DB
	writer  *writer
	lock    *flock.Flock
	path    string
	file    *databaseFile

	marks    *mark.Keeper
	landmark *landmark
	room     func(dir string) (free, size uint64, err error) // on the disk, in bytes
	readings *readings
	log      logLimits
	rescuing sync.WaitGroup
	onLoss   func(Loss)
}

func openSQLite(ctx context.Context, path string, o Options) (*sqliteEngine, error) {
	start, err := o.inspectStart(ctx, path, "")
	if err != nil {
		return nil, err
	}
	file, err := openedFile(path, o.Log)
	if err != nil {
		return nil, err
	}
	// Savepoints keep their changes in memory: in files they would need room and a free
	// descriptor, and leave customers' data in the system's /tmp.
	write := openPool(file, "journal_mode(WAL)", "synchronous(FULL)", "foreign_keys(1)",
		"temp_store(MEMORY)", "secure_delete(1)", writerCache, "journal_size_limit(67108864)", "wal_autocheckpoint(4000)")
	write.SetMaxIdleConns(0) // a connection discarded by the writer is closed
	e := &sqliteEngine{write: write, path: path, file: file, room: Room, log: usualLog, readings: newReadings(), onLoss: o.OnLoss}
	file.onLoss, file.vacuumed = e.rescueLater, e.vacuumed
	if err := e.prepare(ctx, o); err != nil {
		return nil, errors.Join(err, write.Close())
	}
	begun, err := start.begin(ctx, write)
	if err == nil {
		err = e.openReaders(ctx, begun.Run)
	}
	if err != nil {
		return nil, errors.Join(err, write.Close())
	}
	e.marks = mark.Keep(begun, filepath.Dir(path), o.MarkDirs, o.Schema.Tables, o.Log)
	e.writer = newWriter(write, o, file.present, newNumbers(o.Schema.Tables, e.marks))
	return e, nil
}

func (e *sqliteEngine) openReaders(ctx context.Context, run string) error {
	e.read = openPool(e.file, "query_only(1)", "temp_store(MEMORY)", "cache_size(-16384)")
	readers := max(4, runtime.GOMAXPROCS(0))
	e.views = make(chan struct{}, readers)
	// A view that prepares a statement briefly needs a second connection. One more than
	// the number of views is enough, otherwise views would wait for each other. Another
	// one is the keeper's.
	e.read.SetMaxOpenConns(readers + 2)
	e.read.SetMaxIdleConns(readers + 2)
	if err := e.keepOpen(ctx); err != nil {
		return errors.Join(damaged(e.path, err), e.read.Close())
	}
	e.readers = newStatements(e.read.PrepareContext)
	landmark, err := e.findLandmark(ctx, run)
	if err != nil {
		return errors.Join(err, e.keeper.Close(), e.read.Close())
	}
	e.landmark = landmark
	e.file.follow(landmark)
	return nil
}

// keepOpen keeps the database open from start to end with a connection that does
// nothing else. Whoever opens a database that nobody has open reads its log from the
// disk, and considers a transaction in it committed although its fsync failed and the
// writer has rolled it back: a refused order would be stored. It also needs room on the
// disk, even to read.
func (e *sqliteEngine) keepOpen(ctx context.Context) error {
	var err error
	if e.keeper, err = e.read.Conn(ctx); err != nil {
		return err
	}
	var tables int // a connection opens the log only when it reads
	if err := e.keeper.QueryRowContext(ctx, `SELECT count(*) FROM sqlite_schema`).Scan(&tables); err != nil {
		return errors.Join(err, e.keeper.Close())
	}
	return nil
}

func (e *sqliteEngine) Update(change func(*Tx) error) error {
	if err := e.file.present(); err != nil {
		return err
	}
	return e.writer.do(change, nil)
}

func (e *sqliteEngine) UpdateTogether(change func(*Tx) error, part Part) error {
	if err := e.file.present(); err != nil {
		return err
	}
	return e.writer.do(change, part)
}

func (e *sqliteEngine) View(ctx context.Context, read func(*Tx) error) error {
	if err := e.file.present(); err != nil {
		return err
	}
	select {
	case e.views <- struct{}{}:
		defer func() { <-e.views }()
	case <-ctx.Done():
		return ctx.Err()
	}
	ctx, done := e.readings.begin(ctx)
	defer done()
	within, err := e.read.BeginTx(ctx, nil)
	if err != nil {
		return fmt.Errorf("store: begin reading: %w", err)
	}
	defer within.Rollback() // nothing to commit
	return read(&Tx{ctx: ctx, run: prepared{e.readers, within}, Dialect: SQLite})
}

func (e *sqliteEngine) Read(ctx context.Context, read func(*Tx) error) error {
	if err := e.file.present(); err != nil {
		return err
	}
	return read(&Tx{ctx: ctx, run: prepared{statements: e.readers}, Dialect: SQLite})
}

// Available fails once the store is closed, and while the file is not the one that was
// opened.
func (e *sqliteEngine) Available() error {
	if e.writer.closed() {
		return shop.ErrDatabaseUnavailable
	}
	return e.file.present()
}

func (e *sqliteEngine) SchemaVersion(ctx context.Context) (int64, error) {
	return schemaVersion(ctx, e.read, SQLite)
}

// Scrub empties the log: deleted rows are overwritten in the database itself, see
// secure_delete, but the log may contain an older copy of their pages. It does not wait
// long for readers, since writes wait behind it.
func (e *sqliteEngine) Scrub(ctx context.Context) error {
	conn, err := e.write.Conn(ctx)
	if err != nil {
		return fmt.Errorf("store: connect to empty the log: %w", err)
	}
	defer conn.Close()
	if _, err := conn.ExecContext(ctx, `PRAGMA busy_timeout(250)`); err != nil {
		return fmt.Errorf("store: empty the log: %w", err)
	}
	var busy, frames, moved int
	if err := conn.QueryRowContext(ctx, `PRAGMA wal_checkpoint(TRUNCATE)`).Scan(&busy, &frames, &moved); err != nil {
		return fmt.Errorf("store: empty the log: %w", err)
	}
	if busy != 0 {
		return errLogInUse
	}
	return nil
}

// errLogInUse means that the log could not be emptied because somebody was reading from
// it.
var errLogInUse = errors.New("store: the log is in use")

// Close waits for the writes in progress, and releases the lock. A lost database is
// rescued first: afterwards there may be nothing left of it.
func (e *sqliteEngine) Close() error {
	e.file.present() // somebody may just have removed it
	e.rescuing.Wait()
	// The writer's connection is the last to close, so that it checkpoints. For a
	// spoilt file it must not: the log has the only intact pages.
	if !e.file.spoilt() {
		e.keeper.Close() // it has nothing to lose
	}
	err := e.read.Close()
	e.writer.close()
	e.marks.Close()
	return errors.Join(err, e.write.Close(), e.landmark.close(), e.lock.Unlock())
}

// prepare checks the file and the engine and brings the schema up to date.
func (e *sqliteEngine) prepare(ctx context.Context, o Options) error {
	db, path := e.write, e.path
	var version, journal string
	if err := db.QueryRowContext(ctx, `SELECT sqlite_version()`).Scan(&version); err != nil {
		return damaged(path, err)
	}
	if versionNumber(version) < oldestSQLite {
		return fmt.Errorf("store: SQLite %s is too old, 3.51.3 is needed", version)
	}
	if err := db.QueryRowContext(ctx, `PRAGMA journal_mode`).Scan(&journal); err != nil {
		return damaged(path, err)
	}
	if journal != "wal" {
		return fmt.Errorf("%s: WAL ist auf diesem Dateisystem nicht möglich (journal_mode %s); DATA_DIR auf einen lokalen Datenträger legen", path, journal)
	}
	// After a crash, what was read from the log may never have reached the disk,
	// because its fsync failed. This one covers it, before anything builds on it.
	if _, err := db.ExecContext(ctx, `PRAGMA wal_checkpoint(TRUNCATE)`); err != nil {
		return damaged(path, err)
	}
	return migrateSQLite(ctx, path, o)
}

// damaged explains why a database cannot be opened.
func damaged(path string, err error) error {
	if diskFull(err) {
		return fmt.Errorf("%s: der Datenträger ist voll; Platz schaffen und neu starten", path)
	}
	return fmt.Errorf("%s ist keine lesbare Datenbank von Kontor (%w): Sicherung einspielen oder DATA_DIR ändern", path, err)
}

// diskFull reports whether SQLite found no room, for the file or for the memory that it
// shares with other connections.
func diskFull(err error) bool {
	var cause *sqlite.Error
	if !errors.As(err, &cause) {
		return false
	}
	return cause.Code() == sqlite3.SQLITE_FULL || cause.Code() == sqlite3.SQLITE_IOERR_SHMSIZE
}

func versionNumber(version string) int {
	var major, minor, patch int
	fmt.Sscanf(version, "%d.%d.%d", &major, &minor, &patch)
	return major*1_000_000 + minor*1000 + patch
}

// dsn is the file's name with settings that every connection applies. busy_timeout
// comes first, since the others may have to wait for a lock.
func dsn(path string, pragmas ...string) string {
	query := url.Values{"_pragma": append([]string{"busy_timeout(" + busyTimeout + ")"}, pragmas...)}
	file := url.URL{Scheme: "file", Path: path, RawQuery: query.Encode()}
	return strings.Replace(file.String(), "file://", "file:", 1)
}
