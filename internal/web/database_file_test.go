package web_test

import (
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"kontor/internal/mail"
	"kontor/internal/mark"
	"kontor/tests/mailtest"
	"kontor/tests/shoptest"
)

// fileShop is a public shop whose database file a test removes.
type fileShop struct {
	*shoptest.Shop
	t        *testing.T
	path     string
	provider *mailtest.Resend
	customer *shoptest.Client
	operator *shoptest.Client
}

// startFile starts a shop that has taken one order and sent its mails.
func startFile(t *testing.T) *fileShop {
	t.Helper()
	provider := mailtest.StartResend(t, "re_123")
	s := shoptest.Start(t, shoptest.Public(), shoptest.File(),
		shoptest.Mail(mail.Options{ResendKey: "re_123", ResendURL: provider.URL()}))
	f := &fileShop{s, t, filepath.Join(s.Data.Dir, "kontor.db"), provider, s.Anonymous(), s.Operator()}
	f.order().Want(http.StatusCreated)
	f.ready(http.StatusOK)
	return f
}

func (f *fileShop) order() shoptest.Answer { return f.customer.PostOrder(shoptest.Order()) }

func (f *fileShop) ready(status int) {
	f.t.Helper()
	f.customer.Get("/readyz").Want(status)
}

// away expects that everything needing the database is refused, and the rest continues.
func (f *fileShop) away() {
	f.t.Helper()
	const text = "Datenbank nicht verbunden."
	f.order().WantError(http.StatusInternalServerError, text)
	f.customer.Post("/api/orders", "{").WantError(http.StatusInternalServerError, text) // before anything is read
	f.customer.Get("/api/bestseller").WantError(http.StatusServiceUnavailable, text)
	f.customer.Get("/").Want(http.StatusServiceUnavailable)
	f.operator.Get("/api/verwaltung/orders").Want(http.StatusServiceUnavailable)
	f.operator.Patch("/api/verwaltung/orders/1", shoptest.Body{"status": "bezahlt"}).Want(http.StatusServiceUnavailable)
	f.ready(http.StatusServiceUnavailable)
	for _, path := range []string{"/healthz", "/zugang/", assetIn(f.t, f.customer.Get("/zugang/").Text())} {
		f.customer.Get(path).Want(http.StatusOK)
	}
}

// assetIn returns the path of the first style sheet of a page.
func assetIn(t *testing.T, page string) string {
	t.Helper()
	_, after, found := strings.Cut(page, `href="/zugang/assets/`)
	name, _, closed := strings.Cut(after, `"`)
	if !found || !closed {
		t.Fatalf("no style sheet in %.300s", page)
	}
	return "/zugang/assets/" + name
}

// alarmed waits for the only alarm of the loss, and returns the rescue copy.
func (f *fileShop) alarmed() string {
	f.t.Helper()
	shoptest.Eventually(f.t, func() bool { return len(f.alarms()) > 0 })
	if found := f.alarms(); len(found) != 1 || !strings.Contains(found[0].Text, f.path) {
		f.t.Errorf("alarms: %+v", found)
	}
	if n := strings.Count(f.Log.String(), "database file lost"); n != 1 || strings.Contains(f.Log.String(), "request failed") {
		f.t.Errorf("the log says %d times that the file is lost, and of each request:\n%s", n, f.Log)
	}
	copies, _ := filepath.Glob(filepath.Join(filepath.Dir(f.path), "gerettet-*.db"))
	if len(copies) != 1 || !strings.Contains(f.alarms()[0].Text, copies[0]) {
		f.t.Fatalf("rescue copies %v, alarm %s", copies, f.alarms()[0].Text)
	}
	return copies[0]
}

func (f *fileShop) alarms() (all []mailtest.Received) {
	for _, m := range f.provider.Messages() {
		if strings.Contains(m.Subject, "Datenbank verloren") {
			all = append(all, m)
		}
	}
	return all
}

