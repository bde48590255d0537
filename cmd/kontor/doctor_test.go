package main

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"kontor/internal/database"
	"kontor/internal/demo"
	"kontor/internal/doctor"
	"kontor/internal/store"
	"kontor/tests/mailtest"
	"kontor/tests/scratch"
)

// filledDatabase is the content of a database with the demo's products and a few orders.
var filledDatabase = sync.OnceValues(func() ([]byte, error) {
	dir, err := os.MkdirTemp("", "kontor-filled-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	db, err := store.Open(context.Background(), database.Options{Dir: dir})
	if err != nil {
		return nil, err
	}
	_, err = db.Import(context.Background(), demo.Orders(5, time.Now(), 1), "BK")
	if err := errors.Join(err, db.Close()); err != nil {
		return nil, err
	}
	return os.ReadFile(filepath.Join(dir, database.FileName))
})

// setup is a prepared shop and what the doctor must find: the checks that are not ok,
// with their levels.
type setup struct {
	prepare  func(t *testing.T, path string) // changes the database file
	sql      string                          // changes the database
	settings []string
	args     []string
	want     string
}

// The setups leave out a full disk, which takes a file system of its own.
var setups = map[string]setup{
	"good":               {want: ""},
	"header overwritten": {prepare: overwrite(0), want: "datenbank:fehler"},
	"page overwritten":   {prepare: overwrite(40 * 4096), want: "unversehrt:fehler"},
	"no database":        {prepare: func(t *testing.T, path string) { writeText(t, path, strings.Repeat("no database ", 99)) }, want: "datenbank:fehler"},
	"nothing there":      {prepare: func(t *testing.T, path string) { remove(t, path) }, want: "datei:fehler datenbank:fehler"},
	"a directory": {prepare: func(t *testing.T, path string) {
		remove(t, path)
		if err := os.Mkdir(path, 0o700); err != nil {
			t.Fatal(err)
		}
	}, want: "datei:fehler datenbank:fehler"},
	"an older schema":     {sql: `DELETE FROM schema_migrations WHERE version_id = (SELECT max(version_id) FROM schema_migrations)`, want: "schema:warnung"},
	"a newer schema":      {sql: `INSERT INTO schema_migrations (version_id, is_applied) VALUES (9999, 1)`, want: "schema:fehler"},
	"readable by others":  {prepare: func(t *testing.T, path string) { chmod(t, path, 0o644) }, want: "rechte:warnung"},
	"a long log":          {prepare: longLog, want: "rechte:warnung wal:warnung"},
	"a missing parent":    {sql: `PRAGMA foreign_keys = 0; INSERT INTO order_items (order_id, position, produkt_slug, name, menge, preis, preis_cent, gratis) VALUES (99, 1, 'x', 'x', 1, 1, 100, 0)`, want: "unversehrt:fehler"},
	"order without items": {sql: `DELETE FROM order_items WHERE order_id = 2`, want: "bestellungen:fehler"},
	"wrong number":        {sql: `UPDATE orders SET bestellnummer = 'BK-2019-0002' WHERE id = 2`, want: "bestellungen:fehler"},
	"a number to come":    {sql: `UPDATE sqlite_sequence SET seq = 3 WHERE name = 'orders'`, want: "bestellungen:fehler"},
	"clock behind":        {sql: `UPDATE orders SET created_at = '2199-01-01T00:00:00.000Z', bestellnummer = 'BK-2199-0005' WHERE id = 5`, want: "uhr:warnung"},
	"held mail":           {sql: insertMail("angehalten"), want: "mails:warnung"},
	"failed mail":         {sql: insertMail("gescheitert"), want: "mails:warnung"},
	"overdue transfer":    {sql: `UPDATE orders SET status = 'zahlungOffen', zahlungsart = 'ueberweisung' WHERE id = 1`, want: "rueckstand:warnung"},
	"wrong setting":       {settings: []string{"LOG_FORMAT=xml"}, want: "einstellungen:fehler"},
	"misspelt setting":    {settings: []string{"VERSAND_DEU=4,90/49"}, want: "einstellungen:warnung"},
	"missing secrets":     {settings: []string{"BASE_URL=https://shop.test"}, want: "einstellungen:fehler"},
	"closed, no mail": {settings: append([]string{"BASE_URL=https://shop.test"}, ownSecrets...),
		want: "anschrift:warnung demo:warnung email:warnung mail:warnung name:warnung produkte:warnung proxys:warnung recht:warnung steuer:warnung zahlung:warnung"},
	"public": {settings: append([]string{"BASE_URL=https://shop.test", "SITE_PUBLIC=true", "TRUSTED_PROXIES=keine"}, ownSecrets...),
		want: "anschrift:fehler demo:warnung email:fehler mail:fehler name:fehler produkte:fehler recht:fehler recht:warnung steuer:fehler zahlung:fehler"},
	"PostgreSQL is away": {settings: []string{"DATABASE_URL=postgres://127.0.0.1:1/shop?connect_timeout=1"}, want: "datenbank:fehler"},
	"mail server away":   {settings: []string{"SMTP_URL=smtp://127.0.0.1:1", "ORDER_NOTIFICATION_EMAIL=post@shop.test"}, args: []string{"--online"}, want: "mailversand:fehler"},
}

func overwrite(at int64) func(*testing.T, string) {
	return func(t *testing.T, path string) {
		file, err := os.OpenFile(path, os.O_WRONLY, 0)
		if err != nil {
			t.Fatal(err)
		}
		_, err = file.WriteAt([]byte(strings.Repeat("\xff\x00", 500)), at)
		if err := errors.Join(err, file.Close()); err != nil {
			t.Fatal(err)
		}
	}
}

func remove(t *testing.T, path string) {
	t.Helper()
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
}

func chmod(t *testing.T, path string, mode os.FileMode) {
	t.Helper()
	if err := os.Chmod(path, mode); err != nil {
		t.Fatal(err)
	}
}

// longLog makes a sparse file of a log that has no transaction.
func longLog(t *testing.T, path string) {
	writeText(t, path+"-wal", "")
	chmod(t, path+"-wal", 0o640)
	if err := os.Truncate(path+"-wal", 300<<20); err != nil {
		t.Fatal(err)
	}
}

func insertMail(state string) string {
	return `INSERT INTO mails (schluessel, art, order_id, sprache, an, zustand, versuche, in_arbeit, faellig_ab, aufgeben_ab, created_at, updated_at)
		VALUES ('x', 'kunde_eingang', 1, 'de', 'a@b.test', '` + state + `', 1, 0, '2026-01-01', '2026-01-01', '2026-01-01', '2026-01-01');
		INSERT INTO mail_counters (zustand, slot, anzahl) VALUES ('` + state + `', 0, 1) ON CONFLICT DO UPDATE SET anzahl = anzahl + 1`
}

// W16: the doctor is right about each prepared shop, by its findings and its exit code,
// and leaves the shop as it was.
func TestW16_TheDoctorIsRight(t *testing.T) {
	t.Parallel()
	for name, setup := range setups {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := scratch.Dir(t)
			setup.arrange(t, filepath.Join(dir, database.FileName))
			before := files(t, dir)
			settings := append([]string{"PATH=" + os.Getenv("PATH"), "DATA_DIR=" + dir, "LISTEN_ADDR=127.0.0.1:0"}, setup.settings...)
			wantFindings(t, settings, setup.args, setup.want)
			if after := files(t, dir); name != "a long log" && !slices.Equal(before, after) {
				t.Errorf("the shop was changed: %q, before: %q", after, before)
			}
		})
	}
}

