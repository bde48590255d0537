package main

import (
	"context"
	"errors"
	"fmt"
	"io"
)

// measureInstances measures the orders per second of several instances, in turns
// with the bare driver.
func (s *server) measureInstances(ctx context.Context, o *options, w io.Writer) error {
	orders, err := fillBaskets()
	if err != nil {
		return err
	}
	names := []string{"bare driver, 1 connection", fmt.Sprintf("bare driver, %d connections", groupSize)}
	runs := []func() (result, error){
		func() (result, error) { return s.runBare(ctx, 1, orders, o) },
		func() (result, error) { return s.runBare(ctx, groupSize, orders, o) },
	}
	for _, n := range o.Instances {
		names = append(names, fmt.Sprintf("HTTP, %d clients, instances: %d", groupSize, n))
		runs = append(runs, func() (result, error) { return s.runInstances(ctx, n, orders, o) })
	}
	figures := make([]intakeFigures, len(runs))
	for range o.Rounds {
		for i, run := range runs {
			r, err := run()
			if err != nil {
				return fmt.Errorf("%s: %w", names[i], err)
			}
			figures[i].add(&r)
		}
	}
	return writeInstances(w, o, names, figures)
}

// runBare lets connections commit one order after another, without a shop.
func (s *server) runBare(ctx context.Context, connections int, orders *baskets, o *options) (r result, err error) {
	err = s.within("", func(url string) (err error) {
		b, err := openBarePostgres(ctx, url, connections)
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, b.Close()) }()
		all := make([]work, connections)
		for i := range all {
			all[i] = func() (int, error) { return 1, b.store(ctx, b[i], orders.order()) }
		}
		r, err = drive(ctx, o.duration(), all)
		return err
	})
	return r, err
}

func (s *server) runInstances(ctx context.Context, n int, orders *baskets, o *options) (r result, err error) {
	err = s.withShops(ctx, shopTemplate, n, func(shops []*servedShop) (err error) {
		r, err = placeOverHTTP(ctx, shops, groupSize, orders, o)
		return err
	})
	return r, err
}

func writeInstances(w io.Writer, o *options, names []string, figures []intakeFigures) error {
	t := table{
		title: fmt.Sprintf("Orders of %d items stored per second on PostgreSQL, synchronous_commit=on, %d rounds of %v",
			itemsInBasket, o.Rounds, o.duration()),
		head: []string{"", "orders/s", "p50", "p99", "÷ 1 connection", fmt.Sprintf("÷ %d connections", groupSize)},
	}
	for i, f := range figures {
		t.add(names[i], f.perSecond.spread(whole, ""), millis(f.p50.median()), millis(f.p99.median()),
			f.perSecond.over(figures[0].perSecond).spread(digits, " ×"), f.perSecond.over(figures[1].perSecond).spread(percent, " %"))
	}
	return t.write(w)
}
