package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"sync/atomic"

	"kontor/internal/shop/order"
)

// hotReach is the required rate of completing orders of the same few products, as a
// share of the rate for different products.
const hotReach = 0.8

// The contents of the orders to be completed.
const (
	hotTemplate    = "hot"    // all of the same products
	spreadTemplate = "spread" // of many
)

// spreadProducts is the number of products in the orders of [spreadTemplate].
const spreadProducts = 500

// completionsEach bounds how many orders a run can complete before it begins to reopen
// them, which moves the counters as much.
func completionsEach(o *options) int { return groupSize + int(2500*o.Seconds) }

// measureCompletions measures how many orders a second are set to paid, which moves the
// best sellers' counters.
func (s *server) measureCompletions(ctx context.Context, o *options, w io.Writer) error {
	for template, products := range map[string]int{hotTemplate: itemsInBasket, spreadTemplate: spreadProducts} {
		if err := s.fillOpen(ctx, template, products, completionsEach(o)); err != nil {
			return err
		}
	}
	hot, spread := make([]series, len(o.Instances)), make([]series, len(o.Instances))
	for range o.Rounds {
		for i, n := range o.Instances {
			h, err := s.complete(ctx, hotTemplate, n, o)
			if err != nil {
				return err
			}
			p, err := s.complete(ctx, spreadTemplate, n, o)
			if err != nil {
				return err
			}
			hot[i], spread[i] = append(hot[i], h.perSecond()), append(spread[i], p.perSecond())
		}
	}
	t := table{
		title: fmt.Sprintf("Orders set to paid per second on PostgreSQL, %d callers, %d rounds of %v", groupSize, o.Rounds, o.duration()),
		head:  []string{"", fmt.Sprintf("%d hot products", itemsInBasket), fmt.Sprintf("%d products", spreadProducts), "hot ÷ spread", "target"},
	}
	for i, n := range o.Instances {
		ratio := hot[i].over(spread[i])
		t.add(fmt.Sprintf("instances: %d", n), hot[i].spread(whole, ""), spread[i].spread(whole, ""),
			ratio.spread(digits, ""), verdict(fmt.Sprintf("≥ %.2f", hotReach), ratio.median() >= hotReach))
	}
	return t.write(w)
}

// fillOpen makes a database with open orders of some products.
func (s *server) fillOpen(ctx context.Context, name string, products, orders int) error {
	filling, err := fillBaskets()
	if err != nil {
		return err
	}
	if err := s.Create(name, shopTemplate); err != nil {
		return err
	}
	shops, err := s.open(ctx, s.URL(name), 1)
	if err == nil {
		_, err = shops[0].db.Import(ctx, openOrders(filling, products, orders), prefix)
	}
	return errors.Join(err, closeAll(shops))
}

func openOrders(filling *baskets, products, orders int) iter.Seq[*order.Order] {
	return func(yield func(*order.Order) bool) {
		for i := range orders {
			o := filling.order()
			o.Status = order.StatusPaymentOpen
			o.Items = make([]order.Item, itemsInBasket)
			for j := range o.Items {
				slug := fmt.Sprintf("artikel-%d", (i*itemsInBasket+j)%products)
				o.Items[j] = order.Item{Slug: slug, Name: slug, Quantity: 1, Price: 1}
			}
			if !yield(o) {
				return
			}
		}
	}
}

// complete lets callers on n instances set one order after another to paid, and checks
// that each is counted.
func (s *server) complete(ctx context.Context, template string, n int, o *options) (r result, err error) {
	orders := int64(completionsEach(o))
	var next atomic.Int64
	err = s.withShops(ctx, template, n, func(shops []*servedShop) (err error) {
		callers := make([]work, groupSize)
		for i := range callers {
			callers[i] = func() (int, error) {
				k := next.Add(1) - 1
				status := order.StatusPaid
				if k/orders%2 == 1 {
					status = order.StatusPaymentOpen
				}
				_, err := shops[i%n].useCases.Orders.Change(ctx, 1+k%orders, order.Change{Status: &status, Actor: "Bench"})
				return 1, err
			}
		}
		if r, err = drive(ctx, o.duration(), callers); err != nil {
			return err
		}
		paid := next.Load() % orders
		if next.Load()/orders%2 == 1 {
			paid = orders - paid
		}
		page, err := shops[0].useCases.Orders.Orders(ctx, order.Filter{Limit: 1})
		if counted := page.Counts[order.StatusPaid]; err == nil && counted != paid {
			err = fmt.Errorf("%d orders were paid, %d are counted", paid, counted)
		}
		return err
	})
	return r, err
}
