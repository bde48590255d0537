package main

import (
	"context"
	"fmt"
	"io"

	"kontor/internal/shop/checkout"
)

// lockedReach is how many orders a second PostgreSQL should store that all want the same
// counted product, whose row each of them locks.
const lockedReach = 150

// measureLocked compares orders of one counted product, and of some, with orders of what
// nobody counts, on PostgreSQL. All take turns, without HTTP.
func (s *server) measureLocked(ctx context.Context, orders *baskets, o *options, w io.Writer) error {
	hot := func() *checkout.Draft {
		d := orders.draft()
		d.Items = d.Items[:1:1]
		d.Items[0].Slug = "merinowolle-petrol"
		return d
	}
	contenders := []struct {
		name    string
		counted bool
		draft   func() *checkout.Draft
		intakeFigures
	}{
		{name: "nothing is counted", draft: orders.draft},
		{name: "every product is counted", counted: true, draft: orders.draft},
		{name: "all order one counted product", counted: true, draft: hot},
	}
	for range o.Rounds {
		for i := range contenders {
			c := &contenders[i]
			err := s.withShops(ctx, shopTemplate, 1, func(shops []*servedShop) error {
				if c.counted {
					if err := shops[0].countAll(ctx); err != nil {
						return err
					}
				}
				r, err := drive(ctx, o.duration(), shops[0].callers(c.draft))
				c.add(&r)
				return err
			})
			if err != nil {
				return err
			}
		}
	}
	t := table{
		title: fmt.Sprintf("Orders stored per second on PostgreSQL by %d callers without HTTP, %d rounds of %v", groupSize, o.Rounds, o.duration()),
		head:  []string{"", "orders/s", "CPU/order", "÷ not counted", "target"},
	}
	for i := range contenders {
		c, reached := &contenders[i], ""
		if i == len(contenders)-1 {
			reached = verdict(fmt.Sprintf("≥ %d/s", lockedReach), c.perSecond.median() >= lockedReach)
		}
		t.add(c.name, c.perSecond.spread(whole, ""), millis(c.cpu.median()), c.perSecond.over(contenders[0].perSecond).spread(digits, " ×"), reached)
	}
	return t.write(w)
}
