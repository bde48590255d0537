// Package pgtest starts private PostgreSQL servers for tests: each is a cluster in a
// temporary directory, on loopback, run by an unprivileged user.
package pgtest

import (
	"bytes"
	"context"
	"crypto/rand"
	"database/sql"
	"fmt"
	"net"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	_ "github.com/jackc/pgx/v5/stdlib" // the driver "pgx"

	"kontor/tests/scratch"
)

// Cluster is a running PostgreSQL server.
type Cluster struct {
	Port    int
	dir     string
	bin     string
	owner   *syscall.Credential // nil: the current user
	options []string            // of the server, in addition to the usual ones
	process *exec.Cmd
	log     bytes.Buffer
}

// Start creates a cluster and starts it. Stop ends it.
func Start() (*Cluster, error) { return start("") }

// StartHasty is [Start] for a cluster that never crashes: it does not wait for the
// disk, which otherwise takes most of the time of creating a database for each test.
func StartHasty() (*Cluster, error) {
	return start(scratch.Root(), "-c", "fsync=off", "-c", "full_page_writes=off")
}

func start(root string, options ...string) (*Cluster, error) {
	c := &Cluster{options: options}
	var err error
	if c.bin, err = Binaries(); err != nil {
		return nil, err
	}
	if c.owner, err = Unprivileged(); err != nil {
		return nil, err
	}
	if c.dir, err = os.MkdirTemp(root, "kontor-postgres-"); err != nil {
		return nil, err
	}
	if c.Port, err = FreePort(); err != nil {
		return nil, err
	}
	if err := c.initialise(); err != nil {
		return nil, err
	}
	return c, c.Run()
}

// Standby starts a second server that follows this one's stream of changes. From then
// on this one answers a COMMIT only once the standby has written it to disk.
func (c *Cluster) Standby() (*Cluster, error) {
	s := &Cluster{bin: c.bin, owner: c.owner}
	var err error
	if s.dir, err = os.MkdirTemp("", "kontor-postgres-"); err != nil {
		return nil, err
	}
	if s.Port, err = FreePort(); err != nil {
		return nil, err
	}
	if err := s.giveAway(); err != nil {
		return nil, err
	}
	out, err := s.command("pg_basebackup", "-h", "127.0.0.1", "-p", strconv.Itoa(c.Port), "-U", "kontor",
		"-D", s.data(), "-R", "-X", "stream", "-c", "fast", "--no-sync").CombinedOutput()
	if err != nil {
		return nil, fmt.Errorf("pg_basebackup: %w\n%s", err, out)
	}
	if err := s.Run(); err != nil {
		return nil, err
	}
	if err := c.execute("ALTER SYSTEM SET synchronous_standby_names = '*'"); err != nil {
		return nil, err
	}
	return s, c.execute("SELECT pg_reload_conf()")
}

// Promote makes a standby the primary.
func (c *Cluster) Promote() error { return c.execute("SELECT pg_promote()") }

// Binaries returns the program directory of the newest installed PostgreSQL server.
func Binaries() (string, error) {
	found, _ := filepath.Glob("/usr/lib/postgresql/*/bin/initdb")
	if len(found) > 0 {
		return filepath.Dir(found[len(found)-1]), nil
	}
	path, err := exec.LookPath("initdb")
	if err != nil {
		return "", fmt.Errorf("no PostgreSQL server here; ./dev test installs one: %w", err)
	}
	return filepath.Dir(path), nil
}

// Unprivileged returns the user that runs servers, nil for the current one: PostgreSQL
// refuses root.
func Unprivileged() (*syscall.Credential, error) {
	if os.Geteuid() != 0 {
		return nil, nil
	}
	account, err := user.Lookup("postgres")
	if err != nil {
		return nil, err
	}
	uid, err := strconv.ParseUint(account.Uid, 10, 32)
	if err != nil {
		return nil, err
	}
	gid, err := strconv.ParseUint(account.Gid, 10, 32)
	return &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}, err
}

// FreePort returns a port of the loopback address that nobody listens on.
func FreePort() (int, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return 0, err
	}
	defer l.Close()
	return l.Addr().(*net.TCPAddr).Port, nil
}

