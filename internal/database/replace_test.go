package database

import (
	"database/sql"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"kontor/internal/mark"
)

// says returns what a shop's database says; empty: there is none.
func says(t *testing.T, path string) (text string) {
	t.Helper()
	if _, err := os.Stat(path); err != nil {
		return ""
	}
	db, err := sql.Open("sqlite", dsn(path))
	if err == nil {
		err = db.QueryRow(`SELECT coalesce(max(CAST(text AS TEXT)), '') FROM first`).Scan(&text)
	}
	if err := errors.Join(err, db.Close()); err != nil {
		t.Fatal(err)
	}
	return text
}

// write lets a shop's database say something, and returns the shop still open.
func write(t *testing.T, dir, text string) *DB {
	t.Helper()
	db, err := Open(t.Context(), empty(dir))
	if err == nil {
		err = db.Update(func(tx *Tx) error {
			_, err := tx.Exec(`INSERT INTO first (text) VALUES ($1)`, text)
			return err
		})
	}
	if err != nil {
		t.Fatal(err)
	}
	return db
}

func duplicate(t *testing.T, from, to string) {
	t.Helper()
	content, err := os.ReadFile(from)
	if err == nil {
		err = os.WriteFile(to, content, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// replaceable returns a shop that was killed, with its latest write in the log, and a
// replacement with a copy of before that write, ready to be put into its place.
func replaceable(t *testing.T) (r *Replacement, dir, staged string) {
	t.Helper()
	dir, live := t.TempDir(), t.TempDir()
	db := write(t, live, "copied")
	copied := filepath.Join(t.TempDir(), FileName)
	original, err := db.Original(t.Context())
	if err == nil {
		err = errors.Join(original.CopyTo(t.Context(), copied, Remade{}), original.Close())
	}
	if err == nil {
		err = db.Update(func(tx *Tx) error { _, err := tx.Exec(`INSERT INTO first (text) VALUES ('later')`); return err })
	}
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{FileName, FileName + "-wal", mark.FileName} {
		duplicate(t, filepath.Join(live, name), filepath.Join(dir, name))
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	if r, err = BeginReplacement(t.Context(), empty(dir), true); err != nil {
		t.Fatal(err)
	}
	staged = filepath.Join(r.Dir, FileName)
	duplicate(t, copied, staged)
	if _, err := r.Prepare(t.Context(), staged, 1); err != nil {
		t.Fatal(err)
	}
	if db, err = Open(t.Context(), empty(r.Dir)); err == nil {
		err = db.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	return r, dir, staged
}

// W4: after each of the steps that put a copy into a shop's place, a start accepts what
// is there: the earlier database with its last write, or the copy.
func TestW4_KilledBetweenTheStepsOfReplacing(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		steps int
		want  string
	}{"prepared": {0, "later"}, "log settled": {1, "later"}, "announced": {2, "later"}, "exchanged": {3, "copied"}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r, dir, staged := replaceable(t)
			aside := r.path + ".ersetzt"
			next, err := mark.Read(r.Dir)
			for i, step := range []func() error{
				func() error { return r.settleEarlier(t.Context(), aside) },
				func() error { return r.announce(next) },
				func() error { _, err := r.exchange(staged, aside); return err },
			} {
				if err == nil && i < test.steps {
					err = step()
				}
			}
			if err := errors.Join(err, r.lock.Unlock()); err != nil { // all that a killed process does
				t.Fatal(err)
			}
			db, err := Open(t.Context(), empty(dir))
			if err != nil {
				t.Fatalf("the start is refused: %v", err)
			}
			if err := db.Close(); err != nil {
				t.Error(err)
			}
			if got := says(t, filepath.Join(dir, FileName)); got != test.want {
				t.Errorf("the shop says %q, want %q", got, test.want)
			}
			if _, err := os.Stat(filepath.Join(dir, stageName)); !os.IsNotExist(err) {
				t.Errorf("the prepared copy is still there: %v", err)
			}
		})
	}
}

// The earlier database and all of its log stay under another name.
func TestReplacedDatabaseIsWhole(t *testing.T) {
	t.Parallel()
	r, dir, staged := replaceable(t)
	done, err := r.Commit(t.Context(), staged, time.Now())
	if err := errors.Join(err, r.Close()); err != nil {
		t.Fatal(err)
	}
	if got := says(t, done.Earlier); got != "later" {
		t.Errorf("the earlier database says %q", got)
	}
	if got := says(t, filepath.Join(dir, FileName)); got != "copied" {
		t.Errorf("the shop says %q", got)
	}
}

// A database that cannot be read, and a log without one, are set aside: the log must not
// meet the copy.
func TestDamagedDatabaseIsSetAside(t *testing.T) {
	t.Parallel()
	r, dir, staged := replaceable(t)
	path := filepath.Join(dir, FileName)
	for _, name := range []string{path, path + "-wal"} {
		if err := os.WriteFile(name, []byte(strings.Repeat("damaged ", 1000)), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	r.old = nil // as BeginReplacement finds it
	done, err := r.Commit(t.Context(), staged, time.Now())
	if err := errors.Join(err, r.Close()); err != nil {
		t.Fatal(err)
	}
	if log, err := os.Stat(done.Earlier + "-wal"); err != nil || log.Size() == 0 {
		t.Errorf("the log of the damaged database: %v", err)
	}
	db, err := Open(t.Context(), empty(dir))
	if err == nil {
		err = db.Close()
	}
	if got := says(t, path); err != nil || got != "copied" {
		t.Errorf("the shop says %q, %v", got, err)
	}
}
