package shoptest

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"kontor/internal/database"
	"kontor/internal/store"
	"kontor/tests/pgtest"
	"kontor/tests/scratch"
)

// engineVariable chooses the database of all shops of a test run: "postgres", or else
// SQLite.
const engineVariable = "KONTOR_TEST_ENGINE"

func onPostgres() bool { return os.Getenv(engineVariable) == "postgres" }

const template = "kontor_template"

// cluster is the PostgreSQL server of a package's tests, with an empty migrated
// database to copy.
var cluster = sync.OnceValues(func() (*pgtest.Cluster, error) {
	c, err := pgtest.StartHasty()
	if err != nil {
		return nil, err
	}
	stop = c.Stop
	if err := c.Create(template, ""); err != nil {
		return nil, err
	}
	db, err := store.Open(context.Background(), database.Options{URL: c.URL(template)})
	if err != nil {
		return nil, err
	}
	return c, db.Close()
})

// stop ends the cluster, if there is one.
var stop = func() error { return nil }

// Main runs the tests of a package whose shops may use PostgreSQL, for its TestMain, and
// then stops what else they used. It starts the server first: a test may change the
// directory for temporary files.
func Main(m *testing.M, ends ...func() error) {
	if onPostgres() {
		if _, err := cluster(); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
	}
	code := m.Run()
	for _, end := range append(ends, stop) {
		if err := end(); err != nil {
			fmt.Fprintln(os.Stderr, err)
			code = 1
		}
	}
	os.Exit(code)
}

var (
	placesMu sync.Mutex
	places   = make(map[string]string) // URL of the database that stands for a directory
)

// databaseIn returns the location of a data directory's data.
func databaseIn(t testing.TB, dir string, onPostgres bool) database.Options {
	t.Helper()
	if !onPostgres {
		if err := place(dir); err != nil {
			t.Fatal(err)
		}
		return database.Options{Dir: dir}
	}
	c, err := cluster()
	if err != nil {
		t.Fatal(err)
	}
	placesMu.Lock()
	defer placesMu.Unlock()
	if places[dir] == "" {
		places[dir] = c.Database(t, template)
	}
	return database.Options{URL: places[dir]}
}

// databaseFile is the name of SQLite's file in a data directory.
const databaseFile = "kontor.db"

// image is the file of an empty migrated SQLite database.
var image = sync.OnceValues(func() ([]byte, error) {
	dir, err := os.MkdirTemp(scratch.Root(), "kontor-shoptest-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	db, err := store.Open(context.Background(), database.Options{Dir: dir})
	if err != nil {
		return nil, err
	}
	if err := db.Close(); err != nil {
		return nil, err
	}
	return os.ReadFile(filepath.Join(dir, databaseFile))
})

// place puts an empty migrated database into a directory without one: migrating it
// there takes longer than most scenarios.
func place(dir string) error {
	content, err := image()
	if err != nil {
		return err
	}
	file, err := os.OpenFile(filepath.Join(dir, databaseFile), os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if errors.Is(err, fs.ErrExist) {
		return nil
	}
	if err != nil {
		return err
	}
	_, err = file.Write(content)
	return errors.Join(err, file.Close())
}
