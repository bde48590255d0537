package storetest

import (
	"errors"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"

	"kontor/internal/shop/checkout"
	"kontor/internal/shop/coupon"
	"kontor/internal/shop/order"
)

var couponRaceScenarios = []scenario{
	{"H31 R28 50 parallel orders with one coupon and address: one wins", parallelOnce},
	{"50 parallel orders with a coupon for seven: seven win", parallelLimit},
	{"20 cancelled orders taken back at once with a coupon for seven: seven win", takeBackLimit},
	{"H35 taking back against ordering again: never both", takeBackRace},
}

// raced is the result of parallel attempts.
type raced struct {
	mu            sync.Mutex
	won           []*order.Order
	used, invalid int
	failures      []error
}

func (r *raced) add(placed checkout.Placed, err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	switch {
	case err == nil:
		r.won = append(r.won, placed.Order)
	case errors.Is(err, coupon.ErrUsed):
		r.used++
	case errors.Is(err, coupon.ErrUnusable):
		r.invalid++
	default:
		r.failures = append(r.failures, err)
	}
}

// race places n orders at once.
func (s *suite) race(n int, changes func(i int) []func(*order.Order)) *raced {
	result := new(raced)
	var placing sync.WaitGroup
	for i := range n {
		placing.Go(func() { result.add(s.tryPlace(newOrder(changes(i)...))) })
	}
	placing.Wait()
	return result
}

func parallelOnce(s *suite) {
	s.coupon("EINMAL", once)
	spellings := []string{"a@x.de", "A@x.de", "a@X.DE", " A@X.de "}
	result := s.race(50, func(i int) []func(*order.Order) {
		return []func(*order.Order){with("EINMAL"), from(spellings[i%len(spellings)])}
	})
	if len(result.won) != 1 || result.used != 49 {
		s.t.Errorf("%d won, %d refused, %v", len(result.won), result.used, result.failures)
	}
	if n := s.rows(); n.orders != 1 || n.items != 1 || n.redemptions != 1 || n.counted != 1 {
		s.t.Errorf("rows %+v", n)
	}
	if c := s.mustCoupon("EINMAL"); c.Redemptions != 1 {
		s.t.Errorf("%d redemptions", c.Redemptions)
	}
}

func parallelLimit(s *suite) {
	s.coupon("SIEBEN", atMost(7))
	result := s.race(50, func(i int) []func(*order.Order) {
		return []func(*order.Order){with("SIEBEN"), from(fmt.Sprintf("kunde%d@example.org", i))}
	})
	if len(result.won) != 7 || result.invalid != 43 {
		s.t.Errorf("%d won, %d refused, %v", len(result.won), result.invalid, result.failures)
	}
	if n := s.rows(); n.orders != 7 || n.redemptions != 7 {
		s.t.Errorf("rows %+v", n)
	}
}

func takeBackLimit(s *suite) {
	s.coupon("SIEBEN")
	var orders []*order.Order
	for i := range 20 {
		o := s.place(with("SIEBEN"), from(fmt.Sprintf("kunde%d@example.org", i)))
		s.setStatus(o.ID, order.StatusCancelled)
		orders = append(orders, o)
	}
	found := s.mustCoupon("SIEBEN")
	found.MaxRedemptions = 7
	if _, err := s.Store.ChangeCoupon(s.t.Context(), found, noon); err != nil {
		s.t.Fatal(err)
	}
	var racing sync.WaitGroup
	var won, named atomic.Int64
	for i, o := range orders {
		racing.Go(func() {
			status := []order.Status{order.StatusPaid, order.StatusPaymentOpen}[i%2]
			switch _, err := s.tryChange(o.ID, order.Change{Status: &status}); {
			case err == nil:
				won.Add(1)
			case errors.Is(err, coupon.ErrTaken) && strings.Contains(err.Error(), "BK-2026-"):
				named.Add(1)
			default:
				s.t.Errorf("undo the cancellation: %v", err)
			}
		})
	}
	racing.Wait()
	if c := s.mustCoupon("SIEBEN"); won.Load() != 7 || named.Load() != 13 || c.Redemptions != 7 {
		s.t.Errorf("%d won, %d refused, %d redemptions", won.Load(), named.Load(), c.Redemptions)
	}
}

func takeBackRace(s *suite) {
	s.coupon("EINMAL", once)
	var racing sync.WaitGroup
	for i := range 20 {
		person := from(fmt.Sprintf("kunde%d@example.org", i))
		first := s.place(with("EINMAL"), person)
		s.setStatus(first.ID, order.StatusCancelled)
		racing.Go(func() {
			paid := order.StatusPaid
			_, err := s.tryChange(first.ID, order.Change{Status: &paid})
			if err != nil && !(errors.Is(err, coupon.ErrTaken) && strings.Contains(err.Error(), "BK-2026-")) {
				s.t.Errorf("undo the cancellation: %v", err)
			}
		})
		racing.Go(func() {
			if _, err := s.tryPlace(newOrder(with("EINMAL"), person)); err != nil && !errors.Is(err, coupon.ErrUsed) {
				s.t.Errorf("order again: %v", err)
			}
		})
	}
	racing.Wait()
	s.noDoubleUse("EINMAL")
	var live int
	s.scan(`SELECT count(*) FROM orders WHERE status <> 'storniert'`, nil, &live)
	if live != 20 {
		s.t.Errorf("%d live orders, want one for each of 20 persons", live)
	}
}
