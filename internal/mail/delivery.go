package mail

import (
	"kontor/internal/i18n"
	"kontor/internal/shop/order"
)

// deliveryTime returns when an order arrives, as the shop said when it was placed; empty:
// it said nothing. As long as the money is missing the days are counted from its arrival.
func deliveryTime(t *i18n.Translator, o *order.Order) (string, error) {
	if !o.Delivery.Known() {
		return "", nil
	}
	days, err := t.WorkingDays(o.Delivery.From, o.Delivery.To)
	if err == nil && o.AwaitsMoney() {
		days, err = t.Text("delivery.afterPayment", "Days", days)
	}
	return days, err
}
