package web

import (
	"strconv"
	"strings"
	"time"

	"kontor"
)

// exportColumn is one column of the exports: a title and what stands below it, a
// string, [kontor.Cents] or a [time.Time].
type exportColumn struct {
	title string
	width float64 // in characters, for spreadsheets
	value func(*kontor.Order) any
}

// exportColumns are the columns of both exports. Articles have the names that
// operators give them.
func exportColumns(names kontor.GermanNames) []exportColumn {
	return []exportColumn{
		{"Bestellnummer", 16, func(o *kontor.Order) any { return o.Number }},
		{"Bestellt am", 19, func(o *kontor.Order) any { return o.CreatedAt }},
		{"Status", 14, func(o *kontor.Order) any { return o.Status.Name() }},
		{"Name", 26, func(o *kontor.Order) any { return o.Customer.Name }},
		{"E-Mail", 30, func(o *kontor.Order) any { return o.Customer.Email }},
		{"Straße", 26, func(o *kontor.Order) any { return o.Customer.Street }},
		{"PLZ", 8, func(o *kontor.Order) any { return o.Customer.Postcode }},
		{"Ort", 20, func(o *kontor.Order) any { return o.Customer.City }},
		{"Land", 12, func(o *kontor.Order) any { return o.Country.Name() }},
		{"Zahlungsart", 14, func(o *kontor.Order) any { return kontor.PaymentMethodName(o.PaymentMethod) }},
		{"Artikel", 60, func(o *kontor.Order) any { return itemsText(o.Items, names) }},
		{"Zwischensumme", 14, func(o *kontor.Order) any { return kontor.CentsOf(o.Subtotal) }},
		{"Versandkosten", 14, func(o *kontor.Order) any { return kontor.CentsOf(o.Shipping) }},
		{"Rabatt", 10, func(o *kontor.Order) any { return kontor.CentsOf(o.Discount) }},
		{"Summe", 12, func(o *kontor.Order) any { return o.TotalCents() }},
		{"Gutschein", 14, func(o *kontor.Order) any { return o.CouponCode }},
		{"Treuebonus", 11, func(o *kontor.Order) any { return yesNo(o.LoyaltyBonus) }},
		{"Abo-Rabatt", 11, func(o *kontor.Order) any { return yesNo(o.SubscriptionRebate) }},
		{"PayPal-Beleg", 20, func(o *kontor.Order) any { return o.PayPalOrderID }},
		{"Notiz", 30, func(o *kontor.Order) any { return o.Note }},
		{"Hinweise", 30, func(o *kontor.Order) any { return o.HintTexts() }},
	}
}

// itemsText writes an order's lines into one cell.
func itemsText(items []kontor.Item, names kontor.GermanNames) string {
	lines := make([]string, len(items))
	for i, item := range items {
		price := "je " + kontor.CentsOf(item.Price).String()
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

// berlinTime is the wall clock of the shop: spreadsheets know no zones.
func berlinTime(t time.Time) time.Time { return t.In(kontor.Berlin) }
