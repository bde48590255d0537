package invoice

import (
	"encoding/json"
	"fmt"
	"time"

	"kontor/internal/shop"
	"kontor/internal/shop/order"
	"kontor/internal/shop/tax"
)

// snapshot is everything that a document says, as it is stored with it. Members may be
// added, but none may change its meaning: files are drawn from snapshots years later.
type snapshot struct {
	Document frozenDocument   `json:"dokument"`
	Seller   frozenSeller     `json:"verkaeufer"`
	Buyer    frozenBuyer      `json:"kunde"`
	Order    frozenOrder      `json:"bestellung"`
	Lines    []frozenLine     `json:"zeilen"`
	Rates    map[string]int64 `json:"saetze_promille"` // by class
	Shares   []frozenShare    `json:"anteile"`
	Texts    []string         `json:"texte,omitempty"` // sentences in the PDF
}

type frozenDocument struct {
	Number   string    `json:"nummer"`
	Kind     string    `json:"art"`
	Cents    int64     `json:"betrag_cent"`
	At       time.Time `json:"ausgestellt_at"`
	Supply   string    `json:"leistung_am"`
	Pending  bool      `json:"lieferung_offen"`
	Case     string    `json:"fall"`
	Corrects string    `json:"bezug,omitempty"`
	Since    time.Time `json:"bezug_vom,omitzero"`
	Void     string    `json:"aufgehoben_durch,omitempty"`
}

type frozenSeller struct {
	Name    string `json:"name"`
	Address string `json:"adresse"`
	Email   string `json:"email"`
	TaxID   string `json:"steuernummer"`
	VATID   string `json:"ust_id"`
	Holder  string `json:"kontoinhaber"`
	IBAN    string `json:"iban"`
	BIC     string `json:"bic"`
	Seat    string `json:"sitz"`
	Small   bool   `json:"kleinunternehmer"`
	OSSFrom string `json:"oss_ab"`
}

type frozenBuyer struct {
	Name     string `json:"name"`
	Street   string `json:"strasse"`
	Postcode string `json:"plz"`
	City     string `json:"ort"`
	Country  string `json:"land"`
	Language string `json:"sprache"`
	Company  string `json:"firma,omitempty"`
	VATID    string `json:"ust_id,omitempty"`
	In       string `json:"anschrift_land,omitempty"` // of the address; empty: where the goods go, as it always was
}

type frozenOrder struct {
	Number   string  `json:"bestellnummer"`
	Status   string  `json:"status"`
	Method   string  `json:"zahlungsart"`
	Shipping float64 `json:"versandkosten"`
	Discount float64 `json:"rabatt_gesamt"`
	Total    float64 `json:"summe"`
	Coupon   string  `json:"gutschein_code"`
}

type frozenLine struct {
	Name     string  `json:"name"`
	Quantity int64   `json:"menge"`
	Price    float64 `json:"preis"`
	Free     bool    `json:"gratis"`
	Class    string  `json:"steuerklasse"`
}

// frozenShare is what the document charges or takes back of one class.
type frozenShare struct {
	Class string `json:"klasse"`
	Gross int64  `json:"brutto_cent"`
	Of    int64  `json:"von_cent"` // see [order.TaxShare]
	Tax   int64  `json:"steuer_cent"`
}

// freeze returns the snapshot of a document whose PDF has these sentences.
func (s *subject) freeze(said []string) ([]byte, error) {
	o, i, seller := s.order, s.doc, s.seller
	frozen := snapshot{
		Document: frozenDocument{
			i.Number, string(i.Kind), int64(i.Amount), i.At, string(i.Supply), i.Pending, string(s.taxed.Case),
			s.corrected.Number, s.corrected.At, s.void,
		},
		Seller: frozenSeller{
			seller.Name, seller.Address, seller.Email, seller.TaxID, seller.VATID, seller.Bank.Holder, seller.Bank.IBAN, seller.Bank.BIC,
			string(seller.Tax.Seat), seller.Tax.Small, string(seller.Tax.OSSFrom),
		},
		Buyer: newFrozenBuyer(o),
		Order: frozenOrder{o.Number, string(o.Status), o.PaymentMethod, o.Shipping, o.Discount, o.Total, o.CouponCode},
		Rates: make(map[string]int64), Texts: said,
	}
	for _, item := range o.Items {
		frozen.Lines = append(frozen.Lines, frozenLine{item.Name, item.Quantity, item.Price, item.Free, string(item.TaxClass)})
	}
	for _, class := range tax.Classes {
		frozen.Rates[string(class)] = int64(seller.Tax.Rate(s.taxed, class, s.day))
	}
	for _, share := range s.shares {
		rate := seller.Tax.Rate(s.taxed, share.Class, s.day)
		frozen.Shares = append(frozen.Shares, frozenShare{string(share.Class), int64(share.Gross), int64(share.Of), int64(rate.Back(share.Of, share.Gross))})
	}
	text, err := json.Marshal(frozen)
	if err != nil {
		return nil, fmt.Errorf("invoice: freeze: %w", err)
	}
	return text, nil
}

