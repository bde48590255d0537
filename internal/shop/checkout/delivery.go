package checkout

import (
	"kontor/internal/shop"
	"kontor/internal/shop/catalogue"
	"kontor/internal/shop/order"
)

// DeliveryTimes are what the shop says about delivery to the countries. It says nothing
// about one that is missing.
type DeliveryTimes map[shop.Country]shop.DeliveryTime

// Of returns within how many working days items arrive in a country: together, so that
// the product with the longest delivery decides. catalogue holds them by slug; those that
// are missing take no longer than usual.
func (d DeliveryTimes) Of(to shop.Country, items []order.Item, catalogue map[string]catalogue.Product) shop.DeliveryTime {
	var longest int64
	for _, item := range items {
		longest = max(longest, catalogue[item.Slug].DeliveryDays)
	}
	return d[to].Later(longest)
}
