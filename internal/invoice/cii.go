package invoice

import (
	"cmp"
	"encoding/xml"
	"fmt"
	"strconv"
	"strings"

	"kontor/internal/shop"
	"kontor/internal/shop/order"
	"kontor/internal/shop/tax"
)

// xml returns the document as a Cross Industry Invoice in the profile of EN 16931, for
// programs. It has the amounts of the PDF; net amounts of lines, delivery and discount
// add up to the net amount of their rate.
//
// Errors: [order.ErrInvoiceIncomplete] with what is missing.
func (s subject) xml() ([]byte, error) {
	e := &electronic{subject: s}
	if err := e.check(); err != nil {
		return nil, err
	}
	if e.reverses() {
		e.takeBack()
	} else {
		e.charge()
	}
	content, err := xml.MarshalIndent(e.invoice(), "", " ")
	if err == nil {
		err = e.err
	}
	if err != nil {
		return nil, fmt.Errorf("invoice: %w", err)
	}
	return append([]byte(xml.Header), content...), nil
}

// electronic is an invoice being written for programs.
type electronic struct {
	subject
	lines  []ciiLine
	extras []ciiExtra
	groups []*group // by category and rate, in the order of their first line
	sums   struct{ lines, charges, allowances shop.Cents }
	err    error // first error in rendering a text
}

// group is what has one category and rate of tax.
type group struct {
	ciiRate
	net, tax shop.Cents
}

// The categories of tax of EN 16931 (UNTDID 5305).
const (
	categoryStandard = "S"
	categoryZero     = "Z"
	categoryExempt   = "E" // a small business
	categoryExport   = "G"
	categoryOutside  = "O" // whose seller is not registered
	categoryIntra    = "K" // to a business of another member state
)

// category returns the category of what has a rate.
func (e *electronic) category(rate tax.Rate) string {
	switch {
	case e.taxed.Taxed() && rate > 0:
		return categoryStandard
	case e.taxed.Taxed():
		return categoryZero
	case e.taxed.Case == tax.IntraCommunity:
		return categoryIntra
	case e.seller.Tax.WordsOf(e.taxed) == tax.WordsNone:
		return categoryOutside
	case strings.HasPrefix(e.seller.Tax.WordsOf(e.taxed), tax.WordsExempt):
		return categoryExempt
	}
	return categoryExport
}

// check returns [order.ErrInvoiceIncomplete] if the seller is not named as its category demands
// (BR-S-2, BR-E-2, BR-G-2, BR-IC-2), or if the order's sums are beyond any amount.
func (e *electronic) check() error {
	switch category := e.category(0); {
	case !e.order.Fits():
		return order.ErrInvoiceIncomplete.With("Die Summen der Bestellung sind für eine E-Rechnung zu groß.")
	case category == categoryIntra && e.seller.VATID == "":
		return order.ErrInvoiceIncomplete.With("Für die E-Rechnung einer innergemeinschaftlichen Lieferung fehlt die Umsatzsteuer-Identifikationsnummer: SHOP_UST_ID setzen.")
	case category == categoryExport && e.seller.VATID == "":
		return order.ErrInvoiceIncomplete.With("Für die E-Rechnung einer Ausfuhr fehlt die Umsatzsteuer-Identifikationsnummer: SHOP_UST_ID setzen.")
	case category != categoryOutside && e.seller.VATID == "" && e.seller.TaxID == "":
		return order.ErrInvoiceIncomplete.With("Für die E-Rechnung fehlt die Nummer beim Finanzamt: SHOP_UST_ID oder SHOP_STEUERNUMMER setzen.")
	}
	return nil
}

// group returns the group of what has a rate.
func (e *electronic) group(rate tax.Rate) *group {
	key := ciiRate{Type: "VAT", Category: e.category(rate)}
	if key.Category != categoryOutside {
		key.Percent = strconv.FormatFloat(float64(rate)/10, 'f', 2, 64)
	}
	for _, g := range e.groups {
		if g.ciiRate == key {
			return g
		}
	}
	g := &group{ciiRate: key}
	e.groups = append(e.groups, g)
	return g
}

func (e *electronic) rate(class tax.Class) tax.Rate {
	if !e.taxed.Taxed() {
		return 0
	}
	return e.seller.Tax.Rate(e.taxed, class, e.day)
}

// charge lists the order's items, and delivery, discount and what its sums are off as
// extras, class by class.
func (e *electronic) charge() {
	texts := []string{e.text("order.shipping"), e.text("order.discount"), e.text("invoice.adjustment")}
	e.lines = make([]ciiLine, len(e.order.Items))
	for _, c := range e.order.ByClass() {
		rate := e.rate(c.Class)
		nets := rate.Nets(c.Gross)
		for n, i := range c.Lines {
			item := e.order.Items[i]
			e.lines[i] = e.line(rate, i, item.Name, item.Quantity, nets[n])
		}
		for n, text := range texts {
			e.extra(rate, text, nets[len(c.Lines)+n])
		}
		e.addTax(rate, c.Gross)
	}
}

// takeBack lists what is taken back of each rate.
func (e *electronic) takeBack() {
	for _, share := range e.shares {
		rate := e.rate(share.Class)
		contained := rate.Back(share.Of, share.Gross)
		e.lines = append(e.lines, e.line(rate, len(e.lines), e.text("invoice.takenBack"), 1, share.Gross-contained))
		e.group(rate).tax += contained
	}
}

func (e *electronic) addTax(rate tax.Rate, gross []shop.Cents) {
	var sum shop.Cents
	for _, g := range gross {
		sum += g
	}
	if contained := rate.Within(sum); contained != 0 {
		e.group(rate).tax += contained
	}
}

// line returns a line. Its price is that of all pieces together, so that it is exact.
func (e *electronic) line(rate tax.Rate, at int, name string, quantity int64, net shop.Cents) ciiLine {
	g := e.group(rate)
	g.net += net
	e.sums.lines += net
	pieces := ciiQuantity{Unit: "C62", Count: quantity}
	price := ciiPrice{Amount: net.Decimal()}
	if quantity > 0 {
		price.For = &pieces
	}
	return ciiLine{ID: at + 1, Name: cmp.Or(strings.TrimSpace(name), "–"), Price: price, Quantity: pieces, Tax: g.ciiRate, Net: net.Decimal()}
}

// extra adds a charge, or an allowance if the amount is negative.
func (e *electronic) extra(rate tax.Rate, text string, net shop.Cents) {
	if net == 0 {
		return
	}
	g := e.group(rate)
	g.net += net
	if net > 0 {
		e.sums.charges += net
	} else {
		e.sums.allowances -= net
	}
	e.extras = append(e.extras, ciiExtra{Charge: net > 0, Amount: max(net, -net).Decimal(), Reason: text, Tax: g.ciiRate})
}

// text returns the catalogue's text with the given key.
func (e *electronic) text(key string) string {
	text, err := e.say.Text(key)
	if err != nil && e.err == nil {
		e.err = err
	}
	return text
}
