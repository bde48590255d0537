package database

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/gofrs/flock"
)

// source is a SQLite shop that nobody serves, and that is to move.
type source struct {
	path  string
	shop  string // its name
	moved string // see [identity]
	lock  *flock.Flock
	db    *sql.DB
}

// openSource takes the lock of a shop and begins it anew, like any start. Its database
// must be the one with which it ran last, and must not have moved anywhere else.
func openSource(ctx context.Context, o, to Options) (_ *source, err error) {
	path, err := filepath.Abs(filepath.Join(o.Dir, FileName))
	if err != nil {
		return nil, unusable(o.Dir, err)
	}
	if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%s gibt es nicht; DATA_DIR prüfen", path)
	}
	s := &source{path: path}
	if s.lock, err = takeLock(path); err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			s.close()
		}
	}()
	start, err := o.inspectStart(ctx, path, to.Place())
	if err != nil {
		return nil, err
	}
	if own := start.found.own; own != nil {
		s.moved = own.moved
	}
	if s.db, err = sql.Open("sqlite", dsn(path, "foreign_keys(0)", "synchronous(FULL)")); err != nil {
		return nil, err
	}
	if err := s.current(ctx, o.Schema); err != nil {
		return nil, err
	}
	begun, err := start.begin(ctx, s.db)
	s.shop = begun.ShopID
	return s, err
}

// current refuses a schema that is not the program's.
func (s *source) current(ctx context.Context, schema Schema) error {
	switch version, err := schemaVersion(ctx, s.db, SQLite); {
	case err != nil:
		return damaged(s.path, err)
	case version < schema.Version:
		return fmt.Errorf("%s hat Schema %d, dieses Programm %d; zuerst mit »kontor migrate up« erneuern", s.path, version, schema.Version)
	case version > schema.Version:
		return fmt.Errorf("%s hat Schema %d, dieses Programm kennt nur %d: eine neuere Version von Kontor nehmen", s.path, version, schema.Version)
	}
	return nil
}

// noteMove records where the shop has moved to, or is moving to; empty: it has not.
func (s *source) noteMove(ctx context.Context, to string) error {
	if _, err := s.db.ExecContext(ctx, `UPDATE betrieb SET umzug = nullif($1, '')`, to); err != nil {
		return fmt.Errorf("%s: den Stand des Umzugs festhalten: %w", s.path, err)
	}
	return nil
}

func (s *source) close() {
	if s.db != nil {
		s.db.Close()
	}
	s.lock.Unlock()
}
