package office

import (
	"strconv"
	"strings"
	"time"

	"kontor/internal/shop"
	"kontor/internal/shop/catalogue"
	"kontor/internal/shop/order"
)

// exportColumn is one column of the exports: a title and its values, each a string,
// [shop.Cents] or a [time.Time].
type exportColumn struct {
	title string
	width float64 // in characters, for spreadsheets
	value func(*order.Order) any
}

// exportColumns are the columns of both exports. Articles have the operator's names.
func exportColumns(names catalogue.GermanNames) []exportColumn {
	return []exportColumn{
		{"Bestellnummer", 16, func(o *order.Order) any { return o.Number }},
		{"Bestellt am", 19, func(o *order.Order) any { return o.CreatedAt }},
		{"Status", 14, func(o *order.Order) any { return o.Status.Name() }},
		{"Name", 26, func(o *order.Order) any { return o.Customer.Name }},
		{"E-Mail", 30, func(o *order.Order) any { return o.Customer.Email }},
		{"Straße", 26, func(o *order.Order) any { return o.Customer.Street }},
		{"PLZ", 8, func(o *order.Order) any { return o.Customer.Postcode }},
		{"Ort", 20, func(o *order.Order) any { return o.Customer.City }},
		{"Land", 12, func(o *order.Order) any { return o.Country.Name() }},
		{"Zahlungsart", 14, func(o *order.Order) any { return order.MethodName(o.PaymentMethod) }},
		{"Artikel", 60, func(o *order.Order) any { return itemsText(o.Items, names) }},
		{"Zwischensumme", 14, func(o *order.Order) any { return shop.CentsOf(o.Subtotal) }},
		{"Versandkosten", 14, func(o *order.Order) any { return shop.CentsOf(o.Shipping) }},
		{"Rabatt", 10, func(o *order.Order) any { return shop.CentsOf(o.Discount) }},
		{"Summe", 12, func(o *order.Order) any { return o.TotalCents() }},
		{"Gutschein", 14, func(o *order.Order) any { return o.CouponCode }},
		{"Treuebonus", 11, func(o *order.Order) any { return yesNo(o.LoyaltyBonus) }},
		{"Abo-Rabatt", 11, func(o *order.Order) any { return yesNo(o.SubscriptionRebate) }},
		{"PayPal-Beleg", 20, func(o *order.Order) any { return o.PayPalOrderID }},
		{"Notiz", 30, func(o *order.Order) any { return o.Note }},
		{"Hinweise", 30, func(o *order.Order) any { return o.HintTexts() }},
		{"Firma", 26, func(o *order.Order) any { return o.Company }},
		{"USt-IdNr.", 16, func(o *order.Order) any { return o.VATID }},
		{"VIES", 20, func(o *order.Order) any { return viesText(o) }},
		{"Telefon", 18, func(o *order.Order) any { return o.Phone }},
		{"Rechnungsadresse", 40, func(o *order.Order) any { return billingText(o.Billing) }},
		{"Nachricht", 40, func(o *order.Order) any { return o.Message }},
	}
}

// viesText returns what VIES said about the order's number; empty: nobody has asked.
func viesText(o *order.Order) string {
	if o.VIES == nil {
		return ""
	}
	return o.VIES.Text(o.VATID)
}

// billingText formats an address for invoices for one cell.
func billingText(b *order.Billing) string {
	if b == nil {
		return ""
	}
	return b.Line() + ", " + b.Country.Name()
}

// itemsText formats an order's lines for one cell.
func itemsText(items []order.Item, names catalogue.GermanNames) string {
	lines := make([]string, len(items))
	for i, item := range items {
		price := "je " + shop.CentsOf(item.Price).String()
		if item.Free {
			price = "gratis"
		}
		lines[i] = strconv.FormatInt(item.Quantity, 10) + " × " + names.With(item.Slug, item.Name) + " (" + item.Slug + ") " + price
	}
	return strings.Join(lines, " | ")
}

func yesNo(b bool) string {
	if b {
		return "ja"
	}
	return "nein"
}

// berlinTime returns the time on the shop's clock: spreadsheets have no time zones.
func berlinTime(t time.Time) time.Time { return t.In(shop.Berlin) }
