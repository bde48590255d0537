package database

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"os"
	"sync/atomic"
)

// landmark is a text in the database's file that nothing changes while the shop runs:
// the name of its start. When SQLite moves its log to a truncated file it fills the gap
// with zeros, so that the file soon has its size back, but not this text; nor has it a
// file whose content somebody has replaced.
type landmark struct {
	file  *os.File // open until SQLite is done: closing it drops SQLite's locks
	text  []byte
	place atomic.Pointer[landmarkPlace]
}

// landmarkPlace is where the text stands in the file.
type landmarkPlace struct {
	page, size int64 // offset and size of its page, in bytes
	at         int64 // offset of the text; 0: not seen on this page yet
}

// whereRun is the query for the place of the text: offset and size of the page, and the
// text itself.
const whereRun = `SELECT (rootpage - 1) * page_size, page_size, (SELECT lauf FROM betrieb) FROM sqlite_schema, pragma_page_size
	WHERE name = 'betrieb'`

func (e *sqliteEngine) findLandmark(ctx context.Context, run string) (*landmark, error) {
	l := &landmark{text: []byte(run)}
	var p landmarkPlace
	var found string
	if err := e.keeper.QueryRowContext(ctx, whereRun).Scan(&p.page, &p.size, &found); err != nil {
		return nil, fmt.Errorf("store: look up the latest start: %w", err)
	}
	l.place.Store(&p)
	var err error
	if l.file, err = os.Open(e.path); err != nil {
		return nil, unusable(e.path, err)
	}
	return l, nil
}

// gone returns how the text was lost; empty if it is in its place, or is not expected
// there yet: the page may still be in the log.
func (l *landmark) gone() LossCause {
	if l == nil {
		return ""
	}
	p := l.place.Load()
	if p.at > 0 {
		text := make([]byte, len(l.text))
		if n, _ := l.file.ReadAt(text, p.at); n == len(text) && bytes.Equal(text, l.text) {
			return ""
		}
	}
	return l.search(*p)
}

// search reads the whole page: a change of its row may have moved the text within it.
func (l *landmark) search(p landmarkPlace) LossCause {
	page := make([]byte, p.size)
	n, err := l.file.ReadAt(page, p.page)
	at := bytes.Index(page[:n], l.text)
	switch {
	case at >= 0:
		p.at = p.page + int64(at)
		l.place.Store(&p)
		return ""
	case p.at == 0, n == 0 && !errors.Is(err, io.EOF): // not there yet, or not readable
		return ""
	case n == 0 || page[0] == 0: // a page begins with its type, which is never zero
		return FileShortened
	}
	return FileOverwritten
}

// moved reports whether the database has put the text on another page since, which only
// VACUUM does. Until the log has been moved to the file, the text is not there yet.
func (l *landmark) moved(conn *sql.Conn) bool {
	var p landmarkPlace
	var found string
	err := conn.QueryRowContext(context.Background(), whereRun).Scan(&p.page, &p.size, &found)
	if err != nil || found != string(l.text) || p.page == l.place.Load().page {
		return false
	}
	l.place.Store(&p)
	return true
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