// goesOn starts a shop on a file, with the mark beside it, and expects the orders in it.
func goesOn(t *testing.T, file string, orders int) {
	t.Helper()
	dir := t.TempDir()
	for from, name := range map[string]string{file: "kontor.db", filepath.Join(filepath.Dir(file), mark.FileName): mark.FileName} {
		content, err := os.ReadFile(from)
		if err == nil {
			err = os.WriteFile(filepath.Join(dir, name), content, 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	s := shoptest.Start(t, shoptest.Public(), shoptest.File(), shoptest.Dir(dir))
	if list := s.Operator().Get("/api/verwaltung/orders").Want(http.StatusOK).JSON()["orders"].([]any); len(list) != orders {
		t.Errorf("%d orders, want %d", len(list), orders)
	}
	s.Anonymous().PostOrder(shoptest.Order()).Want(http.StatusCreated)
}

// W12: the file is deleted.
func TestW12_DatabaseFileRemoved(t *testing.T) {
	t.Parallel()
	f := startFile(t)
	f.must(os.Remove(f.path))
	f.away()
	rescued := f.alarmed()
	f.away()
	f.must(f.DB.Close())
	if _, err := os.Stat(f.path); err == nil {
		t.Error("the database was made again")
	}
	goesOn(t, rescued, 1)
	if private, err := os.Stat(rescued); err != nil || private.Mode().Perm() != 0o600 {
		t.Errorf("the rescue copy: %v, %v", private, err)
	}
}

// W12: no route fails otherwise than by reporting that the database is away, and none
// of the administration's answers.
func TestW12_EveryRouteWithoutTheDatabaseFile(t *testing.T) {
	t.Parallel()
	f := startFile(t)
	f.must(os.Remove(f.path))
	for _, line := range f.Web.RouteLines() {
		got := f.operator.Do(line.Method, line.Path, nil)
		switch {
		case line.Path == "/api/orders":
			got.Want(http.StatusInternalServerError)
		case line.Admin:
			got.Want(http.StatusServiceUnavailable)
		case got.Status >= 500 && got.Status != http.StatusServiceUnavailable:
			t.Errorf("%s %s answers %d: %s", line.Method, line.Path, got.Status, got.Body)
		}
	}
}

// W12: another file takes the name. It is left alone.
func TestW12_DatabaseFileReplaced(t *testing.T) {
	t.Parallel()
	f := startFile(t)
	other := f.path + ".neu"
	f.must(os.WriteFile(other, []byte("etwas anderes"), 0o600))
	f.must(os.Rename(other, f.path))
	f.away()
	rescued := f.alarmed()
	f.must(f.DB.Close())
	if content, err := os.ReadFile(f.path); err != nil || string(content) != "etwas anderes" {
		t.Errorf("the other file: %d bytes, %v", len(content), err)
	}
	goesOn(t, rescued, 1)
}

// W12: the file loses its content. Growing again does not restore it.
func TestW12_DatabaseFileShortened(t *testing.T) {
	t.Parallel()
	f := startFile(t)
	whole, err := os.ReadFile(f.path)
	f.must(err)
	f.must(os.Truncate(f.path, 0))
	f.away()
	shoptest.Eventually(t, func() bool { return len(f.alarms()) == 1 })
	f.must(os.Truncate(f.path, int64(len(whole))))
	f.away()
	if strings.Contains(f.Log.String(), "database file is back") {
		t.Error("zeros pass for the database")
	}
}

// W12: nobody checks before the file has its size back, as after SQLite has moved its
// log there.
func TestW12_DatabaseFileEmptiedAndFilledUp(t *testing.T) {
	t.Parallel()
	f := startFile(t)
	whole, err := os.Stat(f.path)
	f.must(err)
	f.must(os.Truncate(f.path, 0))
	f.must(os.Truncate(f.path, whole.Size()))
	f.away()
}

// W12: the file is moved away and back. The shop continues by itself, each time.
func TestW12_DatabaseFileMovedAndBack(t *testing.T) {
	t.Parallel()
	f := startFile(t)
	elsewhere := filepath.Join(filepath.Dir(f.path), "verschoben.db")
	f.must(os.Rename(f.path, elsewhere))
	f.away()
	f.alarmed()
	f.must(os.Rename(elsewhere, f.path))
	f.ready(http.StatusOK)
	placed := f.order().Want(http.StatusCreated).JSON()
	if placed["bestellnummer"] != "BK-2026-0002" {
		t.Errorf("the next order is %v", placed["bestellnummer"])
	}
	if n := strings.Count(f.Log.String(), "database file is back"); n != 1 {
		t.Errorf("the log says %d times that the file is back", n)
	}
	f.must(os.Rename(f.path, elsewhere))
	f.away()
	shoptest.Eventually(t, func() bool { return len(f.alarms()) == 2 })
}

// A database vacuumed beside the shop is smaller, but not lost.
func TestW12_DatabaseFileVacuumed(t *testing.T) {
	t.Parallel()
	f := startFile(t)
	before, err := os.Stat(f.path)
	f.must(err)
	foreign := plainly(t, f.Shop)
	defer foreign.Close()
	for _, statement := range []string{
		`PRAGMA wal_checkpoint(TRUNCATE)`, `CREATE TABLE fremd (x)`, `INSERT INTO fremd VALUES (zeroblob(1000000))`,
		`PRAGMA wal_checkpoint(TRUNCATE)`,
	} {
		_, err := foreign.Exec(statement)
		f.must(err)
	}
	f.ready(http.StatusOK) // it has seen the larger file
	for _, statement := range []string{`DROP TABLE fremd`, `VACUUM`, `PRAGMA wal_checkpoint(TRUNCATE)`} {
		_, err := foreign.Exec(statement)
		f.must(err)
	}
	if after, err := os.Stat(f.path); err != nil || after.Size() > before.Size()+500_000 {
		t.Fatalf("the file was not shortened: %v", err)
	}
	f.ready(http.StatusOK)
	f.order().Want(http.StatusCreated)
	if strings.Contains(f.Log.String(), "database file lost") {
		t.Error("the file counts as lost")
	}
}

func (f *fileShop) must(err error) {
	f.t.Helper()
	if err != nil {
		f.t.Fatal(err)
	}
}
