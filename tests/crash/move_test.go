//go:build linux

package crash

import (
	"errors"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"kontor/tests/crowd"
	"kontor/tests/pgtest"
	"kontor/tests/process"
)

// W8: a move is killed at any moment. Afterwards exactly one side serves, after the move
// was repeated or undone, and the next number follows the last one.
func TestW8_MoveKilledAtAnyMoment(t *testing.T) {
	t.Parallel()
	c, err := pgtest.Start()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := c.Stop(); err != nil {
			t.Error(err)
		}
	})
	full := t.TempDir()
	last := orderSome(t, start(t, full), 3)
	took := time.Second
	for round := range rounds(4, 30) {
		m := &interruptedMove{t: t, dir: t.TempDir(), url: c.Database(t, ""), last: last}
		if err := os.CopyFS(m.dir, os.DirFS(full)); err != nil {
			t.Fatal(err)
		}
		began := time.Now()
		m.killedAfter(time.Duration(rand.Int64N(int64(took * 5 / 4))))
		if round == 0 {
			took = max(m.finish(), time.Since(began))
		} else if round%2 == 0 || !m.undo() {
			m.finish()
		}
		m.oneServes()
	}
}

// orderSome places orders, stops the shop and returns the last id.
func orderSome(t *testing.T, s *shopProcess, times int) (last int64) {
	t.Helper()
	client := newClient(t)
	for range times {
		o := crowd.Plain(crowd.NewRandom())
		if o.Send(client, s.url); !o.Acknowledged() || o.ID != last+1 && last > 0 {
			t.Errorf("after %d an order is answered %d: %s", last, o.Answer.Status, o.Answer.Body)
		}
		last = o.ID
	}
	s.stop()
	return last
}

// interruptedMove is a shop on its way to a database of its own.
type interruptedMove struct {
	t        *testing.T
	dir, url string
	last     int64
}

// command is the program at the shop's directory.
func (m *interruptedMove) command(args ...string) *exec.Cmd {
	m.t.Helper()
	path, err := program()
	if err != nil {
		m.t.Fatal(err)
	}
	cmd := exec.Command(path, args...)
	cmd.Env = []string{"DATA_DIR=" + m.dir, "LISTEN_ADDR=127.0.0.1:0", "SITE_PUBLIC=true"}
	return cmd
}

func (m *interruptedMove) killedAfter(delay time.Duration) {
	m.t.Helper()
	p, err := process.Start(m.command("move", "--to", m.url), filepath.Join(m.t.TempDir(), "log"))
	if err != nil {
		m.t.Fatal(err)
	}
	p.Wait(delay) // it may also be done by then
	p.Kill()
}

// finish repeats the move and returns how long it took. Complete, it has nothing to do.
func (m *interruptedMove) finish() time.Duration {
	m.t.Helper()
	began := time.Now()
	out, err := m.command("move", "--to", m.url).CombinedOutput()
	if err != nil && !strings.Contains(string(out), "ist nach PostgreSQL") {
		m.t.Fatalf("the move cannot be repeated: %v\n%s", err, out)
	}
	return time.Since(began)
}

// undo reports whether the move could be undone; it cannot if it is complete or has
// not begun.
func (m *interruptedMove) undo() bool {
	m.t.Helper()
	out, err := m.command("move", "--abort", "--to", m.url).CombinedOutput()
	said := string(out)
	complete := strings.Contains(said, "ist vollständig") || strings.Contains(said, "ist nach PostgreSQL")
	if err != nil && !complete && !strings.Contains(said, "kein Umzug begonnen") {
		m.t.Fatalf("the move cannot be undone: %v\n%s", err, said)
	}
	return !complete
}

// oneServes starts the shop without and with the target: whichever has the orders goes
// on with the next number, and the other one refuses or is empty.
func (m *interruptedMove) oneServes() {
	m.t.Helper()
	if !m.moved() {
		if next := orderSome(m.t, start(m.t, m.dir), 1); next != m.last+1 {
			m.t.Errorf("the next order on SQLite is %d, after %d", next, m.last)
		}
		return
	}
	if next := orderSome(m.t, start(m.t, m.dir, "DATABASE_URL="+m.url), 1); next != m.last+1 {
		m.t.Errorf("the next order on PostgreSQL is %d, after %d", next, m.last)
	}
	out, err := m.command("serve").CombinedOutput()
	var failed *exec.ExitError
	if !errors.As(err, &failed) || failed.ExitCode() != 78 || !strings.Contains(string(out), "ist nach PostgreSQL 127.0.0.1") {
		m.t.Errorf("the shop that has moved starts: %v\n%s", err, out)
	}
}

// moved reports whether PostgreSQL has the orders.
func (m *interruptedMove) moved() bool {
	m.t.Helper()
	status, err := m.command("move", "--abort", "--to", m.url).CombinedOutput()
	if err == nil {
		m.t.Error("the move was still under way")
	}
	return strings.Contains(string(status), "ist nach PostgreSQL")
}
