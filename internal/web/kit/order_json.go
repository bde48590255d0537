package kit

import (
	"kontor/internal/shop"
	"kontor/internal/shop/order"
)

// OrderFieldsJSON is an order with the specification's field names.
// Spec: Order.
type OrderFieldsJSON struct {
	ID                  int64   `json:"id"`
	Bestellnummer       string  `json:"bestellnummer"`
	CreatedAt           string  `json:"created_at"`
	UpdatedAt           string  `json:"updated_at"`
	Status              string  `json:"status"`
	KundeName           string  `json:"kunde_name"`
	KundeEmail          string  `json:"kunde_email"`
	Land                string  `json:"land"`
	Strasse             string  `json:"strasse"`
	PLZ                 string  `json:"plz"`
	Ort                 string  `json:"ort"`
	Zahlungsart         string  `json:"zahlungsart"`
	Zwischensumme       float64 `json:"zwischensumme"`
	Versandkosten       float64 `json:"versandkosten"`
	RabattGesamt        float64 `json:"rabatt_gesamt"`
	Summe               float64 `json:"summe"`
	TreuebonusVerwendet int     `json:"treuebonus_verwendet"`
	AboRabattVerwendet  int     `json:"abo_rabatt_verwendet"`
	GutscheinCode       *string `json:"gutschein_code"`
	PayPalOrderID       *string `json:"paypal_order_id"`
}

// ItemJSON is one line of an order.
// Spec: Order item.
type ItemJSON struct {
	ProduktSlug   string  `json:"produkt_slug"`
	Name          string  `json:"name"`
	KategorieSlug *string `json:"kategorie_slug"`
	Menge         int64   `json:"menge"`
	Preis         float64 `json:"preis"`
	Gratis        int     `json:"gratis"`
}

// NewOrderFieldsJSON returns the fields of an order for the wire.
func NewOrderFieldsJSON(o *order.Order) OrderFieldsJSON {
	return OrderFieldsJSON{
		ID:                  o.ID,
		Bestellnummer:       o.Number,
		CreatedAt:           shop.FormatTime(o.CreatedAt),
		UpdatedAt:           shop.FormatTime(o.UpdatedAt),
		Status:              string(o.Status),
		KundeName:           o.Customer.Name,
		KundeEmail:          o.Customer.Email,
		Land:                string(o.Country),
		Strasse:             o.Customer.Street,
		PLZ:                 o.Customer.Postcode,
		Ort:                 o.Customer.City,
		Zahlungsart:         o.PaymentMethod,
		Zwischensumme:       o.Subtotal,
		Versandkosten:       o.Shipping,
		RabattGesamt:        o.Discount,
		Summe:               o.Total,
		TreuebonusVerwendet: zeroOne(o.LoyaltyBonus),
		AboRabattVerwendet:  zeroOne(o.SubscriptionRebate),
		GutscheinCode:       NullIfZero(o.CouponCode),
		PayPalOrderID:       NullIfZero(o.PayPalOrderID),
	}
}

// NewItemJSON returns a line of an order for the wire.
func NewItemJSON(i *order.Item) ItemJSON {
	return ItemJSON{
		ProduktSlug:   i.Slug,
		Name:          i.Name,
		KategorieSlug: NullIfZero(i.Category),
		Menge:         i.Quantity,
		Preis:         i.Price,
		Gratis:        zeroOne(i.Free),
	}
}

// zeroOne returns an order's flag in the specification's form.
func zeroOne(b bool) int {
	if b {
		return 1
	}
	return 0
}
