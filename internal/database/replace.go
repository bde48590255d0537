package database

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/gofrs/flock"

	"kontor/internal/mark"
)

// stageName is the directory, within the data directory, in which a copy is made ready
// to be the shop. A killed process leaves it behind; the next one removes it.
const stageName = ".einspielen"

// Replacement puts a copy in the place of a shop's SQLite database. Whenever its process
// is killed, either the earlier database is the shop, or the copy is.
type Replacement struct {
	Dir string // where the copy is made ready; on the disk of the shop's database

	options Options
	path    string    // of the shop's database
	old     *standing // nil: there is none, or none that can be read
	marks   marks
	lock    *flock.Flock
}

// Replaced says where an earlier database is now.
type Replaced struct {
	Earlier  string // path of the earlier database; empty: there was none
	Unmarked error  // directories in which the mark could not be written; nil: none
}

// BeginReplacement locks the shop's place, which may be empty, and prepares a directory
// for the copy. A database in that place is refused unless it may be replaced. The caller
// closes the result. Other errors: [ErrLocked]; others name the place and the remedy.
func BeginReplacement(ctx context.Context, o Options, replace bool) (_ *Replacement, err error) {
	path, err := filepath.Abs(filepath.Join(o.Dir, FileName))
	if err != nil {
		return nil, unusable(o.Dir, err)
	}
	r := &Replacement{options: o, path: path, Dir: filepath.Join(dirOf(path), stageName)}
	if err := os.MkdirAll(dirOf(path), 0o700); err != nil {
		return nil, unusable(dirOf(path), err)
	}
	if r.lock, err = takeLock(path); err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, r.Close())
		}
	}()
	if err := r.lookAround(ctx, replace); err != nil {
		return nil, err
	}
	if err := os.RemoveAll(r.Dir); err != nil {
		return nil, unusable(r.Dir, err)
	}
	if err := os.Mkdir(r.Dir, 0o700); err != nil {
		return nil, unusable(r.Dir, err)
	}
	return r, nil
}

// lookAround reads what is in the shop's place.
func (r *Replacement) lookAround(ctx context.Context, replace bool) error {
	dir := dirOf(r.path)
	if own, err := mark.Read(dir); err == nil { // a damaged one is replaced
		r.marks.own = &own
	}
	r.marks.dir, r.marks.others = dir, marksIn(r.options.MarkDirs)
	switch _, err := os.Stat(r.path); {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return unusable(r.path, err)
	case !replace:
		return fmt.Errorf("%s gibt es schon; --replace benennt die Datei um und setzt die Sicherung an ihre Stelle", r.path)
	}
	if found, err := examine(ctx, r.path, r.options.Schema); err == nil && found.tables {
		r.old = &found
	}
	return nil
}

// Prepare makes the copy at path, in a directory of its own within Dir, a database that
// a start with that directory accepts: it gets the program's schema, a name of its own,
// and ids that continue above every one that may have been issued, see [RestoreHere].
func (r *Replacement) Prepare(ctx context.Context, path string, after int64) (Restored, error) {
	o := Options{Schema: r.options.Schema}
	found, err := examine(ctx, path, o.Schema)
	if err == nil {
		err = found.own.hasMoved(path, "")
	}
	if err != nil {
		return Restored{}, err
	}
	shop, err := r.shop(found.own)
	if err != nil {
		return Restored{}, err
	}
	if err := migrateSQLite(ctx, path, o); err != nil {
		return Restored{}, err
	}
	return o.takeOver(ctx, path, shop, found.last, r.known(), after)
}

// shop returns the name of the copy's shop. A mark or a database of another one must not
// be lost by mistake.
func (r *Replacement) shop(own *identity) (string, error) {
	name, where := "", ""
	if own != nil {
		name, where = own.shop, "die Sicherung"
	}
	for _, m := range r.known() {
		switch {
		case m.ShopID == "":
		case name == "":
			name, where = m.ShopID, m.path
		case m.ShopID != name:
			return "", fmt.Errorf("%s und %s gehören zu verschiedenen Shops; DATA_DIR und SICHERUNG_DIR prüfen, oder in ein leeres Verzeichnis einspielen", where, m.path)
		}
	}
	if name == "" {
		name = randomName()
	}
	return name, nil
}

