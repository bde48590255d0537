package database

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"kontor/internal/mark"
)

// Restored is what a database was turned into the shop with.
type Restored struct {
	Generation int64 // how often the shop was restored, plus one
	Sequences  []RestoredSequence
	Unmarked   error // directories in which the mark could not be written; nil: none

	mark mark.Mark // as written beside the database
}

// RestoredSequence is the ids of a table.
type RestoredSequence struct {
	Table  string
	Stored int64 // the highest that the database had issued
	Known  int64 // the highest that was issued for certain, here or in what is lost
	Raised int64 // ids continue above this one
}

// fewest is how many ids the shop skips at least in tables of which nothing is known,
// when there is no mark.
const fewest = 100

// RestoreHere takes the database that is in the shop's place as the shop from now on,
// whatever it was: ids continue above every one that may have been issued according to
// the database, to any mark, or to the operator, whose number is the newest that was
// seen of the schema's first table; 0: none was given. Without a mark one is needed.
//
// No process may serve the shop meanwhile ([ErrLocked]; PostgreSQL cannot know). Killed
// in between, it can be repeated.
func RestoreHere(ctx context.Context, o Options, after int64) (Restored, error) {
	if o.URL != "" {
		return restorePostgres(ctx, o, after)
	}
	path, err := filepath.Abs(filepath.Join(o.Dir, FileName))
	if err != nil {
		return Restored{}, unusable(o.Dir, err)
	}
	if file, err := os.Stat(path); err != nil || file.Size() == 0 {
		return Restored{}, fmt.Errorf("%s fehlt oder ist leer; zuerst die Datenbank dorthin legen", path)
	}
	lock, err := takeLock(path)
	if err != nil {
		return Restored{}, err
	}
	defer lock.Unlock()
	return o.restoreSQLite(ctx, path, after)
}

func (o Options) restoreSQLite(ctx context.Context, path string, after int64) (r Restored, err error) {
	found, err := examine(ctx, path, o.Schema)
	if err == nil {
		err = found.own.hasMoved(path, "")
	}
	if err == nil {
		err = migrateSQLite(ctx, path, o)
	}
	if err != nil {
		return r, err
	}
	dirs := append([]string{dirOf(path)}, o.MarkDirs...)
	shop := randomName()
	if own := found.own; own != nil {
		shop = own.shop
	}
	if r, err = o.takeOver(ctx, path, shop, found.last, marksIn(dirs), after); err != nil {
		return r, err
	}
	r.Unmarked = writeAll(&r.mark, o.MarkDirs)
	return r, nil
}

// takeOver begins a database anew as the shop of that name, above all ids that the
// database or a mark knows, and writes the mark beside it.
func (o Options) takeOver(ctx context.Context, path, shop string, last []int64, marks []found, after int64) (r Restored, err error) {
	if r.Sequences, err = o.Schema.raised(last, marks, after); err != nil {
		return r, err
	}
	r.mark = mark.Mark{ShopID: shop, Run: randomName(), Sequences: sequencesOf(r.Sequences)}
	if r.Generation, err = o.raiseSQLite(ctx, path, &r.mark, r.Sequences); err != nil {
		return r, damaged(path, err)
	}
	if err := r.mark.Write(dirOf(path)); err != nil {
		return r, unusable(dirOf(path), err)
	}
	return r, nil
}

// raised returns where ids continue.
func (s Schema) raised(stored []int64, marks []found, after int64) ([]RestoredSequence, error) {
	if len(marks) == 0 && after == 0 {
		return nil, errors.New("es gibt keine Marke, die sagt, welche Nummern schon vergeben sind: mit --after-number die Zahl der neuesten Bestellnummer angeben; die jüngste Bestellmail hat sie")
	}
	all := make([]RestoredSequence, len(s.Tables))
	for i, table := range s.Tables {
		raised, known := stored[i], stored[i]
		for _, m := range marks {
			raised, known = max(raised, m.Sequences[table].Reserved), max(known, m.Sequences[table].Last)
		}
		switch {
		case i == 0:
			raised, known = max(raised, after), max(known, after)
		case len(marks) == 0: // hardly more than one for each order
			raised += max(fewest, after-stored[0])
		}
		all[i] = RestoredSequence{Table: table, Stored: stored[i], Known: known, Raised: raised}
	}
	return all, nil
}

// raiseSQLite writes the new start and the raised ids in one transaction. It returns the
// generation.
func (o Options) raiseSQLite(ctx context.Context, path string, m *mark.Mark, all []RestoredSequence) (generation int64, err error) {
	db, err := sql.Open("sqlite", dsn(path, "synchronous(FULL)"))
	if err != nil {
		return 0, err
	}
	defer db.Close()
	within, err := db.BeginTx(ctx, nil)
	if err != nil {
		return 0, err
	}
	defer within.Rollback() // no effect after a commit
	for _, s := range all {
		if _, err := within.ExecContext(ctx, `DELETE FROM sqlite_sequence WHERE name = $1`, s.Table); err != nil {
			return 0, err
		}
		if _, err := within.ExecContext(ctx, `INSERT INTO sqlite_sequence (name, seq) VALUES ($1, $2)`, s.Table, s.Raised); err != nil {
			return 0, err
		}
	}
	err = within.QueryRowContext(ctx, `INSERT INTO betrieb (id, shop_id, lauf, generation, mindest_schema) VALUES (1, $1, $2, 2, $3)
		ON CONFLICT (id) DO UPDATE SET lauf = excluded.lauf, generation = betrieb.generation + 1 RETURNING generation`,
		m.ShopID, m.Run, o.Schema.Version).Scan(&generation)
	if err != nil {
		return 0, err
	}
	return generation, within.Commit()
}

func sequencesOf(all []RestoredSequence) map[string]mark.Sequence {
	sequences := make(map[string]mark.Sequence)
	for _, s := range all {
		sequences[s.Table] = mark.Sequence{Reserved: s.Raised, Last: s.Raised}
	}
	return sequences
}

// writeAll writes a mark in all directories, as far as possible.
func writeAll(m *mark.Mark, dirs []string) (failed error) {
	for _, dir := range dirs {
		err := os.MkdirAll(dir, 0o700)
		if err == nil {
			err = m.Write(dir)
		}
		failed = errors.Join(failed, err)
	}
	return failed
}
