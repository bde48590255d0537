package database

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"time"
)

// rescueName is the beginning of the names of rescue copies.
const rescueName = "gerettet-"

// Loss is the loss of a SQLite database's file while the program is running.
type Loss struct {
	Path   string // of the lost file
	Cause  LossCause
	At     time.Time // when it was noticed
	Rescue string    // path of the copy; empty: there is none
}

// LossCause is what happened to the database's file.
type LossCause string

// The causes of a loss.
const (
	FileRemoved   LossCause = "removed"   // deleted or moved away
	FileReplaced  LossCause = "replaced"  // another file has its name
	FileShortened LossCause = "shortened" // its end was cut off

	FileOverwritten LossCause = "overwritten" // something else was written into it
)

// content reports whether the file itself is still there, but not what was in it.
func (c LossCause) content() bool { return c == FileShortened || c == FileOverwritten }

// errOverwritten means that a copy would contain what somebody has written into the
// file.
var errOverwritten = errors.New("store: the file was overwritten; only its log still has what was stored")

// rescueLater copies a database that has just been lost, without delaying the request
// that noticed.
func (e *sqliteEngine) rescueLater(cause LossCause) {
	loss := Loss{Path: e.path, Cause: cause, At: time.Now()}
	e.rescuing.Go(func() {
		var err error
		if loss.Rescue, err = e.rescue(loss.At, cause); err != nil {
			e.file.log.Error("no rescue copy of the database", slog.Any("error", err))
		} else {
			e.file.log.Info("rescue copy of the database written", slog.String("path", loss.Rescue))
		}
		e.onLoss(loss)
	})
}

// rescue writes everything that the open connections still see to a file beside the
// lost one, and returns its path.
func (e *sqliteEngine) rescue(at time.Time, cause LossCause) (string, error) {
	if cause == FileOverwritten {
		return "", errOverwritten
	}
	path := filepath.Join(filepath.Dir(e.path), rescueName+at.UTC().Format("20060102T150405.000Z")+".db")
	partial := path + ".teil"
	if err := createEmpty(partial); err != nil {
		return "", err
	}
	err := e.copyInto(partial, cause)
	if err == nil {
		err = readable(partial)
	}
	if err == nil {
		err = keep(partial, path)
	}
	if err != nil {
		return "", errors.Join(err, os.Remove(partial))
	}
	return path, nil
}

// createEmpty creates a file that only the shop's own user can read: SQLite would let
// others.
func createEmpty(path string) error {
	file, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	return file.Close()
}

// copyInto runs on the keeper's connection, which nobody else uses. It then empties the
// log: the lost file may be put back, or the copy in its place, and neither may meet
// the other's log. For a truncated file the log has the only intact pages.
func (e *sqliteEngine) copyInto(path string, cause LossCause) error {
	ctx := context.Background() // also while the shop is closing: the copy may be all that is left
	if _, err := e.keeper.ExecContext(ctx, `PRAGMA query_only(0)`); err != nil {
		return fmt.Errorf("store: let the copy be written: %w", err)
	}
	defer e.keeper.ExecContext(ctx, `PRAGMA query_only(1)`)
	if _, err := e.keeper.ExecContext(ctx, `VACUUM INTO ?`, path); err != nil {
		return fmt.Errorf("store: copy the lost database: %w", err)
	}
	if cause != FileShortened {
		e.keeper.ExecContext(ctx, `PRAGMA wal_checkpoint(TRUNCATE)`) // fails while somebody reads
	}
	return nil
}

// readable reads a copy completely.
func readable(path string) error {
	db, err := sql.Open("sqlite", dsn(path, "query_only(1)")+"&mode=ro")
	if err != nil {
		return err
	}
	defer db.Close()
	var verdict string
	if err := db.QueryRow(`PRAGMA quick_check(1)`).Scan(&verdict); err != nil {
		return fmt.Errorf("store: check the rescue copy: %w", err)
	}
	if verdict != "ok" {
		return fmt.Errorf("store: the rescue copy is damaged: %s", verdict)
	}
	return nil
}

// keep gives a copy its name once it has reached the disk.
func keep(partial, path string) error {
	for _, step := range []func() error{
		func() error { return syncFile(partial) },
		func() error { return os.Rename(partial, path) },
		func() error { return syncFile(filepath.Dir(path)) },
	} {
		if err := step(); err != nil {
			return fmt.Errorf("store: keep the rescue copy: %w", err)
		}
	}
	return nil
}

func syncFile(path string) error {
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	return errors.Join(file.Sync(), file.Close())
}

// vacuumed reports whether somebody has rearranged the database: it is smaller than its
// file was, or the landmark is on another page. If even that cannot be read, the content
// is lost.
func (e *sqliteEngine) vacuumed(size int64) bool {
	if e.landmark.moved(e.keeper) {
		return true
	}
	var pages, bytes int64
	err := e.keeper.QueryRowContext(context.Background(),
		`SELECT page_count, page_size FROM pragma_page_count, pragma_page_size`).Scan(&pages, &bytes)
	return err == nil && pages > 0 && pages*bytes < size
}
