package demo

import (
	"iter"
	"math/rand/v2"
	"time"

	"kontor/internal/shop/order"
)

// Orders returns n plausible orders over the year before until, oldest first, each
// created after the previous one. They have no id or number yet, but already the status
// that they would have reached by then. The same arguments produce the same orders, and
// only one order at a time is in memory.
func Orders(n int, until time.Time, seed uint64) iter.Seq[*order.Order] {
	return func(yield func(*order.Order) bool) {
		g := newGenerator(n, until, seed)
		for i := range n {
			if !yield(g.order(i)) {
				return
			}
		}
	}
}

// generator draws one order after another.
type generator struct {
	random *rand.Rand
	seed   uint64
	until  time.Time
	times  *timeline
	shelf  weights // of the catalogue's articles
}

func newGenerator(n int, until time.Time, seed uint64) *generator {
	random := rand.New(rand.NewPCG(seed, ordersStream))
	until = until.UTC()
	return &generator{
		random: random,
		seed:   seed,
		until:  until,
		times:  newTimeline(n, until, random),
		shelf:  weigh(articles, func(a article) int { return a.popularity }),
	}
}

// ordersStream keeps the draws for orders apart from those for persons, whose streams
// are their numbers.
const ordersStream = 1 << 63

// order returns the i-th order.
func (g *generator) order(i int) *order.Order {
	at := g.times.next()
	number, returning := g.customer(i)
	buyer := newBuyer(g.seed, number)
	o := &order.Order{
		CreatedAt: at, UpdatedAt: at,
		Customer: buyer.Person,
		Country:  buyer.country,
		Language: buyer.language,
	}
	g.fillBasket(o)
	g.reckon(o, returning)
	g.settle(o)
	return o
}

// customer returns the number of the person who places the i-th order: somebody new, or
// somebody who may have ordered before.
func (g *generator) customer(i int) (number int, returning bool) {
	if i > 0 && g.chance(0.35) {
		return g.random.IntN(i), true
	}
	return i, false
}

func (g *generator) chance(p float64) bool { return g.random.Float64() < p }
