package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"regexp"
	"sync"
	"syscall"
	"testing"
	"time"
)

// patience is how long a test waits for anything before it fails.
const patience = 90 * time.Second

// process is the program serving a shop, started as an operator starts it.
type process struct {
	cmd    *exec.Cmd
	url    string // of the shop, without a slash at the end
	stdout *recorder
	stderr *recorder
	ended  chan error // the result of Wait
}

// launch starts a command that serves a shop and waits until the program prints its
// address. The output of a command on a terminal is read from its screen.
func launch(cmd *exec.Cmd, screen io.Reader) (*process, error) {
	p := &process{cmd: cmd, stdout: newRecorder(), stderr: newRecorder(), ended: make(chan error, 1)}
	cmd.Stderr = p.stderr
	if screen == nil {
		cmd.Stdout = p.stdout
	} else {
		go io.Copy(p.stdout, screen) // ends when the terminal is closed
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	go func() { p.ended <- cmd.Wait() }()
	return p, p.awaitAddress()
}

func (p *process) awaitAddress() error {
	var addr string
	select {
	case addr = <-p.stdout.addr:
	case addr = <-p.stderr.addr:
	case err := <-p.ended:
		return fmt.Errorf("ended before it answered: %v\n%s", err, p.stderr)
	case <-time.After(patience):
		p.cmd.Process.Kill()
		return fmt.Errorf("does not answer\n%s", p.stderr)
	}
	p.url = "http://" + addr
	return nil
}

// start launches the program with its data in dir, on a free port. It is killed when
// the test ends.
func start(t *testing.T, dir string, settings ...string) *process {
	t.Helper()
	return startCommand(t, command(nil), nil, dir, settings...)
}

func startCommand(t *testing.T, cmd *exec.Cmd, screen io.Reader, dir string, settings ...string) *process {
	t.Helper()
	cmd.Env = append([]string{endsAtOnce, "PATH=" + os.Getenv("PATH"), "DATA_DIR=" + dir, "LISTEN_ADDR=127.0.0.1:0"}, settings...)
	p, err := launch(cmd, screen)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { p.cmd.Process.Kill() })
	return p
}

// mustEnd asks the process to end and requires exit code 0.
func (p *process) mustEnd(t *testing.T) {
	t.Helper()
	if err := errors.Join(p.terminate(), p.wait()); err != nil {
		t.Fatalf("ended with %v\n%s", err, p.stderr)
	}
}

// terminate asks the process to end, as a service manager does.
func (p *process) terminate() error { return p.cmd.Process.Signal(syscall.SIGTERM) }

// wait returns how the process ended; nil means with exit code 0.
func (p *process) wait() error {
	select {
	case err := <-p.ended:
		return err
	case <-time.After(patience):
		p.cmd.Process.Kill()
		return errors.New("does not end")
	}
}

// recorder keeps what a process writes and finds the address in it.
type recorder struct {
	addr chan string

	mu   sync.Mutex
	text bytes.Buffer
	said bool
}

func newRecorder() *recorder { return &recorder{addr: make(chan string, 1)} }

// announced matches the shop's address in the log, and in the greeting once all of it
// has arrived.
var announced = regexp.MustCompile(`(?s) addr=([0-9.:]+) |"addr":"([0-9.:]+)"|Shop +http://([0-9.:]+)/.*Strg\+C`)

func (r *recorder) Write(p []byte) (int, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.text.Write(p)
	if found := announced.FindSubmatch(r.text.Bytes()); found != nil && !r.said {
		r.said = true
		r.addr <- string(bytes.Join(found[1:], nil))
	}
	return len(p), nil
}

func (r *recorder) String() string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.text.String()
}
