package main

import (
	"fmt"
	"io"
	"net/http"
	"net/http/cookiejar"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"

	"kontor/tests/scratch"
)

// openTerminal returns both ends of a pseudo terminal: the one that the program writes
// to, and the one that shows what a person would see.
func openTerminal(t *testing.T) (program, screen *os.File) {
	t.Helper()
	screen, err := os.OpenFile("/dev/ptmx", os.O_RDWR|syscall.O_NOCTTY, 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { screen.Close() })
	if err := unix.IoctlSetPointerInt(int(screen.Fd()), unix.TIOCSPTLCK, 0); err != nil {
		t.Fatal(err)
	}
	number, err := unix.IoctlGetInt(int(screen.Fd()), unix.TIOCGPTN)
	if err != nil {
		t.Fatal(err)
	}
	program, err = os.OpenFile(fmt.Sprintf("/dev/pts/%d", number), os.O_RDWR|syscall.O_NOCTTY, 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { program.Close() })
	return program, screen
}

// startOnTerminal starts the shop in the way of somebody who tries it out.
func startOnTerminal(t *testing.T, dir string, env ...string) *process {
	t.Helper()
	program, screen := openTerminal(t)
	cmd := command(nil)
	cmd.Stdout = program
	return startCommand(t, cmd, screen, dir, env...)
}

var (
	siteCode  = regexp.MustCompile(`Zugangscode +((?:[2-9A-HJ-NP-Z]{4}-){3}[2-9A-HJ-NP-Z]{4})\b`)
	adminCode = regexp.MustCompile(`Verwaltungscode +((?:[2-9A-HJ-NP-Z]{4}-){3}[2-9A-HJ-NP-Z]{4})\b`)
)

// shown returns the first match of a pattern on the terminal.
func (p *process) shown(t *testing.T, pattern *regexp.Regexp) string {
	t.Helper()
	found := pattern.FindStringSubmatch(p.stdout.String())
	if found == nil {
		t.Fatalf("the terminal does not show %v:\n%s", pattern, p.stdout)
	}
	return found[1]
}

// A newcomer starts the program, reads its terminal, enters both codes, orders, and
// finds the order.
func TestFirstStartOnATerminal(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(scratch.Dir(t), "data")
	p := startOnTerminal(t, dir)
	site, admin := p.shown(t, siteCode), p.shown(t, adminCode)
	for _, line := range []string{
		"erster Start: Datenbank in " + dir + " angelegt, 30 Produkte",
		"Verwaltung   " + p.url + "/verwaltung/ ",
		"API          " + p.url + "/api/docs ",
		"PayPal ", "E-Mail ", "Google", "METRICS_ADDR=", "kontor config", "demo --orders 200", "Strg+C",
	} {
		if !strings.Contains(p.stdout.String(), line) {
			t.Errorf("the terminal does not show %q:\n%s", line, p.stdout)
		}
	}

	jar, _ := cookiejar.New(nil) // never fails
	visitor := &http.Client{Jar: jar, Timeout: patience}
	p.post(t, visitor, "/api/orders", orderBody, http.StatusUnauthorized)
	p.post(t, visitor, "/api/zugang", `{"code":"`+site+`"}`, http.StatusOK)
	p.post(t, visitor, "/api/orders", orderBody, http.StatusCreated)
	p.get(t, visitor, "/api/verwaltung/orders/1", http.StatusUnauthorized)
	p.post(t, visitor, "/api/zugang/verwaltung", `{"code":"`+admin+`"}`, http.StatusOK)
	if body := p.get(t, visitor, "/api/verwaltung/orders/1", http.StatusOK); !strings.Contains(body, "BK-20") {
		t.Errorf("the order is %s", body)
	}
	p.mustEnd(t)

	again := startOnTerminal(t, dir)
	if again.shown(t, siteCode) != site || again.shown(t, adminCode) != admin {
		t.Error("the second start has other codes")
	}
	if strings.Contains(again.stdout.String(), "erster Start") {
		t.Errorf("the second start counts as the first:\n%s", again.stdout)
	}
	again.get(t, visitor, "/api/verwaltung/orders/1", http.StatusOK) // the sessions survive the restart
	again.mustEnd(t)
	if log := p.stderr.String() + again.stderr.String(); strings.Contains(log, site) || strings.Contains(log, admin) {
		t.Error("the log shows a code")
	}
}

