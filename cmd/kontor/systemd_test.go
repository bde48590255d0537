package main

import (
	"bytes"
	"errors"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"kontor/tests/scratch"
)

// holder is a service manager that holds a socket and starts the program with it.
type holder struct {
	socket *os.File
	addr   string
}

// hold opens a socket that outlives the programs that get it.
func hold(t *testing.T) holder {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close() // the file is a copy
	socket, err := listener.(*net.TCPListener).File()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { socket.Close() })
	return holder{socket, listener.Addr().String()}
}

// command returns the program as systemd starts it: the shell stays the same process.
func (h holder) command(args string) *exec.Cmd {
	cmd := exec.Command("sh", "-c", "LISTEN_PID=$$ LISTEN_FDS=1 exec kontor "+args)
	cmd.ExtraFiles = []*os.File{h.socket}
	return cmd
}

// W20: while the shop is restarted, connections wait in the socket that the manager
// holds. Nobody is refused.
func TestW20_RestartBehindASocket(t *testing.T) {
	t.Parallel()
	h, dir := hold(t), scratch.Dir(t)
	settings := []string{"LISTEN_ADDR=" + h.addr, "SITE_PUBLIC=true", "DRAIN=0s"}
	first := startCommand(t, h.command("serve"), nil, dir, settings...)
	var asked, answered atomic.Int64
	client := http.Client{Timeout: patience, Transport: &http.Transport{DisableKeepAlives: true}}
	var visitors sync.WaitGroup
	restarted := make(chan struct{})
	defer visitors.Wait()
	for range 4 {
		visitors.Go(func() {
			for done := false; !done || asked.Load() < 500; {
				select {
				case <-restarted:
					done = true
				default:
				}
				asked.Add(1)
				response, err := client.Get("http://" + h.addr + "/healthz")
				if err != nil {
					t.Errorf("request %d: %v", asked.Load(), err)
					return
				}
				_, err = io.Copy(io.Discard, response.Body)
				response.Body.Close()
				if err != nil || response.StatusCode != http.StatusOK {
					t.Errorf("answered %d, %v", response.StatusCode, err)
					return
				}
				answered.Add(1)
			}
		})
	}
	for answered.Load() < 100 && !t.Failed() {
		time.Sleep(time.Millisecond)
	}
	first.mustEnd(t)
	meanwhile := asked.Load()
	second := startCommand(t, h.command("serve"), nil, dir, settings...)
	close(restarted)
	visitors.Wait()
	if all := answered.Load(); all < 500 || all <= meanwhile {
		t.Errorf("%d answered, %d of them asked before the second start", all, meanwhile)
	}
	second.mustEnd(t)
}

// W20: a socket that no setting asks for would let connections wait for ever.
func TestW20_UnclaimedSocket(t *testing.T) {
	t.Parallel()
	cmd := hold(t).command("serve")
	cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "DATA_DIR=" + scratch.Dir(t), "LISTEN_ADDR=127.0.0.1:0"}
	out, err := cmd.CombinedOutput()
	var exit *exec.ExitError
	if !errors.As(err, &exit) || exit.ExitCode() != exitRefused || !strings.Contains(string(out), "weder LISTEN_ADDR noch LISTEN_ADDR_HTTP nennt diesen Port") {
		t.Errorf("ended with %v\n%s", err, out)
	}
}

// notified is a service manager that hears what the shop reports.
type notified struct {
	*net.UnixConn
	path string
}

func listenForReports(t *testing.T) notified {
	t.Helper()
	dir, err := os.MkdirTemp("", "kontor-notify-") // short, as paths of sockets must be
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	path := filepath.Join(dir, "notify")
	conn, err := net.ListenUnixgram("unixgram", &net.UnixAddr{Name: path, Net: "unixgram"})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	return notified{conn, path}
}

// next returns the next report.
func (n notified) next(t *testing.T) string {
	t.Helper()
	report := make([]byte, 256)
	if err := n.SetReadDeadline(time.Now().Add(patience)); err != nil {
		t.Fatal(err)
	}
	size, err := n.Read(report)
	if err != nil {
		t.Fatal(err)
	}
	return string(report[:size])
}

// W21: the service manager hears that the shop is ready, that it lives, and that it is
// about to end; and nothing else.
func TestW21_TheManagerHears(t *testing.T) {
	t.Parallel()
	manager := listenForReports(t)
	p := start(t, scratch.Dir(t), "NOTIFY_SOCKET="+manager.path, "WATCHDOG_USEC=150000")
	heard := make(map[string]int)
	for heard["READY=1"] == 0 || heard["WATCHDOG=1"] < 4 {
		heard[manager.next(t)]++
	}
	if err := p.terminate(); err != nil {
		t.Fatal(err)
	}
	for heard["STOPPING=1"] == 0 {
		heard[manager.next(t)]++
	}
	if err := p.wait(); err != nil {
		t.Errorf("ended with %v\n%s", err, p.stderr)
	}
	if len(heard) != 3 || heard["READY=1"] != 1 || heard["STOPPING=1"] != 1 {
		t.Errorf("heard %v", heard)
	}
}

// W21: a shop whose disk is full still answers, so that the watchdog does not restart it
// again and again; one whose database does not answer at all is silent.
func TestW21_ErrorsAreSignsOfLife(t *testing.T) {
	t.Parallel()
	manager := listenForReports(t)
	dir := scratch.Dir(t)
	p := start(t, dir, "NOTIFY_SOCKET="+manager.path, "WATCHDOG_USEC=150000")
	if err := os.Remove(filepath.Join(dir, "kontor.db")); err != nil {
		t.Fatal(err)
	}
	p.awaitReadiness(t, http.StatusServiceUnavailable)
	report := manager.next(t)
	for early := 0; report == "WATCHDOG=1" && early < 3; early++ { // the two reports do not wait for each other
		report = manager.next(t)
	}
	if report != "READY=1" {
		t.Errorf("at first %q", report)
	}
	for range 20 { // more than were sent before
		if report := manager.next(t); report != "WATCHDOG=1" {
			t.Errorf("heard %q", report)
		}
	}
	if err := p.cmd.Process.Signal(syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
}

// W21: the units are well formed, and the shop may do little more than it has to.
func TestW21_Units(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	program, err := exec.LookPath("kontor")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"kontor.service", "kontor.socket"} {
		unit, err := os.ReadFile(filepath.Join("..", "..", "packaging", "systemd", name))
		if err != nil {
			t.Fatal(err)
		}
		unit = bytes.ReplaceAll(unit, []byte("/usr/bin/kontor"), []byte(program)) // it has to be there
		if err := os.WriteFile(filepath.Join(dir, name), unit, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, args := range []string{"verify ./kontor.service ./kontor.socket", "security --offline=true --threshold=15 --no-pager ./kontor.service"} {
		cmd := exec.CommandContext(t.Context(), "systemd-analyze", strings.Fields(args)...)
		cmd.Dir = dir
		out, err := cmd.CombinedOutput()
		if err != nil || strings.HasPrefix(args, "verify") && len(out) > 0 {
			t.Errorf("systemd-analyze %s: %v\n%s", args, err, out)
		}
	}
}
