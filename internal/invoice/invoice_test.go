package invoice

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
	"time"

	"kontor/internal/shop"
	"kontor/internal/shop/checkout"
	"kontor/internal/shop/order"
	"kontor/internal/shop/tax"
)

var seller = Shop{
	Seller: shop.Seller{
		Name: "Bastelkontor", Address: "Gartenweg 3, 04109 Leipzig", Email: "hallo@bastelkontor.example", TaxID: "231/123/45678",
		Bank: shop.BankAccount{Holder: "Bastelkontor Erika Beispiel", IBAN: "DE89370400440532013000", BIC: "COBADEFFXXX"},
	},
	Tax: tax.Seller{Seat: "de", Rates: tax.Lawful},
}

func sample() *order.Order {
	return &order.Order{
		ID: 42, Number: "BK-2026-0042", CreatedAt: time.Date(2026, 11, 21, 23, 15, 0, 0, time.UTC),
		Status: order.StatusPaymentOpen, Country: "de", Language: "de", PaymentMethod: order.MethodTransfer,
		Customer: order.Person{Name: "Erika Mustermann", Email: "erika@example.org", Street: "Heidestraße 17", Postcode: "51147", City: "Köln"},
		Subtotal: 1234.6, Shipping: 4.9, Discount: 10, Total: 1229.5, CouponCode: "HERBST",
		Items: []order.Item{
			{Slug: "garn", Name: "Merinogarn „Čaj“ 50 g", Quantity: 2, Price: 617.3},
			{Slug: "nadel", Name: "Nadelspiel", Quantity: 1, Price: 7.5, Free: true},
		},
	}
}

// firstPDF draws the invoice that every order has.
func firstPDF(seller Shop, o *order.Order) ([]byte, error) {
	details := order.Details{Order: *o}
	return PDF(seller, &details, first(&details))
}

func draw(t *testing.T, o *order.Order) []written {
	t.Helper()
	file, err := firstPDF(seller, o)
	if err != nil {
		t.Fatal(err)
	}
	return readBack(t, file)
}

func TestInvoiceSaysWhatTheOrderSays(t *testing.T) {
	t.Parallel()
	const want = `Bastelkontor
Bastelkontor · Gartenweg 3, 04109 Leipzig
Erika Mustermann
Heidestraße 17
51147 Köln
Deutschland
Rechnungsnummer
BK-2026-0042
Rechnungsdatum
22. November 2026
Steuernummer
231/123/45678
Rechnung BK-2026-0042
Menge
Artikel
Einzelpreis
Summe
2
617,30 €
1.234,60 €
Merinogarn „Čaj“ 50 g
1
0,00 €
0,00 €
Nadelspiel (gratis)
Zwischensumme
1.234,60 €
Rabatt (Gutschein HERBST)
−10,00 €
Versand
4,90 €
Gesamtbetrag
1.229,50 €
darin enthalten: 19 % MwSt.
196,31 €
Nettobetrag
1.033,19 €
Für Ihre Überweisung
Empfänger
Bastelkontor Erika Beispiel
IBAN
DE89 3704 0044 0532 0130 00
Betrag
1.229,50 €
Verwendungszweck
BK-2026-0042
BIC
COBADEFFXXX
Seite 1
Bastelkontor · Gartenweg 3, 04109 Leipzig · hallo@bastelkontor.example
`
	if got := wording(draw(t, sample())); got != want {
		t.Errorf("got\n%s", got)
	}
}

// The same order yields the same bytes in every language, and each language yields
// different ones.
func TestInvoiceIsTheSameEveryTime(t *testing.T) {
	t.Parallel()
	seen := make(map[string]shop.Language)
	for _, language := range shop.Languages {
		o := sample()
		o.Language = language
		first, err := firstPDF(seller, o)
		if err != nil {
			t.Fatal(err)
		}
		for range 5 {
			if again, err := firstPDF(seller, o); err != nil || !bytes.Equal(first, again) {
				t.Fatalf("%s: other bytes, %v", language, err)
			}
		}
		text := wording(readBack(t, first))
		if other, twice := seen[text]; twice {
			t.Errorf("%s reads as %s does", language, other)
		}
		seen[text] = language
	}
}

