package demo

import "kontor/internal/shop/coupon"

// The coupons that the demo's customers use. They have no end date and no redemption
// limit, so that they also fit last year's orders.
var (
	welcome = coupon.Coupon{
		Code: "WILLKOMMEN10", Kind: coupon.Percent, Value: 10,
		OncePerPerson: true, Active: true, MinimumGoods: 15, Demo: true,
	}
	craft = coupon.Coupon{
		Code: "BASTELN5", Kind: coupon.Amount, Value: 5,
		Active: true, MinimumGoods: 40, Demo: true,
	}
)

// Coupons returns one coupon that each person may use once, one worth a fixed amount in
// euro, and one that has expired.
func Coupons() []coupon.Coupon {
	return []coupon.Coupon{welcome, craft, {
		Code: "FRUEHLING15", Kind: coupon.Percent, Value: 15,
		From: "2025-03-20", Until: "2025-04-30", MaxRedemptions: 100, Demo: true,
	}}
}