// Setting the secrets by hand keeps the demo's products out; the terminal says so, and
// how to fill the catalogue.
func TestSecretsByHandLeaveAnEmptyCatalogue(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(scratch.Dir(t), "data")
	secrets := []string{
		"SITE_ACCESS_CODE=Wolle-und-Garn-7", "SITE_SESSION_SECRET=3LbQ6n8vZ1xYwR5tKf0pHs2mJc9dGuEa",
		"VERWALTUNG_ACCESS_CODE=Knopfschachtel-9", "VERWALTUNG_SESSION_SECRET=Vq7TzB4hXo1NkWe6rMi9LyCs3gPuFj5D",
		"KONTO_SESSION_SECRET=h8XwC2mQe6Zr0BnT4yLdK7sVfJ1pGuAi",
	}
	const empty = "Der Katalog ist leer"
	p := startOnTerminal(t, dir, secrets...)
	for _, line := range []string{empty + "   Produkte anlegen: " + p.url + "/verwaltung/produkte/", "den Shop beenden, dann kontor demo --orders 0"} {
		if !strings.Contains(p.stdout.String(), line) {
			t.Errorf("the terminal does not show %q:\n%s", line, p.stdout)
		}
	}
	p.mustEnd(t)
	if full := startOnTerminal(t, filepath.Join(scratch.Dir(t), "data")); strings.Contains(full.stdout.String(), empty) {
		t.Errorf("a catalogue with products is called empty:\n%s", full.stdout)
	}
}

// S43: the shop's files are private, whatever the umask.
func TestS43_FilesArePrivateUnderAnyUmask(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(scratch.Dir(t), "data")
	p := startCommand(t, exec.Command("sh", "-c", "umask 000; exec kontor"), nil, dir, "SITE_PUBLIC=true")
	p.post(t, http.DefaultClient, "/api/orders", orderBody, http.StatusCreated)
	names, err := filepath.Glob(filepath.Join(dir, "*"))
	if err != nil || len(names) < 4 {
		t.Fatalf("found %q, %v", names, err)
	}
	for _, path := range append(names, dir) {
		info, err := os.Stat(path)
		if err != nil {
			t.Fatal(err)
		}
		if info.Mode().Perm()&0o077 != 0 {
			t.Errorf("%s has mode %v", path, info.Mode())
		}
	}
	p.mustEnd(t)
}

// On a terminal a new shop, and a new code, show the codes, once and nowhere else.
func TestNewCodesAreShownOnATerminal(t *testing.T) {
	t.Parallel()
	file := filepath.Join(scratch.Dir(t), "kontor.conf")
	before := onTerminal(t, siteCode, "init", "--config="+file, "--data-dir="+filepath.Join(filepath.Dir(file), "data"))
	if !strings.Contains(read(t, file), "SITE_ACCESS_CODE="+before+"\n") {
		t.Error("the terminal shows another code than the file")
	}
	after := onTerminal(t, siteCode, "codes", "new", "shop", "--config="+file)
	if content := read(t, file); after == before || strings.Contains(content, before) || !strings.Contains(content, "SITE_ACCESS_CODE="+after+"\n") {
		t.Error("the file does not have the code that the terminal shows")
	}
}

// onTerminal runs a command that ends by itself on a terminal, and returns what a
// pattern matches there.
func onTerminal(t *testing.T, pattern *regexp.Regexp, args ...string) string {
	t.Helper()
	program, screen := openTerminal(t)
	p := &process{cmd: command(nil, args...), stdout: newRecorder()}
	p.cmd.Stdout = program
	read := make(chan struct{})
	go func() { io.Copy(p.stdout, screen); close(read) }() // ends when nobody writes any more
	if err := p.cmd.Run(); err != nil {
		t.Fatal(err)
	}
	program.Close()
	<-read
	return p.shown(t, pattern)
}
