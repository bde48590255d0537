package main

import (
	"bytes"
	"context"
	"database/sql"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"kontor/internal/database"
	"kontor/internal/shop/audit"
	"kontor/internal/store"
)

// W27: the command names the first broken row, and fails; a head that was noted shows
// that rows are missing at the end.
func TestW27_AuditVerifyNamesTheFirstBrokenRow(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	db, err := store.Open(t.Context(), database.Options{Dir: dir})
	if err != nil {
		t.Fatal(err)
	}
	ctx := audit.Command(t.Context(), "kontor demo", time.Now())
	for range 5 {
		if err := db.Record(ctx, audit.Entry{Action: audit.Demo}); err != nil {
			t.Fatal(err)
		}
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	said, code := verifyAudit(t, dir)
	head := regexp.MustCompile(`[0-9a-f]{64}`).FindString(said)
	if code != exitOK || head == "" {
		t.Fatalf("exit %d: %s", code, said)
	}
	for _, attack := range []struct{ statement, want string }{
		{`UPDATE protokoll SET wer = 'jemand' WHERE nr = 4`, "kontor: das Protokoll ist nicht heil: Zeile 4 passt nicht"},
		{`DELETE FROM protokoll WHERE nr = 2`, "vor Zeile 3 fehlen Zeilen"},
		{`DELETE FROM protokoll WHERE nr > 1`, "der Kopf " + head + " kommt nicht vor"},
	} {
		tamperWith(t, dir, attack.statement)
		if said, code := verifyAudit(t, dir, "--kopf="+head); code != exitFailed || !strings.Contains(said, attack.want) {
			t.Errorf("%s: exit %d: %s", attack.statement, code, said)
		}
	}
}

// verifyAudit runs kontor audit verify and returns what it writes.
func verifyAudit(t *testing.T, dir string, args ...string) (said string, code int) {
	t.Helper()
	var out bytes.Buffer
	p := &program{args: append([]string{"kontor", "audit", "verify", "--data-dir=" + dir}, args...), stdout: &out, stderr: &out}
	code = p.run(context.Background())
	return out.String(), code
}

// tamperWith changes the database around the program.
func tamperWith(t *testing.T, dir, statement string) {
	t.Helper()
	db, err := sql.Open("sqlite", filepath.Join(dir, database.FileName))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if _, err := db.Exec(statement); err != nil {
		t.Fatal(err)
	}
}
