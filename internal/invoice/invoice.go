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
	s := newSheet(newSubject(seller, o, i))
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

// subject is what an invoice says, in whatever form.
type subject struct {
	say    *i18n.Translator
	seller Shop
	taxed  tax.Treatment
	day    shop.Day // whose rates apply
	order  *order.Details
	doc    order.Invoice
}

func newSubject(seller Shop, o *order.Details, i order.Invoice) subject {
	s := subject{seller: seller, order: o, doc: i, day: shop.DayOf(i.At)}
	if s.reverses() {
		s.day = shop.DayOf(o.Corrected(i).At)
	}
	if o.BeforeClasses() && !seller.Tax.Small {
		s.seller.Tax.OSSFrom = s.day // as the shop did then
	}
	s.taxed = s.seller.Tax.Treat(tax.Sale{To: o.Country, Day: s.day})
	s.say = i18n.For(tag(&o.Order)).Taxed(seller.Tax.Words(o.Country, s.day))
	return s
}

// reverses reports whether the document takes back what another one charged.
func (s *subject) reverses() bool { return s.doc.Kind != order.InvoiceRegular }

// sheet is an invoice being drawn.
type sheet struct {
	subject
	pdf  *fpdf.Fpdf
	sign shop.Cents // of its amounts: -1 for a reversal
	err  error      // first error in rendering a text
}

func newSheet(of subject) *sheet {
	s := &sheet{subject: of, pdf: fpdf.New("P", "mm", "A4", ""), sign: 1}
	if s.reverses() {
		s.sign = -1
	}
	addFonts(s.pdf)
	s.pdf.SetCatalogSort(true) // otherwise the order of its fonts is random
	s.pdf.SetCreationDate(s.doc.At.UTC())
	s.pdf.SetModificationDate(s.doc.At.UTC())
	s.pdf.SetProducer("Kontor", true)
	s.pdf.SetLang(s.say.Tag())
	s.pdf.SetTitle(s.title(), true)
	s.pdf.SetAuthor(drawable(s.seller.Name), true)
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
