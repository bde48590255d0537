package main

import (
	"database/sql"
	"fmt"
	"maps"
	"net/http"
	"strings"
	"testing"
)

// W7: a copy of a shop on PostgreSQL, restored into a directory and moved to another
// PostgreSQL: every row is the same but that of the shop's identity, and ids go on above
// all that were given.
func TestW7_PostgresCopyIsRestoredAndMoved(t *testing.T) {
	t.Parallel()
	cluster := startCluster(t)
	execute(t, cluster.URL("postgres"), `CREATE DATABASE hier`, `CREATE DATABASE dort`)
	here, there := cluster.URL("hier"), cluster.URL("dort")
	p := newPlace(t)
	run := func(url string, args ...string) string {
		t.Helper()
		code, out := runWith(t, []string{"DATA_DIR=" + p.data, "SICHERUNG_DIR=" + p.backup, "DATABASE_URL=" + url}, args...)
		if code != 0 {
			t.Fatalf("%q ends with %d:\n%s", args, code, out)
		}
		return out
	}
	run(here, "demo", "--orders=40")
	execute(t, here, `SELECT nextval('orders_id_seq')`) // of an order that was not stored in the end
	copied := p.backUp("DATABASE_URL=" + here)
	if code, out := runWith(t, []string{"DATA_DIR=" + p.data, "DATABASE_URL=" + here}, "restore", copied); code != 1 || !strings.Contains(out, "kontor move") {
		t.Errorf("restore into PostgreSQL ends with %d:\n%s", code, out)
	}
	p.restores(copied)
	if out := run(there, "move"); !strings.Contains(out, "Umgezogen.") {
		t.Errorf("move:\n%s", out)
	}
	want, got := rowHashes(t, here), rowHashes(t, there)
	delete(want, "protokoll") // has the restore besides
	delete(got, "protokoll")
	if !maps.Equal(want, got) || len(want) < 30 {
		t.Errorf("%d tables\nhere  %v\nthere %v", len(want), want, got)
	}
	s := start(t, p.data, "SITE_PUBLIC=true", "SICHERUNG_DIR="+p.backup, "DATABASE_URL="+there)
	if said := s.post(t, http.DefaultClient, "/api/orders", orderBody, http.StatusCreated); strings.Contains(said, `"id":40,`) || strings.Contains(said, `"id":41,`) {
		t.Errorf("the next order: %s", said)
	}
	s.mustEnd(t)
}

// rowHashes returns a hash of the rows of each table but the shop's identity.
func rowHashes(t *testing.T, url string) map[string]string {
	t.Helper()
	db, err := sql.Open("pgx", url)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	rows, err := db.Query(`SELECT table_name FROM information_schema.tables
		WHERE table_schema = current_schema() AND table_name NOT IN ('schema_migrations', 'betrieb')`)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	all := make(map[string]string)
	for rows.Next() {
		var name, hash string
		err := rows.Scan(&name)
		if err == nil {
			err = db.QueryRow(fmt.Sprintf(`SELECT coalesce(md5(string_agg(z::text, '|' ORDER BY z::text)), '') FROM %s z`, name)).Scan(&hash)
		}
		if err != nil {
			t.Fatal(err)
		}
		all[name] = hash
	}
	return all
}
