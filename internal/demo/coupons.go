package demo

import "kontor"

// The coupons that customers of the demonstration use. They have no last day
// and no limit of redemptions, so that they also fit the orders of last year.
var (
	welcome = kontor.Coupon{
		Code: "WILLKOMMEN10", Kind: kontor.CouponPercent, Value: 10,
		OncePerPerson: true, Active: true, MinimumGoods: 15,
	}
	craft = kontor.Coupon{
		Code: "BASTELN5", Kind: kontor.CouponAmount, Value: 5,
		Active: true, MinimumGoods: 40,
	}
)

// Coupons returns one coupon that each person may use once, one worth an amount
// of euro, and one whose days are over.
func Coupons() []kontor.Coupon {
	return []kontor.Coupon{welcome, craft, {
		Code: "FRUEHLING15", Kind: kontor.CouponPercent, Value: 15,
		From: "2025-03-20", Until: "2025-04-30", MaxRedemptions: 100,
	}}
}