// known returns the marks, and the earlier database in the form of one.
func (r *Replacement) known() []found {
	var all []found
	if r.marks.own != nil {
		all = append(all, found{*r.marks.own, filepath.Join(r.marks.dir, mark.FileName)})
	}
	all = append(all, r.marks.others...)
	if r.old != nil {
		m := mark.Mark{Sequences: make(map[string]mark.Sequence)}
		if r.old.own != nil {
			m.ShopID = r.old.own.shop
		}
		for i, table := range r.options.Schema.Tables {
			m.Sequences[table] = mark.Sequence{Reserved: r.old.last[i], Last: r.old.last[i]}
		}
		all = append(all, found{m, r.path})
	}
	return all
}

// Commit puts the prepared copy, which nobody has open, into the shop's place. The
// earlier database stays beside it under another name. After an error, too, one of the
// two is the shop.
func (r *Replacement) Commit(ctx context.Context, path string, at time.Time) (done Replaced, err error) {
	next, err := mark.Read(dirOf(path))
	if err != nil {
		return done, err
	}
	if err := closed(path); err != nil {
		return done, err
	}
	aside := r.path + ".ersetzt-" + at.UTC().Format("20060102T150405Z")
	if err := r.settleEarlier(ctx, aside); err != nil {
		return done, err
	}
	if err := r.announce(next); err != nil {
		return done, err
	}
	if done.Earlier, err = r.exchange(path, aside); err != nil {
		return done, err
	}
	if err := next.Write(dirOf(r.path)); err != nil {
		return done, unusable(dirOf(r.path), err)
	}
	done.Unmarked = writeAll(&next, r.options.MarkDirs)
	return done, nil
}

// closed makes sure that all of a database is in its file, and on the disk.
func closed(path string) error {
	if log, err := os.Stat(path + "-wal"); err == nil && log.Size() > 0 {
		return fmt.Errorf("store: %s-wal was not emptied", path)
	}
	if err := os.Chmod(path, 0o600); err != nil {
		return err
	}
	return syncFile(path)
}

// settleEarlier leaves no log in the place where the copy's will be. That of a readable
// database is moved into it, as any start would do; another is set aside.
func (r *Replacement) settleEarlier(ctx context.Context, aside string) error {
	if r.old != nil {
		db, err := sql.Open("sqlite", dsn(r.path, "synchronous(FULL)"))
		if err != nil {
			return err
		}
		_, err = db.ExecContext(ctx, `PRAGMA wal_checkpoint(TRUNCATE)`)
		if err := errors.Join(err, db.Close()); err != nil {
			return damaged(r.path, err)
		}
	}
	for _, suffix := range []string{"-wal", "-shm"} {
		if err := os.Rename(r.path+suffix, aside+suffix); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return unusable(r.path+suffix, err)
		}
	}
	return nil
}

// announce writes a mark that fits the copy, and the earlier database as well if that
// could be started until now: a process that is killed here leaves a shop.
func (r *Replacement) announce(m mark.Mark) error {
	if r.started() {
		before := ""
		if r.old.own != nil {
			before = r.old.own.run
		}
		m.Before = &before
		sequences := make(map[string]mark.Sequence)
		for table, s := range m.Sequences {
			sequences[table] = mark.Sequence{Reserved: s.Reserved, Last: min(s.Last, r.marks.own.Sequences[table].Last)}
		}
		m.Sequences = sequences
	}
	if err := m.Write(dirOf(r.path)); err != nil {
		return unusable(dirOf(r.path), err)
	}
	return nil
}

// started reports whether the earlier database is the one with which the shop ran last.
func (r *Replacement) started() bool {
	s := start{Options: r.options, path: r.path, dir: r.marks.dir, marks: r.marks}
	if r.old == nil || r.marks.own == nil {
		return false
	}
	s.found = *r.old
	return s.verdict("") == nil
}

// exchange gives the copy the database's name in one step, so that there is always one,
// and the earlier one another name before.
func (r *Replacement) exchange(path, aside string) (earlier string, err error) {
	if _, err := os.Stat(r.path); err == nil {
		if err := os.Link(r.path, aside); err != nil {
			return "", unusable(aside, err)
		}
		earlier = aside
	}
	if err := os.Rename(path, r.path); err != nil {
		return earlier, unusable(r.path, err)
	}
	return earlier, mark.SyncDir(dirOf(r.path))
}

// Close removes what was prepared, and releases the shop's place.
func (r *Replacement) Close() error {
	return errors.Join(os.RemoveAll(r.Dir), r.lock.Unlock())
}
