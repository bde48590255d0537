package database

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
)

// landmark is a page of the database's file that nothing changes while the shop runs:
// the one with the list of migrations. When SQLite moves its log to a truncated file,
// it fills the gap with zeros, so that the file soon has its size back, but not this
// page.
type landmark struct {
	file   *os.File // open until SQLite is done: closing it drops SQLite's locks
	offset int64
}

func (e *sqliteEngine) findLandmark(ctx context.Context) (*landmark, error) {
	l := new(landmark)
	err := e.keeper.QueryRowContext(ctx, `SELECT (rootpage - 1) * page_size FROM sqlite_schema, pragma_page_size
		WHERE name = 'schema_migrations'`).Scan(&l.offset)
	if err != nil {
		return nil, fmt.Errorf("store: look up the list of migrations: %w", err)
	}
	if l.file, err = os.Open(e.path); err != nil {
		return nil, unusable(e.path, err)
	}
	return l, nil
}

// gone reports whether the page has lost its content. A page begins with its type,
// which is never zero.
func (l *landmark) gone() bool {
	if l == nil {
		return false
	}
	var kind [1]byte
	n, err := l.file.ReadAt(kind[:], l.offset)
	return n == 1 && kind[0] == 0 || errors.Is(err, io.EOF)
}

func (l *landmark) close() error {
	if l == nil {
		return nil
	}
	if err := l.file.Close(); !errors.Is(err, os.ErrClosed) {
		return err
	}
	return nil
}
