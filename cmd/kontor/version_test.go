package main

import (
	"database/sql"
	"path/filepath"
	"strings"
	"testing"

	"kontor/tests/scratch"
)

// R40: a program older than the database leaves it alone and names both versions.
func TestR40_NewerDatabaseIsRefused(t *testing.T) {
	t.Parallel()
	dir := scratch.Dir(t)
	start(t, dir).mustEnd(t)
	db, err := sql.Open("sqlite", filepath.Join(dir, "kontor.db"))
	if err != nil {
		t.Fatal(err)
	}
	_, err = db.Exec(`INSERT INTO schema_migrations (version_id, is_applied) VALUES (4711, 1);
		INSERT INTO betrieb (id, shop_id, lauf, generation, mindest_schema) VALUES (1, 'x', 'x', 1, 4711)
		ON CONFLICT (id) DO UPDATE SET mindest_schema = 4711`)
	if err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	out, err := command([]string{"DATA_DIR=" + dir, "LISTEN_ADDR=127.0.0.1:0"}).CombinedOutput()
	if err == nil || !strings.Contains(string(out), "Schema 4711") || strings.Count(string(out), "\n") != 1 {
		t.Errorf("ended with %v:\n%s", err, out)
	}
}
