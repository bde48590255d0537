package order_test

import (
	"testing"

	"kontor/internal/shop"
	"kontor/internal/shop/order"
)

// P31: an arrival that nobody entered is estimated by what the order was promised.
func TestP31_ArrivalIsEstimatedByThePromise(t *testing.T) {
	t.Parallel()
	const friday shop.Day = "2026-12-04"
	for name, c := range map[string]struct {
		parcel    order.Parcel
		order     order.Order
		want      shop.Day
		estimated bool
	}{
		"promised":         {order.Parcel{Sent: friday}, order.Order{Country: "at", Delivery: shop.DeliveryTime{From: 3, To: 5}}, "2026-12-11", true},
		"nothing promised": {order.Parcel{Sent: friday}, order.Order{Country: "at"}, "2026-12-10", true},
		"at home":          {order.Parcel{Sent: friday}, order.Order{Country: "de"}, "2026-12-08", true},
		"entered":          {order.Parcel{Sent: friday, Delivered: "2026-12-05"}, order.Order{Country: "at", Delivery: shop.DeliveryTime{From: 3, To: 5}}, "2026-12-05", false},
	} {
		if day, estimated := c.parcel.Arrival(&c.order); day != c.want || estimated != c.estimated {
			t.Errorf("%s: %s, %v, want %s, %v", name, day, estimated, c.want, c.estimated)
		}
	}
}
