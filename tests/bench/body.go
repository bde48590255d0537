package main

import "kontor/internal/shop/order"

// orderBody is an order as the shop's pages send it.
// Spec: POST /api/orders, request body.
type orderBody struct {
	Land                string       `json:"land"`
	Kunde               customerBody `json:"kunde"`
	Artikel             []itemBody   `json:"artikel"`
	Summe               float64      `json:"summe"`
	Zwischensumme       float64      `json:"zwischensumme"`
	Versandkosten       float64      `json:"versandkosten"`
	RabattGesamt        float64      `json:"rabattGesamt"`
	Zahlungsart         string       `json:"zahlungsart"`
	TreuebonusVerwendet bool         `json:"treuebonusVerwendet"`
	AboRabattVerwendet  bool         `json:"aboRabattVerwendet"`
	Sprache             string       `json:"sprache"`
}

type customerBody struct {
	Name    string `json:"name"`
	Email   string `json:"email"`
	Strasse string `json:"strasse"`
	PLZ     string `json:"plz"`
	Ort     string `json:"ort"`
}

type itemBody struct {
	Slug      string  `json:"slug"`
	Name      string  `json:"name"`
	Kategorie string  `json:"kategorie"`
	Menge     int64   `json:"menge"`
	Preis     float64 `json:"preis"`
	Gratis    bool    `json:"gratis"`
}

func newBody(o *order.Order) orderBody {
	c := o.Customer
	body := orderBody{
		Land: string(o.Country), Kunde: customerBody{c.Name, c.Email, c.Street, c.Postcode, c.City},
		Summe: o.Total, Zwischensumme: o.Subtotal, Versandkosten: o.Shipping, RabattGesamt: o.Discount,
		Zahlungsart: o.PaymentMethod, TreuebonusVerwendet: o.LoyaltyBonus,
		AboRabattVerwendet: o.SubscriptionRebate, Sprache: string(o.Language),
	}
	for _, item := range o.Items {
		body.Artikel = append(body.Artikel,
			itemBody{item.Slug, item.Name, item.Category, item.Quantity, item.Price, item.Free})
	}
	return body
}
