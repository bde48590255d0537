package invoice

import (
	"bytes"
	"fmt"

	"codeberg.org/go-pdf/fpdf"

	"kontor/internal/i18n"
	"kontor/internal/shop"
	"kontor/internal/shop/order"
	"kontor/internal/shop/tax"
)

// Shop is who issues invoices.
type Shop struct {
	shop.Seller
	Tax tax.Seller
}

// PDF returns one of an order's invoices in the customer's language, dated by the
// Berlin day on which it was issued.
func PDF(seller Shop, o *order.Details, i order.Invoice) ([]byte, error) {
	s := newSheet(seller, o, i)
	s.letterhead()
	if s.whole() {
		s.items()
		s.sums()
	} else {
		s.part()
	}
	s.payment()
	var out bytes.Buffer
	if err := s.pdf.Output(&out); err != nil {
		return nil, fmt.Errorf("invoice: %w", err)
	}
	if s.err != nil {
		return nil, fmt.Errorf("invoice: %w", s.err)
	}
	return out.Bytes(), nil
}

// sheet is an invoice being drawn.
type sheet struct {
	pdf    *fpdf.Fpdf
	say    *i18n.Translator
	seller Shop
	taxed  tax.Treatment
	day    shop.Day // whose rates apply
	order  *order.Details
	doc    order.Invoice
	sign   shop.Cents // of its amounts: -1 for a reversal
	err    error      // first error in rendering a text
}

func newSheet(seller Shop, o *order.Details, i order.Invoice) *sheet {
	s := &sheet{pdf: fpdf.New("P", "mm", "A4", ""), seller: seller, order: o, doc: i, sign: 1, day: shop.DayOf(i.At)}
	if i.Kind != order.InvoiceRegular {
		s.sign, s.day = -1, shop.DayOf(o.Corrected(i).At)
	}
	s.treat()
	s.say = i18n.For(tag(&o.Order)).Taxed(seller.Tax.Words(o.Country, s.day))
	addFonts(s.pdf)
	s.pdf.SetCatalogSort(true) // otherwise the order of its fonts is random
	s.pdf.SetCreationDate(i.At.UTC())
	s.pdf.SetModificationDate(i.At.UTC())
	s.pdf.SetProducer("Kontor", true)
	s.pdf.SetLang(s.say.Tag())
	s.pdf.SetTitle(s.title(), true)
	s.pdf.SetAuthor(drawable(seller.Name), true)
	s.pdf.SetMargins(left, top, paper-right)
	s.pdf.SetAutoPageBreak(false, 0)
	s.pdf.SetCellMargin(0)
	s.pdf.SetFooterFunc(s.foot)
	s.pdf.AddPage()
	return s
}

// titles are the keys of the documents' titles by kind.
var titles = map[order.InvoiceKind]string{
	order.InvoiceRegular: "invoice.title", order.InvoiceCancellation: "invoice.cancellation", order.InvoiceCorrection: "invoice.correction",
}

func (s *sheet) title() string { return s.text(titles[s.doc.Kind], "Number", s.doc.Number) }

// whole reports whether the document covers the whole order.
func (s *sheet) whole() bool { return s.doc.Amount == s.order.TotalCents() }

// tag returns the language of an order's invoice.
func tag(o *order.Order) string {
	if o.Country == "ch" && o.Language == "de" {
		return i18n.Swiss
	}
	return string(o.Language)
}

// text returns the catalogue's text with the given key, reduced to drawable characters.
func (s *sheet) text(key string, pairs ...any) string {
	text, err := s.say.Text(key, pairs...)
	if err != nil && s.err == nil {
		s.err = err
	}
	return drawable(text)
}

func (s *sheet) amount(c shop.Cents) string { return drawable(s.say.Amount(int64(c))) }
