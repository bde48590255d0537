package backup_test

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"kontor/internal/backup"
	"kontor/internal/database"
	"kontor/internal/demo"
	"kontor/internal/shop/order"
	"kontor/internal/store"
	"kontor/tests/scratch"
	"kontor/tests/shoptest"
)

// A copy of the running shop has everything, on both engines, and can be read by its
// owner alone.
func TestCopyHoldsTheShop(t *testing.T) {
	t.Parallel()
	for engine, where := range map[string]shoptest.Option{"SQLite": shoptest.File(), "PostgreSQL": shoptest.Shared(scratch.Dir(t))} {
		t.Run(engine, func(t *testing.T) {
			t.Parallel()
			s := open(t, 40, where)
			legal := scratch.Dir(t)
			write(t, filepath.Join(legal, "agb.de.md"), "# AGB")
			write(t, filepath.Join(legal, "privat.txt"), "nicht vom Shop")
			write(t, filepath.Join(s.data, "secrets.env"), "SITE_ACCESS_CODE=geheim")
			c := mustMake(t, s.keeper(func(o *backup.Options) { o.LegalDir = legal }))

			o := mustOpen(t, c.Path, "", 40)
			if m := o.Manifest; m.Source != engine || m.IDs["orders"].Given != 40 || m.LastNumber != s.Orders()[39].Number || o.Secrets != "" {
				t.Errorf("manifest %+v, secrets %q", m, o.Secrets)
			}
			s.continues(o)
			if text, err := os.ReadFile(filepath.Join(o.LegalTexts, "agb.de.md")); string(text) != "# AGB" || len(names(t, o.LegalTexts)) != 1 {
				t.Errorf("legal texts %q, %v", text, err)
			}
			for _, path := range []string{c.Path, c.Path + ".sha256", o.Database} {
				if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
					t.Errorf("%s: %v %v", path, info.Mode(), err)
				}
			}
			if got := names(t, s.dir); len(got) != 2 {
				t.Errorf("files %q", got)
			}
			if err := o.Close(); err != nil || len(names(t, filepath.Dir(filepath.Dir(o.Database)))) != 0 {
				t.Errorf("left behind; %v", err)
			}
		})
	}
}

// continues opens the copy as a shop, which finds the same orders and goes on counting.
func (s *shop) continues(o *backup.Opened) {
	s.t.Helper()
	dir := scratch.Dir(s.t)
	content := read(s.t, o.Database)
	write(s.t, filepath.Join(dir, "kontor.db"), string(content))
	becomeTheShop(s.t, dir)
	db, err := store.Open(s.t.Context(), database.Options{Dir: dir})
	if err != nil {
		s.t.Fatal(err)
	}
	defer db.Close()
	name := s.Orders()[20].Customer.Name
	filter := order.Filter{Limit: 50, Words: order.SplitWords(name)}
	want, err := s.DB.Orders(s.t.Context(), filter)
	if err != nil || len(want.Orders) == 0 {
		s.t.Fatalf("%q finds nothing; %v", name, err)
	}
	got, err := db.Orders(s.t.Context(), filter)
	if diff := cmp.Diff(want, got); diff != "" || err != nil {
		s.t.Errorf("%q (-shop +copy): %v\n%s", name, err, diff)
	}
	if _, err := db.Import(s.t.Context(), demo.Orders(1, s.Clock.Now(), 9), "BK"); err != nil {
		s.t.Fatal(err)
	}
	if next, err := db.Orders(s.t.Context(), order.Filter{Limit: 1}); err != nil || next.Orders[0].ID <= 40 {
		s.t.Errorf("the next order is %+v; %v", next.Orders, err)
	}
}

// becomeTheShop takes the database in a directory as the shop from now on: a copy lacks
// the mark beside it, so the newest number is given.
func becomeTheShop(t *testing.T, dir string) {
	t.Helper()
	if _, err := store.RestoreHere(t.Context(), database.Options{Dir: dir}, 99); err != nil {
		t.Fatal(err)
	}
}

