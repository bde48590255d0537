package checkout

import (
	"fmt"
	"slices"

	"kontor/internal/shop"
	"kontor/internal/shop/catalogue"
	"kontor/internal/shop/coupon"
	"kontor/internal/shop/order"
)

// PriceCheck says what happens to an order whose prices do not match.
type PriceCheck string

// The settings of PREISPRUEFUNG.
const (
	PriceCheckHint   PriceCheck = "hinweis" // store it with a hint for the operator
	PriceCheckStrict PriceCheck = "streng"  // refuse it
	PriceCheckOff    PriceCheck = "aus"     // accept its prices
)

// Check compares a new order in cents with its own sums and with the shop's price for
// its basket, and returns every difference: the total, each price, free items,
// shipping, discounts and the bonuses claimed. A subtotal of 0 may be missing, and a
// gift may be declined. catalogue holds the order's products by slug; inactive ones
// count as unknown. coupon is the one that the order names, nil if it names none; loyal
// says whether the customer may use the loyalty bonus.
func (t *Terms) Check(o *order.Order, catalogue map[string]catalogue.Product, coupon *coupon.Coupon, loyal bool) []order.Hint {
	c := &comparison{Terms: t, order: o, catalogue: catalogue}
	c.compareSums()
	asked := c.compareItems()
	c.compareFree()
	goods := asked.GoodsValue()
	if goods > shop.MaxCents {
		c.differs(order.HintTotal, "Warenwert über %v", shop.MaxCents)
		return c.hints
	}
	q := &Quote{Goods: goods, LoyaltyBonus: loyal && o.LoyaltyBonus, SubscriptionRebate: c.subscribed()}
	if coupon != nil && !coupon.Redeemable(o.CreatedAt, goods) {
		coupon = nil
	}
	t.charge(q, &Basket{Country: o.Country, Coupon: coupon}, asked.ValueOf(t.Subscription))
	c.compareCharges(q)
	return c.hints
}

// comparison is a price check in progress.
type comparison struct {
	*Terms
	order     *order.Order
	catalogue map[string]catalogue.Product
	hints     []order.Hint
}

// maxHints bounds how many differences of one kind are reported, so that a large order
// does not store a page of them.
const maxHints = 5

func (c *comparison) differs(kind order.HintKind, format string, args ...any) {
	reported := 0
	for _, hint := range c.hints {
		if hint.Kind == kind {
			reported++
		}
	}
	switch {
	case reported < maxHints:
		c.hints = append(c.hints, order.Hint{Kind: kind, Text: fmt.Sprintf(format, args...)})
	case reported == maxHints:
		c.hints = append(c.hints, order.Hint{Kind: kind, Text: "… und weitere"})
	}
}

func (c *comparison) compareSums() {
	o := c.order
	if expected := o.ExpectedTotal(); expected != o.TotalCents() {
		c.differs(order.HintTotal, "Summe weicht ab (erwartet %v)", expected)
	}
	if goods := o.GoodsValue(); o.Subtotal != 0 && shop.CentsOf(o.Subtotal) != goods {
		c.differs(order.HintTotal, "Zwischensumme weicht ab (erwartet %v)", goods)
	}
}

// compareItems returns the order's items at the catalogue's prices, as far as it has
// them.
func (c *comparison) compareItems() *order.Order {
	asked := &order.Order{Items: slices.Clone(c.order.Items)}
	for i := range asked.Items {
		item := &asked.Items[i]
		if item.Quantity == 0 {
			c.differs(order.HintQuantity, "Menge 0 von %s", item.Slug)
		}
		product, ok := c.catalogue[item.Slug]
		switch {
		case !ok || !product.Active:
			c.differs(order.HintUnknown, "Artikel nicht im Sortiment: %s", item.Slug)
		case !item.Free && shop.CentsOf(product.Price) != shop.CentsOf(item.Price):
			c.differs(order.HintPrice, "Preis von %s weicht ab (Katalog %v)", item.Slug, shop.CentsOf(product.Price))
			item.Price = product.Price
		}
	}
	return asked
}

// compareFree allows one piece of the gift that comes with the subscription.
func (c *comparison) compareFree() {
	given := int64(0)
	for _, item := range c.order.Items {
		switch {
		case !item.Free:
			continue
		case item.Slug != c.Gift || !c.subscribed():
			c.differs(order.HintFree, "Gratis, aber kein Geschenk des Shops: %s", item.Slug)
			continue
		}
		if given += item.Quantity; given > 1 {
			c.differs(order.HintFree, "Mehr als ein Geschenk: %s", item.Slug)
		}
	}
}

// subscribed reports whether the order contains the shop's subscription.
func (c *comparison) subscribed() bool {
	return c.Subscription != "" && slices.ContainsFunc(c.order.Items, func(i order.Item) bool {
		return !i.Free && i.Slug == c.Subscription && i.Quantity > 0
	})
}

// compareCharges compares shipping and discounts, even negative ones, with those of a
// quote.
func (c *comparison) compareCharges(q *Quote) {
	o := c.order
	if shop.CentsOf(o.Shipping) != q.Shipping {
		c.differs(order.HintShipping, "Versandkosten weichen ab (erwartet %v)", q.Shipping)
	}
	if shop.CentsOf(o.Discount) != q.Discount() {
		c.differs(order.HintDiscount, "Rabatt weicht ab (erwartet %v)", q.Discount())
	}
	if o.LoyaltyBonus && !q.LoyaltyBonus {
		c.differs(order.HintDiscount, "Treuebonus ohne bezahlte frühere Bestellung")
	}
	switch {
	case o.SubscriptionRebate && !q.SubscriptionRebate:
		c.differs(order.HintDiscount, "Abo-Rabatt ohne Abo im Warenkorb")
	case q.SubscriptionRebate && !o.SubscriptionRebate:
		c.differs(order.HintDiscount, "Abo im Warenkorb, aber kein Abo-Rabatt vermerkt")
	}
}
