package invoice

import (
	"strings"
	"testing"

	"kontor/internal/shop"
	"kontor/internal/shop/order"
	"kontor/internal/shop/tax"
)

// yarnAndBook is an order of three balls of yarn and a book, with delivery and a
// discount.
func yarnAndBook(to shop.Country) order.Details {
	o := *sample()
	o.Country, o.Subtotal, o.Shipping, o.Discount, o.Total = to, 49.99, 4.9, 5, 49.89
	o.Items = []order.Item{
		{Slug: "garn", Name: "Garn", Quantity: 3, Price: 10, TaxClass: tax.Standard},
		{Slug: "buch", Name: "Buch", Quantity: 1, Price: 19.99, TaxClass: tax.Reduced},
	}
	return order.Details{Order: o}
}

func at(seat shop.Country) Shop {
	s := seller
	s.Tax.Seat = seat
	return s
}

// F2, F6, F10: the invoice states net amount and tax for each rate, by seat, destination
// and day.
func TestF2_F6_F10_InvoiceStatesEachRate(t *testing.T) {
	t.Parallel()
	oss, early := seller, seller
	oss.Tax.OSSFrom, early.Tax.OSSFrom = "2026-11-22", "2026-11-23" // the invoice is of the 22nd
	for name, c := range map[string]struct {
		seller Shop
		to     shop.Country
		want   string
	}{
		"F10":           {seller, "de", "19 % MwSt. auf netto 25,16 €\n4,78 €\ndarin enthalten: 7 % MwSt. auf netto 18,64 €\n1,31 €\nNettobetrag\n43,80 €"},
		"F2 before":     {seller, "at", "19 % MwSt. auf netto 25,16 €\n4,78 €"},
		"F2 a day less": {early, "at", "19 % MwSt. auf netto 25,16 €\n4,78 €"},
		"F2 after":      {oss, "at", "20 % MwSt. auf netto 24,95 €\n4,99 €\ndarin enthalten: 10 % MwSt. auf netto 18,14 €\n1,81 €\nNettobetrag\n43,09 €"},
		"F3":            {oss, "lu", "17 % MwSt. auf netto 25,59 €\n4,35 €\ndarin enthalten: 3 % MwSt. auf netto 19,37 €\n0,58 €"},
		"at home":       {at("at"), "at", "20 % MwSt. auf netto 24,95 €"},
		"F6":            {at("ch"), "ch", "8,1 % MwSt. auf netto 27,70 €\n2,24 €\ndarin enthalten: 2,6 % MwSt. auf netto 19,44 €\n0,51 €"},
	} {
		o := yarnAndBook(c.to)
		got := wordingOf(t, c.seller, &o, first(&o))
		if !strings.Contains(got, "darin enthalten: "+c.want) || strings.Contains(got, "Ausfuhr") {
			t.Errorf("%s:\n%s", name, got)
		}
	}
}

// F5: from Switzerland, everything that leaves the country is exported; what buyers pay
// on import has no figures then.
func TestF5_InvoicesFromSwitzerland(t *testing.T) {
	t.Parallel()
	for language, sentence := range map[shop.Language]string{
		"de": "Einfuhrsteuer, allfällige Zölle und die Verzollungsgebühr zahlen Sie dem Zusteller.", "en": "You pay import VAT, any duty and the clearance fee to the carrier.",
		"fr": "Vous payez au transporteur la TVA à l’importation, d’éventuels droits", "it": "Paga al corriere l’IVA d’importazione, eventuali dazi",
	} {
		for _, to := range shop.Countries {
			o := yarnAndBook(to)
			o.Language = language
			got := strings.Join(strings.Fields(wordingOf(t, at("ch"), &o, first(&o))), " ")
			if strings.Contains(got, sentence) != (to != "ch") || strings.Contains(got, "8,1") != (to == "ch" && language != "en") || strings.Contains(got, "CHF") {
				t.Errorf("%s to %s:\n%s", language, to, got)
			}
		}
	}
}

// F13: corrections take back their part of each rate, and the cancellation what is left.
func TestF13_CorrectionsOfSeveralRates(t *testing.T) {
	t.Parallel()
	o := yarnAndBook("de")
	part := wordingOf(t, seller, &o, issue(t, &o, order.InvoiceCorrection, 1000))
	if !strings.Contains(part, "19 % MwSt. auf netto −5,04 €\n−0,96 €\ndarin enthalten: 7 % MwSt. auf netto −3,73 €\n−0,27 €\nNettobetrag\n−8,77 €") {
		t.Errorf("the part:\n%s", part)
	}
	o.Status = order.StatusCancelled
	rest := wordingOf(t, seller, &o, issue(t, &o, order.InvoiceCancellation, 0))
	if !strings.Contains(rest, "netto −20,12 €\n−3,82 €") || !strings.Contains(rest, "netto −14,91 €\n−1,04 €\nNettobetrag\n−35,03 €") {
		t.Errorf("the rest:\n%s", rest)
	}
	o.Status = order.StatusPaid
	again := wordingOf(t, seller, &o, issue(t, &o, order.InvoiceRegular, 0))
	later := wordingOf(t, seller, &o, issue(t, &o, order.InvoiceCorrection, 1000))
	if !strings.Contains(again, "Nettobetrag\n43,80 €") || !strings.Contains(later, "−0,96 €") {
		t.Errorf("anew:\n%s\n%s", again, later)
	}
}

// F28: the reason of a small business is that of the law of its seat; where it is not
// registered in Switzerland nothing is said of tax.
func TestF28_SmallBusinessBySeat(t *testing.T) {
	t.Parallel()
	for seat, law := range map[shop.Country]string{
		"de": "§ 19 UStG", "at": "§ 6 Abs. 1 Z 27 UStG 1994", "lu": "TVA non applicable – Article 57, paragraphe 1er, de la loi modifiée du 12 février 1979", "ch": "",
	} {
		for _, language := range shop.Languages {
			o := yarnAndBook(seat)
			o.Language = language
			small := at(seat)
			small.Tax.Small = true
			got := strings.Join(strings.Fields(wordingOf(t, small, &o, first(&o))), " ")
			if !strings.Contains(got, law) || strings.Contains(got, "§ 19") != (seat == "de") || strings.Contains(got, "%") {
				t.Errorf("%s, %s:\n%s", seat, language, got)
			}
			if seat == "ch" && (strings.Contains(got, "MwSt") || strings.Contains(got, "Ausfuhr") || strings.Contains(got, "VAT") || strings.Contains(got, "TVA") || strings.Contains(got, "IVA")) {
				t.Errorf("%s speaks of tax:\n%s", language, got)
			}
		}
	}
}

// Both numbers of the shop are on its invoices. An order whose sums do not fit is taxed
// in full.
func TestNumbersAndImpossibleSums(t *testing.T) {
	t.Parallel()
	s := seller
	s.VATID = "DE123456789"
	o := yarnAndBook("de")
	for range 5 {
		o.Items = append(o.Items, order.Item{Name: "x", Quantity: 1_000_000, Price: shop.MaxAmount, TaxClass: tax.Reduced})
	}
	got := wordingOf(t, s, &o, first(&o))
	for _, want := range []string{"Steuernummer\n231/123/45678\nUSt-IdNr.\nDE123456789\n", "darin enthalten: 19 % MwSt.\n7,97 €\n"} {
		if !strings.Contains(got, want) {
			t.Errorf("%q is missing in\n%s", want, got)
		}
	}
}
