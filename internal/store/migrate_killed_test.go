package store

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"modernc.org/sqlite"

	"kontor/internal/database"
	"kontor/tests/process"
	"kontor/tests/storetest"
)

// halting is a kind of database in which the next migration stops at one point, so that
// the migrating process can be killed there.
type halting struct {
	// place creates a database of a version, with orders in it and halted.
	place   func(t *testing.T, version int64) (database.Options, *sql.DB)
	reached func(*testing.T, *process.Process, *sql.DB) bool
	content func(t *testing.T, plain *sql.DB) map[string][]string // every row, and the schema
	// goOn lets migrations continue, and waits until nothing of the killed one is left.
	goOn func(t *testing.T, plain *sql.DB)
}

// R39: the migrating process is killed in each migration, when all of it is done except
// for recording it. Nothing of it is left, and the next start completes it. In the
// sampled run, the engines share the migrations: both get the first, the one that this
// program writes in Go, and the last.
func TestR39_KilledInEachMigration(t *testing.T) {
	t.Parallel()
	engines := []struct {
		name string
		halting
	}{{"SQLite", haltingSQLite}, {"PostgreSQL", haltingPostgres(beforeNote)}}
	for i, h := range engines {
		for version := int64(1); version < SchemaVersion; version++ {
			both := version == 1 || version == 4 || version == SchemaVersion-1
			if os.Getenv("KONTOR_TEST_ALL") == "" && !both && version%int64(len(engines)) != int64(i) {
				continue
			}
			t.Run(fmt.Sprint(h.name, " after ", version), func(t *testing.T) {
				t.Parallel()
				o, plain := h.place(t, version)
				before := h.content(t, plain)
				h.kill(t, o, plain)
				h.goOn(t, plain)
				if diff := cmp.Diff(before, h.content(t, plain)); diff != "" {
					t.Errorf("the killed process has left (-before +after):\n%s", diff)
				}
				db, err := Open(t.Context(), o)
				if err != nil {
					t.Fatal(err)
				}
				defer db.Close()
				finished(t, db, plain)
			})
		}
	}
}

// R39: the process is killed while the server carries out its COMMIT, which still takes
// a while, and the next start comes before that has ended. The sample is the migration
// that this program writes in Go and the last one.
func TestR39_StartedDuringTheCommitOfTheKilled(t *testing.T) {
	t.Parallel()
	for version := int64(1); version < SchemaVersion; version++ {
		if os.Getenv("KONTOR_TEST_ALL") == "" && version != 4 && version != SchemaVersion-1 {
			continue
		}
		t.Run(fmt.Sprint("after ", version), func(t *testing.T) {
			t.Parallel()
			h := haltingPostgres(atCommit)
			o, plain := h.place(t, version)
			h.kill(t, o, plain)
			db := openBesideTheDead(t, o, plain)
			defer db.Close()
			finished(t, db, plain)
		})
	}
}

// kill kills a migrating process where it stops.
func (h halting) kill(t *testing.T, o database.Options, plain *sql.DB) {
	t.Helper()
	p := startMigrating(t, o)
	eventually(t, func() bool {
		if ended, err := p.Ended(); ended {
			t.Fatalf("the process has ended: %v\n%s", err, p.LogText())
		}
		return h.reached(t, p, plain)
	})
	p.Kill()
}

// finished requires a complete schema, each migration once, and working orders.
func finished(t *testing.T, db *DB, plain *sql.DB) {
	t.Helper()
	if v, err := db.SchemaVersion(t.Context()); v != SchemaVersion || err != nil {
		t.Errorf("schema %d, %v", v, err)
	}
	if twice := scan[int](t, plain, `SELECT count(version_id) - count(DISTINCT version_id) FROM schema_migrations`); twice != 0 {
		t.Errorf("%d migrations ran again", twice)
	}
	storetest.Agree(t, &storetest.Engine{Store: db, SQL: plain})
	if placed, err := db.PlaceOrder(t.Context(), attempt("anna")); err != nil || placed.Order.ID != 122 {
		t.Errorf("the next order: %+v, %v; want id 122", placed.Order, err)
	}
}

// migrateTask makes a child open the database named by childPlace.
const (
	migrateTask = "migrate"
	childPlace  = "KONTOR_TEST_CHILD_PLACE" // a URL, or the directory of a SQLite database
	haltedHere  = "standing still"
)