func (s setup) arrange(t *testing.T, path string) {
	t.Helper()
	image, err := filledDatabase()
	if err != nil {
		t.Fatal(err)
	}
	writeText(t, path, string(image))
	if s.sql != "" {
		db, err := sql.Open("sqlite", path)
		if err != nil {
			t.Fatal(err)
		}
		_, err = db.Exec(s.sql)
		if err := errors.Join(err, db.Close()); err != nil {
			t.Fatal(err)
		}
	}
	if s.prepare != nil {
		s.prepare(t, path)
	}
}

// files returns names, sizes and times of what is in a directory.
func files(t *testing.T, dir string) (found []string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, entry := range entries {
		info, err := entry.Info()
		if err != nil {
			t.Fatal(err)
		}
		found = append(found, entry.Name()+" "+info.ModTime().String()+" "+info.Mode().String())
	}
	return found
}

// wantFindings runs `kontor doctor --json` and expects these checks not to be ok.
func wantFindings(t *testing.T, settings, args []string, want string) {
	t.Helper()
	code, out, errs := runKontor(t, settings, append([]string{"doctor", "--json"}, args...)...)
	var answer struct {
		OK      bool
		Befunde []struct {
			Pruefung, Text, Abhilfe string
			Stufe                   doctor.Level
		}
	}
	if err := json.Unmarshal([]byte(out), &answer); err != nil {
		t.Fatalf("%v: %s%s", err, out, errs)
	}
	var found []string
	for _, f := range answer.Befunde {
		if f.Stufe != doctor.OK && !slices.Contains(found, f.Pruefung+":"+string(f.Stufe)) {
			found = append(found, f.Pruefung+":"+string(f.Stufe))
		}
		if (f.Stufe == doctor.OK) != (f.Abhilfe == "") || f.Text == "" || f.Pruefung == "" {
			t.Errorf("a finding without text or remedy: %+v", f)
		}
	}
	slices.Sort(found)
	if got := strings.Join(found, " "); got != want || answer.OK != !strings.Contains(want, "fehler") {
		t.Errorf("found %q, want %q:\n%s", got, want, out)
	}
	if code != exitCodeOf(want) {
		t.Errorf("exit %d for %q", code, want)
	}
}

func exitCodeOf(want string) int {
	switch {
	case strings.Contains(want, "fehler"):
		return exitFailed
	case want != "":
		return exitWaiting
	}
	return exitOK
}

// W16: beside a running shop; senders that answer are believed, and get nothing.
func TestW16_TheDoctorWorksBesideARunningShop(t *testing.T) {
	t.Parallel()
	provider, dir := mailtest.StartResend(t, mailKey), scratch.Dir(t)
	settings := []string{"RESEND_API_KEY=" + mailKey, "RESEND_BASE_URL=" + provider.URL(), "ORDER_NOTIFICATION_EMAIL=betreiber@example.net"}
	start(t, dir, settings...)
	settings = append(settings, "PATH="+os.Getenv("PATH"), "DATA_DIR="+dir, "LISTEN_ADDR=127.0.0.1:0")
	wantFindings(t, settings, []string{"--online"}, "")
	_, out, _ := runKontor(t, settings, "doctor", "--online")
	if !strings.Contains(out, "der Shop läuft\n") || !strings.Contains(out, "der Maildienst nimmt die Anmeldung an") {
		t.Error(out)
	}
	if n := len(provider.ByKey()); n != 0 {
		t.Errorf("%d messages were sent", n)
	}
	if code, _, errs := runKontor(t, settings, "doctor", "--bogus"); code != exitUsage {
		t.Errorf("a wrong call: exit %d, %s", code, errs)
	}
}
