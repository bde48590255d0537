package payment

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"time"

	"kontor/internal/shop"
	"kontor/internal/shop/order"
	"kontor/internal/shop/tax"
)

// frozenOrder is the form in which the journal keeps an order until its money arrives.
type frozenOrder struct {
	Name         string        `json:"kunde_name"`
	Email        string        `json:"kunde_email"`
	Street       string        `json:"strasse"`
	Postcode     string        `json:"plz"`
	City         string        `json:"ort"`
	Country      shop.Country  `json:"land"`
	Method       string        `json:"zahlungsart"`
	Subtotal     float64       `json:"zwischensumme"`
	Shipping     float64       `json:"versandkosten"`
	Discount     float64       `json:"rabatt_gesamt"`
	Total        float64       `json:"summe"`
	Loyalty      bool          `json:"treuebonus_verwendet"`
	Subscription bool          `json:"abo_rabatt_verwendet"`
	CouponCode   string        `json:"gutschein_code"`
	Language     shop.Language `json:"sprache"`
	Hints        []order.Hint  `json:"hinweise,omitempty"`
	Items        []frozenItem  `json:"artikel"`

	Particulars *order.Particulars `json:"angaben,omitempty"`
}

type frozenItem struct {
	Slug     string  `json:"produkt_slug"`
	Name     string  `json:"name"`
	Category string  `json:"kategorie_slug"`
	Quantity int64   `json:"menge"`
	Price    float64 `json:"preis"`
	Free     bool    `json:"gratis"`
}

// Freeze encodes a new order for the journal: everything ordered, for whom and at what
// price, but without number, time and the customer's account.
func Freeze(o *order.Order) ([]byte, error) {
	f := frozenOrder{
		Name: o.Customer.Name, Email: o.Customer.Email, Street: o.Customer.Street, Postcode: o.Customer.Postcode,
		City: o.Customer.City, Country: o.Country, Method: o.PaymentMethod, Subtotal: o.Subtotal, Shipping: o.Shipping,
		Discount: o.Discount, Total: o.Total, Loyalty: o.LoyaltyBonus, Subscription: o.SubscriptionRebate,
		CouponCode: o.CouponCode, Language: o.Language, Hints: o.Hints,
	}
	if !o.Particulars.IsZero() {
		f.Particulars = &o.Particulars
	}
	for _, i := range o.Items {
		f.Items = append(f.Items, frozenItem{i.Slug, i.Name, i.Category, i.Quantity, i.Price, i.Free})
	}
	text, err := json.Marshal(f)
	if err != nil {
		return nil, fmt.Errorf("freeze an order: %w", err)
	}
	return text, nil
}

// Thaw decodes what [Freeze] encoded.
func Thaw(text []byte) (*order.Order, error) {
	var f frozenOrder
	if err := json.Unmarshal(text, &f); err != nil {
		return nil, fmt.Errorf("thaw an order: %w", err)
	}
	o := &order.Order{
		Dispatch: order.DispatchOpen,
		Customer: order.Person{Name: f.Name, Email: f.Email, Street: f.Street, Postcode: f.Postcode, City: f.City},
		Country:  f.Country, PaymentMethod: f.Method, Subtotal: f.Subtotal, Shipping: f.Shipping, Discount: f.Discount,
		Total: f.Total, LoyaltyBonus: f.Loyalty, SubscriptionRebate: f.Subscription, CouponCode: f.CouponCode,
		Language: f.Language, Hints: f.Hints,
	}
	if f.Particulars != nil {
		o.Particulars = *f.Particulars
	}
	for _, i := range f.Items {
		o.Items = append(o.Items, order.Item{Slug: i.Slug, Name: i.Name, Category: i.Category, Quantity: i.Quantity, Price: i.Price, Free: i.Free, TaxClass: tax.Standard})
	}
	return o, nil
}

// BasketHash returns the SHA-256, in hex, of everything a new order consists of. Orders
// with the same hash are the same purchase.
func BasketHash(o *order.Order) string {
	plain := *o
	plain.Hints = nil
	text, err := Freeze(&plain)
	if err != nil {
		return "" // numbers of a checked order are finite
	}
	digest := sha256.Sum256(text)
	return hex.EncodeToString(digest[:])
}

// PaidOrder returns the order that the payment becomes at the given time, nil if its
// basket is gone.
func (p *Payment) PaidOrder(at time.Time) *order.Order {
	if p.Basket == nil {
		return nil
	}
	o := *p.Basket
	o.CreatedAt, o.UpdatedAt, o.Status = at, at, order.StatusPaid
	o.PaymentMethod, o.PayPalOrderID, o.CustomerID = order.MethodPayPal, p.PayPalOrderID, p.CustomerID
	return &o
}
