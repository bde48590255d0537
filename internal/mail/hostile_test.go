package mail_test

import (
	"strings"

	"kontor/internal/shop/order"
)

// Texts that customers send to see what happens.
var hostile = []string{
	`<img src=x onerror=alert(1)>`,
	`<a href=http://evil.test>Klick</a>`,
	`"><svg onload=alert(1)>`,
	`</td></table><script>alert(1)</script>`,
	`' style='position:fixed;inset:0`,
	"Max\r\nBcc: victim@evil.test",
	"Max\nSubject: gewonnen",
	"{{.Shop.Name}}",
	"javascript:alert(1)",
	"Max\u202egnp.exe",
	"Sie haben gewonnen: https://evil.test/x www.evil.test",
	strings.Repeat("Z", 500),
}

// hostileOrder returns an order with such texts everywhere.
func hostileOrder() *order.Order {
	o := newOrder()
	o.Customer = order.Person{Name: hostile[0], Email: "a@b\r\nCc:x@evil.test", Street: hostile[1], Postcode: hostile[2], City: hostile[3]}
	o.CouponCode = hostile[4]
	o.Hints = []order.Hint{{Kind: order.HintUnknown, Text: "Artikel nicht im Sortiment: " + hostile[0]}}
	o.PaymentMethod = hostile[3]
	o.Items = nil
	for _, text := range hostile {
		o.Items = append(o.Items, order.Item{Slug: text, Name: text, Quantity: 1_000_000, Price: 999.99})
	}
	o.Total, o.Discount, o.Shipping = 1e9, 1e9, 1e9
	return o
}