func startMigrating(t *testing.T, o database.Options) *process.Process {
	t.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), childTask+"="+migrateTask, childPlace+"="+o.URL+o.Dir)
	p, err := process.Start(cmd, filepath.Join(t.TempDir(), "log"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(p.Kill)
	return p
}

// runMigration runs in the child that is killed: it never ends by itself.
func runMigration(place string) int {
	sqlite.MustRegisterScalarFunction("stand_still", 0, func(*sqlite.FunctionContext, []driver.Value) (driver.Value, error) {
		fmt.Println(haltedHere)
		select {}
	})
	o := database.Options{Dir: place}
	if strings.HasPrefix(place, "postgres://") {
		o = database.Options{URL: place}
	}
	_, err := Open(context.Background(), o)
	fmt.Println("not killed:", err)
	return 1
}

// haltingSQLite stops in a function that only the process to be killed has.
var haltingSQLite = halting{
	place: func(t *testing.T, version int64) (database.Options, *sql.DB) {
		dir := t.TempDir()
		plain := connect(t, databaseAt(t, dir, version))
		mustExec(t, plain, `CREATE TRIGGER halt BEFORE INSERT ON schema_migrations BEGIN SELECT stand_still(); END`)
		return database.Options{Dir: dir}, plain
	},
	reached: func(_ *testing.T, p *process.Process, _ *sql.DB) bool {
		return strings.Contains(p.LogText(), haltedHere)
	},
	content: func(t *testing.T, plain *sql.DB) map[string][]string {
		content := tableRows(t, plain, tableColumns(t, plain))
		content["the schema"] = storetest.Texts(t, plain, `SELECT coalesce(sql, name) FROM sqlite_schema WHERE name <> 'halt' ORDER BY 1`)
		return content
	},
	goOn: func(t *testing.T, plain *sql.DB) { mustExec(t, plain, `DROP TRIGGER halt`) },
}

// Where migrations on PostgreSQL stop.
const (
	beforeNote = `CREATE TRIGGER halt BEFORE INSERT ON schema_migrations FOR EACH ROW EXECUTE FUNCTION halt()`
	atCommit   = `CREATE CONSTRAINT TRIGGER halt AFTER INSERT ON schema_migrations DEFERRABLE INITIALLY DEFERRED
		FOR EACH ROW EXECUTE FUNCTION halt()`
)

// haltingPostgres stops at the trigger for as long as the connection beside it holds a
// lock. Until then that connection must not read what the migration has changed: they
// would wait for each other.
func haltingPostgres(trigger string) halting {
	return halting{
		place: func(t *testing.T, version int64) (database.Options, *sql.DB) {
			url, plain := unmigrated(t)
			fillPostgres(t, plain, version)
			plain.SetMaxOpenConns(1) // the lock belongs to a connection
			mustExec(t, plain, `CREATE FUNCTION halt() RETURNS trigger LANGUAGE plpgsql AS
				$$ BEGIN PERFORM pg_advisory_xact_lock(39); RETURN NEW; END $$`)
			mustExec(t, plain, trigger)
			mustExec(t, plain, `SELECT pg_advisory_lock(39)`)
			return database.Options{URL: url}, plain
		},
		reached: func(t *testing.T, _ *process.Process, plain *sql.DB) bool { return others(t, plain, atLocks) == 1 },
		content: postgresContent,
		goOn: func(t *testing.T, plain *sql.DB) {
			mustExec(t, plain, `SELECT pg_advisory_unlock(39)`)
			eventually(t, func() bool { return others(t, plain, "true") == 0 })
		},
	}
}

func postgresContent(t *testing.T, plain *sql.DB) map[string][]string {
	t.Helper()
	content := map[string][]string{"the schema": storetest.Texts(t, plain, `SELECT c.relname || coalesce(' ' || a.attname || ' ' || a.atttypid::regtype, '')
		FROM pg_class c LEFT JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
		WHERE c.relnamespace = 'public'::regnamespace ORDER BY 1`)}
	for _, table := range storetest.Texts(t, plain, `SELECT tablename FROM pg_tables WHERE schemaname = 'public'`) {
		content[table] = storetest.Texts(t, plain, `SELECT x::text FROM `+table+` x ORDER BY 1`)
	}
	return content
}

// openBesideTheDead starts while the transaction of the killed process still exists,
// and lets that end only when the start waits for it.
func openBesideTheDead(t *testing.T, o database.Options, plain *sql.DB) (db *DB) {
	t.Helper()
	opened := make(chan error, 1)
	go func() {
		var err error
		db, err = Open(t.Context(), o)
		opened <- err
	}()
	eventually(t, func() bool { return others(t, plain, atLocks) == 2 || len(opened) > 0 })
	mustExec(t, plain, `SELECT pg_advisory_unlock(39)`)
	if err := <-opened; err != nil {
		t.Fatalf("the next start: %v", err)
	}
	return db
}

// atLocks matches connections in pg_stat_activity that wait for another.
const atLocks = `wait_event_type = 'Lock'`

// others counts the other connections to the database for which a condition holds.
func others(t *testing.T, plain *sql.DB, holds string) int {
	t.Helper()
	return scan[int](t, plain, `SELECT count(*) FROM pg_stat_activity
		WHERE datname = current_database() AND backend_type = 'client backend' AND pid <> pg_backend_pid() AND `+holds)
}

func mustExec(t *testing.T, db *sql.DB, statement string) {
	t.Helper()
	if _, err := db.Exec(statement); err != nil {
		t.Fatalf("%s: %v", statement, err)
	}
}
