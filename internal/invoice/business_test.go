package invoice

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"kontor/internal/shop"
	"kontor/internal/shop/order"
	"kontor/internal/shop/tax"
)

// toVienna is an order of one piece for 34.90 € by a company in Austria.
func toVienna(vies *order.VIES) order.Details {
	o := *sample()
	o.Country, o.Subtotal, o.Shipping, o.Discount, o.Total, o.CouponCode = "at", 34.9, 0, 0, 34.9, ""
	o.Items = []order.Item{{Slug: "garn", Name: "Merinogarn", Quantity: 1, Price: 34.9, TaxClass: tax.Standard}}
	o.Particulars = order.Particulars{Company: "Wolle & Söhne GmbH", VATID: "ATU12345678", VIES: vies}
	return order.Details{Order: o}
}

// charging returns the document that a seller issues for an order.
func charging(t *testing.T, by Shop, o *order.Details) (order.Invoice, order.Content) {
	t.Helper()
	issuer, i := by.Issuer("RE"), first(o)
	i.Case = o.TaxCase(by.Tax, i)
	i.Amount = o.Priced(&by.Tax, i).TotalCents()
	content, err := issuer.Draw(o, i)
	if err != nil {
		t.Fatal(err)
	}
	return i, content
}

// F18: with proof of its number a business in another member state pays the net price,
// and its invoice says why; without, it pays like a consumer.
func TestF18_NetPriceWithProofAlone(t *testing.T) {
	t.Parallel()
	known := seller
	known.VATID = "DE123456789"
	valid := &order.VIES{Day: "2026-11-20", Valid: true}
	o := toVienna(valid)
	i, content := charging(t, known, &o)
	if i.Amount != 2933 || i.Case != tax.IntraCommunity {
		t.Errorf("%s, %s", i.Amount, i.Case)
	}
	all := readBack(t, content.PDF)
	wantWithinPages(t, all)
	for _, want := range []string{"Wolle & Söhne GmbH\nErika Mustermann\n", "Ihre USt-IdNr.\nATU12345678\n", "USt-IdNr.\nDE123456789\n", "Gesamtbetrag\n29,33 €", "innergemeinschaftliche Lieferung"} {
		if !strings.Contains(wording(all), want) {
			t.Errorf("%q is missing in\n%s", want, wording(all))
		}
	}
	if strings.Contains(wording(all), "34,90") || strings.Contains(wording(all), "19 %") {
		t.Errorf("it shows tax:\n%s", wording(all))
	}
	for _, want := range []string{
		`<ram:ID schemeID="VA">ATU12345678</ram:ID>`, "<ram:CategoryCode>K</ram:CategoryCode>", "<ram:GrandTotalAmount>29.33</ram:GrandTotalAmount>",
		"<ram:CountryID>AT</ram:CountryID>", `<udt:DateTimeString format="102">20261122</udt:DateTimeString>`,
	} {
		if !bytes.Contains(content.XML, []byte(want)) {
			t.Errorf("%s is missing in\n%s", want, content.XML)
		}
	}
	again, err := Redraw(content.Snapshot)
	if err != nil || !bytes.Equal(again.PDF, content.PDF) || !bytes.Equal(again.XML, content.XML) || !bytes.Equal(again.Snapshot, content.Snapshot) {
		t.Errorf("drawn from its snapshot it is another: %v", err)
	}
	if deviates, err := known.Issuer("RE").Deviates(&o, i, content.Snapshot); err != nil || deviates {
		t.Errorf("it is no longer taxed as it was: %v", err)
	}
	other := known
	other.Tax.Seat, other.VATID = "at", "ATU87654321"
	for name, c := range map[string]struct {
		by   Shop
		vies *order.VIES
		to   shop.Country
	}{
		"no note": {known, nil, "at"}, "invalid": {known, &order.VIES{Day: "2026-11-20"}, "at"}, "at home": {known, valid, "de"}, "number of the seat": {other, valid, "de"},
	} {
		o := toVienna(c.vies)
		o.Country = c.to
		if i, _ := charging(t, c.by, &o); i.Amount != 3490 || i.Case == tax.IntraCommunity {
			t.Errorf("%s: %s, %s", name, i.Amount, i.Case)
		}
	}
}

// Invoices name the address for them, wherever the goods go, but not one that is
// incomplete.
func TestInvoicesNameTheBuyersAddress(t *testing.T) {
	t.Parallel()
	o := toVienna(nil)
	o.Billing = &order.Billing{Company: "Holding AG", Street: "Ring 1", Postcode: "1010", City: "Wien", Country: "ch"}
	i, content := charging(t, seller, &o)
	text := wording(readBack(t, content.PDF))
	if !strings.Contains(text, "Holding AG\nRing 1\n1010 Wien\nSchweiz\n") || strings.Contains(text, "Mustermann") || i.Case != tax.DistanceAtSeat {
		t.Errorf("%s\n%s", i.Case, text)
	}
	if !bytes.Contains(content.XML, []byte("<ram:CountryID>CH</ram:CountryID>")) {
		t.Errorf("%s", content.XML)
	}
	if again, err := Redraw(content.Snapshot); err != nil || !bytes.Equal(again.PDF, content.PDF) || !bytes.Equal(again.Snapshot, content.Snapshot) {
		t.Errorf("drawn from its snapshot it is another: %v", err)
	}
	o.Billing, o.VATID = &order.Billing{Company: "Holding AG", City: "Wien", Country: "at"}, "ATU1"
	_, content = charging(t, seller, &o)
	if text := wording(readBack(t, content.PDF)); !strings.Contains(text, "Wolle & Söhne GmbH\nErika Mustermann\n") || strings.Contains(text, "Holding") || strings.Contains(text, "ATU1") {
		t.Errorf("an incomplete address, and no number:\n%s", text)
	}
}

// Whatever a business buys, its invoice charges the net amount of the order, and its
// lines, delivery and discount add up to that.
func TestF18_NetAmountsAddUp(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		o := toVienna(&order.VIES{Day: "2026-11-20", Valid: true})
		euro := func(name string) float64 { return float64(rapid.IntRange(0, 10_000).Draw(t, name)) / 100 }
		o.Items = nil
		for range rapid.IntRange(1, 6).Draw(t, "lines") {
			o.Items = append(o.Items, order.Item{
				Name: "x", Quantity: int64(rapid.IntRange(0, 5).Draw(t, "quantity")), Price: euro("price"), Free: rapid.Bool().Draw(t, "free"),
				TaxClass: rapid.SampledFrom(tax.Classes).Draw(t, "class"),
			})
		}
		o.Shipping, o.Discount = euro("shipping"), 0
		o.Total = o.ExpectedTotal().Euro()
		var want shop.Cents
		day := shop.DayOf(time.Date(2026, 11, 22, 12, 0, 0, 0, time.UTC))
		for _, part := range o.TaxParts() {
			rate := seller.Tax.Rates.On("de", part.Class, day)
			want += part.Gross - rate.Within(part.Gross)
		}
		net := o.Net(func(class tax.Class) tax.Rate { return seller.Tax.Rates.On("de", class, day) })
		pieces := shop.Cents(0)
		for _, item := range net.Items {
			pieces += shop.Cents(item.Quantity)
		}
		if off := net.TotalCents() - net.ExpectedTotal(); net.TotalCents() != want || off > pieces || off < -pieces {
			t.Errorf("net %s, want %s; off by %s", net.TotalCents(), want, off)
		}
	})
}
