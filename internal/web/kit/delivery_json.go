package kit

import "kontor/internal/shop"

// DeliveryTimeJSON is a delivery time in working days.
type DeliveryTimeJSON struct {
	From int64 `json:"von"`
	To   int64 `json:"bis"`
}

// NewDeliveryTimeJSON returns a delivery time for the wire; nil: the shop does not say.
func NewDeliveryTimeJSON(time shop.DeliveryTime) *DeliveryTimeJSON {
	if !time.Known() {
		return nil
	}
	return &DeliveryTimeJSON{time.From, time.To}
}
