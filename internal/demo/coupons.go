package demo

import "kontor/internal/shop/coupon"

// The coupons that customers of the demonstration use. They have no last day
// and no limit of redemptions, so that they also fit the orders of last year.
var (
	welcome = coupon.Coupon{
		Code: "WILLKOMMEN10", Kind: coupon.CouponPercent, Value: 10,
		OncePerPerson: true, Active: true, MinimumGoods: 15,
	}
	craft = coupon.Coupon{
		Code: "BASTELN5", Kind: coupon.CouponAmount, Value: 5,
		Active: true, MinimumGoods: 40,
	}
)

// Coupons returns one coupon that each person may use once, one worth an amount
// of euro, and one whose days are over.
func Coupons() []coupon.Coupon {
	return []coupon.Coupon{welcome, craft, {
		Code: "FRUEHLING15", Kind: coupon.CouponPercent, Value: 15,
		From: "2025-03-20", Until: "2025-04-30", MaxRedemptions: 100,
	}}
}
