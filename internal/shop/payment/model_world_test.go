//go:build !race

package payment_test

import (
	"cmp"
	"context"
	"log/slog"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"pgregory.net/rapid"

	"kontor/internal/database"
	"kontor/internal/shop"
	"kontor/internal/shop/checkout"
	"kontor/internal/shop/order"
	"kontor/internal/shop/payment"
	"kontor/internal/store"
)

// outcome is what happens to a call.
type outcome int

const (
	carriedOut outcome = iota
	lostBefore         // it never arrives
	lostAfter          // it is carried out, but its answer is lost
	killed             // its process is killed before it
)

// world is a shop of two processes on one database, with a PayPal, in which the
// scheduler decides who makes the next call and how it ends. Between two calls anything
// may happen.
type world struct {
	t       *rapid.T
	ctx     context.Context
	db      *store.DB
	paypal  *modelPayPal
	rule    mutant
	confirm bool // only the buyer's own click captures
	alone   bool // one thing at a time: the shop must then never be wrong about money

	search   bool // the account may list its transactions
	webhooks bool // PayPal notifies of what goes back outside the shop

	processes []*process
	mu        sync.Mutex
	waiting   []*waiter
	wrong     string // fault found in a step
}

// waiter is a call waiting for the scheduler.
type waiter struct {
	process *process
	label   string
	decide  chan outcome
}

// process is one run of the program. Once it is killed, each of its calls ends the
// goroutine that makes it, so that the process has no further effect.
type process struct {
	*payment.Service
	world *world
	dead  bool
}

func (w *world) start() *process {
	p := &process{world: w}
	var paypal payment.PayPal = gateway{w.paypal, p}
	var journal payment.Store = &stored{Store: w.db, process: p}
	if w.rule.paypal != nil {
		paypal = w.rule.paypal(paypal)
	}
	if w.rule.store != nil {
		journal = w.rule.store(journal, w)
	}
	p.Service = payment.New(payment.Options{
		Store: journal, PayPal: paypal, Log: slog.New(slog.DiscardHandler), Now: time.Now,
		Prefix: "BK", Prices: checkout.PriceCheckOff, Terms: &checkout.Terms{}, Timeout: 5 * time.Second, Interval: time.Second,
		Confirm: w.confirm, CheckoutPage: func(shop.Language) string { return "https://shop.test/kasse/" },
	})
	return p
}

// pass waits until the scheduler lets a call through.
func (p *process) pass(label string) outcome {
	call := &waiter{process: p, label: label, decide: make(chan outcome)}
	p.world.mu.Lock()
	dead := p.dead
	if !dead {
		p.world.waiting = append(p.world.waiting, call)
	}
	p.world.mu.Unlock()
	if dead {
		runtime.Goexit()
	}
	decided := <-call.decide
	if decided == killed {
		runtime.Goexit()
	}
	return decided
}

// calls returns the waiting calls in a deterministic order.
func (w *world) calls() []*waiter {
	synctest.Wait()
	w.mu.Lock()
	defer w.mu.Unlock()
	slices.SortStableFunc(w.waiting, func(a, b *waiter) int {
		return cmp.Or(cmp.Compare(slices.Index(w.processes, a.process), slices.Index(w.processes, b.process)), cmp.Compare(a.label, b.label))
	})
	return slices.Clone(w.waiting)
}

func (w *world) decide(call *waiter, o outcome) {
	w.mu.Lock()
	w.waiting = slices.DeleteFunc(w.waiting, func(other *waiter) bool { return other == call })
	w.mu.Unlock()
	call.decide <- o
	synctest.Wait()
}

// kill ends a process as SIGKILL does, and starts another in its place.
func (w *world) kill(i int) {
	p := w.processes[i]
	w.mu.Lock()
	p.dead = true
	w.mu.Unlock()
	for _, call := range w.calls() {
		if call.process == p {
			w.decide(call, killed)
		}
	}
	w.processes[i] = w.start()
}

// background runs an action of a process.
func (w *world) background(do func()) {
	go do()
	synctest.Wait()
}

// memory returns a directory in memory, if there is one: a life stores hundreds of
// steps, and durability is not tested.
func memory() string {
	const shared = "/dev/shm"
	if _, err := os.Stat(shared); err != nil {
		return ""
	}
	return shared
}

// emptyShop is the file of an empty database, since creating one by migration takes
// long.
var emptyShop = sync.OnceValues(func() ([]byte, error) {
	dir, err := os.MkdirTemp(memory(), "kontor")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	db, err := store.Open(context.Background(), database.Options{Dir: dir})
	if err != nil {
		return nil, err
	}
	if err := db.Close(); err != nil {
		return nil, err
	}
	return os.ReadFile(filepath.Join(dir, "kontor.db"))
})

// inFile calls do with a function that opens an empty SQLite file.
func inFile(t *testing.T, do func(open func() *store.DB)) {
	dir, err := os.MkdirTemp(memory(), "kontor")
	if err != nil {
		t.Fatal(err)
	}
	defer os.RemoveAll(dir)
	image, err := emptyShop()
	if err == nil {
		err = os.WriteFile(filepath.Join(dir, "kontor.db"), image, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
	do(func() *store.DB {
		db, err := store.Open(context.Background(), database.Options{Dir: dir})
		if err != nil {
			t.Fatal(err)
		}
		return db
	})
}

// inWorld lets a new world live in a bubble of its own, where time passes when all
// goroutines wait. Failures in it become failures of rapid.
func inWorld(t *testing.T, rt *rapid.T, rule mutant, open func() *store.DB) {
	var failure any
	synctest.Test(t, func(t *testing.T) {
		defer func() { failure = recover() }()
		db := open()
		w := &world{t: rt, ctx: t.Context(), db: db, rule: rule}
		w.paypal, w.confirm = newModelPayPal(w), rapid.Bool().Draw(rt, "confirm")
		w.processes = []*process{w.start(), w.start()}
		defer w.end()
		w.live()
	})
	if rt.Failed() {
		panic(failure)
	}
	if failure != nil {
		panic(failure) // rapid recognises by the line that this is not a failure, but a lack of random data
	}
}

// end kills all processes.
func (w *world) end() {
	for i := range w.processes {
		w.kill(i)
	}
	w.db.Close()
}

// basket is what every buyer of the model orders.
func basket() *checkout.Draft {
	return &checkout.Draft{
		Country: "de", Customer: order.Person{Name: "Erika Muster", Email: "erika@example.org"}, Language: "fr",
		Items: []checkout.DraftItem{{Slug: "wolle", Name: "Wolle", Quantity: 2, Price: 7.9}},
		Total: 15.8, PaymentMethod: order.MethodTransfer,
	}
}
