package invoice

import (
	"cmp"
	"strings"
	"time"

	"kontor/internal/shop"
	"kontor/internal/shop/order"
	"kontor/internal/shop/tax"
)

// Codes of documents (UNTDID 1001), and of a transfer within SEPA (UNTDID 4461).
const (
	codeInvoice    = "380"
	codeCreditNote = "381"
	codeTransfer   = "58"
)

const euro = "EUR"

// invoice returns the document, once lines and extras are known.
func (e *electronic) invoice() *ciiInvoice {
	code := codeInvoice
	if e.reverses() {
		code = codeCreditNote
	}
	return &ciiInvoice{
		RSM:      "urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100",
		RAM:      "urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100",
		QDT:      "urn:un:unece:uncefact:data:standard:QualifiedDataType:100",
		UDT:      "urn:un:unece:uncefact:data:standard:UnqualifiedDataType:100",
		Profile:  "urn:cen.eu:en16931:2017",
		Document: ciiDocument{ID: e.doc.Number, TypeCode: code, Issued: ciiDay(e.doc.At)},
		Trade: ciiTrade{
			Lines:      e.lines,
			Agreement:  ciiAgreement{Seller: e.sellerParty(), Buyer: e.buyerParty(), Order: e.order.Number},
			Delivery:   e.delivery(),
			Settlement: e.settlement(),
		},
	}
}

// ciiDay writes the Berlin day of a time (UNTDID 2379, 102).
func ciiDay(at time.Time) ciiDate {
	return ciiDate{Format: "102", Day: at.In(shop.Berlin).Format("20060102")}
}

// sellerParty names the seller; whoever has no number for value added tax needs another
// identifier (BR-CO-26), and whoever is not registered must not give one (BR-O-2).
func (e *electronic) sellerParty() ciiParty {
	p := ciiParty{Name: e.seller.Name, Line: e.seller.Address, Country: strings.ToUpper(string(e.seller.Tax.Seat))}
	if e.seller.VATID != "" && e.category(0) != categoryOutside {
		p.Numbers = append(p.Numbers, ciiNumber{ID: ciiID{"VA", strings.ReplaceAll(e.seller.VATID, " ", "")}})
	} else {
		p.ID = cmp.Or(e.seller.TaxID, e.seller.Email, e.seller.Name)
	}
	if e.seller.TaxID != "" {
		p.Numbers = append(p.Numbers, ciiNumber{ID: ciiID{"FC", e.seller.TaxID}})
	}
	return p
}

func (e *electronic) buyerParty() ciiParty {
	b := e.order.InvoiceAddress()
	p := ciiParty{Name: cmp.Or(b.Company, b.Name), Postcode: b.Postcode, Line: b.Street, City: b.City, Country: strings.ToUpper(string(b.Country))}
	if b.Company != "" {
		p.Contact = b.Name
	}
	if id := e.order.InvoiceVATID(); id != "" && e.category(0) != categoryOutside {
		p.Numbers = []ciiNumber{{ID: ciiID{"VA", id}}}
	}
	return p
}

// delivery says when the goods were supplied and, if they go to a business in another
// member state, in any case when and where (BR-IC-11, BR-IC-12).
func (e *electronic) delivery() (d ciiDelivery) {
	toBusiness := e.taxed.Case == tax.IntraCommunity
	if toBusiness || e.supplied() {
		day := ciiDay(e.day.Start())
		d.At = &day
	}
	if toBusiness {
		country := strings.ToUpper(string(e.order.Country))
		d.Country = &country
	}
	return d
}

func (e *electronic) settlement() ciiSettlement {
	s := ciiSettlement{Currency: euro, Extras: e.extras, Sums: e.totals()}
	for _, g := range e.groups {
		t := ciiTax{Amount: g.tax.Decimal(), Type: g.Type, Basis: g.net.Decimal(), Category: g.Category, Percent: g.Percent}
		switch g.Category {
		case categoryExempt, categoryExport, categoryIntra:
			t.Reason = e.text("invoice.untaxed")
		case categoryOutside:
			t.ReasonCode = "VATEX-EU-O"
		}
		s.Taxes = append(s.Taxes, t)
	}
	if e.reverses() {
		s.Corrected = &ciiCorrected{Number: e.corrected.Number, Issued: ciiDay(e.corrected.At)}
	}
	if e.due() > 0 {
		s.Terms = e.terms()
	}
	if bank := e.seller.Bank; bank.IBAN != "" && e.due() > 0 && !e.reverses() && e.order.PaymentMethod == order.MethodTransfer {
		s.Reference = e.order.Number
		s.Means = &ciiMeans{TypeCode: codeTransfer, IBAN: bank.IBAN, Holder: bank.Holder}
	}
	return s
}

// due returns what the document still asks for, or gives back.
func (e *electronic) due() shop.Cents {
	if !e.reverses() && e.order.Status == order.StatusPaid {
		return 0
	}
	return e.doc.Amount
}

// terms says how that is settled.
func (e *electronic) terms() *string {
	key := "payment.open"
	switch {
	case e.reverses():
		key = "invoice.credited"
	case e.order.Status == order.StatusCancelled:
		key = "invoice.cancelled"
	case e.seller.Bank.IBAN != "" && e.order.PaymentMethod == order.MethodTransfer:
		key = "bank.intro"
	}
	text := e.text(key)
	return &text
}

func (e *electronic) totals() ciiSums {
	var net, contained shop.Cents
	for _, g := range e.groups {
		net, contained = net+g.net, contained+g.tax
	}
	total := net + contained
	return ciiSums{
		Lines: e.sums.lines.Decimal(), Charges: e.sums.charges.Decimal(), Allowances: e.sums.allowances.Decimal(), Basis: net.Decimal(),
		Tax: ciiTaxTotal{euro, contained.Decimal()}, Total: total.Decimal(), Paid: (total - e.due()).Decimal(), Due: e.due().Decimal(),
	}
}
