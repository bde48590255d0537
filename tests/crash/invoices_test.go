package crash

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"kontor/internal/database"
	"kontor/internal/store"
	"kontor/tests/crowd"
)

// counter is an office where many invoices are issued at once while its processes die.
type counter struct {
	t       *testing.T
	place   database.Options
	shops   []*shopProcess
	mu      sync.Mutex
	numbers map[int]string // that were answered, by the ids of the orders
}

// F25: every paid order is invoiced at the same moment, by several clients of one or two
// processes, which are killed again and again in between. In the end each order has one
// invoice, their numbers are 1 to n, everybody who got an answer got the number that is
// stored, and the chain is whole.
func TestF25_InvoicesIssuedWhileTheProcessIsKilled(t *testing.T) {
	t.Parallel()
	for engine, processes := range map[string]int{"SQLite": 1, "PostgreSQL": 2} {
		t.Run(engine, func(t *testing.T) {
			t.Parallel()
			c := &counter{t: t, place: database.Options{Dir: t.TempDir()}, numbers: make(map[int]string)}
			if engine == "PostgreSQL" {
				server, err := cluster()
				if err != nil {
					t.Fatal(err)
				}
				c.place.URL = server.Database(t, template)
			}
			n := rounds(14, 50)
			c.open(processes)
			c.sell(n)
			for range rounds(3, 8) {
				c.issueAll(n, 1+rand.Int64N(int64(n)/4))
				c.open(processes)
			}
			c.issueAll(n, 0)
			for _, s := range c.shops {
				s.stop()
			}
			c.check(n)
		})
	}
}

// open starts the processes of the shop, after those from before are gone.
func (c *counter) open(processes int) {
	c.t.Helper()
	path, err := program()
	if err != nil {
		c.t.Fatal(err)
	}
	c.shops = nil
	for range processes {
		dir := c.place.Dir
		if c.place.URL != "" {
			dir = c.t.TempDir() // the database is all that they share
		}
		c.shops = append(c.shops, startCommand(c.t, exec.Command(path), dir, c.settings()...))
	}
}

func (c *counter) settings() []string {
	return []string{
		"DATABASE_URL=" + c.place.URL, "PREISPRUEFUNG=aus", "SHOP_UST_ID=DE123456789",
		"SITE_SESSION_SECRET=" + merchantSecret + merchantSecret, "VERWALTUNG_SESSION_SECRET=" + merchantID + merchantID,
	}
}

// sell places orders to two countries, and marks them as paid.
func (c *counter) sell(n int) {
	c.t.Helper()
	shop, operator := c.shops[0], c.shops[0].operator()
	for i := range n {
		var order struct{ ID int }
		into(c.t, crowd.Send(operator, "POST", shop.url+"/api/orders", map[string]any{
			"land": []string{"de", "at"}[i%2], "kunde": map[string]any{"name": "Erika", "email": fmt.Sprintf("%d@example.org", i)},
			"artikel": []any{map[string]any{"slug": "garn", "name": "Garn", "menge": 1, "preis": 600}}, "summe": 600,
		}), http.StatusCreated, &order)
		var paid struct{ OK bool }
		into(c.t, crowd.Send(operator, "PATCH", shop.url+"/api/verwaltung/orders/"+strconv.Itoa(order.ID), map[string]any{"status": "bezahlt"}), http.StatusOK, &paid)
	}
}

