package main

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/url"
	"slices"
	"time"
)

// The readings that others are compared with.
const (
	emptyReading       = "empty answer (/healthz)"
	plainReading       = "best sellers, plain query"
	bestsellersReading = "best sellers"
)

// reading is something read from a filled shop, and how fast it has to be.
type reading struct {
	name   string
	read   func(context.Context) error
	target target
}

// target is a limit on a percentile; the zero target means none.
type target struct {
	percentile int
	limit      time.Duration
}

func (t target) String() string { return fmt.Sprintf("p%d < %s", t.percentile, short(t.limit)) }

// readings returns the reads to measure, each through HTTP over one connection, except
// for the plain query, which goes directly to the database.
func readings(ctx context.Context, f *filled) ([]reading, error) {
	o, err := signIn(ctx, f.base)
	if err != nil {
		return nil, err
	}
	words, err := searches(ctx, f)
	if err != nil {
		return nil, err
	}
	if err := compareBestsellers(ctx, f, o); err != nil {
		return nil, err
	}
	get := func(path func() string) func(context.Context) error {
		return func(ctx context.Context) error {
			_, err := o.get(ctx, path())
			return err
		}
	}
	fixed := func(path string) func(context.Context) error { return get(func() string { return path }) }
	random := rand.New(rand.NewPCG(seed, 0))
	const list = "/api/verwaltung/orders"
	return []reading{
		{emptyReading, fixed("/healthz"), target{}},
		{plainReading, func(ctx context.Context) error { _, err := f.plainBestsellers(ctx); return err }, target{}},
		{bestsellersReading, fixed("/api/bestseller"), target{99, 2 * time.Millisecond}},
		{"list, newest page", fixed(list), target{99, 20 * time.Millisecond}},
		{"list, deep page", get(func() string {
			return fmt.Sprintf("%s?cursor=%d", list, 1+(f.size+random.IntN(f.size))/2)
		}), target{99, 20 * time.Millisecond}},
		{"search", get(func() string {
			return list + "?q=" + url.QueryEscape(words[random.IntN(len(words))])
		}), target{95, 100 * time.Millisecond}},
		{"kennzahlen", fixed("/api/verwaltung/kennzahlen"), target{}},
	}, nil
}

// plainQuery is the specification's query, with equal sums sorted by slug.
// Spec: GET /api/bestseller, rules 1 to 5.
const plainQuery = `SELECT i.produkt_slug FROM order_items i JOIN orders o ON o.id = i.order_id
	WHERE o.status NOT IN ('storniert', 'zahlungOffen') AND i.gratis = 0
	GROUP BY i.produkt_slug ORDER BY sum(i.menge) DESC, i.produkt_slug LIMIT 6`

func (f *filled) plainBestsellers(ctx context.Context) (slugs []string, err error) {
	rows, err := f.plain.QueryContext(ctx, plainQuery)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var slug string
		if err := rows.Scan(&slug); err != nil {
			return nil, err
		}
		slugs = append(slugs, slug)
	}
	return slugs, rows.Err()
}

// compareBestsellers ensures that both ways give the same answer.
func compareBestsellers(ctx context.Context, f *filled, o *operator) error {
	want, err := f.plainBestsellers(ctx)
	if err != nil {
		return err
	}
	body, err := o.get(ctx, "/api/bestseller")
	if err != nil {
		return err
	}
	var got struct{ Bestseller []string }
	if err := json.Unmarshal(body, &got); err != nil {
		return err
	}
	if !slices.Equal(got.Bestseller, want) {
		return fmt.Errorf("best sellers of %d orders: the shop says %q, the plain query %q", f.size, got.Bestseller, want)
	}
	return nil
}
