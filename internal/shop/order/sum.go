package order

import (
	"math"
	"math/big"
	"slices"

	"kontor/internal/shop"
)

// ExpectedTotal returns the sum of the order's own numbers: the items that are not
// free, plus shipping, minus discount. A sum beyond the range of [shop.Cents] is
// clamped, so it never equals a real total.
func (o *Order) ExpectedTotal() shop.Cents {
	sum := big.NewInt(int64(shop.CentsOf(o.Shipping)) - int64(shop.CentsOf(o.Discount)))
	for _, item := range o.Items {
		if item.Free {
			continue
		}
		line := big.NewInt(int64(shop.CentsOf(item.Price)))
		sum.Add(sum, line.Mul(line, big.NewInt(item.Quantity)))
	}
	if !sum.IsInt64() {
		return math.MaxInt64
	}
	return shop.Cents(sum.Int64())
}

// GoodsValue returns the cents of all items that are not free, before shipping and
// discount. A coupon's minimum is compared with it.
func (o *Order) GoodsValue() shop.Cents {
	goods := Order{Items: o.Items}
	return goods.ExpectedTotal()
}

// ValueOf returns the cents of the items of one product that are not free.
func (o *Order) ValueOf(slug string) shop.Cents {
	of := Order{Items: slices.DeleteFunc(slices.Clone(o.Items), func(i Item) bool { return i.Slug != slug })}
	return of.GoodsValue()
}
