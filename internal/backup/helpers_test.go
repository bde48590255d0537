package backup_test

import (
	"context"
	"log/slog"
	"os"
	"path/filepath"
	"testing"
	"time"

	"kontor/internal/backup"
	"kontor/internal/database"
	"kontor/internal/demo"
	"kontor/internal/store"
	"kontor/tests/scratch"
	"kontor/tests/shoptest"
)

var discard = slog.New(slog.DiscardHandler)

func TestMain(m *testing.M) { shoptest.Main(m) }

// shop is a running shop with orders, and the place of its copies.
type shop struct {
	*shoptest.Shop
	t    *testing.T
	data string // the directory of its data
	dir  string // of the copies
}

// open starts a shop with n orders: in a file, unless options say otherwise.
func open(t *testing.T, n int, options ...shoptest.Option) *shop {
	t.Helper()
	data := scratch.Dir(t)
	s := &shop{t: t, data: data, dir: filepath.Join(scratch.Dir(t), "kopien")}
	s.Shop = shoptest.Start(t, append([]shoptest.Option{shoptest.Dir(data), shoptest.File()}, options...)...)
	s.trade(n, 1)
	return s
}

// trade takes n more orders.
func (s *shop) trade(n int, seed uint64) {
	s.t.Helper()
	if _, err := s.DB.Import(s.t.Context(), demo.Orders(n, s.Clock.Now(), seed), "BK"); err != nil {
		s.t.Fatal(err)
	}
}

// keeper makes copies of the running shop.
func (s *shop) keeper(changes ...func(*backup.Options)) *backup.Keeper {
	s.t.Helper()
	o := backup.Options{
		Dir: s.dir, Slug: "bastelkontor", DataDir: s.data, Program: "test", Log: discard, Now: s.Clock.Now, Every: time.Hour,
		Original: func(ctx context.Context) (*database.Original, error) { return s.DB.Original(ctx) },
	}
	for _, change := range changes {
		change(&o)
	}
	k, err := backup.New(o)
	if err != nil {
		s.t.Fatal(err)
	}
	return k
}

// mustMake writes a copy.
func mustMake(t *testing.T, k *backup.Keeper) backup.Copy {
	t.Helper()
	c, err := k.Make(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// mustOpen opens a copy, and expects as many orders in it.
func mustOpen(t *testing.T, file, identity string, orders int64) *backup.Opened {
	t.Helper()
	o, err := backup.Open(t.Context(), file, identity, scratch.Dir(t))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { o.Close() })
	if got := o.Manifest.Orders(); got != orders {
		t.Errorf("the manifest has %d orders, want %d", got, orders)
	}
	contents, faults, err := store.Examine(t.Context(), o.Database)
	if err != nil || len(faults) > 0 || contents.Orders() != orders {
		t.Errorf("the database has %d orders, want %d; %v %v", contents.Orders(), orders, faults, err)
	}
	return o
}

// names returns the files of a directory, without the lock and the record.
func names(t *testing.T, dir string) (all []string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	for _, entry := range entries {
		if name := entry.Name(); name != ".sicherung.lock" && name != "stand.json" {
			all = append(all, name)
		}
	}
	return all
}

// write creates a file with its folders.
func write(t *testing.T, path, content string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
}
