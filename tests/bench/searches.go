package main

import (
	"context"
	"math/rand/v2"
	"strconv"
	"strings"

	"kontor/internal/shop/order"
)

// samples is how many stored orders the searches are made from.
const samples = 50

// searches returns what an operator types to find existing orders: whole names and
// beginnings of names, parts of e-mail addresses, words of products, numbers, and two
// words.
func searches(ctx context.Context, f *filled) ([]string, error) {
	random := rand.New(rand.NewPCG(seed, uint64(f.size)))
	var all []string
	for range samples {
		page, err := f.useCases.Orders.Orders(ctx, order.Filter{Before: 2 + random.Int64N(int64(f.size)), Limit: 1})
		if err != nil {
			return nil, err
		}
		for i := range page.Orders {
			all = append(all, searchesFor(&page.Orders[i])...)
		}
	}
	random.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	return all, nil
}

func searchesFor(o *order.Order) []string {
	first, last, _ := strings.Cut(o.Customer.Name, " ")
	mailbox, _, _ := strings.Cut(o.Customer.Email, "@")
	product, _, _ := strings.Cut(o.Items[0].Slug, "-")
	return []string{
		o.Customer.Name,
		last,
		beginning(last),
		o.Customer.Email,
		mailbox,
		product,
		o.Number,
		strconv.FormatInt(o.ID, 10),
		first + " " + product,
		beginning(product) + " " + beginning(last),
	}
}

// beginning returns the first three characters.
func beginning(word string) string {
	runes := []rune(word)
	return string(runes[:min(3, len(runes))])
}
