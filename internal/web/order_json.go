package web

import (
	"time"

	"kontor/internal/shop"
	"kontor/internal/shop/catalogue"
	"kontor/internal/shop/order"
)

// orderFieldsJSON is an order as the specification names its fields.
// Spec: Order.
type orderFieldsJSON struct {
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

// orderJSON is an order as the operator sees it.
type orderJSON struct {
	orderFieldsJSON
	KundeID  *int64             `json:"kunde_id"` // the account it was placed from
	Sprache  string             `json:"sprache"`
	Notiz    string             `json:"notiz"`
	Version  int64              `json:"version"`
	Artikel  []operatorItemJSON `json:"artikel"`
	Hinweise []order.Hint       `json:"hinweise"`
}

// customerOrderJSON is an order as its customer sees it: without what the
// operator wrote about it.
type customerOrderJSON struct {
	orderFieldsJSON
	Sprache string     `json:"sprache"`
	Artikel []itemJSON `json:"artikel"`
}

// itemJSON is one line of an order. Spec: Order item.
type itemJSON struct {
	ProduktSlug   string  `json:"produkt_slug"`
	Name          string  `json:"name"`
	KategorieSlug *string `json:"kategorie_slug"`
	Menge         int64   `json:"menge"`
	Preis         float64 `json:"preis"`
	Gratis        int     `json:"gratis"`
}

// operatorItemJSON is one line as the operator sees it.
type operatorItemJSON struct {
	itemJSON
	NameDE string `json:"name_de"` // today's in the catalogue, or else the customer's wording
}

// orderDetailsJSON is one order with its history and the messages about it,
// oldest entries first.
type orderDetailsJSON struct {
	orderJSON
	Ereignisse []eventJSON `json:"ereignisse"`
	Mails      []mailJSON  `json:"mails"`

	Rechnungen []invoiceJSON `json:"rechnungen"`
	Berechnet  float64       `json:"berechnet"` // what they ask for together

	Zahlung *paymentDetailsJSON `json:"zahlung"` // through PayPal; null: none
}

type invoiceJSON struct {
	Nummer    string  `json:"nummer"`
	Art       string  `json:"art"`
	Betrag    float64 `json:"betrag"`
	Wer       string  `json:"wer"`
	CreatedAt string  `json:"created_at"`
}

type eventJSON struct {
	Zeit string  `json:"zeit"`
	Wer  string  `json:"wer"`
	Art  string  `json:"art"`
	Von  *string `json:"von"`
	Nach *string `json:"nach"`
	Text string  `json:"text"`
}

func newOrderFieldsJSON(o *order.Order) orderFieldsJSON {
	return orderFieldsJSON{
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
		GutscheinCode:       nullIfZero(o.CouponCode),
		PayPalOrderID:       nullIfZero(o.PayPalOrderID),
	}
}

func newOrderJSON(o *order.Order, names catalogue.GermanNames) orderJSON {
	return orderJSON{
		orderFieldsJSON: newOrderFieldsJSON(o),
		KundeID:         nullIfZero(o.CustomerID),
		Sprache:         string(o.Language),
		Notiz:           o.Note,
		Version:         o.Version,
		Artikel: mapped(o.Items, func(i *order.Item) operatorItemJSON {
			return operatorItemJSON{newItemJSON(i), names.Of(i.Slug, i.Name)}
		}),
		Hinweise: append([]order.Hint{}, o.Hints...), // [], never null
	}
}

func newCustomerOrderJSON(o *order.Order) customerOrderJSON {
	return customerOrderJSON{
		orderFieldsJSON: newOrderFieldsJSON(o),
		Sprache:         string(o.Language),
		Artikel:         mapped(o.Items, newItemJSON),
	}
}

func newItemJSON(i *order.Item) itemJSON {
	return itemJSON{
		ProduktSlug:   i.Slug,
		Name:          i.Name,
		KategorieSlug: nullIfZero(i.Category),
		Menge:         i.Quantity,
		Preis:         i.Price,
		Gratis:        zeroOne(i.Free),
	}
}

func newOrderDetailsJSON(d *order.OrderDetails, names catalogue.GermanNames) orderDetailsJSON {
	return orderDetailsJSON{
		orderJSON:  newOrderJSON(&d.Order, names),
		Ereignisse: mapped(d.Events, newEventJSON),
		Mails:      mapped(d.Messages, newMailJSON),
		Rechnungen: mapped(d.Invoices(), newInvoiceJSON),
		Berechnet:  d.Invoiced().Euro(),
	}
}

func newInvoiceJSON(i *order.Invoice) invoiceJSON {
	return invoiceJSON{
		Nummer: i.Number, Art: string(i.Kind), Betrag: i.Amount.Euro(), Wer: i.Actor, CreatedAt: shop.FormatTime(i.At),
	}
}

func newEventJSON(e *order.Event) eventJSON {
	return eventJSON{
		Zeit: shop.FormatTime(e.At),
		Wer:  e.Actor,
		Art:  string(e.Kind),
		Von:  nullIfZero(e.From),
		Nach: nullIfZero(e.To),
		Text: e.Text,
	}
}

// mapped converts a list for the wire, where an empty one is [] and not null.
func mapped[T, J any](list []T, convert func(*T) J) []J {
	out := make([]J, len(list))
	for i := range list {
		out[i] = convert(&list[i])
	}
	return out
}

// nullIfZero is how a value that may be missing stands on the wire.
func nullIfZero[T comparable](v T) *T {
	var zero T
	if v == zero {
		return nil
	}
	return &v
}

// timeOrNull writes an instant that may be missing.
func timeOrNull(t time.Time) *string {
	if t.IsZero() {
		return nil
	}
	s := shop.FormatTime(t)
	return &s
}

// zeroOne writes a flag of an order as the specification stores it.
func zeroOne(b bool) int {
	if b {
		return 1
	}
	return 0
}
