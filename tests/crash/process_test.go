package crash

import (
	"errors"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"testing"
	"time"

	"kontor/tests/process"
)

// The access codes of every shop here.
const (
	siteCode  = "zugang-im-absturztest"
	adminCode = "verwaltung-im-absturztest"
)

// shopProcess is the program, serving customers from a data directory.
type shopProcess struct {
	t       testing.TB
	url     string
	process *process.Process
}

// start starts the shipped program with its data in dir.
func start(t testing.TB, dir string, settings ...string) *shopProcess {
	t.Helper()
	path, err := program()
	if err != nil {
		t.Fatal(err)
	}
	return startCommand(t, exec.Command(path), dir, settings...)
}

// unreachable are the settings of a sender of mails that nobody answers: orders owe
// their messages, and none leaves. Without a sender they owe none.
var unreachable = []string{"SMTP_URL=smtp://127.0.0.1:1", "MAIL_FROM=shop@example.net", "ORDER_NOTIFICATION_EMAIL=betreiber@example.net"}

// startCommand starts a command that becomes the program and waits until it answers. It
// is killed when the test ends.
func startCommand(t testing.TB, cmd *exec.Cmd, dir string, settings ...string) *shopProcess {
	t.Helper()
	cmd.Env = append([]string{
		"PATH=" + os.Getenv("PATH"), "DATA_DIR=" + dir, "LISTEN_ADDR=127.0.0.1:0", "SITE_PUBLIC=true", "SICHERUNG_ALLE=0s",
		"SITE_ACCESS_CODE=" + siteCode, "VERWALTUNG_ACCESS_CODE=" + adminCode,
	}, settings...)
	p, err := process.Start(cmd, filepath.Join(t.TempDir(), "log"))
	if err != nil {
		t.Fatal(err)
	}
	s := &shopProcess{t: t, process: p}
	t.Cleanup(s.kill)
	eventually(t, "the shop logs its address", s.findAddress)
	return s
}

var announced = regexp.MustCompile(`msg="shop started" instance=\S+ addr=(127\.0\.0\.1:[0-9]+) `)

func (s *shopProcess) findAddress() bool {
	if ended, err := s.process.Ended(); ended {
		s.t.Fatalf("the shop ended before it answered: %v\n%s", err, s.logText())
	}
	found := announced.FindStringSubmatch(s.logText())
	if found == nil {
		return false
	}
	s.url = "http://" + found[1]
	return true
}

// logText returns the content of the shop's log.
func (s *shopProcess) logText() string { return s.process.LogText() }

// kill ends the process like a power failure, and waits until it is gone.
func (s *shopProcess) kill() { s.process.Kill() }

// stop ends the process as a service manager does, and requires exit code 0.
func (s *shopProcess) stop() {
	s.t.Helper()
	if err := errors.Join(s.terminate(), s.wait()); err != nil {
		s.t.Errorf("the shop ended with %v\n%s", err, s.process.LastLines(20))
	}
}

func (s *shopProcess) terminate() error { return s.process.Terminate() }

func (s *shopProcess) wait() error { return s.process.Wait(patience) }

// snapshot copies the database files as they are, including the log, so that they can
// be read without touching the originals. The process must have ended.
func snapshot(t testing.TB, dir string) string {
	t.Helper()
	target := t.TempDir()
	for _, name := range []string{"kontor.db", "kontor.db-wal"} {
		content, err := os.ReadFile(filepath.Join(dir, name))
		if errors.Is(err, os.ErrNotExist) && name != "kontor.db" {
			continue // an orderly end leaves no log
		}
		if err == nil {
			err = os.WriteFile(filepath.Join(target, name), content, 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return filepath.Join(target, "kontor.db")
}

// eventually polls until the condition holds.
func eventually(t testing.TB, what string, holds func() bool) {
	t.Helper()
	tick := time.NewTicker(2 * time.Millisecond)
	defer tick.Stop()
	for deadline := time.Now().Add(patience); !holds(); <-tick.C {
		if time.Now().After(deadline) {
			t.Fatalf("not within %v: %s", patience, what)
		}
	}
}

// newClient returns a client with connections of its own.
func newClient(t testing.TB) *http.Client {
	transport := &http.Transport{MaxIdleConnsPerHost: 1}
	t.Cleanup(transport.CloseIdleConnections)
	return &http.Client{Transport: transport, Timeout: patience}
}
