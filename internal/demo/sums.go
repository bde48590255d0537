package demo

import (
	"kontor/internal/shop"
	"kontor/internal/shop/coupon"
	"kontor/internal/shop/order"
)

// shippingRate is the price of delivery to a country and the value of goods from which
// delivery is free.
type shippingRate struct{ cost, freeFrom shop.Cents }

var shippingRates = map[shop.Country]shippingRate{
	"de": {490, 4900},
	"at": {790, 7900},
	"ch": {1290, 12900},
	"lu": {790, 7900},
}

// reckon fills in the sums of an order, in whole cents so that they add up.
func (g *generator) reckon(o *order.Order, returning bool) {
	goods := o.GoodsValue()
	discount := g.discount(o, goods, returning)
	var shipping shop.Cents
	if rate := shippingRates[o.Country]; goods < rate.freeFrom {
		shipping = rate.cost
	}
	o.Subtotal, o.Shipping, o.Discount = goods.Euro(), shipping.Euro(), discount.Euro()
	o.Total = (goods + shipping - discount).Euro()
}

// discount lets some customers use a coupon or their loyalty bonus. Only first-time
// customers use the once-per-person coupon.
func (g *generator) discount(o *order.Order, goods shop.Cents, returning bool) shop.Cents {
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

// redeem applies a coupon if the order qualifies for it.
func redeem(c *coupon.Coupon, o *order.Order, goods shop.Cents) shop.Cents {
	if !c.Redeemable(o.CreatedAt, goods) {
		return 0
	}
	o.CouponCode = c.Code
	return c.Worth(goods)
}
