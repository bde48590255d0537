package storefront

import (
	"kontor/internal/shop"
	"kontor/internal/shop/catalogue"
	"kontor/internal/shop/checkout"
	"kontor/internal/shop/order"
)

// deliveryTimeView is how long delivery to a country takes.
type deliveryTimeView struct {
	Country shop.Country
	Text    string // "Lieferzeit (Deutschland): 2–4 Werktage"
}

// deliveryTimes says of each country for which it is known how long delivery of a product
// takes. Which of them the visitor lives in is known to the browser.
func (p *shopPage) deliveryTimes(times checkout.DeliveryTimes, product *catalogue.Product) (views []deliveryTimeView, err error) {
	for _, country := range shop.Countries {
		said, err := p.deliveryTo(country, times[country].Later(product.DeliveryDays))
		if err != nil {
			return nil, err
		}
		if said != "" {
			views = append(views, deliveryTimeView{country, said})
		}
	}
	return views, nil
}

// deliveryTo says how long delivery to a country takes; empty: the shop does not say.
func (p *shopPage) deliveryTo(country shop.Country, time shop.DeliveryTime) (string, error) {
	days, err := p.workingDays(time)
	if days == "" {
		return "", err
	}
	name, err := p.Text("country." + string(country))
	if err != nil {
		return "", err
	}
	return p.Text("delivery.to", "Country", name, "Days", days)
}

// workingDays writes a delivery time: "2–4 Werktage"; empty: the shop does not say.
func (p *shopPage) workingDays(time shop.DeliveryTime) (string, error) {
	if !time.Known() {
		return "", nil
	}
	return p.WorkingDays(time.From, time.To)
}

// promised returns when an order arrives, as the shop said when it was placed; empty: it
// said nothing. As long as the money is missing the days are counted from its arrival.
func (p *shopPage) promised(o *order.Order) (string, error) {
	days, err := p.workingDays(o.Delivery)
	if days != "" && o.AwaitsMoney() {
		return p.Text("delivery.afterPayment", "Days", days)
	}
	return days, err
}
