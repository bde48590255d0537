package main

import (
	"net/http"
	"regexp"
	"strings"
	"testing"

	"kontor/tests/scratch"
)

// O12: after a move the shop continues with the next number, and it cannot be moved
// into the same database again.
func TestO12_MoveCommand(t *testing.T) {
	t.Parallel()
	dir := scratch.Dir(t)
	url := strings.Replace(startCluster(t).URL("postgres"), "kontor@", "kontor:hunter2@", 1)
	run := func(env string, args ...string) (string, error) {
		t.Helper()
		cmd := command([]string{"LISTEN_ADDR=127.0.0.1:0", env}, args...)
		cmd.Dir = dir
		out, err := cmd.CombinedOutput()
		return string(out), err
	}
	if out, err := run("", "demo", "--orders", "9"); err != nil {
		t.Fatal(err, out)
	}
	out, err := run("DATABASE_URL="+url, "move")
	for _, want := range []string{
		`^SQLite data/kontor\.db → PostgreSQL 127\.0\.0\.1:\d+/postgres\n`,
		`(?m)^  orders +9 Zeilen kopiert und verglichen$`, `(?m)^  orders_suche +9 Zeilen`, `(?m)^  products +30 Zeilen`,
		`\nUmgezogen\. .*DATABASE_URL`,
	} {
		if err != nil || !regexp.MustCompile(want).MatchString(out) || strings.Contains(out, "hunter2") {
			t.Errorf("the move gives %v, want %s:\n%s", err, want, out)
		}
	}
	if out, err := run("DATABASE_URL="+url, "audit", "export"); err != nil || strings.Count(out, `"umzug"`) != 1 || strings.Contains(out, "hunter2") {
		t.Errorf("the audit log of the moved shop, %v:\n%s", err, out)
	}
	p := start(t, dir, "SITE_PUBLIC=true", "DATABASE_URL="+url)
	if body := p.post(t, http.DefaultClient, "/api/orders", orderBody, http.StatusCreated); !strings.Contains(body, `"id":10,`) {
		t.Errorf("the next order is answered %s", body)
	}
	p.mustEnd(t)
	out, err = run("", "move", "--to", url)
	if err == nil || !strings.Contains(out, "umgezogen; DATABASE_URL setzen") || strings.Contains(out, "hunter2") {
		t.Errorf("a second move gives %v:\n%s", err, out)
	}
}
