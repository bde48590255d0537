package crash

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"net/http"
	"slices"
	"testing"
	"time"

	"kontor/tests/books"
	"kontor/tests/crowd"
)

// ordeal is one shop that is killed again and again over the same data.
type ordeal struct {
	t        *testing.T
	dir      string
	shop     *shopProcess
	operator *http.Client
	ledger   crowd.Ledger
	books    *ledger // as left by the latest crash
	result   *ordealResult
	counted  map[string]bool // marks of unanswered orders already in the result
	found    map[string]bool // marks of orders found by searching
}

// ordealResult is the total of all ordeals of a test.
type ordealResult struct {
	acknowledged, violations    int
	unanswered, stored, retried int // unanswered orders, those of them that were stored, and those sent again
}

// R1, R3, R27: the process is killed under load, half of the times by a customer
// whose order has just been acknowledged. Every answered order is there once and
// complete, with its number; the others are complete or absent, and can safely be
// repeated with their key. The next start needs no help. P5: what is left of a product that
// is counted stays the sum of its journal, as the books show.
func TestR1_R3_R27_KilledUnderLoadLosesNothing(t *testing.T) {
	t.Parallel()
	const perShop = 10 // bounds how long it takes to read the books

	if _, err := program(); err != nil { // not part of the first start
		t.Fatal(err)
	}
	began, times, result := time.Now(), rounds(8, 50), new(ordealResult)
	for first := 0; first < times && !t.Failed(); first += perShop {
		o := &ordeal{t: t, dir: t.TempDir(), ledger: make(crowd.Ledger), result: result,
			counted: make(map[string]bool), found: make(map[string]bool)}
		o.suffer(min(perShop, times-first))
	}
	t.Logf("%d rounds in %v: %+v", times, time.Since(began).Round(time.Millisecond), *result)
	if result.acknowledged < 10*times || result.unanswered < times {
		t.Error("the load was too light to prove anything")
	}
}

// suffer kills the shop this many times, and finally stops it in order.
func (o *ordeal) suffer(times int) {
	for round := range times {
		o.open()
		if round == 0 {
			o.shop.createCoupon()
			o.shop.countStock()
		} else {
			o.checkShop()
			o.sendAgain()
		}
		o.loadAndKill(round%2 == 0)
		o.audit()
		if o.t.Failed() {
			o.t.Fatalf("round %d failed", round)
		}
	}
	o.open()
	o.checkShop()
	o.sendAgain()
	o.shop.stop()
	o.audit()
	o.result.acknowledged += o.ledger.Acknowledged()
}

// startLimit is how long a start may take after a crash. Rule R3: 1 s; more here,
// because other tests run at the same time.
const startLimit = 5 * time.Second

// open starts the shop over the existing data.
func (o *ordeal) open() {
	o.t.Helper()
	began := time.Now()
	o.shop = start(o.t, o.dir, unreachable...)
	if took := time.Since(began); took > startLimit {
		o.t.Errorf("the start took %v", took)
	}
	o.operator = o.shop.operator()
}

// loadAndKill lets customers order until the process is killed, at a random moment or
// by one who has just received a 201.
func (o *ordeal) loadAndKill(onAnswer bool) {
	killed := o.shop.process // a late timer must not hit the next one
	l := &crowd.Load{URL: o.shop.url, Timeout: patience, Clients: 32, Next: crowd.Ordinary, Operator: o.operator}
	if onAnswer {
		last := 1 + rand.Int64N(400)
		l.OnAcknowledged = func(n int64) {
			if n == last {
				killed.Strike()
			}
		}
	} else {
		moment := time.AfterFunc(time.Duration(rand.Int64N(int64(400*time.Millisecond))), killed.Strike)
		defer moment.Stop()
	}
	maps.Copy(o.ledger, l.Run())
	o.shop.kill()
}

// audit checks the books that the process left behind.
func (o *ordeal) audit() {
	if o.books != nil {
		o.books.close()
	}
	o.books = openBooks(o.t, snapshot(o.t, o.dir))
	o.result.violations += o.books.audit(o.ledger)
	for mark, sent := range o.ledger {
		if sent.Answer.Status != 0 || o.counted[mark] {
			continue
		}
		o.counted[mark] = true
		o.result.unanswered++
		o.result.stored += len(o.books.Marks[mark])
	}
}

// checkShop compares the shop's answers after its start with the books.
func (o *ordeal) checkShop() {
	o.t.Helper()
	if got, want := o.shop.bestsellers(), o.books.Bestsellers(); !slices.Equal(got, want) {
		o.t.Errorf("best sellers %q, by the specification's query %q", got, want)
	}
	if got, want := o.shop.list(o.operator, "limit=1").Anzahl, o.books.StatusCounts(); !maps.Equal(got, want) {
		o.t.Errorf("counts %v, by the plain query %v", got, want)
	}
	searches := 0
	for mark, sent := range o.ledger {
		if !sent.Acknowledged() || o.found[mark] {
			continue
		}
		found := o.shop.list(o.operator, "q="+mark).Orders
		if len(found) != 1 || found[0].ID != sent.ID || found[0].Nummer != sent.Number {
			o.t.Errorf("a search for %s (%s) finds %v", mark, sent.Number, found)
		}
		o.found[mark] = true
		if searches++; searches == 30 {
			return
		}
	}
}

// sendAgain repeats the unanswered orders that have a key. The shop must recognise
// those that are stored, and only these.
func (o *ordeal) sendAgain() {
	o.t.Helper()
	client := newClient(o.t)
	for mark, sent := range o.ledger {
		if sent.Answer.Status != 0 || sent.Key == "" {
			continue
		}
		o.result.retried++
		sent.Send(client, o.shop.url)
		if err := o.judgeRetry(sent, o.books.Marks[mark]); err != nil {
			o.t.Error(err)
		}
	}
}

func (o *ordeal) judgeRetry(sent *crowd.Order, before []*books.Stored) error {
	stored := len(before) > 0
	switch {
	case stored && (!sent.Acknowledged() || !sent.Answer.Replayed || sent.ID != before[0].ID):
		return fmt.Errorf("%s is stored as %s; sent again, it is answered %d: %s",
			sent.Kunde.Name, before[0].Number, sent.Answer.Status, sent.Answer.Body)
	case !stored && sent.Acknowledged() && sent.Answer.Replayed:
		return fmt.Errorf("%s was not stored; sent again, it counts as known: %s", sent.Kunde.Name, sent.Answer.Body)
	case !sent.Acknowledged() && (sent.Gutschein == "" || sent.Answer.Status != http.StatusConflict):
		return fmt.Errorf("%s, sent again, is answered %d: %s", sent.Kunde.Name, sent.Answer.Status, sent.Answer.Body)
	}
	return nil
}
