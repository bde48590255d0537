package storetest

import (
	"errors"
	"fmt"
	"sync"
	"sync/atomic"

	"kontor/internal/shop/order"
	"kontor/internal/shop/stock"
)

var stockRaceScenarios = []scenario{
	{"P2 P4 80 at once for 30 pieces, 40 for one: exactly these are sold", stockSoldOut},
	{"P6 one key 20 times at once: taken once", stockSameKey},
	{"P7 cancelled, cancelled, reopened, ordered at once: never negative, never given back twice", stockBackAndForth},
	{"P10 counted while orders come in: no sale is lost", stockCounted},
	{"P11 items in opposite order, lots, coupons: no deadlock", stockCrossed},
}

// sold counts the answers to orders.
type sold struct{ placed, short, other atomic.Int64 }

func (n *sold) add(err error) {
	switch {
	case err == nil:
		n.placed.Add(1)
	case errors.Is(err, stock.ErrShort):
		n.short.Add(1)
	default:
		n.other.Add(1)
	}
}

func stockSoldOut(s *suite) {
	s.tracked("wolle", 30)
	s.tracked("garn", 1)
	var wool, yarn, rest sold
	atOnce(160, func(i int) {
		buyer := from(fmt.Sprintf("kunde%d@example.org", i))
		switch {
		case i%4 == 0:
			_, err := s.tryPlace(newOrder(buyer, of(item("garn", 1, 1))))
			yarn.add(err)
		case i%4 == 1:
			_, err := s.tryPlace(newOrder(buyer, of(item("nadel", 5, 1))))
			rest.add(err)
		default:
			_, err := s.tryPlace(newOrder(buyer, of(item("wolle", 1, 7.9))))
			wool.add(err)
		}
	})
	if wool.placed.Load() != 30 || wool.short.Load() != 50 || yarn.placed.Load() != 1 || yarn.short.Load() != 39 || rest.placed.Load() != 40 {
		s.t.Errorf("wool %d sold, %d refused; yarn %d, %d; uncounted %d", wool.placed.Load(), wool.short.Load(),
			yarn.placed.Load(), yarn.short.Load(), rest.placed.Load())
	}
	if n := s.rows(); n.orders != 71 {
		s.t.Errorf("rows %+v", n)
	}
	s.wantLeft("wolle", "0")
	s.wantLeft("garn", "0")
}

func stockSameKey(s *suite) {
	s.tracked("wolle", 3)
	var n sold
	atOnce(20, func(int) {
		_, err := s.placeKeyed(key("k"))
		n.add(err)
	})
	if n.placed.Load() != 20 {
		s.t.Errorf("%d answered, %d refused, %d failed", n.placed.Load(), n.short.Load(), n.other.Load())
	}
	s.wantLeft("wolle", "1")
}

func stockBackAndForth(s *suite) {
	s.tracked("wolle", 6)
	first, second := s.place(), s.place(from("zweite@example.org"))
	atOnce(24, func(i int) {
		status := []order.Status{order.StatusCancelled, order.StatusCancelled, order.StatusPaid}[i%3]
		var err error
		switch id := []int64{first.ID, second.ID}[i%2]; {
		case i%4 == 3:
			_, err = s.tryPlace(newOrder(from(fmt.Sprintf("kunde%d@example.org", i))))
		default:
			_, err = s.tryChange(id, order.Change{Status: &status})
		}
		if err != nil && !errors.Is(err, stock.ErrShort) {
			s.t.Error(err)
		}
	})
	var sold, left int64
	s.scan(`SELECT coalesce(sum(menge), 0) FROM order_items i JOIN orders o ON o.id = i.order_id WHERE o.status <> 'storniert'`, nil, &sold)
	s.scan(`SELECT sum(bestand) FROM bestaende`, nil, &left)
	if sold+left != 6 {
		s.t.Errorf("%d sold, %d left, want 6 together", sold, left)
	}
	s.stockAgrees()
}

func stockCounted(s *suite) {
	s.tracked("wolle", 100)
	var n sold
	atOnce(40, func(i int) {
		if i%4 > 0 {
			_, err := s.tryPlace(newOrder(from(fmt.Sprintf("kunde%d@example.org", i))))
			n.add(err)
			return
		}
		found, err := s.Store.Stock(s.t.Context(), "wolle")
		seen, _ := found.Left("wolle")
		more := seen + 1
		if err == nil {
			err = s.changeStock(stock.Change{Slug: "wolle", To: &more, Expected: &stock.Expected{Pieces: seen, Counted: true}})
		}
		if err != nil && !errors.Is(err, stock.ErrChanged) {
			s.t.Error(err)
		}
	})
	var added, left int64
	s.scan(`SELECT coalesce(sum(menge), 0) FROM bestandsbuchungen WHERE art = 'zaehlung'`, nil, &added)
	s.scan(`SELECT bestand FROM bestaende`, nil, &left)
	if n.placed.Load() != 30 || left != added-60 {
		s.t.Errorf("%d orders, %d counted, %d left", n.placed.Load(), added, left)
	}
	s.stockAgrees()
}

func stockCrossed(s *suite) {
	s.tracked("wolle", 10_000, "A", "B")
	s.tracked("garn", 10_000, "A", "B")
	s.coupon("VIELE", atMost(1000))
	s.coupon("EINMAL", once)
	var deadlocks int64
	var taking sync.WaitGroup
	var orders [2]*order.Order
	for i := range orders {
		orders[i] = s.place(of(item("wolle", 1, 1), item("garn", 1, 1)), with("VIELE"), from(fmt.Sprintf("storno%d@example.org", i)))
	}
	for i := range 8 {
		taking.Go(func() {
			for round := range 6 {
				items := of(item("wolle", 1, 1), item("garn", 2, 1))
				if i%2 == 1 {
					items = of(item("garn", 2, 1), item("wolle", 1, 1))
				}
				code := []string{"VIELE", "EINMAL", ""}[(i+round)%3]
				_, err := s.tryPlace(newOrder(items, with(code), from(fmt.Sprintf("kunde%d-%d@example.org", i, round))))
				if err != nil {
					s.t.Errorf("order: %v", err)
				}
				status := []order.Status{order.StatusCancelled, order.StatusPaid}[round%2]
				if _, err := s.tryChange(orders[i%2].ID, order.Change{Status: &status}); err != nil {
					s.t.Errorf("change: %v", err)
				}
			}
		})
	}
	taking.Wait()
	if s.Shared {
		s.scan(`SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()`, nil, &deadlocks)
	}
	if deadlocks > 0 {
		s.t.Errorf("%d deadlocks", deadlocks)
	}
	s.stockAgrees()
}
