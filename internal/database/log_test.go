package database

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"
)

// fill makes the log at least this large, while somebody reads.
func fill(t *testing.T, db *DB, path string, bytes int64) {
	t.Helper()
	for size := int64(0); size < bytes; {
		err := db.Update(func(t *Tx) error {
			_, err := t.Exec(`INSERT INTO first (text) SELECT randomblob(100000)`)
			return err
		})
		info, statErr := os.Stat(path)
		if err := errors.Join(err, statErr); err != nil {
			t.Fatal(err)
		}
		size = info.Size()
	}
}

// read begins a view that lasts until its context ends, and returns a channel for its
// error.
func read(t *testing.T, db *DB) <-chan error {
	t.Helper()
	begun, ended := make(chan struct{}), make(chan error, 1)
	go func() {
		ended <- db.View(t.Context(), func(t *Tx) error {
			var n int
			err := t.Row(`SELECT count(*) FROM first`, nil, &n)
			close(begun)
			if err != nil {
				return err
			}
			<-t.ctx.Done()
			return context.Cause(t.ctx)
		})
	}()
	<-begun
	return ended
}

// W15: a log that readers keep from being emptied is left until it is huge; then they
// are cut off, except those who have just begun. Nobody else notices.
func TestW15_LongReadersAreCutOff(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	db := open(t, dir)
	engine, log := db.engine.(*sqliteEngine), filepath.Join(dir, FileName+"-wal")
	engine.log = logLimits{large: 1 << 20, huge: 4 << 20, last: time.Hour}
	long := read(t, db)
	fill(t, db, log, engine.log.huge)
	db.Tend(t.Context())
	select {
	case err := <-long:
		t.Fatalf("a reader who has just begun ended: %v", err)
	default:
	}
	engine.log.last = 0
	db.Tend(t.Context())
	if err := <-long; !errors.Is(err, errLogHuge) {
		t.Errorf("a reader of a huge log ended with %v", err)
	}
	db.Tend(t.Context())
	if info, err := os.Stat(log); err != nil || info.Size() >= engine.log.large {
		t.Errorf("the log has %d bytes, %v", info.Size(), err)
	}
	if err := db.View(t.Context(), func(t *Tx) error { var n int; return t.Row(`SELECT count(*) FROM first`, nil, &n) }); err != nil {
		t.Errorf("the next reader: %v", err)
	}
}

// W15: a large log costs nobody anything but is emptied once nobody reads from it.
func TestW15_LargeLogIsEmptied(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	db := open(t, dir)
	engine, log := db.engine.(*sqliteEngine), filepath.Join(dir, FileName+"-wal")
	engine.log = logLimits{large: 1 << 20, huge: 1 << 40}
	fill(t, db, log, 2<<20)
	db.Tend(t.Context())
	if info, err := os.Stat(log); err != nil || info.Size() != 0 {
		t.Errorf("the log has %d bytes, %v", info.Size(), err)
	}
}

// Nobody reads from one snapshot for ever.
func TestReadingsEnd(t *testing.T) {
	t.Parallel()
	db := open(t, t.TempDir())
	db.engine.(*sqliteEngine).readings.longest = 20 * time.Millisecond
	if err := <-read(t, db); !errors.Is(err, errReadTooLong) {
		t.Errorf("it ended with %v", err)
	}
}
