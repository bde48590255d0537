package main

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"kontor/internal/database"
	"kontor/internal/demo"
	"kontor/internal/mark"
	"kontor/internal/shop/audit"
	"kontor/internal/store"
)

// filledShop are the files of a shop with a few orders and a row in its audit log: its
// database and its mark, whose copy is in the folder of copies.
var filledShop = sync.OnceValues(func() (map[string]string, error) {
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
	noted := db.Record(audit.Command(context.Background(), "kontor demo", time.Now()), audit.Entry{Action: audit.Demo})
	if err := errors.Join(err, noted, db.Close()); err != nil {
		return nil, err
	}
	image, err := os.ReadFile(filepath.Join(dir, database.FileName))
	if err != nil {
		return nil, err
	}
	marked, err := os.ReadFile(filepath.Join(dir, mark.FileName))
	return map[string]string{database.FileName: string(image), mark.FileName: string(marked), filepath.Join("sicherung", mark.FileName): string(marked)}, err
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

// The setups leave out a full disk, which takes a file system of its own. Some change
// orders around the program, whose counters are wrong then.
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
	"a number to come":    {sql: `UPDATE sqlite_sequence SET seq = 3 WHERE name = 'orders'`, want: "bestellungen:fehler marke:fehler"},
	"clock behind":        {sql: `UPDATE orders SET created_at = '2199-01-01T00:00:00.000Z', bestellnummer = 'BK-2199-0005' WHERE id = 5`, want: "bestellungen:fehler uhr:warnung"},
	"held mail":           {sql: insertMail("angehalten"), want: "mails:warnung"},
	"failed mail":         {sql: insertMail("gescheitert"), want: "mails:warnung"},
	"overdue transfer":    {sql: `UPDATE orders SET status = 'zahlungOffen', zahlungsart = 'ueberweisung' WHERE id = 1`, want: "bestellungen:fehler rueckstand:warnung"},
	"wrong setting":       {settings: []string{"LOG_FORMAT=xml"}, want: "einstellungen:fehler"},
	"misspelt setting":    {settings: []string{"VERSAND_DEU=4,90/49"}, want: "einstellungen:warnung"},
	"missing secrets":     {settings: []string{"BASE_URL=https://shop.test"}, want: "einstellungen:fehler"},
	"no mark":             {prepare: func(t *testing.T, path string) { remove(t, beside(path, mark.FileName)) }, want: "marke:fehler"},
	"an earlier state":    {sql: `UPDATE betrieb SET lauf = 'earlier'`, want: "marke:fehler"},
	"a damaged mark":      {prepare: func(t *testing.T, path string) { writeText(t, beside(path, mark.FileName), "{") }, want: "marke:fehler"},
	"one mark":            {prepare: withoutCopyOfMark, want: "marke:warnung"},
	"halfway moved":       {sql: `UPDATE betrieb SET umzug = 'begonnen postgres://db.test/shop'`, want: "umzug:fehler"},
	"moved":               {sql: `UPDATE betrieb SET umzug = 'postgres://db.test/shop'`, want: "umzug:fehler"},
	"a changed log":       {sql: `UPDATE protokoll SET wer = 'Berta' WHERE nr = 1`, want: "protokoll:fehler"},
	"a shorter log":       {settings: ownSecrets, prepare: state(`{"kopie": {"protokoll": {"nr": 7, "hash": "00"}}}`), want: "protokoll:fehler"},
	"no copy yet":         {settings: ownSecrets, want: ""},
	"no copy for days":    {settings: ownSecrets, sql: `UPDATE schema_migrations SET tstamp = '2026-01-01 00:00:00'`, want: "sicherung:warnung"},
	"a copy":              {settings: ownSecrets, prepare: copied(time.Hour, "the copy"), want: ""},
	"an old copy":         {settings: ownSecrets, prepare: copied(27*time.Hour, "the copy"), want: "sicherung:warnung"},
	"a changed copy":      {settings: ownSecrets, prepare: copied(time.Hour, "another"), want: "sicherung:fehler"},
	"a failed copy":       {settings: ownSecrets, prepare: state(`{"fehler": {"zeit": "2026-01-01T00:00:00Z", "text": "kein Platz"}}`), want: "sicherung:warnung"},
	"a failed command": {settings: append([]string{"SICHERUNG_BEFEHL=/bin/sh"}, ownSecrets...),
		prepare: state(`{"befehl": {"zeit": "2026-01-01T00:00:00Z", "exit": 3, "text": "endete mit 3"}}`), want: "sicherung:warnung"},
	"no place for copies": {settings: append([]string{"SICHERUNG_DIR=/dev/null/sicherung"}, ownSecrets...), want: "sicherung:fehler"},
	"closed, no mail": {settings: append([]string{"BASE_URL=https://shop.test"}, ownSecrets...),
		want: "anschrift:warnung demo:warnung email:warnung lieferzeit:warnung mail:warnung name:warnung produkte:warnung proxys:warnung recht:warnung sicherung:warnung steuer:warnung zahlung:warnung"},
	"public": {settings: append([]string{"BASE_URL=https://shop.test", "SITE_PUBLIC=true", "TRUSTED_PROXIES=keine"}, ownSecrets...),
		want: "anschrift:fehler demo:warnung email:fehler lieferzeit:warnung mail:fehler name:fehler produkte:fehler recht:fehler recht:warnung sicherung:warnung steuer:fehler zahlung:fehler"},
	"PostgreSQL is away": {settings: []string{"DATABASE_URL=postgres://127.0.0.1:1/shop?connect_timeout=1"}, want: "datenbank:fehler"},
	"mail server away":   {settings: []string{"SMTP_URL=smtp://127.0.0.1:1", "ORDER_NOTIFICATION_EMAIL=post@shop.test"}, args: []string{"--online"}, want: "mailversand:fehler"},
}

// beside returns the path of another file in the database's folder.
func beside(path, name string) string { return filepath.Join(filepath.Dir(path), name) }

// withoutCopyOfMark makes a mark that was written an hour ago, and that nobody copied.
func withoutCopyOfMark(t *testing.T, path string) {
	remove(t, beside(path, filepath.Join("sicherung", mark.FileName)))
	earlier := time.Now().Add(-time.Hour)
	if err := os.Chtimes(beside(path, mark.FileName), earlier, earlier); err != nil {
		t.Fatal(err)
	}
}

// state makes the state of the copies.
func state(text string) func(*testing.T, string) {
	return func(t *testing.T, path string) { writeText(t, beside(path, "sicherung/stand.json"), text) }
}

// copied makes a copy of some age, and the hash that it should have.
func copied(age time.Duration, content string) func(*testing.T, string) {
	return func(t *testing.T, path string) {
		file := beside(path, "sicherung/bastelkontor-"+time.Now().Add(-age).UTC().Format("20060102T150405Z")+".tar.zst")
		writeText(t, file, content)
		writeText(t, file+".sha256", fmt.Sprintf("%x  %s\n", sha256.Sum256([]byte("the copy")), filepath.Base(file)))
	}
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

func (s setup) arrange(t *testing.T, path string) {
	t.Helper()
	shop, err := filledShop()
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(filepath.Join(filepath.Dir(path), "sicherung"), 0o700); err != nil {
		t.Fatal(err)
	}
	for name, content := range shop {
		writeText(t, filepath.Join(filepath.Dir(path), name), content)
	}
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
