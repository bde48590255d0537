package database

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"

	"kontor/internal/mark"
)

// Refusal is the error of a start that would serve another database than the one with
// which the shop ran last, or none. Starting again does not help; its text says what was
// found and what to do.
type Refusal struct {
	text  string
	Moved bool // the shop is somewhere else by now, or on its way
}

func (r *Refusal) Error() string { return r.text }

func refuse(format string, args ...any) error {
	return &Refusal{text: fmt.Sprintf(format, args...)}
}

// identity is what a database says about the shop in it: the only row of its table
// betrieb.
type identity struct {
	shop       string
	run        string // the latest start
	generation int64  // how often it was restored, plus one
	moved      string // where to, or [movingTo] and where to; empty: nowhere
}

// movingTo begins the destination of a move that has not ended.
const movingTo = "begonnen "

// moving returns where a move leads that has not ended.
func (i *identity) moving() (to string, under bool) { return strings.CutPrefix(i.moved, movingTo) }

// standing is a database before a start.
type standing struct {
	tables bool
	own    *identity // nil: it does not say yet which shop it is
	last   []int64   // the highest id issued in each of the schema's tables
}

// nothing is a fresh database.
func (s Schema) nothing() standing { return standing{last: make([]int64, len(s.Tables))} }

// issued reports whether any id was issued.
func (s *standing) issued() bool {
	for _, id := range s.last {
		if id > 0 {
			return true
		}
	}
	return false
}

// standing reads what a SQLite database says about itself, whatever its schema.
func (s Schema) standing(ctx context.Context, db *sql.DB) (standing, error) {
	found := s.nothing()
	found.tables = true
	var identified, counted bool
	err := db.QueryRowContext(ctx, `SELECT count(CASE WHEN name = 'betrieb' THEN 1 END), count(CASE WHEN name = 'sqlite_sequence' THEN 1 END)
		FROM sqlite_schema`).Scan(&identified, &counted)
	if err == nil && counted && len(s.Tables) > 0 {
		places := make([]any, len(s.Tables))
		for i := range places {
			places[i] = &found.last[i]
		}
		err = db.QueryRowContext(ctx, highestIDs(s.Tables)).Scan(places...)
	}
	if err == nil && identified {
		found.own, err = readIdentity(ctx, db)
	}
	return found, err
}

// readIdentity returns nil if the database does not say yet which shop it is.
func readIdentity(ctx context.Context, db rowQuerier) (*identity, error) {
	i := new(identity)
	err := db.QueryRowContext(ctx, `SELECT shop_id, lauf, generation, coalesce(umzug, '') FROM betrieb`).
		Scan(&i.shop, &i.run, &i.generation, &i.moved)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil
	}
	return i, err
}

// start is a start of a shop on SQLite that nothing speaks against.
type start struct {
	Options
	path  string // of the database
	dir   string
	found standing
	marks marks
}

// inspectStart looks at database and marks, and changes nothing. It returns a
// [*Refusal] if they do not belong together, or if the shop has moved; a move to the
// given place may have begun.
func (o Options) inspectStart(ctx context.Context, path, movesTo string) (*start, error) {
	found, err := examine(ctx, path, o.Schema)
	if err != nil {
		return nil, err
	}
	s := &start{Options: o, path: path, dir: dirOf(path), found: found}
	if s.marks, err = readMarks(s.dir, o.MarkDirs); err != nil {
		return nil, err
	}
	return s, s.verdict(movesTo)
}

// begin names a new start in the mark and then in the database. In between either name
// is good, so that a process that is killed there leaves a shop that starts.
func (s *start) begin(ctx context.Context, db *sql.DB) (m mark.Mark, err error) {
	m = s.nextMark()
	if err := m.Write(s.dir); err != nil {
		return m, unusable(s.dir, err)
	}
	_, err = db.ExecContext(ctx, `INSERT INTO betrieb (id, shop_id, lauf, generation, mindest_schema) VALUES (1, $1, $2, 1, $3)
		ON CONFLICT (id) DO UPDATE SET lauf = excluded.lauf`, m.ShopID, m.Run, s.Schema.Version)
	if err == nil {
		// The file itself names the start from now on, see landmark.
		_, err = db.ExecContext(ctx, `PRAGMA wal_checkpoint(TRUNCATE)`)
	}
	if err != nil {
		return m, damaged(s.path, err)
	}
	m.Before = nil
	if err := m.Write(s.dir); err != nil {
		return m, unusable(s.dir, err)
	}
	return m, nil
}

// nextMark is the mark of the new start. It keeps what earlier ones have reserved.
func (s *start) nextMark() mark.Mark {
	m := mark.Mark{Run: randomName(), Sequences: make(map[string]mark.Sequence)}
	before := ""
	switch {
	case s.found.own != nil:
		m.ShopID, before = s.found.own.shop, s.found.own.run
	case s.marks.own != nil: // an earlier first start was killed
		m.ShopID = s.marks.own.ShopID
	default:
		m.ShopID = randomName()
	}
	m.Before = &before
	for i, table := range s.Schema.Tables {
		last := s.found.last[i]
		m.Sequences[table] = mark.Sequence{Reserved: max(last, s.marks.ownReserved(table)), Last: last}
	}
	return m
}
