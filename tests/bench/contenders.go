package main

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"os"

	"kontor/internal/shop/order"
)

// groupSize is how many orders the bare driver commits together, to show what group
// commit can reach, and the number of callers for the store alone.
const groupSize = 64

// contender is one way to store orders.
type contender struct {
	name string
	run  func(ctx context.Context, dir string, orders *baskets, o *options) (result, error)
}

// contenders returns the ways to store orders, the two baselines first.
func contenders(o *options) []contender {
	all := []contender{
		{"bare driver, 1 order a commit", runBare(1)},
		{fmt.Sprintf("bare driver, %d orders a commit", groupSize), runBare(groupSize)},
		{fmt.Sprintf("shop without HTTP, callers: %d", groupSize), runCheckout},
	}
	for _, clients := range o.Clients {
		all = append(all, contender{fmt.Sprintf("HTTP, clients: %d", clients), runHTTP(clients)})
	}
	return all
}

// runIn runs a contender on an empty database of its own.
func (c *contender) runIn(ctx context.Context, dir string, orders *baskets, o *options) (r result, err error) {
	own, err := os.MkdirTemp(dir, "intake-")
	if err != nil {
		return r, err
	}
	defer os.RemoveAll(own)
	if r, err = c.run(ctx, own, orders, o); err != nil {
		err = fmt.Errorf("%s: %w", c.name, err)
	}
	return r, err
}

// runBare commits groups of orders through the bare driver.
func runBare(group int) func(context.Context, string, *baskets, *options) (result, error) {
	return func(ctx context.Context, dir string, orders *baskets, o *options) (r result, err error) {
		b, err := openBare(ctx, dir)
		if err != nil {
			return r, err
		}
		defer func() { err = errors.Join(err, b.Close()) }()
		together := make([]*order.Order, group)
		return drive(ctx, o.duration(), []work{func() (int, error) {
			for i := range together {
				together[i] = orders.order()
			}
			return group, b.store(ctx, together)
		}})
	}
}

// runCheckout lets callers place orders in the shop without HTTP.
func runCheckout(ctx context.Context, dir string, orders *baskets, o *options) (r result, err error) {
	s, err := openShop(ctx, dir, "")
	if err != nil {
		return r, err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	return drive(ctx, o.duration(), s.callers(orders.draft))
}

// runHTTP lets clients place orders through the shop's HTTP server.
func runHTTP(clients int) func(context.Context, string, *baskets, *options) (result, error) {
	return func(ctx context.Context, dir string, orders *baskets, o *options) (r result, err error) {
		s, err := openShop(ctx, dir, "")
		if err != nil {
			return r, err
		}
		defer func() { err = errors.Join(err, s.Close()) }()
		return placeOverHTTP(ctx, []*servedShop{s}, clients, orders, o)
	}
}

// placeOverHTTP lets clients place orders, each over one connection to one of the
// shops, which share a database, and checks that every answered order is stored.
func placeOverHTTP(ctx context.Context, shops []*servedShop, clients int, orders *baskets, o *options) (r result, err error) {
	placed := -orders.next.Load()
	all := make([]work, clients)
	for i := range all {
		w, err := dialWire(shops[i%len(shops)].base.ResolveReference(&url.URL{Path: "/api/orders"}), shopStores, orders.body)
		if err != nil {
			return r, err
		}
		defer w.conn.Close()
		all[i] = w.place
	}
	if r, err = drive(ctx, o.duration(), all); err != nil {
		return r, err
	}
	placed += orders.next.Load()
	page, err := shops[0].useCases.Orders.Orders(ctx, order.Filter{Limit: 1})
	if stored := page.Counts.All(); err == nil && stored != placed {
		err = fmt.Errorf("%d orders were answered, %d are stored", placed, stored)
	}
	return r, err
}