// An encrypted copy has the secrets too, and opens with its key alone.
func TestEncryptedCopyNeedsItsKey(t *testing.T) {
	t.Parallel()
	s := open(t, 5)
	write(t, filepath.Join(s.data, "secrets.env"), "SITE_ACCESS_CODE=geheim")
	identity, recipient, err := backup.Generate()
	if err != nil {
		t.Fatal(err)
	}
	stranger, _, err := backup.Generate()
	if err != nil {
		t.Fatal(err)
	}
	c := mustMake(t, s.keeper(func(o *backup.Options) { o.Recipients = []string{recipient} }))
	if !strings.HasSuffix(c.Path, ".tar.zst.age") || !c.Encrypted {
		t.Errorf("copy %+v", c)
	}
	o := mustOpen(t, c.Path, "# aus dem Passwortspeicher\n"+identity+"\n", 5)
	if text, err := os.ReadFile(o.Secrets); string(text) != "SITE_ACCESS_CODE=geheim" {
		t.Errorf("secrets %q, %v", text, err)
	}
	parent := scratch.Dir(t)
	if _, err := backup.Open(t.Context(), c.Path, "", parent); !errors.Is(err, backup.ErrEncrypted) {
		t.Errorf("without a key: %v", err)
	}
	for _, key := range []string{stranger, "AGE-SECRET-KEY-1"} {
		if _, err := backup.Open(t.Context(), c.Path, key, parent); err == nil || strings.Contains(err.Error(), key[15:]) {
			t.Errorf("with another key: %v", err)
		}
	}
	if got := names(t, parent); len(got) != 0 {
		t.Errorf("left behind: %q", got)
	}
	content, err := os.ReadFile(c.Path)
	if err != nil || strings.Contains(string(content), "kontor.db") {
		t.Errorf("readable; %v", err)
	}
}

// Whatever keeps a copy from being made leaves no file, and an earlier one in its
// place; the reason is recorded.
func TestFailedCopyLeavesNoFile(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		spoil func(*shop)
		want  string
		step  string
	}{
		"books that do not add up": {func(s *shop) {
			s.execute(`UPDATE order_counters SET anzahl = anzahl + 1 WHERE tag = ''`)
		}, "Zähler der Bestellungen", "database"},
		"a reference to nothing": {func(s *shop) {
			s.execute(`UPDATE order_items SET order_id = 999 WHERE order_id = 2`)
		}, "Verweis ins Leere in order_items", "database"},
		"a legal text that cannot be read": {func(s *shop) {
			if err := os.Rename(s.legal(), s.legal()+".weg"); err != nil {
				s.t.Fatal(err)
			}
		}, "no such file", "write"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := open(t, 5)
			write(t, filepath.Join(s.legal(), "agb.de.md"), "# AGB")
			var failed []string
			k := s.keeper(func(o *backup.Options) {
				o.LegalDir, o.OnError = s.legal(), func(step string) { failed = append(failed, step) }
			})
			first := mustMake(t, k)
			before := names(t, s.dir)
			test.spoil(s)
			s.Clock.Advance(time.Hour)
			_, err := k.Make(t.Context())
			if err == nil || !strings.Contains(err.Error(), test.want) || !strings.Contains(err.Error(), "keine neue Datei") {
				t.Errorf("failed with %v, want %q", err, test.want)
			}
			if !slices.Equal(failed, []string{test.step}) {
				t.Errorf("failed at %q, want %s", failed, test.step)
			}
			if got := names(t, s.dir); !slices.Equal(got, before) {
				t.Errorf("files %q, before %q", got, before)
			}
			state, err := backup.ReadState(s.dir)
			if err != nil || state.Copy == nil || state.Copy.Path != first.Path || state.Failure == nil || !strings.Contains(state.Failure.Text, test.want) {
				t.Errorf("recorded %+v; %v", state, err)
			}
		})
	}
}

func (s *shop) legal() string { return filepath.Join(s.data, "texte") }
