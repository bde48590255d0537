package storetest

import (
	"errors"
	"fmt"
	"sync"
	"time"

	"kontor/internal/shop/checkout"
	"kontor/internal/shop/coupon"
	"kontor/internal/shop/order"
)

var idempotencyScenarios = []scenario{
	{"H01 the same key and body bring the same order", replayed},
	{"H01 the same key with another body is refused", reused},
	{"a key belongs to its route", keyOfRoute},
	{"a refused order leaves its key free", keyOfRefused},
	{"H01 R26 50 parallel requests with one key make one order", parallelKey},
	{"keys are forgotten by age", forgetKeys},
}

func key(text string) *checkout.Idempotency {
	return &checkout.Idempotency{Route: "/api/orders", Key: text, Fingerprint: "f00d"}
}

// placeKeyed places the plain order under a key.
func (s *suite) placeKeyed(k *checkout.Idempotency, changes ...func(*order.Order)) (checkout.Placed, error) {
	p := s.placement(newOrder(changes...))
	p.Idempotency = k
	return s.Store.PlaceOrder(s.t.Context(), p)
}

func (s *suite) mustPlaceKeyed(k *checkout.Idempotency, changes ...func(*order.Order)) checkout.Placed {
	s.t.Helper()
	placed, err := s.placeKeyed(k, changes...)
	if err != nil {
		s.t.Fatalf("place with key %q: %v", k.Key, err)
	}
	return placed
}

func replayed(s *suite) {
	s.coupon("EINMAL", once)
	first := s.mustPlaceKeyed(key("k"), with("EINMAL"))
	before := s.rows()
	// The coupon is used by now, which must not affect a replay.
	again := s.mustPlaceKeyed(key("k"), with("EINMAL"), at(noon.Add(time.Hour)))
	if first.Replayed || !again.Replayed {
		s.t.Errorf("replayed: first %t, again %t", first.Replayed, again.Replayed)
	}
	if again.Order.ID != first.Order.ID || again.Order.Number != first.Order.Number {
		s.t.Errorf("replay names %s, want %s", again.Order.Number, first.Order.Number)
	}
	if after := s.rows(); after != before {
		s.t.Errorf("a replay left rows: %+v, before %+v", after, before)
	}
}

func reused(s *suite) {
	s.mustPlaceKeyed(key("k"))
	before := s.rows()
	other := key("k")
	other.Fingerprint = "beef"
	if _, err := s.placeKeyed(other); !errors.Is(err, checkout.ErrIdempotencyReuse) {
		s.t.Errorf("another body: %v", err)
	}
	if after := s.rows(); after != before {
		s.t.Errorf("rows %+v, before %+v", after, before)
	}
}

func keyOfRoute(s *suite) {
	first := s.mustPlaceKeyed(key("k"))
	elsewhere := key("k")
	elsewhere.Route = "/api/paypal/orders"
	second := s.mustPlaceKeyed(elsewhere)
	if second.Replayed || second.Order.ID == first.Order.ID {
		s.t.Errorf("one key on two routes brought one order: %+v", second)
	}
}

func keyOfRefused(s *suite) {
	if _, err := s.placeKeyed(key("k"), with("GIBTESNICHT")); !errors.Is(err, coupon.ErrUnusable) {
		s.t.Fatalf("unknown coupon: %v", err)
	}
	other := key("k")
	other.Fingerprint = "beef"
	if placed := s.mustPlaceKeyed(other); placed.Replayed {
		s.t.Error("a refused order took its key")
	}
}

func parallelKey(s *suite) {
	const requests = 50
	answers := make(chan checkout.Placed, requests)
	var placing sync.WaitGroup
	for range requests {
		placing.Go(func() {
			placed, err := s.placeKeyed(key("k"))
			if err != nil {
				s.t.Error(err)
				return
			}
			answers <- placed
		})
	}
	placing.Wait()
	close(answers)
	fresh := 0
	for placed := range answers {
		if !placed.Replayed {
			fresh++
		}
		if placed.Order.Number != "BK-2026-0001" {
			s.t.Errorf("answer names %s", placed.Order.Number)
		}
	}
	if n := s.rows(); fresh != 1 || n.orders != 1 || n.keys != 1 {
		s.t.Errorf("%d fresh orders, rows %+v", fresh, n)
	}
}

func forgetKeys(s *suite) {
	for day := range 5 {
		s.mustPlaceKeyed(key(fmt.Sprint(day)), at(noon.AddDate(0, 0, day)))
	}
	// Day 2 is not before itself.
	if n, err := s.Store.ForgetKeys(s.t.Context(), noon.AddDate(0, 0, 2)); n != 2 || err != nil {
		s.t.Errorf("forgot %d keys, %v; want 2", n, err)
	}
	if n, err := s.Store.ForgetKeys(s.t.Context(), noon.AddDate(0, 0, 2)); n != 0 || err != nil {
		s.t.Errorf("forgot %d keys again, %v", n, err)
	}
	if s.mustPlaceKeyed(key("1")).Replayed {
		s.t.Error("a forgotten key was replayed")
	}
	if !s.mustPlaceKeyed(key("2")).Replayed {
		s.t.Error("a key was forgotten too early")
	}
	if n := s.rows(); n.orders != 6 {
		s.t.Errorf("forgetting keys left %d orders, want 6", n.orders)
	}
}
