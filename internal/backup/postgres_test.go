package backup_test

import (
	"context"
	"database/sql"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	_ "github.com/jackc/pgx/v5/stdlib" // the driver "pgx"

	"kontor/internal/backup"
	"kontor/internal/database"
	"kontor/internal/shop/catalogue"
	"kontor/internal/store"
	"kontor/tests/scratch"
	"kontor/tests/shoptest"
	"kontor/tests/storetest"
)

// W7: from PostgreSQL to a copy and on to another PostgreSQL every row is the same, and
// ids continue above those of deleted rows.
func TestW7_PostgresCopyMovesWithEveryRow(t *testing.T) {
	t.Parallel()
	s := open(t, 60, shoptest.Shared(scratch.Dir(t)))
	here := connect(t, s.Data.URL)
	s.Stock(catalogue.Product{Slug: "wolle", CategorySlug: "garn", Price: 7.9})
	for _, statement := range []string{
		`SELECT nextval('orders_id_seq')`, // of an order that was not stored in the end
		`INSERT INTO produktbilder VALUES ('wolle', 320, '\x00ff275c0a')`,
	} {
		if _, err := here.Exec(statement); err != nil {
			t.Fatal(err)
		}
	}
	o := mustOpen(t, mustMake(t, s.keeper()).Path, "", 60)

	other := shoptest.Start(t, shoptest.Shared(scratch.Dir(t)))
	moved := filepath.Dir(o.Database)
	becomeTheShop(t, moved)
	err := store.Move(t.Context(), database.Options{Dir: moved}, other.Data, func(database.Moved) {})
	if err != nil {
		t.Fatal(err)
	}
	want, got := hashes(t, here), hashes(t, connect(t, other.Data.URL))
	if !maps.Equal(want, got) || len(want) < 30 {
		t.Errorf("%d tables\nhere  %v\nthere %v", len(want), want, got)
	}
	var next int64
	if err := connect(t, other.Data.URL).QueryRow(`SELECT nextval('orders_id_seq')`).Scan(&next); err != nil || next < 62 {
		t.Errorf("the next order would be %d; %v", next, err)
	}
}

// One instance copies at a time.
func TestOneInstanceCopiesPostgresAtATime(t *testing.T) {
	t.Parallel()
	s := open(t, 1, shoptest.Shared(scratch.Dir(t)))
	other, err := connect(t, s.Data.URL).BeginTx(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := other.Exec(`SELECT pg_advisory_xact_lock(hashtextextended('kontor backup', 0))`); err != nil {
		t.Fatal(err)
	}
	if _, err := s.keeper().MakeIn(t.Context(), s.dir); err == nil || !strings.Contains(err.Error(), database.ErrCopying.Error()) {
		t.Errorf("beside another instance: %v", err)
	}
	if got := names(t, s.dir); len(got) != 0 {
		t.Errorf("files %q", got)
	}
	if err := other.Rollback(); err != nil {
		t.Fatal(err)
	}
	mustMake(t, s.keeper())
}

// W9: the schema of a shop on PostgreSQL only changes once there is an intact copy of
// the last day; a shop without orders needs none.
func TestW9_PostgresMigratesAfterACopyAlone(t *testing.T) {
	t.Parallel()
	s := open(t, 2, shoptest.Shared(scratch.Dir(t)))
	k := s.keeper()
	migrate := func() error {
		original, err := s.DB.Original(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		defer original.Close()
		return k.BeforeMigrating(t.Context(), database.Migrating{To: original.Version + 1, Original: original})
	}
	if err := migrate(); err == nil || !strings.Contains(err.Error(), "»kontor backup«") || !strings.Contains(err.Error(), s.dir) {
		t.Errorf("without a copy: %v", err)
	}
	c := mustMake(t, k)
	if err := migrate(); err != nil {
		t.Errorf("with a copy: %v", err)
	}
	write(t, c.Path, "beschädigt")
	if err := migrate(); err == nil {
		t.Error("a damaged copy is enough")
	}
	mustMake(t, k)
	s.Clock.Advance(25 * time.Hour)
	if err := migrate(); err == nil {
		t.Error("an old copy is enough")
	}
	empty := open(t, 0, shoptest.Shared(scratch.Dir(t)))
	original, err := empty.DB.Original(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer original.Close()
	if err := empty.keeper().BeforeMigrating(t.Context(), database.Migrating{To: 99, Original: original}); err != nil {
		t.Errorf("without orders: %v", err)
	}
}

// A server with an older schema is copied as it is: its shop has yet to be migrated, and
// that takes a copy.
func TestOlderPostgresIsCopiedAsItIs(t *testing.T) {
	t.Parallel()
	s := open(t, 4, shoptest.Shared(scratch.Dir(t)))
	db := connect(t, s.Data.URL)
	for _, statement := range storetest.Undo(t, 23) {
		if _, err := db.Exec(statement); err != nil {
			t.Fatal(err)
		}
	}
	k := s.keeper(func(o *backup.Options) {
		o.Original = func(ctx context.Context) (*database.Original, error) { return store.OpenOriginal(ctx, s.Data) }
	})
	o := mustOpen(t, mustMake(t, k).Path, "", 4)
	var version int64
	if err := db.QueryRow(`SELECT max(version_id) FROM schema_migrations`).Scan(&version); err != nil || version != 23 || o.Manifest.Schema != 23 {
		t.Errorf("the server has schema %d, the copy %d; %v", version, o.Manifest.Schema, err)
	}
}

func connect(t *testing.T, url string) *sql.DB {
	t.Helper()
	db, err := sql.Open("pgx", url)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	return db
}

// hashes returns a hash of all rows of each table, except the one about this database
// itself.
func hashes(t *testing.T, db *sql.DB) map[string]string {
	t.Helper()
	found := make(map[string]string)
	rows, err := db.Query(`SELECT table_name FROM information_schema.tables WHERE table_schema = current_schema() AND table_name NOT IN ('schema_migrations', 'betrieb')`)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	for rows.Next() {
		var name string
		if err := rows.Scan(&name); err != nil {
			t.Fatal(err)
		}
		found[name] = ""
	}
	for _, name := range slices.Sorted(maps.Keys(found)) {
		var hash string
		query := fmt.Sprintf(`SELECT coalesce(md5(string_agg(z::text, '|' ORDER BY z::text)), '') FROM %s z`, name)
		if err := db.QueryRow(query).Scan(&hash); err != nil {
			t.Fatal(err)
		}
		found[name] = hash
	}
	return found
}