func (c *Cluster) command(name string, args ...string) *exec.Cmd {
	command := exec.Command(filepath.Join(c.bin, name), args...)
	command.Dir = c.dir
	command.Env = append(os.Environ(), "LC_ALL=C")
	command.SysProcAttr = &syscall.SysProcAttr{Credential: c.owner, Pdeathsig: syscall.SIGKILL}
	return command
}

func (c *Cluster) data() string { return filepath.Join(c.dir, "data") }

// giveAway makes the server's user the owner of the directory.
func (c *Cluster) giveAway() error {
	if c.owner == nil {
		return nil
	}
	return os.Chown(c.dir, int(c.owner.Uid), int(c.owner.Gid))
}

func (c *Cluster) initialise() error {
	if err := c.giveAway(); err != nil {
		return err
	}
	out, err := c.command("initdb", "-D", c.data(), "-U", "kontor", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync").CombinedOutput()
	if err != nil {
		return fmt.Errorf("initdb: %w\n%s", err, out)
	}
	return nil
}

// Run starts the server, also after Kill, and waits until it answers.
func (c *Cluster) Run() error {
	c.process = c.command("postgres", append([]string{"-D", c.data(), "-p", strconv.Itoa(c.Port), "-k", c.dir,
		"-c", "listen_addresses=127.0.0.1", "-c", "max_connections=200", "-c", "shared_buffers=64MB"}, c.options...)...)
	c.process.Stdout, c.process.Stderr = &c.log, &c.log
	if err := c.process.Start(); err != nil {
		return err
	}
	return c.await()
}

func (c *Cluster) await() error {
	db, err := sql.Open("pgx", c.URL("postgres"))
	if err != nil {
		return err
	}
	defer db.Close()
	for deadline := time.Now().Add(90 * time.Second); ; time.Sleep(50 * time.Millisecond) {
		ctx, cancel := context.WithTimeout(context.Background(), time.Second)
		err := db.PingContext(ctx)
		cancel()
		if err == nil {
			return nil
		}
		if time.Now().After(deadline) {
			return fmt.Errorf("PostgreSQL did not start: %w\n%s", err, c.log.String())
		}
	}
}

// Kill ends the server like a crash.
func (c *Cluster) Kill() error {
	pid, err := os.ReadFile(filepath.Join(c.data(), "postmaster.pid"))
	if err != nil {
		return err
	}
	first, _, _ := strings.Cut(string(pid), "\n")
	if n, err := strconv.Atoi(first); err != nil || n != c.process.Process.Pid {
		return fmt.Errorf("postmaster.pid names %q, the server is %d", first, c.process.Process.Pid)
	}
	if err := c.process.Process.Kill(); err != nil {
		return err
	}
	c.process.Wait() // it was killed
	return nil
}

// Log returns the server's output. It is complete after Stop.
func (c *Cluster) Log() string { return c.log.String() }

// Stop ends the server and removes its data.
func (c *Cluster) Stop() error {
	if err := c.process.Process.Signal(syscall.SIGINT); err == nil {
		c.process.Wait() // however it ended
	}
	return os.RemoveAll(c.dir)
}

// URL returns the URL of a database of the cluster.
func (c *Cluster) URL(database string) string {
	return fmt.Sprintf("postgres://kontor@127.0.0.1:%d/%s", c.Port, database)
}

// Database creates a database for one test, as a copy of the template unless that is
// empty, and returns its URL. It is dropped when the test ends.
func (c *Cluster) Database(t testing.TB, template string) string {
	t.Helper()
	name := "test_" + strings.ToLower(rand.Text())
	if err := c.Create(name, template); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := c.Drop(name); err != nil {
			t.Error(err)
		}
	})
	return c.URL(name)
}

// Create creates a database, as a copy of the template unless that is empty.
func (c *Cluster) Create(name, template string) error {
	statement := "CREATE DATABASE " + name
	if template != "" {
		statement += " TEMPLATE " + template
	}
	return c.execute(statement)
}

// Drop removes a database, and ends the connections that use it.
func (c *Cluster) Drop(name string) error {
	return c.execute("DROP DATABASE " + name + " WITH (FORCE)")
}

func (c *Cluster) execute(statement string) error {
	db, err := sql.Open("pgx", c.URL("postgres"))
	if err != nil {
		return err
	}
	defer db.Close()
	if _, err := db.Exec(statement); err != nil {
		return fmt.Errorf("%s: %w", statement, err)
	}
	return nil
}
