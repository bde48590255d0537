package mark

import (
	"bytes"
	"errors"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"pgregory.net/rapid"

	"kontor/tests/scratch"
)

var tables = []string{"orders", "customers"}

// onDisk returns what the mark reserves, as after a power failure.
func onDisk(t rapid.TB, dir string) Mark {
	t.Helper()
	m, err := Read(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return Mark{}
	}
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// W4: however ids are issued, and whenever the disk fails, none is covered that the
// mark on the disk does not reserve, and none is noted as stored that was not.
func TestW4_NothingIsCoveredBeyondTheMark(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		root, err := os.MkdirTemp(scratch.Root(), "kontor-mark-")
		if err != nil {
			t.Fatal(err)
		}
		defer os.RemoveAll(root)
		dir := filepath.Join(root, "data")
		if err := os.Mkdir(dir, 0o700); err != nil {
			t.Fatal(err)
		}
		k := Keep(Mark{ShopID: "a"}, dir, nil, tables, slog.New(slog.DiscardHandler))
		defer k.Close()
		highest, broken := []int64{0, 0}, false
		for range rapid.IntRange(1, 40).Draw(t, "steps") {
			next := []int64{highest[0] + rapid.Int64Range(0, 300).Draw(t, "orders"), highest[1] + rapid.Int64Range(0, 3).Draw(t, "customers")}
			if rapid.IntRange(0, 4).Draw(t, "fault") == 0 {
				turn(t, dir, &broken)
			}
			if err := k.Cover(next); err != nil {
				if !broken {
					t.Fatalf("not covered on a sound disk: %v", err)
				}
				continue
			}
			m := onDisk(t, dirOnDisk(dir, broken))
			for i, table := range tables {
				if s := m.Sequences[table]; s.Reserved < next[i] || s.Last > highest[i] {
					t.Fatalf("%s up to %d is covered, %d is stored, and the mark says %+v", table, next[i], highest[i], s)
				}
			}
			highest = next
			k.Issued(highest)
		}
	})
}

// turn breaks the disk, or repairs it.
func turn(t *rapid.T, dir string, broken *bool) {
	from, to := dir, dir+"-away"
	if *broken {
		from, to = to, from
	}
	if err := os.Rename(from, to); err != nil {
		t.Fatal(err)
	}
	*broken = !*broken
}

func dirOnDisk(dir string, broken bool) string {
	if broken {
		return dir + "-away"
	}
	return dir
}

// The end notes everything that was stored, and so do the copies; ids reserved before
// stay reserved.
func TestMarkAtTheEnd(t *testing.T) {
	t.Parallel()
	dir, copy := scratch.Dir(t), filepath.Join(scratch.Dir(t), "sicherung")
	before := Mark{ShopID: "a", Sequences: map[string]Sequence{"orders": {Reserved: 5000, Last: 7}}}
	k := Keep(before, dir, []string{copy}, tables, slog.New(slog.DiscardHandler))
	for id := int64(8); id < 70; id++ {
		if err := k.Cover([]int64{id, 0}); err != nil {
			t.Fatal(err)
		}
		k.Issued([]int64{id, 0})
	}
	k.Close()
	for _, at := range []string{dir, copy} {
		if s := onDisk(t, at).Sequences["orders"]; s != (Sequence{Reserved: 5000, Last: 69}) {
			t.Errorf("%s: %+v", at, s)
		}
	}
	if _, err := os.Stat(filepath.Join(dir, FileName+".neu")); err == nil {
		t.Error("the file in the making is still there")
	}
}

// A copy that cannot be written is logged once, and nobody notices otherwise.
func TestCopyOfTheMarkFails(t *testing.T) {
	t.Parallel()
	file := filepath.Join(scratch.Dir(t), "datei")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	log := new(lockedBuffer)
	k := Keep(Mark{ShopID: "a"}, scratch.Dir(t), []string{filepath.Join(file, "darunter")}, tables, slog.New(slog.NewTextHandler(log, nil)))
	for id := int64(1); id < 1000; id += 99 {
		if err := k.Cover([]int64{id, id}); err != nil {
			t.Fatal(err)
		}
		k.Issued([]int64{id, id})
	}
	k.Close()
	if n := strings.Count(log.String(), "mark not copied"); n != 1 {
		t.Errorf("logged %d times:\n%s", n, log)
	}
}

// lockedBuffer is written by several goroutines.
type lockedBuffer struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (b *lockedBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.text.Write(p)
}

func (b *lockedBuffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.text.String()
}

func TestDamagedMark(t *testing.T) {
	t.Parallel()
	for _, content := range []string{"", "{", "{}", `{"folgen":{}}`} {
		dir := scratch.Dir(t)
		if err := os.WriteFile(filepath.Join(dir, FileName), []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := Read(dir); err == nil || !strings.Contains(err.Error(), "kontor.marke ist beschädigt") {
			t.Errorf("%q: %v", content, err)
		}
	}
}
