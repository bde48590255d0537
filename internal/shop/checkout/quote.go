package checkout

import (
	"slices"
	"time"

	"kontor/internal/shop"
	"kontor/internal/shop/catalogue"
	"kontor/internal/shop/coupon"
	"kontor/internal/shop/order"
)

// Terms are the shop's charges and discounts besides its prices. The zero value
// delivers everywhere for free and grants no discounts.
type Terms struct {
	Shipping map[shop.Country]ShippingRate
	Delivery DeliveryTimes

	// LoyaltyPercent is the loyalty bonus: the discount on the goods for a customer who
	// has paid an earlier order. 0: none.
	LoyaltyPercent int64

	// Subscription is the slug of the product that is the shop's subscription; empty:
	// there is none. A basket that contains it gets SubscriptionPercent off the other
	// goods and one piece of the product Gift for free.
	Subscription        string
	SubscriptionPercent int64
	Gift                string // slug; empty: none
}

// ShippingRate is the price of delivery to a country.
type ShippingRate struct {
	Cost     shop.Cents
	FreeFrom shop.Cents // value of goods from which delivery is free; 0: never free
}

// Basket is what a customer wants to have priced.
type Basket struct {
	Country  shop.Country
	Language shop.Language // of the items' names
	Lines    []BasketLine
	Coupon   *coupon.Coupon // to be applied, and known to be unused by this customer; nil: none
	Loyal    bool           // the customer may use the loyalty bonus, and does
	At       time.Time
}

// BasketLine is a quantity of one product.
type BasketLine struct {
	Slug     string
	Quantity int64
}

// Quote is the price of a basket. Page, price check and mails take their figures from
// it.
type Quote struct {
	Items []order.Item // the basket's lines in order, then the free ones

	Goods    shop.Cents // excluding free items
	Shipping shop.Cents
	Total    shop.Cents // Goods + Shipping - Discount()

	LoyaltyBonus, SubscriptionRebate bool // whether they are used, for the order's fields

	// The discounts, in total never more than the goods.
	CouponDiscount, SubscriptionDiscount, LoyaltyDiscount shop.Cents

	ToFreeShipping shop.Cents // value of goods still missing for free delivery; 0: it is free, or never will be

	Delivery shop.DeliveryTime // of all items, to the basket's country
}

// Discount returns the sum of all discounts, the value of rabatt_gesamt.
func (q *Quote) Discount() shop.Cents {
	return q.CouponDiscount + q.SubscriptionDiscount + q.LoyaltyDiscount
}

// Quote prices a basket with the active products of the catalogue, keyed by slug.
// Discounts are calculated from the goods, each rounded half up to a cent; free
// delivery depends on the goods before discounts.
//
// Errors: [shop.ErrInvalidCountry], [ErrNoItems], [ErrTooManyItems], [ErrInvalidItem]
// for a product that is not for sale, [ErrInvalidQuantity], [ErrInvalidTotal] beyond
// [shop.MaxAmount], [coupon.ErrUnusable] if the coupon is not applicable.
func (t *Terms) Quote(b *Basket, catalogue map[string]catalogue.Product) (*Quote, error) {
	if err := t.check(b); err != nil {
		return nil, err
	}
	q := &Quote{LoyaltyBonus: b.Loyal, SubscriptionRebate: b.holds(t.Subscription)}
	var subscription shop.Cents
	for _, line := range b.Lines {
		item, err := line.item(catalogue, b.Language)
		if err != nil {
			return nil, err
		}
		value := shop.CentsOf(item.Price) * shop.Cents(item.Quantity)
		if q.Goods += value; q.Goods > shop.MaxCents {
			return nil, ErrInvalidTotal
		}
		if line.Slug == t.Subscription {
			subscription += value
		}
		q.Items = append(q.Items, item)
	}
	if b.Coupon != nil && !b.Coupon.Redeemable(b.At, q.Goods) {
		return nil, coupon.ErrUnusable
	}
	t.charge(q, b, subscription)
	if gift, ok := catalogue[t.Gift]; ok && gift.Active && q.SubscriptionRebate {
		item := itemOf(&gift, 1, b.Language)
		item.Free = true
		q.Items = append(q.Items, item)
	}
	q.Delivery = t.Delivery.Of(b.Country, q.Items, catalogue)
	return q, nil
}

// charge calculates discounts, shipping and total from the goods, of which the given
// value is the subscription. The coupon must be applicable.
func (t *Terms) charge(q *Quote, b *Basket, subscription shop.Cents) {
	if b.Coupon != nil {
		q.CouponDiscount = b.Coupon.Worth(q.Goods)
	}
	if q.SubscriptionRebate {
		q.SubscriptionDiscount = min(shop.PercentOf(q.Goods-subscription, t.SubscriptionPercent*100), q.Goods-q.Discount())
	}
	if q.LoyaltyBonus {
		q.LoyaltyDiscount = min(shop.PercentOf(q.Goods, t.LoyaltyPercent*100), q.Goods-q.Discount())
	}
	q.Shipping, q.ToFreeShipping = t.Shipping[b.Country].For(q.Goods)
	q.Total = q.Goods + q.Shipping - q.Discount()
}

func (t *Terms) check(b *Basket) error {
	switch {
	case !b.Country.Valid():
		return shop.ErrInvalidCountry
	case len(b.Lines) == 0:
		return ErrNoItems
	case len(b.Lines) >= MaxItems: // leave room for a gift
		return ErrTooManyItems
	}
	return nil
}

func (b *Basket) holds(slug string) bool {
	return slug != "" && slices.ContainsFunc(b.Lines, func(l BasketLine) bool { return l.Slug == slug })
}

func (l BasketLine) item(catalogue map[string]catalogue.Product, language shop.Language) (order.Item, error) {
	product, ok := catalogue[l.Slug]
	switch {
	case !ok || !product.Active:
		return order.Item{}, ErrInvalidItem
	case l.Quantity < 1 || l.Quantity > MaxQuantity:
		return order.Item{}, ErrInvalidQuantity
	}
	return itemOf(&product, max(l.Quantity, product.Minimum), language), nil
}

func itemOf(p *catalogue.Product, quantity int64, language shop.Language) order.Item {
	return order.Item{Slug: p.Slug, Name: p.ItemName(language), Category: p.CategorySlug, Quantity: quantity, Price: p.Price}
}

// For returns the price of delivery for goods of this value, and how much is missing
// until it is free.
func (r ShippingRate) For(goods shop.Cents) (cost, missing shop.Cents) {
	switch {
	case r.FreeFrom == 0:
		return r.Cost, 0
	case goods >= r.FreeFrom:
		return 0, 0
	}
	return r.Cost, r.FreeFrom - goods
}
