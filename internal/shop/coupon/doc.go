// Package coupon has the coupons: when they apply, what they are worth, how often they
// were used, and what the operator does with them.
package coupon
