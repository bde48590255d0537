package storefront

import (
	"strings"

	"kontor/internal/jsvalue"
	"kontor/internal/shop"
	"kontor/internal/shop/checkout"
	"kontor/internal/shop/order"
)

// readParticulars reads what a buyer may say besides what an order needs. Nothing there
// can be refused, so the draft keeps the names of what is not a text.
func readParticulars(d *checkout.Draft, body jsvalue.Value) {
	customer, billing := body.Get("kunde"), body.Get("rechnung")
	text := func(of jsvalue.Value, member, name string) string {
		v := of.Get(name)
		switch v.Kind() {
		case jsvalue.String, jsvalue.Undefined, jsvalue.Null:
		default:
			d.Unread = append(d.Unread, member+name+" (kein Text)")
		}
		return jsvalue.Trim(v.Text())
	}
	d.Company, d.VATID, d.Phone = text(customer, "kunde.", "firma"), text(customer, "kunde.", "ustId"), text(customer, "kunde.", "telefon")
	d.Message = strings.ReplaceAll(text(body, "", "nachricht"), "\r\n", "\n")
	switch billing.Kind() {
	case jsvalue.Object:
		of := func(name string) string { return text(billing, "rechnung.", name) }
		d.Billing = &order.Billing{
			Company: of("firma"), Name: of("name"), Street: of("strasse"), Postcode: of("plz"), City: of("ort"),
			Country: shop.Country(strings.ToLower(of("land"))),
		}
	case jsvalue.Undefined, jsvalue.Null:
	default:
		d.Unread = append(d.Unread, "rechnung (kein Objekt)")
	}
}
