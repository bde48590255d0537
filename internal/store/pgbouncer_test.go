package store

import (
	"fmt"
	"net"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"syscall"
	"testing"
	"time"

	"kontor/internal/shop/order"
	"kontor/tests/pgtest"
)

// R50: behind PgBouncer, which shares its few connections between transactions,
// migrations, orders, changes and lists work from several instances.
func TestR50_BehindPgBouncer(t *testing.T) {
	t.Parallel()
	c, err := cluster()
	if err != nil {
		t.Fatal(err)
	}
	pooled := startBouncer(t, c.Database(t, ""), 4) // to be migrated
	var shops [3]*DB
	for i := range shops {
		shops[i] = openURL(t, pooled)
		if err := shops[i].Ready(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	var placing sync.WaitGroup
	for i := range 60 {
		placing.Go(func() {
			shop, cancelled := shops[i%3], order.StatusCancelled
			placed, err := shop.PlaceOrder(t.Context(), attempt(fmt.Sprint("kunde", i)))
			if err != nil {
				t.Error(err)
				return
			}
			if _, err := shop.ChangeOrder(t.Context(), placed.Order.ID, order.Change{Status: &cancelled}, time.Now()); err != nil {
				t.Error(err)
			}
			if _, err := shop.Orders(t.Context(), order.Filter{Words: []string{"kunde"}, Limit: 5}); err != nil {
				t.Error(err)
			}
			if _, err := shop.Bestsellers(t.Context()); err != nil {
				t.Error(err)
			}
		})
	}
	placing.Wait()
	if n := stored(t, shops[0]); n != 60 {
		t.Errorf("%d orders", n)
	}
}

// R50: a single connection for everything is slow but sufficient, once the schema is up
// to date.
func TestR50_OneConnectionBehindPgBouncer(t *testing.T) {
	t.Parallel()
	db := openURL(t, startBouncer(t, emptyPostgres(t), 1))
	var placing sync.WaitGroup
	for i := range 20 {
		placing.Go(func() {
			if _, err := db.PlaceOrder(t.Context(), attempt(fmt.Sprint("kunde", i))); err != nil {
				t.Error(err)
			}
		})
	}
	placing.Wait()
	if n := stored(t, db); n != 20 {
		t.Errorf("%d orders", n)
	}
}

// startBouncer starts PgBouncer in transaction mode in front of a database, with the
// given number of connections to it, and returns the database's URL through it.
func startBouncer(t *testing.T, database string, connections int) string {
	t.Helper()
	address, err := url.Parse(database)
	if err != nil {
		t.Fatal(err)
	}
	host, port, _ := net.SplitHostPort(address.Host)
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	address.Host = listener.Addr().String()
	listener.Close() // PgBouncer takes the port
	config := fmt.Sprintf("[databases]\n* = host=%s port=%s user=kontor\n[pgbouncer]\nlisten_addr = 127.0.0.1\nlisten_port = %s\n"+
		"auth_type = any\nunix_socket_dir =\npool_mode = transaction\ndefault_pool_size = %d\nmax_client_conn = 200\n",
		host, port, address.Port(), connections)
	file, err := os.CreateTemp("", "kontor-pgbouncer-*.ini")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.Remove(file.Name()) })
	if _, err := file.WriteString(config); err != nil {
		t.Fatal(err)
	}
	if err := file.Chmod(0o644); err != nil {
		t.Fatal(err)
	}
	run(t, bouncerPath(), file.Name())
	awaitPort(t, address.Host)
	return address.String()
}

func bouncerPath() string {
	if path, err := exec.LookPath("pgbouncer"); err == nil {
		return path
	}
	return filepath.FromSlash("/usr/sbin/pgbouncer") // not in everybody's PATH
}

// run starts a server that ends with the test, as an unprivileged user.
func run(t *testing.T, name string, args ...string) {
	t.Helper()
	owner, err := pgtest.Unprivileged()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(name, args...)
	cmd.Dir = "/"
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: owner, Pdeathsig: syscall.SIGKILL}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		cmd.Process.Kill()
		cmd.Wait() // it was killed
	})
}

func awaitPort(t *testing.T, address string) {
	t.Helper()
	for deadline := time.Now().Add(time.Minute); ; time.Sleep(10 * time.Millisecond) {
		conn, err := net.Dial("tcp", address)
		if err == nil {
			conn.Close()
			return
		}
		if time.Now().After(deadline) {
			t.Fatal(err)
		}
	}
}
