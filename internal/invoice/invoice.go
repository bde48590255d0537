package invoice

import (
	"bytes"
	"errors"
	"fmt"
	"strings"

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

// Issuer returns the shop as it issues documents under numbers with a prefix.
func (s Shop) Issuer(prefix string) *order.Issuer {
	return &order.Issuer{
		Party: order.Party{
			Name: s.Name, Address: s.Address, TaxID: s.TaxID, VATID: s.VATID, Seat: s.Tax.Seat, Small: s.Tax.Small,
		},
		Tax:    s.Tax,
		Prefix: prefix,
		Draw: func(o *order.Details, i order.Invoice) (order.Content, error) {
			of, err := newSubject(s, o, i)
			if err != nil {
				return order.Content{}, err
			}
			return of.draw()
		},
		Deviates: s.deviates,
	}
}

// deviates reports whether an earlier document about an order says another tax than would
// be due.
func (s Shop) deviates(o *order.Details, due order.Invoice, earlier []byte) (bool, error) {
	if len(earlier) == 0 { // the term of retention is over
		return false, nil
	}
	was, err := thaw(earlier)
	if err != nil {
		return false, err
	}
	now := s.treatment(due.Case, o.Country)
	for _, item := range o.Items {
		if s.Tax.Rate(now, item.TaxClass, due.Supply) != was.seller.Tax.Rate(was.taxed, item.TaxClass, was.day) {
			return true, nil
		}
	}
	return now.Country != was.taxed.Country, nil
}

// treatment returns how a document with a case is taxed. The prices that it shows contain
// no tax where the buyer pays the net price.
func (s Shop) treatment(c tax.Case, to shop.Country) tax.Treatment {
	t := s.Tax.Treatment(c, to)
	if t.NetPrice {
		t.Country = ""
	}
	return t
}

// Adopter is [Shop.Issuer] for documents from before: it draws no files, so that
// [Redraw] can do it when somebody asks for them.
func (s Shop) Adopter() *order.Issuer {
	adopter := s.Issuer("")
	adopter.Draw = func(o *order.Details, i order.Invoice) (order.Content, error) {
		of, err := newSubject(s, o, i)
		if err != nil {
			return order.Content{}, err
		}
		frozen, err := of.freeze(nil)
		return order.Content{Snapshot: frozen}, err
	}
	return adopter
}

// Redraw draws the files of a document from its snapshot.
func Redraw(snapshot []byte) (order.Content, error) {
	of, err := thaw(snapshot)
	if err != nil {
		return order.Content{}, err
	}
	return of.draw()
}

// draw returns a document's contents. Without what EN 16931 demands there is no file for
// programs.
func (s subject) draw() (c order.Content, err error) {
	var said []string
	if c.PDF, said, err = s.pdf(); err != nil {
		return c, err
	}
	if c.XML, err = s.xml(); err != nil && !errors.Is(err, order.ErrInvoiceIncomplete) {
		return c, err
	}
	c.Snapshot, err = s.freeze(said)
	return c, err
}

// pdf returns the document for people in the customer's language, dated by the Berlin
// day on which it was issued, and the sentences in it.
func (s subject) pdf() (file []byte, said []string, err error) {
	sheet := newSheet(s)
	sheet.letterhead()
	if sheet.whole() {
		sheet.items()
		sheet.sums()
	} else {
		sheet.part()
	}
	sheet.payment()
	var out bytes.Buffer
	if err := sheet.pdf.Output(&out); err != nil {
		return nil, nil, fmt.Errorf("invoice: %w", err)
	}
	if sheet.err != nil {
		return nil, nil, fmt.Errorf("invoice: %w", sheet.err)
	}
	return out.Bytes(), sheet.said, nil
}

// subject is what a document says, in whatever form.
type subject struct {
	say       *i18n.Translator
	seller    Shop
	taxed     tax.Treatment
	day       shop.Day // whose rates apply
	order     *order.Order
	doc       order.Invoice
	corrected order.Invoice // what it takes back
	void      string        // the number of what took it back; empty: nothing
	shares    []order.TaxShare
}

func newSubject(seller Shop, o *order.Details, i order.Invoice) (subject, error) {
	s := subject{seller: seller, doc: i, day: i.Supply}
	if s.reverses() {
		s.corrected = o.Corrected(i)
	}
	if by, ok := o.Cancellation(i); ok {
		s.void = by.Number
	}
	s.doc.Case = o.TaxCase(seller.Tax, i)
	charged := o.Priced(&seller.Tax, s.doc)
	s.order, s.shares = &charged.Order, charged.TaxShares(i)
	return s, s.treat()
}

// treat sets how the document is taxed, and in which words it says so.
func (s *subject) treat() error {
	if s.day == "" {
		return fmt.Errorf("invoice %s: no day of supply", s.doc.Number)
	}
	s.taxed = s.seller.treatment(s.doc.Case, s.order.Country)
	s.say = i18n.For(tag(s.order)).Taxed(s.seller.Tax.WordsOf(s.taxed))
	return nil
}

// reverses reports whether the document takes back what another one charged.
func (s *subject) reverses() bool { return s.doc.Kind != order.InvoiceRegular }

// supplied reports whether the document charges for goods that have left, so that it
// names the day of supply. When goods left about which documents were taken over, the
// shop does not know; their numbers begin with those of their orders.
func (s *subject) supplied() bool {
	return !s.reverses() && !s.doc.Pending && !strings.HasPrefix(s.doc.Number, s.order.Number)
}

// sheet is an invoice being drawn.
type sheet struct {
	subject
	pdf  *fpdf.Fpdf
	sign shop.Cents // of its amounts: -1 for a reversal
	said []string   // the sentences so far
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
