package storetest

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/google/go-cmp/cmp"

	"kontor/internal/shop/coupon"
	"kontor/internal/shop/order"
)

var importScenarios = []scenario{
	{"imported orders keep their times and states", importKeeps},
	{"imported coupons count as used", importRedeems},
	{"an import that is given up leaves whole orders", importGivenUp},
	{"an order that cannot be stored ends the import", importFails},
}

func importKeeps(s *suite) {
	later := instant("2027-01-01T00:00:00.000Z")
	orders := []*order.Order{
		newOrder(in(order.StatusPaid), at(later)),
		newOrder(in(order.StatusCancelled), at(noon.Add(-time.Hour)), func(o *order.Order) { o.UpdatedAt = noon }),
		newOrder(),
	}
	if n, err := s.Store.Import(s.t.Context(), slices.Values(orders), "BK"); n != 3 || err != nil {
		s.t.Fatalf("imported %d, %v", n, err)
	}
	for i, number := range []string{"BK-2027-0001", "BK-2026-0002", "BK-2026-0003"} {
		want := *orders[i]
		want.ID, want.Number, want.Version = int64(i)+1, number, 1
		if diff := cmp.Diff(want, s.details(want.ID).Order); diff != "" {
			s.t.Errorf("order %d (-want +got):\n%s", want.ID, diff)
		}
	}
	if orders[0].ID != 0 {
		s.t.Error("the caller's order was changed")
	}
	s.countersAgree()
	s.finds("erika", 3, 2, 1)
	s.finds("0002", 2)
}

func importRedeems(s *suite) {
	s.coupon("EINMAL", once)
	s.placeMany(1, with("EINMAL"))
	s.refuse(coupon.ErrUsed, with("EINMAL"))
	if c := s.mustCoupon("EINMAL"); c.Redemptions != 1 {
		s.t.Errorf("%d redemptions, want 1", c.Redemptions)
	}
}

func importGivenUp(s *suite) {
	ctx, cancel := context.WithCancel(s.t.Context())
	n, err := s.Store.Import(ctx, func(yield func(*order.Order) bool) {
		for i := range 2500 {
			if i == 1800 {
				cancel()
			}
			if !yield(newOrder()) {
				return
			}
		}
	}, "BK")
	if !errors.Is(err, context.Canceled) || n >= 2500 {
		s.t.Errorf("imported %d, %v", n, err)
	}
	if rows := s.rows(); rows.orders != n || rows.items != n || rows.counted != n {
		s.t.Errorf("imported %d, rows %+v", n, rows)
	}
	s.countersAgree()
}

func importFails(s *suite) {
	s.place()
	before := s.rows()
	orders := []*order.Order{newOrder(), newOrder(in("versendet")), newOrder()}
	if n, err := s.Store.Import(s.t.Context(), slices.Values(orders), "BK"); n != 0 || err == nil {
		s.t.Errorf("imported %d, %v", n, err)
	}
	if after := s.rows(); after != before {
		s.t.Errorf("rows %+v, before %+v", after, before)
	}
	s.countersAgree()
}
