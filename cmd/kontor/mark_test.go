package main

import (
	"database/sql"
	"encoding/json"
	"errors"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"kontor/internal/mark"
	"kontor/tests/scratch"
)

// place is where a shop has its data and its backups.
type place struct {
	t            *testing.T
	data, backup string
}

func newPlace(t *testing.T) *place {
	root := scratch.Dir(t)
	return &place{t, filepath.Join(root, "data"), filepath.Join(root, "elsewhere")}
}

// start starts the shop; the first time from an empty database.
func (p *place) start() *process {
	p.t.Helper()
	if os.Mkdir(p.data, 0o700) == nil {
		writeEmptyDatabase(p.t, p.data)
	}
	return start(p.t, p.data, "SITE_PUBLIC=true", "SICHERUNG_DIR="+p.backup)
}

// order places orders and returns the highest id.
func (p *place) order(s *process, times int) (highest int64) {
	p.t.Helper()
	for range times {
		var placed struct{ ID int64 }
		body := s.post(p.t, http.DefaultClient, "/api/orders", orderBody, http.StatusCreated)
		if err := json.Unmarshal([]byte(body), &placed); err != nil || placed.ID <= highest {
			p.t.Fatalf("after order %d comes %s, %v", highest, body, err)
		}
		highest = placed.ID
	}
	return highest
}

// run runs a command at the place and returns its exit code and output.
func (p *place) run(args ...string) (code int, out string) {
	p.t.Helper()
	return runWith(p.t, []string{"DATA_DIR=" + p.data, "SICHERUNG_DIR=" + p.backup, "LISTEN_ADDR=127.0.0.1:0"}, args...)
}

// file returns the path of one of the shop's files.
func (p *place) file(name string) string { return filepath.Join(p.data, name) }

func (p *place) copy(from, to string) {
	p.t.Helper()
	content, err := os.ReadFile(from)
	if err == nil {
		err = os.WriteFile(to, content, 0o600)
	}
	if err != nil {
		p.t.Fatal(err)
	}
}

func (p *place) remove(names ...string) {
	p.t.Helper()
	for _, name := range names {
		if err := os.RemoveAll(p.file(name)); err != nil {
			p.t.Fatal(err)
		}
	}
}

// vacuumInto copies a database as SQLite itself does.
func (p *place) vacuumInto(to string) {
	p.t.Helper()
	db, err := sql.Open("sqlite", "file:"+p.file("kontor.db")+"?_pragma=busy_timeout(4000)")
	if err == nil {
		_, err = db.Exec(`VACUUM INTO ?`, to)
	}
	if err := errors.Join(err, db.Close()); err != nil {
		p.t.Fatal(err)
	}
}

// refuses expects a start that a service manager must not repeat, with one line.
func (p *place) refuses(want ...string) {
	p.t.Helper()
	code, out := p.run("serve")
	if code != 78 || strings.Count(out, "\n") != 1 {
		p.t.Errorf("the start ends with %d, want 78:\n%s", code, out)
	}
	for _, part := range want {
		if !strings.Contains(out, part) {
			p.t.Errorf("no %q in %s", part, out)
		}
	}
}

// W5: a copy in the database's place is refused, however it was made.
func TestW5_BareCopies(t *testing.T) {
	t.Parallel()
	const elsewhere = "kopie.db"
	for name, variant := range map[string]struct {
		take, put func(*place) // while the shop runs, and after it has gone on and was stopped
		want      string
	}{
		"the file without its log": {
			func(p *place) { p.copy(p.file("kontor.db"), p.file(elsewhere)) },
			func(p *place) { p.copy(p.file(elsewhere), p.file("kontor.db")) }, "älterer Stand"},
		"the file with its log": {
			func(p *place) {
				p.copy(p.file("kontor.db"), p.file(elsewhere))
				p.copy(p.file("kontor.db-wal"), p.file(elsewhere+"-wal"))
			},
			func(p *place) {
				p.copy(p.file(elsewhere), p.file("kontor.db"))
				p.copy(p.file(elsewhere+"-wal"), p.file("kontor.db-wal"))
			}, "älterer Stand"},
		"a copy by SQLite": {
			func(p *place) { p.vacuumInto(p.file(elsewhere)) },
			func(p *place) { p.copy(p.file(elsewhere), p.file("kontor.db")) }, "älterer Stand"},
		"a copy of an earlier start": {
			func(p *place) { p.vacuumInto(p.file(elsewhere)) },
			func(p *place) {
				s := p.start()
				p.order(s, 1)
				s.mustEnd(p.t)
				p.copy(p.file(elsewhere), p.file("kontor.db"))
			}, "Kopie oder ein älterer Stand"},
		"another shop's": {
			func(p *place) {},
			func(p *place) {
				other := newPlace(p.t)
				s := other.start()
				p.order(s, 9)
				s.mustEnd(p.t)
				p.copy(other.file("kontor.db"), p.file("kontor.db"))
			}, "zu einem anderen Shop"},
		"the same without its mark": {
			func(p *place) {}, func(p *place) { p.remove(mark.FileName) }, "fehlt kontor.marke"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := newPlace(t)
			s := p.start()
			p.order(s, 2)
			variant.take(p)
			p.order(s, 2)
			s.mustEnd(t)
			variant.put(p)
			before := p.marked()
			p.refuses(variant.want, p.file("kontor.db"), "kontor restore --here")
			if p.marked() != before {
				t.Error("the refused start has changed the mark")
			}
			p.goesOn(4)
		})
	}
}

