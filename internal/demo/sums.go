package demo

import "kontor"

// shippingRate is what delivery to a country costs, and from which value of
// goods on it costs nothing.
type shippingRate struct{ cost, freeFrom kontor.Cents }

var shippingRates = map[kontor.Country]shippingRate{
	"de": {490, 4900},
	"at": {790, 7900},
	"ch": {1290, 12900},
	"lu": {790, 7900},
}

// reckon fills in the sums of an order, in whole cents so that they add up.
func (g *generator) reckon(o *kontor.Order, returning bool) {
	goods := o.GoodsValue()
	discount := g.discount(o, goods, returning)
	var shipping kontor.Cents
	if rate := shippingRates[o.Country]; goods < rate.freeFrom {
		shipping = rate.cost
	}
	o.Subtotal, o.Shipping, o.Discount = goods.Euro(), shipping.Euro(), discount.Euro()
	o.Total = (goods + shipping - discount).Euro()
}

// discount lets some customers use a coupon or their loyalty bonus. Only who
// orders for the first time uses the coupon that is good once per person.
func (g *generator) discount(o *kontor.Order, goods kontor.Cents, returning bool) kontor.Cents {
	switch draw := g.random.Float64(); {
	case draw < 0.15 && !returning:
		return redeem(&welcome, o, goods)
	case draw < 0.15:
		o.LoyaltyBonus = true
		return goods / 20 // 5 %
	case draw < 0.20:
		return redeem(&craft, o, goods)
	}
	return 0
}

// redeem uses a coupon when the order is good for it.
func redeem(c *kontor.Coupon, o *kontor.Order, goods kontor.Cents) kontor.Cents {
	if !c.Redeemable(o.CreatedAt, goods) {
		return 0
	}
	o.CouponCode = c.Code
	return c.Worth(goods)
}
