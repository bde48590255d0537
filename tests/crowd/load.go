package crowd

import (
	"math/rand/v2"
	"net/http"
	"sync"
	"sync/atomic"
	"time"
)

// Load is a crowd of customers, and an operator who processes their orders.
type Load struct {
	URL     string // of the shop
	Clients int
	Timeout time.Duration // of a request
	// Jar keeps the customers' site session; nil: the site is public.
	Jar http.CookieJar
	// Next makes an order.
	Next func(*rand.Rand) *Order
	// Pause is how long each customer rests after an order.
	Pause time.Duration
	// Operator changes some orders' status; nil: nobody does.
	Operator *http.Client
	// OnAcknowledged is called by the customer who got the n-th 201, at once.
	OnAcknowledged func(n int64)
	// Again decides, after an answer, whether the customer sends the same order again;
	// nil: never.
	Again func(*Order) bool
	// Proceed decides, after an order's last answer, whether the customer continues;
	// nil: as long as there are answers.
	Proceed func(*Order) bool

	answered atomic.Int64
	mu       sync.Mutex
	ledger   Ledger
	group    sync.WaitGroup
}

// Start lets the customers begin.
func (l *Load) Start() *Load {
	l.ledger = make(Ledger)
	for range l.Clients {
		l.group.Go(l.customer)
	}
	return l
}

// Run lets the customers order until all have stopped, and returns what they sent.
func (l *Load) Run() Ledger {
	return l.Start().Finished()
}

// Finished waits until all customers have stopped, and returns what they sent.
func (l *Load) Finished() Ledger {
	l.group.Wait()
	return l.ledger
}

// Acknowledged returns how many orders have been answered with 201 so far.
func (l *Load) Acknowledged() int64 { return l.answered.Load() }

func (l *Load) customer() {
	rng := NewRandom()
	transport := &http.Transport{}
	defer transport.CloseIdleConnections()
	client := &http.Client{Transport: transport, Timeout: l.Timeout, Jar: l.Jar}
	for {
		o := l.Next(rng)
		o.Send(client, l.URL)
		for l.Again != nil && l.Again(o) {
			o.Send(client, l.URL)
		}
		if o.Acknowledged() {
			n := l.answered.Add(1)
			if l.OnAcknowledged != nil {
				l.OnAcknowledged(n)
			}
			l.work(rng, o)
		}
		l.enter(o)
		if !l.goesOn(o) {
			return
		}
		time.Sleep(l.Pause)
	}
}

// work changes the status of one order in four, and of some of them twice.
func (l *Load) work(rng *rand.Rand, o *Order) {
	if l.Operator == nil || rng.IntN(4) > 0 {
		return
	}
	for range 1 + rng.IntN(2) {
		o.SetStatus(l.Operator, l.URL, Pick(rng, "bezahlt", "bezahlt", "storniert", "zahlungOffen"))
	}
}

func (l *Load) enter(o *Order) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.ledger[o.Mark()] = o
}

func (l *Load) goesOn(o *Order) bool {
	if l.Proceed != nil {
		return l.Proceed(o)
	}
	return o.Answer.Status != 0
}

// Once lets each customer send one order.
func Once(*Order) bool { return false }
