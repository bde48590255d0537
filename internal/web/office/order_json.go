package office

import (
	"kontor/internal/shop"
	"kontor/internal/shop/catalogue"
	"kontor/internal/shop/order"
	"kontor/internal/web/kit"
)

// orderJSON is an order as the operator sees it.
type orderJSON struct {
	kit.OrderFieldsJSON
	KundeID    *int64                `json:"kunde_id"` // the account it was placed from
	Sprache    string                `json:"sprache"`
	Lieferzeit *kit.DeliveryTimeJSON `json:"lieferzeit"` // as promised
	Notiz      string                `json:"notiz"`
	Versand    string                `json:"versand"`
	Version    int64                 `json:"version"`
	Artikel    []operatorItemJSON    `json:"artikel"`
	Hinweise   []order.Hint          `json:"hinweise"`
	Angaben    *particularsJSON      `json:"angaben"` // null: the buyer said nothing besides
}

// operatorItemJSON is one line as the operator sees it.
type operatorItemJSON struct {
	kit.ItemJSON
	NameDE string `json:"name_de"` // the catalogue's current name, or else the customer's wording
}

// orderDetailsJSON is one order with its history and the messages about it, oldest
// entries first.
type orderDetailsJSON struct {
	orderJSON
	Ereignisse []eventJSON `json:"ereignisse"`
	Mails      []mailJSON  `json:"mails"`

	Rechnungen  []invoiceJSON  `json:"rechnungen"`
	Berechnet   float64        `json:"berechnet"` // the total that they charge
	Vorschlaege []proposalJSON `json:"vorschlaege"`

	Sendungen []parcelJSON `json:"sendungen"`

	Zahlung *paymentDetailsJSON `json:"zahlung"` // through PayPal; null: none
	Doppelt []twinJSON          `json:"doppelt"`
}

type invoiceJSON struct {
	Nummer    string  `json:"nummer"`
	Art       string  `json:"art"`
	Betrag    float64 `json:"betrag"`
	Wer       string  `json:"wer"`
	CreatedAt string  `json:"created_at"`
}

// proposalJSON is a document that should be issued.
type proposalJSON struct {
	Anlass string  `json:"anlass"`
	Art    string  `json:"art"`
	Betrag float64 `json:"betrag"`
}

func newProposalJSON(p *order.Proposal) proposalJSON {
	return proposalJSON{p.Occasion, string(p.Kind), p.Amount.Euro()}
}

type eventJSON struct {
	Zeit string  `json:"zeit"`
	Wer  string  `json:"wer"`
	Art  string  `json:"art"`
	Von  *string `json:"von"`
	Nach *string `json:"nach"`
	Text string  `json:"text"`
}

func newOrderJSON(o *order.Order, names catalogue.GermanNames) orderJSON {
	return orderJSON{
		OrderFieldsJSON: kit.NewOrderFieldsJSON(o),
		KundeID:         kit.NullIfZero(o.CustomerID),
		Sprache:         string(o.Language),
		Lieferzeit:      kit.NewDeliveryTimeJSON(o.Delivery),
		Notiz:           o.Note,
		Versand:         string(o.Dispatch),
		Version:         o.Version,
		Artikel: kit.Mapped(o.Items, func(i *order.Item) operatorItemJSON {
			return operatorItemJSON{kit.NewItemJSON(i), names.Of(i.Slug, i.Name)}
		}),
		Hinweise: append([]order.Hint{}, o.Hints...), // [], never null
		Angaben:  newParticularsJSON(&o.Particulars),
	}
}

func newOrderDetailsJSON(d *order.Details, names catalogue.GermanNames) orderDetailsJSON {
	return orderDetailsJSON{
		orderJSON:   newOrderJSON(&d.Order, names),
		Ereignisse:  kit.Mapped(d.Events, newEventJSON),
		Mails:       kit.Mapped(d.Messages, newMailJSON),
		Rechnungen:  kit.Mapped(d.Issued, newInvoiceJSON),
		Berechnet:   d.Invoiced().Euro(),
		Vorschlaege: kit.Mapped(d.Proposals(), newProposalJSON),
		Sendungen:   kit.Mapped(d.Parcels, func(p *order.Parcel) parcelJSON { return newParcelJSON(p, &d.Order) }),
		Doppelt:     kit.Mapped(d.Twins, newTwinJSON),
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
		Von:  kit.NullIfZero(e.From),
		Nach: kit.NullIfZero(e.To),
		Text: e.Text,
	}
}
