package order

import (
	"strings"

	"kontor/internal/shop"
	"kontor/internal/shop/tax"
)

// Particulars are what a buyer may say besides what an order needs, in the form in which
// they are stored; all of it may be missing.
type Particulars struct {
	Company string   `json:"firma,omitempty"`
	VATID   string   `json:"ust_id,omitempty"` // see [tax.CleanVATID]; its form may be wrong
	Phone   string   `json:"telefon,omitempty"`
	Message string   `json:"nachricht,omitempty"` // to the shop; may have several lines
	Billing *Billing `json:"rechnung,omitempty"`  // where invoices go; nil: to the recipient
	VIES    *VIES    `json:"vies,omitempty"`      // nil: nobody has asked about the VAT id
}

// Billing is an address for invoices.
type Billing struct {
	Company  string       `json:"firma,omitempty"`
	Name     string       `json:"name,omitempty"`
	Street   string       `json:"strasse,omitempty"`
	Postcode string       `json:"plz,omitempty"`
	City     string       `json:"ort,omitempty"`
	Country  shop.Country `json:"land"`
}

// Complete reports whether an invoice can be addressed to it: it needs the full name and
// address of who buys. Law: § 14 Abs. 4 Nr. 1 UStG.
func (b *Billing) Complete() bool {
	return b.Company+b.Name != "" && b.Street != "" && b.Postcode != "" && b.City != "" && b.Country.Valid()
}

// Line returns the address on one line.
func (b *Billing) Line() string {
	var parts []string
	for _, part := range []string{b.Company, b.Name, b.Street, strings.TrimSpace(b.Postcode + " " + b.City)} {
		if part != "" {
			parts = append(parts, part)
		}
	}
	return strings.Join(parts, ", ")
}

// IsZero reports whether nothing was said.
func (p Particulars) IsZero() bool { return p == Particulars{} }

// InvoiceAddress returns whom invoices of the order name: the address for them or, unless
// that is complete, the recipient of the delivery.
func (o *Order) InvoiceAddress() Billing {
	if o.Billing != nil && o.Billing.Complete() {
		return *o.Billing
	}
	return o.DeliveryAddress()
}

// DeliveryAddress returns where the goods go.
func (o *Order) DeliveryAddress() Billing {
	c := &o.Customer
	return Billing{Company: o.Company, Name: c.Name, Street: c.Street, Postcode: c.Postcode, City: c.City, Country: o.Country}
}

// InvoiceVATID returns the buyer's number as invoices print it; empty: there is none of a
// possible form.
func (o *Order) InvoiceVATID() string {
	if !tax.VATIDFits(o.VATID) {
		return ""
	}
	return o.VATID
}

// VIES is what the European system for the exchange of information on value added tax
// answered the operator about the buyer's number.
type VIES struct {
	Day   shop.Day `json:"am"`
	Valid bool     `json:"gueltig"`
	Proof string   `json:"kennung,omitempty"` // of the answer, as the system named it
}

// Business reports whether the order is of a business of another member state than the
// seller's, with proof: a number alone proves nothing. Law: § 6a Abs. 1 UStG, article 138
// of Directive 2006/112/EC.
func (o *Order) Business(seat shop.Country) bool {
	state := tax.MemberState(o.VATID)
	return o.VIES != nil && o.VIES.Valid && state != "" && state != strings.ToUpper(string(seat))
}