// issueAll asks for the invoice of each order at the same moment, by a client each. The
// processes are killed as soon as so many were answered; 0: never.
func (c *counter) issueAll(n int, killAfter int64) {
	c.t.Helper()
	operators := make([]*http.Client, len(c.shops))
	for i, shop := range c.shops {
		operators[i] = shop.operator()
	}
	var answered atomic.Int64
	var all sync.WaitGroup
	begin := make(chan struct{})
	for id := 1; id <= n; id++ {
		all.Go(func() {
			<-begin
			shop := c.shops[id%len(c.shops)]
			answer := crowd.Send(operators[id%len(c.shops)], "POST", fmt.Sprintf("%s/api/verwaltung/orders/%d/rechnungen", shop.url, id), map[string]any{"art": "rechnung"})
			c.note(id, answer, killAfter == 0)
			if answer.Status != 0 && answered.Add(1) == killAfter {
				for _, shop := range c.shops {
					shop.process.Strike()
				}
			}
		})
	}
	close(begin)
	all.Wait()
	if killAfter > 0 {
		for _, shop := range c.shops {
			shop.kill()
		}
	}
}

// note keeps the number that was answered. In the last round each order has one.
func (c *counter) note(id int, answer crowd.Answer, last bool) {
	switch {
	case answer.Status == http.StatusCreated:
		var said struct {
			Order struct{ Rechnungen []struct{ Nummer string } }
		}
		into(c.t, answer, http.StatusCreated, &said)
		c.mu.Lock()
		defer c.mu.Unlock()
		if earlier, twice := c.numbers[id]; twice || len(said.Order.Rechnungen) != 1 {
			c.t.Errorf("order %d has %v, after %q", id, said.Order.Rechnungen, earlier)
			return
		}
		c.numbers[id] = said.Order.Rechnungen[0].Nummer
	case answer.Status == http.StatusConflict && answer.Text() == "Die bisherige Rechnung gilt noch.":
	case last || answer.Status != 0 && answer.Status != http.StatusServiceUnavailable:
		c.t.Errorf("order %d is answered %d: %s", id, answer.Status, answer.Body)
	}
}

// check compares what is stored with what was answered, and asks the doctor.
func (c *counter) check(n int) {
	c.t.Helper()
	db, err := store.OpenReader(c.t.Context(), c.place)
	if err != nil {
		c.t.Fatal(err)
	}
	defer db.Close()
	check, err := db.CheckDocuments(c.t.Context())
	if err != nil || check.Documents != int64(n) || len(check.Faults)+len(check.Skipped) > 0 {
		c.t.Errorf("%v: %+v", err, check)
	}
	seen := make(map[int64]bool)
	for id := 1; id <= n; id++ {
		d, err := db.Order(c.t.Context(), int64(id))
		if err != nil || len(d.Issued) != 1 {
			c.t.Fatalf("order %d: %v, %v", id, err, d.Issued)
		}
		number := d.Issued[0].Number
		nr, _ := strconv.ParseInt(number[len(number)-5:], 10, 64)
		if said := c.numbers[id]; nr < 1 || nr > int64(n) || seen[nr] || said != "" && said != number {
			c.t.Errorf("order %d has %s, answered was %q", id, number, said)
		}
		seen[nr] = true
	}
	if len(c.numbers) == 0 {
		c.t.Error("nobody got an answer")
	}
	c.examine(fmt.Sprintf("%d Dokumente sind heil", n))
}

// examine wants the doctor to find nothing wrong with the documents.
func (c *counter) examine(want string) {
	c.t.Helper()
	path, err := program()
	if err != nil {
		c.t.Fatal(err)
	}
	cmd := exec.Command(path, "doctor", "--json")
	cmd.Env = append([]string{"PATH=" + os.Getenv("PATH"), "DATA_DIR=" + c.place.Dir}, c.settings()...)
	out, _ := cmd.Output() // it fails because of other findings
	var said struct {
		Befunde []struct{ Pruefung, Stufe, Text string }
	}
	if err := json.Unmarshal(out, &said); err != nil {
		c.t.Fatalf("%v: %s", err, out)
	}
	var about []string
	for _, finding := range said.Befunde {
		if finding.Pruefung == "dokumente" {
			about = append(about, finding.Stufe+": "+finding.Text)
		}
	}
	if len(about) != 1 || !strings.HasPrefix(about[0], "ok: "+want) {
		c.t.Errorf("the doctor says %q", about)
	}
}
