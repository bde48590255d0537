package database

import (
	"log/slog"
	"os"
	"sync"
	"sync/atomic"

	"kontor/internal/shop"
)

// databaseFile is the file that the connections have open. SQLite keeps writing to a
// file that somebody has deleted, moved away, replaced or truncated, so it is checked
// before every transaction and after every COMMIT.
type databaseFile struct {
	path   string
	opened os.FileInfo
	// size is the largest size seen; negative: not followed yet. SQLite shrinks a file
	// only when somebody vacuums it, which the shop never does.
	size     atomic.Int64
	landmark *landmark                 // nil: not followed yet
	lost     atomic.Pointer[LossCause] // nil: the file is present
	mu       sync.Mutex                // guards changes of lost
	vacuumed func(size int64) bool     // reports whether the database is meant to be smaller than that, or was rearranged
	onLoss   func(LossCause)
	log      *slog.Logger
}

func openedFile(path string, log *slog.Logger) (*databaseFile, error) {
	opened, err := os.Stat(path)
	if err != nil {
		return nil, unusable(path, err)
	}
	f := &databaseFile{path: path, opened: opened, log: log}
	f.size.Store(-1)
	return f, nil
}

// follow starts to follow the content. Before that, the log of an earlier process may
// still change it in any way.
func (f *databaseFile) follow(l *landmark) {
	f.landmark = l
	f.size.Store(0)
}

// present returns shop.ErrDatabaseUnavailable while the file is not the one that was
// opened. It costs one stat and one read of a few bytes. A file that was moved away and
// back is present again; one that was truncated or overwritten has lost its content for
// good.
func (f *databaseFile) present() error {
	was := f.lost.Load()
	if was != nil && was.content() {
		return shop.ErrDatabaseUnavailable
	}
	if found := f.check(); (found == "") != (was == nil) || found.content() {
		f.turn()
	}
	if f.lost.Load() != nil {
		return shop.ErrDatabaseUnavailable
	}
	return nil
}

// check returns how the file was lost; empty if it is in its place.
func (f *databaseFile) check() LossCause {
	largest := f.size.Load() // before the stat: the file may grow meanwhile
	now, err := os.Stat(f.path)
	switch {
	case err != nil:
		return FileRemoved
	case !os.SameFile(now, f.opened):
		return FileReplaced
	case largest < 0:
		return ""
	case now.Size() < largest:
		return FileShortened
	}
	if cause := f.landmark.gone(); cause != "" {
		return cause
	}
	for largest < now.Size() && !f.size.CompareAndSwap(largest, now.Size()) {
		largest = f.size.Load()
	}
	return ""
}

// turn checks once more, alone, and reports what has changed.
func (f *databaseFile) turn() {
	f.mu.Lock()
	defer f.mu.Unlock()
	was, found := f.lost.Load(), f.check()
	if found.content() && f.vacuumed(f.size.Load()) {
		f.size.Store(0) // start anew
		found = ""
	}
	switch {
	case found == "" && was != nil:
		f.lost.Store(nil)
		f.log.Info("database file is back", slog.String("path", f.path))
	case found != "" && was == nil:
		f.lost.Store(&found)
		f.log.Error("database file lost", slog.String("path", f.path), slog.String("cause", string(found)))
		f.onLoss(found)
	case found != "":
		f.lost.Store(&found)
	}
}

// spoilt reports whether the file has lost its content.
func (f *databaseFile) spoilt() bool {
	lost := f.lost.Load()
	return lost != nil && lost.content()
}
