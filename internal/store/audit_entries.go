package store

import (
	"context"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"kontor/internal/shop"
	"kontor/internal/shop/audit"
	"kontor/internal/shop/catalogue"
	"kontor/internal/shop/coupon"
)

// recordProduct adds what changed of a product to the audit log.
func (t *tx) recordProduct(ctx context.Context, before, after *catalogue.Product) {
	t.Record(ctx, productEntry(before, after))
}

func productEntry(before, after *catalogue.Product) audit.Entry {
	var d audit.Diff
	for _, language := range shop.Languages {
		d.Text("name_"+string(language), before.Names[language], after.Names[language])
	}
	d.Value("kategorie", before.CategorySlug, after.CategorySlug)
	d.Value("steuerklasse", string(before.TaxClass), string(after.TaxClass))
	d.Value("preis", number(before.Price), number(after.Price))
	d.Value("grundpreis", number(before.UnitPrice), number(after.UnitPrice))
	d.Value("einheit", before.Unit, after.Unit)
	d.Value("aktiv", yes(before.Active), yes(after.Active))
	d.Value("bestseller", yes(before.BestsellerLabel), yes(after.BestsellerLabel))
	d.Value("ermaessigt", yes(before.Reduced), yes(after.Reduced))
	recordFacts(&d, before, after)
	entry := d.Entry(audit.Product, audit.Subject(audit.KindProduct, after.Slug))
	if pictures := pictureChange(before.Pictures, after.Pictures); pictures != "" && entry.To == "unverändert" {
		entry.Action, entry.To = audit.Photo, pictures
	}
	return entry
}

// pictureChange says what changed of a product's pictures; empty: nothing.
func pictureChange(before, after []catalogue.Picture) string {
	same := func(b, a catalogue.Picture) bool { return b.Hash == a.Hash }
	switch {
	case len(after) < len(before):
		return "entfernt"
	case !slices.EqualFunc(before, after, same):
		return "umgeordnet"
	case !reflect.DeepEqual(before, after):
		return "Beschreibung geändert"
	}
	return ""
}

// recordFacts adds what changed of the facts: values where they are short, else names.
func recordFacts(d *audit.Diff, before, after *catalogue.Product) {
	b, a := &before.Facts, &after.Facts
	d.Value("hersteller", b.Maker, a.Maker)
	d.Value("artikelnummer", b.Number, a.Number)
	d.Value("gtin", b.GTIN, a.GTIN)
	d.Value("fasern", b.Composition("de"), a.Composition("de"))
	d.Value("tierisch", yes(b.Animal), yes(a.Animal))
	d.Value("sicherheit", string(b.Safety), string(a.Safety))
	d.Value("gefahren", strings.Join(b.Hazards, " "), strings.Join(a.Hazards, " "))
	d.Value("signalwort", string(b.Signal), string(a.Signal))
	d.Value("inhalt", b.Content.String(), a.Content.String())
	d.Value("schnittware", yes(b.Cut), yes(a.Cut))
	d.Value("mindestmenge", fmt.Sprint(b.Minimum), fmt.Sprint(a.Minimum))
	d.Value("breite", fmt.Sprint(b.Width), fmt.Sprint(a.Width))
	d.Value("gruppe", b.Group, a.Group)
	d.Value("lieferzeit", fmt.Sprint(b.DeliveryDays), fmt.Sprint(a.DeliveryDays))
	d.Value("ausnahme", b.DutyExemption, a.DutyExemption)
	for _, language := range shop.Languages {
		in := "_" + string(language)
		d.Text("merkmal1"+in, b.Feature1[language], a.Feature1[language])
		d.Text("merkmal2"+in, b.Feature2[language], a.Feature2[language])
		d.Text("beschreibung"+in, before.Texts.Description[language], after.Texts.Description[language])
		d.Text("suchwoerter"+in, before.Texts.SearchWords[language], after.Texts.SearchWords[language])
		d.Text("material"+in, before.Texts.Material[language], after.Texts.Material[language])
		d.Text("warnhinweise"+in, before.Texts.Warnings[language], after.Texts.Warnings[language])
	}
}

// recordCoupon adds what changed of a coupon to the audit log.
func (t *tx) recordCoupon(ctx context.Context, before, after *coupon.Coupon) {
	var d audit.Diff
	d.Value("art", string(before.Kind), string(after.Kind))
	d.Value("wert", number(before.Value), number(after.Value))
	d.Value("aktiv", yes(before.Active), yes(after.Active))
	d.Value("einmalig", yes(before.OncePerPerson), yes(after.OncePerPerson))
	d.Value("von", string(before.From), string(after.From))
	d.Value("bis", string(before.Until), string(after.Until))
	d.Value("ab", number(before.MinimumGoods), number(after.MinimumGoods))
	d.Value("höchstens", strconv.FormatInt(before.MaxRedemptions, 10), strconv.FormatInt(after.MaxRedemptions, 10))
	t.Record(ctx, d.Entry(audit.Coupon, audit.Subject(audit.KindCoupon, after.Code)))
}

func number(n float64) string { return strconv.FormatFloat(n, 'f', -1, 64) }

func yes(set bool) string {
	if set {
		return "ja"
	}
	return "nein"
}
