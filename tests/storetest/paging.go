package storetest

import (
	"errors"
	"slices"

	"kontor/internal/shop"
	"kontor/internal/shop/order"
)

var pagingScenarios = []scenario{
	{"pages together are the whole list", pagesAreWhole},
	{"a list that ends with a page has no other page", fullLastPage},
	{"a page without a limit has the usual one", usualLimit},
	{"H45 pages are stable while orders arrive", pagesStable},
	{"a walk ends with the first error", walkEnds},
	{"a walk goes through more orders than one page holds", longWalk},
}

func (s *suite) placeMany(n int, changes ...func(*order.Order)) {
	s.t.Helper()
	orders := func(yield func(*order.Order) bool) {
		for range n {
			if !yield(newOrder(changes...)) {
				return
			}
		}
	}
	if stored, err := s.Store.Import(s.t.Context(), orders, "BK"); stored != int64(n) || err != nil {
		s.t.Fatalf("imported %d, %v; want %d", stored, err, n)
	}
}

// newest returns the ids from one down to another.
func newest(from, until int64) (ids []int64) {
	for id := from; id >= until; id-- {
		ids = append(ids, id)
	}
	return ids
}

func pagesAreWhole(s *suite) {
	s.placeMany(10)
	for _, f := range []order.Filter{
		{}, {Words: []string{"erika"}}, {Status: order.StatusPaymentOpen}, {From: shop.DayOf(noon), Until: shop.DayOf(noon)},
	} {
		f.Limit = 4
		var ids []int64
		for pages := 1; ; pages++ {
			page := s.page(f)
			ids = append(ids, idsOf(page.Orders)...)
			if page.Next == 0 {
				if pages != 3 {
					s.t.Errorf("%+v: %d pages, want 3", f, pages)
				}
				break
			}
			f.Before = page.Next
		}
		if !slices.Equal(ids, newest(10, 1)) {
			s.t.Errorf("%+v: pages hold %v", f, ids)
		}
	}
}

func fullLastPage(s *suite) {
	s.placeMany(4)
	if page := s.page(order.Filter{Limit: 4}); len(page.Orders) != 4 || page.Next != 0 {
		s.t.Errorf("%d orders, next %d", len(page.Orders), page.Next)
	}
	if page := s.page(order.Filter{Limit: 3}); len(page.Orders) != 3 || page.Next != 2 {
		s.t.Errorf("%d orders, next %d", len(page.Orders), page.Next)
	}
	if page := s.page(order.Filter{Limit: 3, Before: 1}); len(page.Orders) != 0 || page.Next != 0 {
		s.t.Errorf("before the first: %d orders, next %d", len(page.Orders), page.Next)
	}
}

func usualLimit(s *suite) {
	s.placeMany(order.DefaultLimit + 1)
	page, err := s.Store.Orders(s.t.Context(), order.Filter{})
	if err != nil || len(page.Orders) != order.DefaultLimit || page.Next != 2 {
		s.t.Errorf("%d orders, next %d, %v", len(page.Orders), page.Next, err)
	}
}

func pagesStable(s *suite) {
	s.placeMany(10)
	first := s.page(order.Filter{Limit: 5})
	s.placeMany(7)
	s.setStatus(3, order.StatusCancelled)
	second := s.page(order.Filter{Limit: 5, Before: first.Next})
	if got := append(idsOf(first.Orders), idsOf(second.Orders)...); !slices.Equal(got, newest(10, 1)) {
		s.t.Errorf("pages hold %v", got)
	}
	if second.Next != 0 || second.Counts.All() != 17 {
		s.t.Errorf("last page has next %d and counts %v", second.Next, second.Counts)
	}
}

func walkEnds(s *suite) {
	s.placeMany(10)
	enough := errors.New("enough")
	var seen []int64
	err := s.Store.EachOrder(s.t.Context(), order.Filter{}, func(o *order.Order) error {
		if seen = append(seen, o.ID); len(seen) == 3 {
			return enough
		}
		return nil
	})
	if !errors.Is(err, enough) || !slices.Equal(seen, newest(10, 8)) {
		s.t.Errorf("%v after %v", err, seen)
	}
}

func longWalk(s *suite) {
	const orders = 2*order.MaxLimit + 1
	s.placeMany(orders)
	if ids := idsOf(s.all(order.Filter{})); !slices.Equal(ids, newest(orders, 1)) {
		s.t.Errorf("walked through %d orders: %v", len(ids), ids)
	}
	// Orders that arrive during the walk neither join it nor cause repetitions.
	var seen []int64
	err := s.Store.EachOrder(s.t.Context(), order.Filter{}, func(o *order.Order) error {
		if seen = append(seen, o.ID); len(seen)%order.MaxLimit == 0 {
			s.place()
		}
		return nil
	})
	if err != nil || !slices.Equal(seen, newest(orders, 1)) {
		s.t.Errorf("walked through %d orders, %v", len(seen), err)
	}
}
