package kontor

import (
	"slices"
	"time"
)

// Terms are what the shop charges and grants beside its prices. The zero value
// delivers everywhere for nothing and grants nothing.
type Terms struct {
	Shipping map[Country]ShippingRate

	// LoyaltyPercent is the loyalty bonus: so much off the goods for a customer
	// who has paid an earlier order. 0: none.
	LoyaltyPercent int64

	// Subscription is the slug of the product that is the shop's subscription;
	// empty: there is none. A basket that holds it has SubscriptionPercent off the
	// other goods and one piece of the product Gift free.
	Subscription        string
	SubscriptionPercent int64
	Gift                string // slug; empty: none
}

// ShippingRate is what delivery to a country costs.
type ShippingRate struct {
	Cost     Cents
	FreeFrom Cents // value of goods from which delivery costs nothing; 0: it always costs
}

// Basket is what a customer wants to have priced.
type Basket struct {
	Country  Country
	Language Language // of the items' names
	Lines    []BasketLine
	Coupon   *Coupon // to be used, and known to be free for this customer; nil: none
	Loyal    bool    // the customer may use the loyalty bonus, and does
	At       time.Time
}

// BasketLine is some pieces of one product.
type BasketLine struct {
	Slug     string
	Quantity int64
}

// Quote is what a basket costs. Page, price check and mails take their figures
// from it.
type Quote struct {
	Items []Item // the basket's lines in their order, then what is free

	Goods    Cents // the items that are not free
	Shipping Cents
	Total    Cents // Goods + Shipping - Discount()

	LoyaltyBonus, SubscriptionRebate bool // whether they are used, as the order says it

	// The discounts, never more than the goods together.
	CouponDiscount, SubscriptionDiscount, LoyaltyDiscount Cents

	ToFreeShipping Cents // goods that are missing until delivery is free; 0: free, or never
}

// Discount returns all discounts together, as they stand in rabatt_gesamt.
func (q *Quote) Discount() Cents {
	return q.CouponDiscount + q.SubscriptionDiscount + q.LoyaltyDiscount
}

// Quote prices a basket with the active products of the catalogue, keyed by
// slug. Discounts are reckoned from the goods, each rounded half up to a cent;
// free delivery depends on the goods before discounts.
//
// Errors: [ErrInvalidCountry], [ErrNoItems], [ErrTooManyItems], [ErrInvalidItem]
// for a product that is not for sale, [ErrInvalidQuantity], [ErrInvalidTotal]
// beyond [MaxAmount], [ErrCouponInvalid] when the coupon does not suit.
func (t *Terms) Quote(b *Basket, catalogue map[string]Product) (*Quote, error) {
	if err := t.check(b); err != nil {
		return nil, err
	}
	q := &Quote{LoyaltyBonus: b.Loyal, SubscriptionRebate: b.holds(t.Subscription)}
	var subscription Cents
	for _, line := range b.Lines {
		item, err := line.item(catalogue, b.Language)
		if err != nil {
			return nil, err
		}
		value := CentsOf(item.Price) * Cents(item.Quantity)
		if q.Goods += value; q.Goods > maxCents {
			return nil, ErrInvalidTotal
		}
		if line.Slug == t.Subscription {
			subscription += value
		}
		q.Items = append(q.Items, item)
	}
	if b.Coupon != nil {
		if !b.Coupon.Redeemable(b.At, q.Goods) {
			return nil, ErrCouponInvalid
		}
		q.CouponDiscount = b.Coupon.Worth(q.Goods)
	}
	if q.SubscriptionRebate {
		t.subscribe(q, q.Goods-subscription, catalogue, b.Language)
	}
	if q.LoyaltyBonus {
		q.LoyaltyDiscount = min(percentOf(q.Goods, t.LoyaltyPercent*100), q.Goods-q.Discount())
	}
	q.Shipping, q.ToFreeShipping = t.Shipping[b.Country].of(q.Goods)
	q.Total = q.Goods + q.Shipping - q.Discount()
	return q, nil
}