// L20: an order from before there were tax classes keeps the tax of the country that its
// goods went to; an export has none.
func TestInvoiceFromBeforeNamesTheTaxOfTheDestination(t *testing.T) {
	t.Parallel()
	for country, want := range map[shop.Country]string{
		"de": "darin enthalten: 19 % MwSt.\n196,31 €", "at": "darin enthalten: 20 % MwSt.\n204,92 €",
		"lu": "darin enthalten: 17 % MwSt.\n178,65 €", "ch": "Steuerfreie Ausfuhrlieferung: Im Gesamtbetrag ist keine Mehrwertsteuer enthalten.",
	} {
		o := sample()
		o.Country = country
		got := wording(draw(t, o))
		if !strings.Contains(got, want) || strings.Contains(got, "% MwSt.") != (country != "ch") {
			t.Errorf("%s:\n%s", country, got)
		}
	}
}

// swissImport is what buyers in Switzerland have to know, in each language.
var swissImport = map[shop.Language]string{
	"de": "Preise ohne MWST (Ausfuhr). Einfuhrsteuer 8,1 % (Bücher 2,6 %), allfällige Zölle und die Verzollungsgebühr zahlen Sie dem Zusteller; unter CHF 5 Steuer wird nichts erhoben.",
	"en": "Prices without VAT (export). You pay Swiss import VAT of 8.1% (books 2.6%), any duty and the clearance fee to the carrier; tax below CHF 5 is not collected.",
	"fr": "Prix sans TVA (exportation). Vous payez au transporteur la TVA à l’importation de 8,1 % (livres 2,6 %), d’éventuels droits et les frais de dédouanement\u00a0; un impôt inférieur à CHF 5 n’est pas perçu.",
	"it": "Prezzi senza IVA (esportazione). Paga al corriere l’IVA d’importazione dell’8,1 % (libri 2,6 %), eventuali dazi e le spese di sdoganamento; imposte sotto CHF 5 non sono riscosse.",
}

// F5: the invoice of an export states in every language what its buyer pays on import;
// its reversal does not, nor does any other invoice.
func TestF5_InvoicesToSwitzerland(t *testing.T) {
	t.Parallel()
	for language, sentence := range swissImport {
		for _, country := range shop.Countries {
			o := sample()
			o.Country, o.Language = country, language
			got := strings.Join(strings.Fields(wording(draw(t, o))), " ")
			if strings.Contains(got, strings.Join(strings.Fields(sentence), " ")) != (country == "ch") {
				t.Errorf("%s, %s:\n%s", country, language, got)
			}
		}
		o := order.Details{Order: *sample()}
		o.Country, o.Language = "ch", language
		if got := wordingOf(t, seller, &o, issue(t, &o, order.InvoiceCorrection, 1190)); strings.Contains(got, "CHF 5") {
			t.Errorf("%s, a correction:\n%s", language, got)
		}
	}
}

// Law: § 19 UStG, § 34a UStDV. A small business shows no tax wherever the goods go, and
// says why.
func TestSmallBusinessShowsNoTax(t *testing.T) {
	t.Parallel()
	small := seller
	small.Tax.Small = true
	for _, country := range shop.Countries {
		for _, language := range shop.Languages {
			o := sample()
			o.Country, o.Language = country, language
			file, err := firstPDF(small, o)
			if err != nil {
				t.Fatal(err)
			}
			got := wording(readBack(t, file))
			if !strings.Contains(got, "§ 19 UStG") || strings.Contains(got, "%") != (country == "ch") || strings.Contains(got, "196,31") {
				t.Errorf("%s, %s:\n%s", country, language, got)
			}
		}
	}
}

func TestInvoiceSaysHowThePaymentStands(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		change func(*order.Order)
		want   string
	}{
		"paid":      {func(o *order.Order) { o.Status = order.StatusPaid }, "Der Gesamtbetrag ist bezahlt."},
		"cancelled": {func(o *order.Order) { o.Status = order.StatusCancelled }, "Diese Bestellung ist storniert."},
		"nothing":   {func(o *order.Order) { o.Total, o.Discount = 0, 1239.5 }, "Es ist nichts zu bezahlen."},
		"unknown":   {func(o *order.Order) { o.PaymentMethod = "Nachnahme" }, "Wegen der Zahlung melden wir uns bei Ihnen."},
	} {
		o := sample()
		c.change(o)
		got := wording(draw(t, o))
		if !strings.Contains(got, c.want) || strings.Contains(got, "IBAN") {
			t.Errorf("%s:\n%s", name, got)
		}
	}
}

