package store

import (
	"fmt"
	"os"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"kontor/internal/database"
	"kontor/tests/pgtest"
)

// acknowledged are the orders that were acknowledged to a load as stored.
type acknowledged struct {
	mu      sync.Mutex
	numbers map[string]string // attempt by order number
	twice   []string
	last    time.Time
}

func (a *acknowledged) add(number, attempt string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.numbers[number] != "" {
		a.twice = append(a.twice, number)
	}
	a.numbers[number], a.last = attempt, time.Now()
}

// since reports whether an order was acknowledged after a time.
func (a *acknowledged) since(t time.Time) bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.last.After(t)
}

func (a *acknowledged) count() int {
	a.mu.Lock()
	defer a.mu.Unlock()
	return len(a.numbers)
}

// R45: PostgreSQL is killed and restarted again and again while orders flow on three
// instances. No acknowledged order is lost, no number is issued twice, no attempt is
// stored twice, and orders flow again soon after the database is back.
func TestR45_DatabaseKilledUnderLoad(t *testing.T) {
	t.Parallel()
	rounds := 3
	if os.Getenv("KONTOR_TEST_ALL") != "" {
		rounds = 20
	}
	c, err := pgtest.Start()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Stop() })
	var shops [3]*DB
	for i := range shops {
		shops[i] = openURL(t, c.URL("postgres"))
	}
	acks := &acknowledged{numbers: make(map[string]string)}
	var failed atomic.Int64
	stop := orderUntilStopped(t, shops[:], acks, &failed)
	for range rounds {
		for until := acks.count() + 300; acks.count() < until; {
			awaitOrders(t, acks, time.Now())
		}
		if err := c.Kill(); err != nil {
			t.Fatal(err)
		}
		killed := time.Now()
		if err := c.Run(); err != nil {
			t.Fatal(err)
		}
		back := time.Now()
		awaitOrders(t, acks, back)
		t.Logf("orders again %v after the database, %v after its crash",
			time.Since(back).Round(time.Millisecond), time.Since(killed).Round(time.Millisecond))
		if took := time.Since(back); took > 5*time.Second {
			t.Errorf("no orders for %v after the database was back", took)
		}
	}
	stop()
	lost := missing(t, shops[0], acks)
	t.Logf("%d acknowledged, %d refused, %d stored, %d lost, %d numbers twice",
		len(acks.numbers), failed.Load(), stored(t, shops[0]), lost, len(acks.twice))
	if lost > 0 || len(acks.twice) > 0 {
		t.Errorf("%d acknowledged orders are lost, %v were given twice", lost, acks.twice)
	}
}

// orderUntilStopped orders on all instances; the returned function ends that and waits.
func orderUntilStopped(t *testing.T, shops []*DB, acks *acknowledged, failed *atomic.Int64) func() {
	var clients sync.WaitGroup
	end := make(chan struct{})
	var next atomic.Int64
	for i := range 12 {
		clients.Go(func() {
			pause := time.NewTicker(5 * time.Millisecond)
			defer pause.Stop()
			for {
				select {
				case <-end:
					return
				case <-pause.C:
				}
				p := attempt(fmt.Sprint("versuch", next.Add(1)))
				placed, err := shops[i%len(shops)].PlaceOrder(t.Context(), p)
				if err != nil {
					failed.Add(1)
					continue
				}
				acks.add(placed.Order.Number, p.AttemptID)
			}
		})
	}
	return func() {
		close(end)
		clients.Wait()
	}
}

// awaitOrders waits until an order is acknowledged after a time.
func awaitOrders(t *testing.T, acks *acknowledged, after time.Time) {
	t.Helper()
	for deadline := time.Now().Add(time.Minute); !acks.since(after); time.Sleep(time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatal("no orders any more")
		}
	}
}

// missing returns how many acknowledged orders are not stored under the number and for
// the attempt that was acknowledged.
func missing(t *testing.T, db *DB, acks *acknowledged) (lost int) {
	t.Helper()
	rows, err := database.Inside(db.engine).Pool().Query(`SELECT bestellnummer, anfrage_id FROM orders`)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	found := make(map[string]string)
	for rows.Next() {
		var number, attempt string
		if err := rows.Scan(&number, &attempt); err != nil {
			t.Fatal(err)
		}
		found[number] = attempt
	}
	for number, attempt := range acks.numbers {
		if found[number] != attempt {
			lost++
		}
	}
	return lost
}