func (t *Terms) check(b *Basket) error {
	switch {
	case !b.Country.Valid():
		return ErrInvalidCountry
	case len(b.Lines) == 0:
		return ErrNoItems
	case len(b.Lines) >= MaxItems: // a gift must fit in
		return ErrTooManyItems
	}
	return nil
}

func (b *Basket) holds(slug string) bool {
	return slug != "" && slices.ContainsFunc(b.Lines, func(l BasketLine) bool { return l.Slug == slug })
}

func (l BasketLine) item(catalogue map[string]Product, language Language) (Item, error) {
	product, ok := catalogue[l.Slug]
	switch {
	case !ok || !product.Active:
		return Item{}, ErrInvalidItem
	case l.Quantity < 1 || l.Quantity > MaxQuantity:
		return Item{}, ErrInvalidQuantity
	}
	return product.item(l.Quantity, language), nil
}

func (p *Product) item(quantity int64, language Language) Item {
	return Item{Slug: p.Slug, Name: p.Names[language], Category: p.CategorySlug, Quantity: quantity, Price: p.Price}
}

// subscribe grants what comes with the subscription. A gift that is not for sale
// any more is left out.
func (t *Terms) subscribe(q *Quote, others Cents, catalogue map[string]Product, language Language) {
	q.SubscriptionDiscount = min(percentOf(others, t.SubscriptionPercent*100), q.Goods-q.Discount())
	if gift, ok := catalogue[t.Gift]; ok && gift.Active {
		item := gift.item(1, language)
		item.Free = true
		q.Items = append(q.Items, item)
	}
}

// of returns what delivery costs for goods of this value, and how much is
// missing until it is free.
func (r ShippingRate) of(goods Cents) (cost, missing Cents) {
	switch {
	case r.FreeFrom == 0:
		return r.Cost, 0
	case goods >= r.FreeFrom:
		return 0, 0
	}
	return r.Cost, r.FreeFrom - goods
}

// Verify returns [ErrPricesChanged] unless a new order costs exactly what the
// quote for its basket says: each price, shipping, discount, total, the bonuses
// claimed and what is free, in cents. A subtotal may be left out. The coupon is
// the one that the order names, nil when it names none; loyal says whether the
// customer may use the loyalty bonus.
func (t *Terms) Verify(o *Order, catalogue map[string]Product, coupon *Coupon, loyal bool) error {
	b := &Basket{Country: o.Country, Language: o.Language, Coupon: coupon, Loyal: o.LoyaltyBonus, At: o.CreatedAt}
	for _, item := range o.Items {
		if !item.Free {
			b.Lines = append(b.Lines, BasketLine{item.Slug, item.Quantity})
		}
	}
	q, err := t.Quote(b, catalogue)
	if err != nil {
		return ErrPricesChanged
	}
	fits := o.ExpectedTotal() == o.TotalCents() &&
		(o.Subtotal == 0 || CentsOf(o.Subtotal) == q.Goods) &&
		CentsOf(o.Shipping) == q.Shipping && CentsOf(o.Discount) == q.Discount() && o.TotalCents() == q.Total &&
		(loyal || !o.LoyaltyBonus) && o.SubscriptionRebate == q.SubscriptionRebate &&
		samePrices(o.Items, q.Items)
	if !fits {
		return ErrPricesChanged
	}
	return nil
}

// samePrices reports whether an order has the items of a quote at its prices; it
// need not take the gift. Names are in whatever language the customer read.
func samePrices(ordered, quoted []Item) bool {
	gifts := 0
	for _, item := range ordered {
		at := slices.IndexFunc(quoted, func(q Item) bool { return q.Slug == item.Slug && q.Free == item.Free })
		if at < 0 {
			return false
		}
		if item.Free {
			gifts += int(item.Quantity)
		} else if CentsOf(quoted[at].Price) != CentsOf(item.Price) {
			return false
		}
	}
	return gifts <= 1
}
