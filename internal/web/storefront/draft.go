package storefront

import (
	"kontor/internal/jsvalue"
	"kontor/internal/shop/checkout"
	"kontor/internal/shop/order"
)

// readDraft parses an order as the JavaScript original does: missing and mistyped
// values count as absent, and are judged only by the checks that follow.
// Spec: POST /api/orders, request body.
func readDraft(body jsvalue.Value) *checkout.Draft {
	draft := &checkout.Draft{
		Country:            body.Get("land").Text(),
		Customer:           readPerson(body.Get("kunde")),
		Items:              readItems(body.Get("artikel")),
		Total:              body.Get("summe").Number(),
		Subtotal:           body.Get("zwischensumme").Float(),
		Shipping:           body.Get("versandkosten").Float(),
		Discount:           body.Get("rabattGesamt").Float(),
		PaymentMethod:      body.Get("zahlungsart").Text(),
		LoyaltyBonus:       body.Get("treuebonusVerwendet").Truthy(),
		SubscriptionRebate: body.Get("aboRabattVerwendet").Truthy(),
		CouponCode:         body.Get("gutscheinCode").Text(),
		Language:           body.Get("sprache").Text(),
	}
	readParticulars(draft, body)
	return draft
}

func readPerson(customer jsvalue.Value) order.Person {
	return order.Person{
		Name:     trimmed(customer.Get("name")),
		Email:    trimmed(customer.Get("email")),
		Street:   customer.Get("strasse").Text(),
		Postcode: customer.Get("plz").Text(),
		City:     customer.Get("ort").Text(),
	}
}

// readItems stops after one item too many: the draft is refused for it, however many
// follow.
func readItems(list jsvalue.Value) []checkout.DraftItem {
	var items []checkout.DraftItem
	for item := range list.Elements() {
		items = append(items, checkout.DraftItem{
			Slug:     trimmed(item.Get("slug")),
			Name:     trimmed(item.Get("name")),
			Category: item.Get("kategorie").Text(),
			Quantity: item.Get("menge").Float(),
			Price:    item.Get("preis").Float(),
			Free:     item.Get("gratis").Truthy(),
		})
		if len(items) > checkout.MaxItems {
			break
		}
	}
	return items
}

func trimmed(v jsvalue.Value) string { return jsvalue.Trim(v.Text()) }