// marked returns the mark beside the database; empty: there is none.
func (p *place) marked() string {
	p.t.Helper()
	content, err := os.ReadFile(p.file(mark.FileName))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		p.t.Fatal(err)
	}
	return string(content)
}

// goesOn makes the database in place the shop and expects an order above the id.
func (p *place) goesOn(highest int64) {
	p.t.Helper()
	if code, out := p.run("restore", "--here"); code != 0 || !strings.Contains(out, "ist von nun an der Shop (Stand 2)") {
		p.t.Fatalf("restore --here ends with %d:\n%s", code, out)
	}
	s := p.start()
	defer s.mustEnd(p.t)
	if next := p.order(s, 1); next <= highest {
		p.t.Errorf("the next order is %d, although %d was given away", next, highest)
	}
}

// W4: whatever was ordered since a copy was made, and whichever of the two marks is
// left, no number is issued twice.
func TestW4_NoNumberTwiceAfterALostDisk(t *testing.T) {
	t.Parallel()
	since := []int{0, 101}
	if os.Getenv("KONTOR_TEST_ALL") != "" {
		since = []int{0, 1, 99, 100, 101, 5000}
	}
	for _, n := range since {
		for _, lost := range []string{"kontor.db", ""} { // "": the whole directory
			t.Run(strconv.Itoa(n)+" "+lost, func(t *testing.T) {
				t.Parallel()
				p := newPlace(t)
				s := p.start()
				highest := p.order(s, 3)
				s.mustEnd(t)
				kept := filepath.Join(scratch.Dir(t), "kontor.db")
				p.copy(p.file("kontor.db"), kept)
				s = p.start()
				highest = max(highest, p.order(s, n))
				if n == 101 { // the copy of the mark follows by itself
					p.awaitCopy(highest)
				}
				s.cmd.Process.Kill()
				s.wait()
				p.remove(lost, "kontor.db-wal", "kontor.db-shm")
				p.refuses("fehlt oder ist leer", "kontor.marke")
				if err := os.MkdirAll(p.data, 0o700); err != nil {
					t.Fatal(err)
				}
				p.copy(kept, p.file("kontor.db"))
				p.refuses()
				p.goesOn(highest)
			})
		}
	}
}

// awaitCopy waits until the second mark has reserved the id.
func (p *place) awaitCopy(id int64) {
	p.t.Helper()
	deadline := time.Now().Add(patience)
	for {
		m, err := mark.Read(p.backup)
		if err == nil && m.Sequences["orders"].Reserved >= id {
			return
		}
		if time.Now().After(deadline) {
			p.t.Fatalf("the second mark is %+v, %v", m, err)
		}
		time.Sleep(time.Millisecond)
	}
}

// W4: without any mark the operator says how far the numbers had come.
func TestW4_WithoutAnyMark(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	s := p.start()
	p.order(s, 2)
	s.mustEnd(t)
	p.remove(mark.FileName)
	if err := os.RemoveAll(p.backup); err != nil {
		t.Fatal(err)
	}
	p.refuses("fehlt kontor.marke")
	if code, out := p.run("restore", "--here"); code != 1 || !strings.Contains(out, "--after-number") {
		t.Errorf("restore --here ends with %d:\n%s", code, out)
	}
	if code, out := p.run("restore", "--here", "--after-number", "41"); code != 0 || !strings.Contains(out, "weiter mit 42; 3 bis 41 fehlen hier") {
		t.Errorf("restore --here --after-number ends with %d:\n%s", code, out)
	}
	s = p.start()
	if next := p.order(s, 1); next != 42 {
		t.Errorf("the next order is %d", next)
	}
	if code, out := p.run("restore", "--here"); code != 1 || !strings.Contains(out, "der Shop läuft") {
		t.Errorf("beside the running shop restore ends with %d:\n%s", code, out)
	}
	s.mustEnd(t)
}
