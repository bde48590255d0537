package demo

import (
	"slices"

	"kontor/internal/shop"
	"kontor/internal/shop/order"
)

// basketSizes is how many of 100 orders contain one article, two, and so on.
var basketSizes = weigh([]int{34, 27, 18, 11, 6, 4}, func(n int) int { return n })

// gift is the article that subscribers get with an order.
var gift = func() *article {
	i := slices.IndexFunc(articles, func(a article) bool { return a.slug == "origamipapier" })
	return &articles[i]
}()

// fillBasket puts one to six different articles into an order, plus a free one if a
// subscriber places it.
func (g *generator) fillBasket(o *order.Order) {
	size := 1 + basketSizes.draw(g.random)
	o.SubscriptionRebate = g.chance(0.04)
	o.Items = make([]order.Item, 0, size+1)
	var taken uint64 // one bit for each article
	for len(o.Items) < size {
		i := g.shelf.draw(g.random)
		if taken&(1<<i) != 0 {
			continue
		}
		taken |= 1 << i
		o.Items = append(o.Items, g.line(&articles[i], o.Language))
	}
	if o.SubscriptionRebate {
		o.Items = append(o.Items, order.Item{
			Slug: gift.slug, Name: gift.name(o.Language), Category: gift.category, Quantity: 1, Free: true,
		})
	}
}

// line returns an item with a quantity of an article, more often small than large,
// under the name that the customer saw.
func (g *generator) line(a *article, language shop.Language) order.Item {
	most := 1 + g.random.IntN(a.atOnce)
	return order.Item{
		Slug: a.slug, Name: a.name(language), Category: a.category,
		Quantity: int64(1 + g.random.IntN(most)),
		Price:    a.price.Euro(),
	}
}
