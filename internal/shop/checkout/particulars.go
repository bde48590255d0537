package checkout

import (
	"fmt"
	"strings"

	"kontor/internal/shop"
	"kontor/internal/shop/order"
	"kontor/internal/shop/tax"
)

// maxMessage is how long a buyer's message may be, in characters.
const maxMessage = 2000

// addParticulars adds to an order what its buyer said besides what an order needs.
// Nothing there refuses an order: what cannot be used as it was sent becomes a hint.
func (d *Draft) addParticulars(o *order.Order) {
	o.Particulars = d.Particulars
	p := particulars{order: o, unused: d.Unread}
	p.shorten("firma", &o.Company, shop.MaxText)
	p.shorten("telefon", &o.Phone, shop.MaxText)
	p.shorten("ustId", &o.VATID, shop.MaxText)
	p.shorten("nachricht", &o.Message, maxMessage)
	if d.Billing != nil {
		p.bill(*d.Billing)
	}
	if len(p.unused) > 0 {
		p.hint("Angaben sind unvollständig angekommen: %s", strings.Join(p.unused, ", "))
	}
	if o.VATID = tax.CleanVATID(o.VATID); o.VATID != "" && !tax.VATIDFits(o.VATID) {
		p.hint("Die USt-IdNr. „%s“ hat keine gültige Form", o.VATID)
	}
}

// particulars are what a buyer said, being added to an order.
type particulars struct {
	order  *order.Order
	unused []string // names of what was not used as it was sent
}

func (p *particulars) hint(format string, values ...any) {
	p.order.Hints = append(p.order.Hints, order.Hint{Kind: order.HintParticulars, Text: fmt.Sprintf(format, values...)})
}

func (p *particulars) shorten(name string, text *string, most int) {
	if runes := []rune(*text); len(runes) > most {
		*text = string(runes[:most])
		p.unused = append(p.unused, name+" (gekürzt)")
	}
}

// bill sets the address for invoices, in the country of the order unless it names
// another one. One in a country that the shop does not know is for the operator to use.
func (p *particulars) bill(b order.Billing) {
	for _, field := range []struct {
		name string
		text *string
	}{{"firma", &b.Company}, {"name", &b.Name}, {"strasse", &b.Street}, {"plz", &b.Postcode}, {"ort", &b.City}} {
		p.shorten("rechnung."+field.name, field.text, shop.MaxText)
	}
	named := b.Country
	if b.Country = ""; b == (order.Billing{}) {
		p.order.Billing = nil
		return
	}
	if named == "" {
		named = p.order.Country
	}
	if !named.Valid() {
		p.order.Billing = nil
		p.hint("Die Rechnungsadresse ist in einem Land, das der Shop nicht kennt: %s, %s", b.Line(), named)
		return
	}
	b.Country = named
	if p.order.Billing = &b; !b.Complete() {
		p.hint("Die Rechnungsadresse ist unvollständig: %s. Rechnungen nennen die Lieferadresse", b.Line())
	}
}