// newFrozenBuyer returns who buys, as documents say it.
func newFrozenBuyer(o *order.Order) frozenBuyer {
	b := o.InvoiceAddress()
	buyer := frozenBuyer{Name: b.Name, Street: b.Street, Postcode: b.Postcode, City: b.City, Country: string(o.Country), Language: string(o.Language), Company: b.Company, VATID: o.InvoiceVATID()}
	if b.Country != o.Country {
		buyer.In = string(b.Country)
	}
	return buyer
}

// thaw reads a snapshot.
func thaw(text []byte) (s subject, err error) {
	var f snapshot
	if err := json.Unmarshal(text, &f); err != nil {
		return s, fmt.Errorf("invoice: thaw: %w", err)
	}
	d, seller := f.Document, f.Seller
	s.doc = order.Invoice{
		Number: d.Number, Kind: order.InvoiceKind(d.Kind), Amount: shop.Cents(d.Cents), At: d.At, Supply: shop.Day(d.Supply), Pending: d.Pending,
		Case: tax.Case(d.Case),
	}
	s.corrected, s.void, s.day = order.Invoice{Number: d.Corrects, At: d.Since}, d.Void, s.doc.Supply
	s.seller = Shop{
		Seller: shop.Seller{
			Name: seller.Name, Address: seller.Address, Email: seller.Email, TaxID: seller.TaxID, VATID: seller.VATID,
			Bank: shop.BankAccount{Holder: seller.Holder, IBAN: seller.IBAN, BIC: seller.BIC},
		},
		Tax: tax.Seller{Seat: shop.Country(seller.Seat), Small: seller.Small, OSSFrom: shop.Day(seller.OSSFrom)},
	}
	s.order = f.order()
	for _, share := range f.Shares {
		s.shares = append(s.shares, order.TaxShare{Part: tax.Part{Class: tax.Class(share.Class), Gross: shop.Cents(share.Gross)}, Of: shop.Cents(share.Of)})
	}
	if err := s.treat(); err != nil {
		return s, err
	}
	for class, rate := range f.Rates {
		s.seller.Tax.Rates = append(s.seller.Tax.Rates, tax.Row{Country: s.taxed.Country, Class: tax.Class(class), Rate: tax.Rate(rate)})
	}
	return s, nil
}

func (f *snapshot) order() *order.Order {
	o := &order.Order{
		Number: f.Order.Number, Status: order.Status(f.Order.Status), PaymentMethod: f.Order.Method, CouponCode: f.Order.Coupon,
		Customer: order.Person{Name: f.Buyer.Name, Street: f.Buyer.Street, Postcode: f.Buyer.Postcode, City: f.Buyer.City},
		Country:  shop.Country(f.Buyer.Country), Language: shop.Language(f.Buyer.Language),
		Shipping: f.Order.Shipping, Discount: f.Order.Discount, Total: f.Order.Total,
	}
	o.Company, o.VATID = f.Buyer.Company, f.Buyer.VATID
	if f.Buyer.In != "" {
		o.Billing = &order.Billing{
			Company: f.Buyer.Company, Name: f.Buyer.Name, Street: f.Buyer.Street, Postcode: f.Buyer.Postcode, City: f.Buyer.City,
			Country: shop.Country(f.Buyer.In),
		}
	}
	for _, line := range f.Lines {
		o.Items = append(o.Items, order.Item{Name: line.Name, Quantity: line.Quantity, Price: line.Price, Free: line.Free, TaxClass: tax.Class(line.Class)})
	}
	return o
}
