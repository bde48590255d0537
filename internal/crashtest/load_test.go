package crashtest

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"sync"
	"sync/atomic"
	"testing"
)

// sent is an order that was sent, with what became of it.
type sent struct {
	body
	key      string // Idempotency-Key; empty: none
	answer   answer // the latest
	id       int64  // as answered
	number   string
	statuses []string // one of these it has, if it is stored

	counted, found bool // what an ordeal has done about it
}

// order sends an order, or sends it again.
func (o *sent) order(client *http.Client, url string) {
	var headers []string
	if o.key != "" {
		headers = []string{"Idempotency-Key", o.key}
	}
	o.take(send(client, "POST", url+"/api/orders", o.body, headers...))
}

// take keeps the answer to the order.
func (o *sent) take(a answer) {
	o.answer = a
	if a.status != http.StatusCreated {
		return
	}
	var placed struct {
		ID            int64
		Bestellnummer string
	}
	json.Unmarshal(a.body, &placed) // an answer that says nothing has the id 0
	o.id, o.number = placed.ID, placed.Bestellnummer
}

// acknowledged reports whether the shop said that the order is stored.
func (o *sent) acknowledged() bool { return o.answer.status == http.StatusCreated }

// setStatus changes the order's status. Without an answer it has the new one or
// the old one.
func (o *sent) setStatus(operator *http.Client, url, status string) {
	path := fmt.Sprintf("%s/api/verwaltung/orders/%d", url, o.id)
	switch send(operator, "PATCH", path, map[string]string{"status": status}).status {
	case http.StatusOK:
		o.statuses = []string{status}
	case 0:
		o.statuses = append(o.statuses, status)
	}
}

// ledger is all orders that were sent to one shop, by their mark.
type ledger map[string]*sent

func (l ledger) acknowledged() (n int) {
	for _, o := range l {
		if o.acknowledged() {
			n++
		}
	}
	return n
}

// load is a crowd of customers, and an operator who works on their orders.
type load struct {
	shop    *shop
	clients int
	// next makes an order; nil: ordinary ones, some with coupon, some with key.
	next func(*rand.Rand) *sent
	// operator changes some orders' status; nil: nobody does.
	operator *http.Client
	// onAcknowledged is called by the customer who got the n-th 201, at once.
	onAcknowledged func(n int64)
	// proceed tells, after an answer, whether the customer goes on; nil: as long as
	// there are answers.
	proceed func(*sent) bool

	answered atomic.Int64
	mu       sync.Mutex
	ledger   ledger
	group    sync.WaitGroup
}

// start lets the customers begin.
func (l *load) start() *load {
	l.ledger = make(ledger)
	for range l.clients {
		l.group.Go(l.customer)
	}
	return l
}

// run lets the customers order until all have given up, and returns what they sent.
func (l *load) run() ledger {
	l.start()
	return l.finished()
}

func (l *load) finished() ledger {
	l.group.Wait()
	return l.ledger
}

func (l *load) customer() {
	rng := newRandom()
	transport := &http.Transport{}
	defer transport.CloseIdleConnections()
	client := &http.Client{Transport: transport, Timeout: patience}
	for {
		o := l.newOrder(rng)
		o.order(client, l.shop.url)
		if o.acknowledged() {
			n := l.answered.Add(1)
			if l.onAcknowledged != nil {
				l.onAcknowledged(n)
			}
			l.work(rng, o)
		}
		l.enter(o)
		if !l.goesOn(o) {
			return
		}
	}
}

func (l *load) newOrder(rng *rand.Rand) *sent {
	if l.next != nil {
		return l.next(rng)
	}
	return ordinary(rng)
}

// work changes the status of one order in four, of some of them twice.
func (l *load) work(rng *rand.Rand, o *sent) {
	if l.operator == nil || rng.IntN(4) > 0 {
		return
	}
	for range 1 + rng.IntN(2) {
		o.setStatus(l.operator, l.shop.url, pick(rng, "bezahlt", "bezahlt", "storniert", "zahlungOffen"))
	}
}

func (l *load) enter(o *sent) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.ledger[o.Kunde.Name] = o
}

func (l *load) goesOn(o *sent) bool {
	if l.proceed != nil {
		return l.proceed(o)
	}
	return o.answer.status != 0
}

// once lets each customer send one order.
func once(*sent) bool { return false }

// ordinary makes an order; some have a coupon, some a key.
func ordinary(rng *rand.Rand) *sent {
	o := plain(rng)
	if rng.IntN(5) == 0 {
		o.body = o.withCoupon(rng, 200)
	}
	if rng.IntN(3) == 0 {
		o.key = fmt.Sprintf("schluessel-%016x", rng.Uint64())
	}
	return o
}

// plain makes an order without a coupon and without a key.
func plain(rng *rand.Rand) *sent {
	return &sent{body: randomOrder(rng), statuses: []string{"zahlungOffen"}}
}

// awaitAcknowledged returns once so many orders were answered with 201.
func (l *load) awaitAcknowledged(t testing.TB, n int64) {
	t.Helper()
	eventually(t, fmt.Sprintf("%d orders are taken", n), func() bool { return l.answered.Load() >= n })
}
