package main

import (
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	_ "modernc.org/sqlite" // the driver "sqlite"

	"kontor/tests/scratch"
)

// backUp writes a copy of the shop to a directory of its own, and returns its path.
func (p *place) backUp(settings ...string) string {
	p.t.Helper()
	environ := append([]string{"DATA_DIR=" + p.data, "SICHERUNG_DIR=" + p.backup}, settings...)
	code, out, errs := runKontor(p.t, environ, "backup", "--json", "--to", scratch.Dir(p.t))
	var made struct{ Datei string }
	if err := json.Unmarshal([]byte(out), &made); code != exitOK || err != nil {
		p.t.Fatalf("backup ends with %d, %v:\n%s%s", code, err, out, errs)
	}
	return made.Datei
}

// restores expects a restore to succeed, and returns what it printed.
func (p *place) restores(args ...string) string {
	p.t.Helper()
	code, out := p.run(append([]string{"restore"}, args...)...)
	if code != 0 || !strings.Contains(out, "ist von nun an der Shop") {
		p.t.Fatalf("restore %q ends with %d:\n%s", args, code, out)
	}
	return out
}

// refusesToRestore expects a restore to fail with the texts, and to change nothing.
func (p *place) refusesToRestore(want []string, args ...string) {
	p.t.Helper()
	before := p.everything()
	code, out := p.run(append([]string{"restore"}, args...)...)
	if code == 0 || strings.Count(out, "\n") != 1 {
		p.t.Errorf("restore %q ends with %d:\n%s", args, code, out)
	}
	for _, text := range want {
		if !strings.Contains(out, text) {
			p.t.Errorf("restore %q: no %q in %s", args, text, out)
		}
	}
	if after := p.everything(); after != before {
		p.t.Errorf("restore %q has changed\n%s\nto\n%s", args, before, after)
	}
}

// everything describes the files of the shop, without the lock.
func (p *place) everything() (all string) {
	p.t.Helper()
	for _, dir := range []string{p.data, p.backup} {
		files, _ := os.ReadDir(dir) // may be missing
		for _, file := range files {
			if content, err := os.ReadFile(filepath.Join(dir, file.Name())); err == nil && !strings.HasSuffix(file.Name(), ".lock") {
				all += fmt.Sprintf("%s %d %x\n", file.Name(), len(content), content[:min(len(content), 100)])
			}
		}
	}
	return all
}

// execute changes the database of a shop that is stopped.
func (p *place) execute(statements ...string) {
	p.t.Helper()
	db, err := sql.Open("sqlite", "file:"+p.file("kontor.db"))
	for _, statement := range statements {
		if err == nil {
			_, err = db.Exec(statement)
		}
	}
	if err := errors.Join(err, db.Close()); err != nil {
		p.t.Fatal(err)
	}
}

// sequences returns how far the ids of each table have come in a stopped shop.
func (p *place) sequences() map[string]int64 {
	p.t.Helper()
	db, err := sql.Open("sqlite", "file:"+p.file("kontor.db"))
	if err != nil {
		p.t.Fatal(err)
	}
	defer db.Close()
	all := make(map[string]int64)
	for _, table := range []string{"orders", "customers", "widerrufe"} {
		var seq int64
		if err := db.QueryRow(`SELECT coalesce(max(seq), 0) FROM sqlite_sequence WHERE name = $1`, table).Scan(&seq); err != nil {
			p.t.Fatal(err)
		}
		all[table] = seq
	}
	return all
}

// fillSQL adds as many customers and withdrawals.
func fillSQL(n int) []string {
	return []string{fmt.Sprintf(`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i+1 FROM n WHERE i < %d)
			INSERT INTO customers (created_at, updated_at) SELECT '2026-11-20T10:00:00.000Z', '2026-11-20T10:00:00.000Z' FROM n`, n),
		fmt.Sprintf(`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i+1 FROM n WHERE i < %d)
			INSERT INTO widerrufe (schluessel, created_at, name, email, vertrag, sprache)
			SELECT hex(randomblob(16)), '2026-11-20T10:00:00.000Z', 'x', 'x@example.org', 'x', 'de' FROM n`, n)}
}

// awaitChange waits until another process has changed a file of the shop.
func (p *place) awaitChange(name string) {
	p.t.Helper()
	before, err := os.ReadFile(p.file(name))
	for deadline := time.Now().Add(patience); err == nil; time.Sleep(50 * time.Microsecond) {
		now, err := os.ReadFile(p.file(name))
		if err != nil || string(now) != string(before) {
			return
		}
		if time.Now().After(deadline) {
			p.t.Fatalf("%s does not change", name)
		}
	}
	p.t.Fatal(err)
}
