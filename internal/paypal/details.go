package paypal

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"kontor/internal/shop"
	"kontor/internal/shop/order"
)

// How long PayPal's fields may be, in characters. An address is sent whole or not at
// all: a shortened one would be another.
const (
	maxName     = 300
	maxStreet   = 300
	maxCity     = 120
	maxPostcode = 60
)

// maxItemName is the maximum length of an item's name. PayPal counts characters of
// ASCII, so these are bytes.
const maxItemName = 127

type (
	newAmountJSON struct {
		moneyJSON
		Breakdown *breakdownJSON `json:"breakdown,omitempty"`
	}
	breakdownJSON struct {
		Items    moneyJSON  `json:"item_total"`
		Shipping *moneyJSON `json:"shipping,omitempty"`
		Discount *moneyJSON `json:"discount,omitempty"`
	}
	itemJSON struct {
		Name     string    `json:"name"`
		Quantity string    `json:"quantity"`
		Price    moneyJSON `json:"unit_amount"`
	}
	shippingJSON struct {
		Name struct {
			Full string `json:"full_name"`
		} `json:"name"`
		Address addressJSON `json:"address"`
	}
	addressJSON struct {
		Street   string `json:"address_line_1"`
		City     string `json:"admin_area_2"`
		Postcode string `json:"postal_code"`
		Country  string `json:"country_code"`
	}
)

// describe adds what the amount is for and where it goes, as far as PayPal can take it.
func (u *newUnitJSON) describe(o *order.Order) {
	u.Shipping = shippingOf(o)
	if items := itemsOf(o); items != nil && o.ExpectedTotal() == o.TotalCents() {
		u.Items = items
		u.Amount.Breakdown = &breakdownJSON{
			Items: euro(o.GoodsValue()), Shipping: euroUnless0(o.Shipping), Discount: euroUnless0(o.Discount),
		}
	}
}

// shippingOf returns the buyer's address; nil if it lacks something, or does not fit.
func shippingOf(o *order.Order) *shippingJSON {
	fits := true
	whole := func(text string, most int) string {
		text = strings.TrimSpace(oneLine(text))
		fits = fits && text != "" && utf8.RuneCountInString(text) <= most
		return text
	}
	to := &shippingJSON{Address: addressJSON{
		Street:   whole(o.Customer.Street, maxStreet),
		City:     whole(o.Customer.City, maxCity),
		Postcode: whole(o.Customer.Postcode, maxPostcode),
		Country:  strings.ToUpper(string(o.Country)),
	}}
	to.Name.Full = whole(o.Customer.Name, maxName)
	if !fits {
		return nil
	}
	return to
}

// itemsOf returns the lines of an order with gross prices; nil if PayPal cannot take one
// of them, or one of the charges.
func itemsOf(o *order.Order) []itemJSON {
	if o.Shipping < 0 || o.Discount < 0 {
		return nil
	}
	var items []itemJSON
	for _, item := range o.Items {
		name, price := shorten(oneLine(item.Name), maxItemName), shop.CentsOf(item.Price)
		if item.Free {
			price = 0
		}
		if name == "" || item.Quantity < 1 {
			return nil
		}
		items = append(items, itemJSON{name, strconv.FormatInt(item.Quantity, 10), euro(price)})
	}
	return items
}

// shorten cuts a text off between characters, and trims it.
func shorten(text string, most int) string {
	text = strings.TrimSpace(text)
	for len(text) > most {
		_, size := utf8.DecodeLastRuneInString(text)
		text = text[:len(text)-size]
	}
	return strings.TrimSpace(text)
}

func euroUnless0(x float64) *moneyJSON {
	cents := shop.CentsOf(x)
	if cents == 0 {
		return nil
	}
	money := euro(cents)
	return &money
}
