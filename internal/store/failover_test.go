package store

import (
	"fmt"
	"net"
	"sync/atomic"
	"testing"
	"time"

	"kontor/tests/pgtest"
)

// bothHosts is the URL of a pair of servers of which one accepts writes.
func bothHosts(first, second int) string {
	return fmt.Sprintf("postgres://kontor@127.0.0.1:%d,127.0.0.1:%d/postgres?target_session_attrs=read-write", first, second)
}

func startCluster(t *testing.T, start func() (*pgtest.Cluster, error)) *pgtest.Cluster {
	t.Helper()
	c, err := start()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Stop() })
	return c
}

// R46, with an operator instead of Patroni: the primary is killed under load from three
// instances, its synchronous standby is promoted, and orders continue there without a
// restart. No acknowledged order is lost and no number is issued twice.
func TestR46_R51_StandbyPromoted(t *testing.T) {
	t.Parallel()
	primary := startCluster(t, pgtest.Start)
	standby := startCluster(t, primary.Standby)
	var shops [3]*DB
	for i := range shops {
		shops[i] = openURL(t, bothHosts(standby.Port, primary.Port)) // the first host accepts no writes
		if err := shops[i].Ready(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	acks := &acknowledged{numbers: make(map[string]string)}
	var failed atomic.Int64
	stop := orderUntilStopped(t, shops[:], acks, &failed)
	for acks.count() < 200 {
		awaitOrders(t, acks, time.Now())
	}
	if err := primary.Kill(); err != nil {
		t.Fatal(err)
	}
	killed := time.Now()
	if err := standby.Promote(); err != nil {
		t.Fatal(err)
	}
	promoted := time.Now()
	awaitOrders(t, acks, promoted)
	t.Logf("orders again %v after the promotion, %v after the crash",
		time.Since(promoted).Round(time.Millisecond), time.Since(killed).Round(time.Millisecond))
	if took := time.Since(promoted); took > 5*time.Second {
		t.Errorf("no orders for %v after the promotion", took)
	}
	for until := acks.count() + 200; acks.count() < until; {
		awaitOrders(t, acks, time.Now())
	}
	stop()
	lost := missing(t, shops[0], acks)
	t.Logf("%d acknowledged, %d refused, %d stored, %d lost, %d numbers twice",
		len(acks.numbers), failed.Load(), stored(t, shops[0]), lost, len(acks.twice))
	if lost > 0 || len(acks.twice) > 0 {
		t.Errorf("%d acknowledged orders are lost, %v were given twice", lost, acks.twice)
	}
}

// A host that accepts connections but stays silent does not hide the one behind it.
func TestR46_SilentHost(t *testing.T) {
	t.Parallel()
	silent, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { silent.Close() })
	c, err := cluster()
	if err != nil {
		t.Fatal(err)
	}
	name := c.Database(t, template)
	url := fmt.Sprintf("postgres://kontor@127.0.0.1:%d,127.0.0.1:%d/%s?target_session_attrs=read-write",
		silent.Addr().(*net.TCPAddr).Port, c.Port, name[len(c.URL("")):])
	db := openURL(t, url)
	if _, err := db.PlaceOrder(t.Context(), attempt("kunde")); err != nil {
		t.Error(err)
	}
}
