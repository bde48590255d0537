package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"kontor/internal/shop/checkout"
	"kontor/internal/shop/stock"
)

// stockReach is what share of its speed the shop should keep if every product is counted.
const stockReach = 0.85

// abundant is a stock that no benchmark sells out.
const abundant = 100_000_000

// measureStock compares orders of products that are counted with orders of others. Both
// take turns, without HTTP.
func measureStock(ctx context.Context, dir string, o *options, w io.Writer) error {
	orders, err := fillBaskets()
	if err != nil {
		return err
	}
	var figures [2]intakeFigures // uncounted, counted
	for range o.Rounds {
		for i := range figures {
			r, err := runStock(ctx, dir, i == 1, orders, o)
			if err != nil {
				return err
			}
			figures[i].add(&r)
		}
	}
	share := figures[1].perSecond.over(figures[0].perSecond)
	t := table{
		title: fmt.Sprintf("Orders of %d items stored per second by %d callers without HTTP, %d rounds of %v", itemsInBasket, groupSize, o.Rounds, o.duration()),
		head:  []string{"", "orders/s", "CPU/order", "÷ not counted", "target"},
	}
	t.add("nothing is counted", figures[0].perSecond.spread(whole, ""), millis(figures[0].cpu.median()), "", "")
	t.add("every product is counted", figures[1].perSecond.spread(whole, ""), millis(figures[1].cpu.median()), share.spread(digits, " ×"),
		verdict(fmt.Sprintf("≥ %.2f", stockReach), share.median() >= stockReach))
	if err := t.write(w); err != nil {
		return err
	}
	return withServer(ctx, dir, func(s *server) error { return s.measureLocked(ctx, orders, o, w) })
}

// runStock places orders in a shop of its own that counts all its products, or none.
func runStock(ctx context.Context, dir string, counted bool, orders *baskets, o *options) (r result, err error) {
	own, err := os.MkdirTemp(dir, "stock-")
	if err != nil {
		return r, err
	}
	defer os.RemoveAll(own)
	s, err := openShop(ctx, own, "")
	if err != nil {
		return r, err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	if counted {
		if err := s.countAll(ctx); err != nil {
			return r, err
		}
	}
	return drive(ctx, o.duration(), s.callers(orders.draft))
}

func (s *servedShop) countAll(ctx context.Context) error {
	products, err := s.useCases.Catalogue.Products(ctx)
	if err != nil {
		return err
	}
	pieces := int64(abundant)
	for _, p := range products {
		if _, err := s.useCases.Stock.Change(ctx, stock.Change{Slug: p.Slug, To: &pieces}); err != nil {
			return err
		}
	}
	return nil
}

// callers place orders in the shop without HTTP.
func (s *servedShop) callers(draft func() *checkout.Draft) []work {
	all := make([]work, groupSize)
	for i := range all {
		all[i] = func() (int, error) {
			_, err := s.useCases.Checkout.Place(context.Background(), draft(), nil)
			return 1, err
		}
	}
	return all
}