// An order is stored as it was sent. Its invoice adds up all the same.
func TestInvoiceNamesWhatDoesNotAddUp(t *testing.T) {
	t.Parallel()
	o := sample()
	o.Total = 1000
	if got := wording(draw(t, o)); !strings.Contains(got, "Ausgleich\n−229,50 €\nGesamtbetrag\n1.000,00 €") {
		t.Errorf("got\n%s", got)
	}
}

// S1, H14: whatever customers write is drawn as text, and nothing but text.
func TestS1_HostileNamesAreInert(t *testing.T) {
	t.Parallel()
	for _, hostile := range []string{
		`Max) Tj ET /JavaScript (app.alert(1)`, `\) \( \\ \r`, `<img src=x onerror=alert(1)>`,
		"{nb} endstream endobj", "čĊ (⠨⤩)", "%PDF-1.7 %%EOF", "Ω Ж ş ő",
	} {
		o := sample()
		o.Customer = order.Person{Name: hostile, Street: hostile, City: hostile}
		o.Items[0].Name, o.CouponCode = hostile, hostile
		o.Status = order.StatusPaid
		file, err := firstPDF(seller, o)
		if err != nil {
			t.Fatal(err)
		}
		if got := wording(readBack(t, file)); strings.Count(got, drawable(hostile)+"\n") != 4 {
			t.Errorf("%q:\n%s", hostile, got)
		}
		for _, active := range []string{"/JavaScript", "/JS", "/Action", "/URI", "/Annot", "/OpenAction", "/Filespec"} {
			if bytes.Contains(file, []byte(active)) {
				t.Errorf("%q: the file has %s", hostile, active)
			}
		}
	}
}

func TestDrawable(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"Łódź Ærø Çağrı Ștefan Žižek": "Łódź Ærø Çağrı Ștefan Žižek",
		"a\u0308 o\u0302":             "ä ô", // composed
		"Max\r\n\tMüller\x00\u200b":   "Max Müller",
		"毛糸 🧶":                        "?? ?",
		"\xff\u202egnirts":            "? gnirts",
		"12,50\u202f€":                "12,50\u00a0€",
	} {
		if got := drawable(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// Whatever an order contains, every text stays within the margins, and no two overlap.
func TestInvoiceStaysWithinItsPages(t *testing.T) {
	t.Parallel()
	for i, text := range []string{
		"", "x", strings.Repeat("W", 500), strings.Repeat("ab ", 166), strings.Repeat("\u00a0", 500), strings.Repeat("🧶", 500), strings.Repeat("i\u0301", 250),
	} {
		o := sample()
		o.Country, o.Language = shop.Countries[i%4], shop.Languages[(i+i/4)%4]
		o.Customer, o.CouponCode = order.Person{Name: text, Street: text, Postcode: text, City: text}, text
		o.Items = nil
		for n := range 12 + i {
			o.Items = append(o.Items, order.Item{Name: text, Quantity: int64(n % 2 * checkout.MaxQuantity), Price: shop.MaxAmount, Free: n%3 == 1})
		}
		wantWithinPages(t, draw(t, o))
	}
}

func wantWithinPages(t *testing.T, all []written) {
	t.Helper()
	taken := make(map[string]string)
	for _, w := range all {
		place := fmt.Sprintf("%d %.2f %.2f", w.page, w.x, w.y)
		if other, twice := taken[place]; twice {
			t.Errorf("%q is on %q", w.text, other)
		}
		taken[place] = w.text
		if w.x < left-0.1 || w.x > right || w.y < 297-footTop-normalLine || w.y > 297-top {
			t.Errorf("%q is at %.1f, %.1f", w.text, w.x, w.y)
		}
	}
}

// A long order continues on further pages, each with the table's head and a page
// number.
func TestInvoiceOfManyItems(t *testing.T) {
	t.Parallel()
	o := sample()
	o.Items = make([]order.Item, checkout.MaxItems)
	for i := range o.Items {
		o.Items[i] = order.Item{Name: fmt.Sprintf("Artikel Nr. %d %s", i, strings.Repeat("sehr lang ", 30)), Quantity: 1, Price: 1}
	}
	all := draw(t, o)
	pages := all[len(all)-1].page
	got := wording(all)
	if pages < 20 || strings.Count(got, "\nEinzelpreis\n") < pages-1 || !strings.Contains(got, fmt.Sprintf("\nSeite %d\n", pages)) {
		t.Errorf("%d pages:\n%s", pages, got[:2000])
	}
	for i := range o.Items {
		if !strings.Contains(got, fmt.Sprintf("Artikel Nr. %d ", i)) {
			t.Errorf("item %d is missing", i)
		}
	}
}
