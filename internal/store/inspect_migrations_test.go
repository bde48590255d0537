package store

import (
	"fmt"
	"path/filepath"
	"testing"
	"time"

	"kontor/internal/database"
)

// Every migration is listed with the moment when it was applied, whatever the engine's
// time zone; missing ones are pending.
func TestMigrationsAreListedWithTheirTimes(t *testing.T) {
	t.Parallel()
	url, plain := unmigrated(t)
	if _, err := plain.Exec(`DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET TimeZone TO ''America/New_York''', current_database()); END $$`); err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	for _, o := range []database.Options{{Dir: dir}, {URL: url}} {
		began := time.Now().Add(-time.Second) // SQLite records whole seconds
		wantApplied(t, o, 0, began)
		db, err := Open(t.Context(), o)
		if err != nil {
			t.Fatal(err)
		}
		if err := db.Close(); err != nil {
			t.Fatal(err)
		}
		wantApplied(t, o, SchemaVersion, began)
	}
	undo := fmt.Sprintf(`DELETE FROM schema_migrations WHERE version_id = %d`, SchemaVersion)
	if _, err := plain.Exec(undo); err != nil {
		t.Fatal(err)
	}
	if _, err := connect(t, filepath.Join(dir, database.FileName)).Exec(undo); err != nil {
		t.Fatal(err)
	}
	for _, o := range []database.Options{{Dir: dir}, {URL: url}} {
		wantApplied(t, o, SchemaVersion-1, time.Time{})
	}
}

// wantApplied expects all migrations up to a version to be applied between a moment and
// now, and the others to be pending.
func wantApplied(t *testing.T, o database.Options, upTo int64, from time.Time) {
	t.Helper()
	state, err := Inspect(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	if len(state.Migrations) != SchemaVersion {
		t.Errorf("%d migrations are listed", len(state.Migrations))
	}
	for i, m := range state.Migrations {
		inTime := m.Applied.After(from) && !m.Applied.After(time.Now())
		if m.Version != int64(i+1) || m.Name == "" || (m.Version <= upTo) != inTime || (m.Version > upTo) != m.Applied.IsZero() {
			t.Errorf("with all up to %d applied since %v: %+v", upTo, from, m)
		}
	}
}
