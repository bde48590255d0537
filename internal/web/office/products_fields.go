package office

import (
	"kontor/internal/jsvalue"
	"kontor/internal/shop"
	"kontor/internal/shop/catalogue"
	"kontor/internal/web/kit"
)

// maxInteger is more than any integer of a product may be; what each may be is checked
// with the product.
const maxInteger = 1_000_000_000

// readProduct reads the settable fields of a product, except for its slug. A unit price
// that is not given is computed anew if the product has, or had, a content.
func readProduct(f *fields, p *catalogue.Product) {
	measured := p.Content.Amount > 0
	f.texts("name_", &p.Names)
	readAlt(f, p)
	f.text("kategorie_slug", &p.CategorySlug)
	f.text("steuerklasse", (*string)(&p.TaxClass))
	f.number("preis", &p.Price)
	f.flag("ermaessigt", &p.Reduced)
	f.flag("aktiv", &p.Active)
	f.flag("bestseller_label", &p.BestsellerLabel)
	f.flag("demo", &p.Demo)
	readMeasures(f, p)
	if measured || p.Content.Amount > 0 {
		p.MeasureAnew()
	}
	f.numberOrNull("grundpreis", &p.UnitPrice)
	f.textOrNull("grundpreis_einheit", &p.Unit)
	readFacts(f, &p.Facts)
	if p.Texts == nil {
		p.Texts = new(catalogue.Texts)
	}
	f.texts("beschreibung_", &p.Texts.Description)
	f.texts("suchwoerter_", &p.Texts.SearchWords)
	f.texts("material_", &p.Texts.Material)
	f.texts("warnhinweise_", &p.Texts.Warnings)
}

// readAlt reads what the first own picture shows. Without one, only empty texts are
// accepted, which clients send back.
func readAlt(f *fields, p *catalogue.Product) {
	alt := p.Alt()
	f.texts("alt_", &alt)
	switch {
	case len(p.Pictures) > 0:
		p.Pictures[0].Alt = alt
	case f.err == nil && len(alt) > 0:
		f.err = f.refusal.With("„alt_…“ beschreibt ein eigenes Bild, und das Produkt hat noch keines: bitte zuerst eines hochladen.")
	}
}

func readMeasures(f *fields, p *catalogue.Product) {
	f.integerOrNull("inhalt", &p.Content.Amount)
	f.textOrNull("inhalt_einheit", (*string)(&p.Content.Unit))
	f.flag("schnittware", &p.Cut)
	f.integer("mindestmenge", &p.Minimum)
	f.integerOrNull("breite_cm", &p.Width)
}

func readFacts(f *fields, facts *catalogue.Facts) {
	f.text("hersteller", &facts.Maker)
	f.text("artikelnummer", &facts.Number)
	f.text("gtin", &facts.GTIN)
	f.shares("fasern", &facts.Fibres)
	f.flag("tierisch", &facts.Animal)
	f.text("sicherheit", (*string)(&facts.Safety))
	f.list("gefahren", &facts.Hazards)
	f.text("signalwort", (*string)(&facts.Signal))
	f.text("gruppe", &facts.Group)
	f.integer("gruppe_position", &facts.Place)
	f.texts("merkmal1_", &facts.Feature1)
	f.texts("merkmal2_", &facts.Feature2)
	f.integer("lieferzeit_tage", &facts.DeliveryDays)
	f.text("pflichten_ausnahme", &facts.DutyExemption)
}

// texts reads a text in each language, whose names begin alike.
func (f *fields) texts(name string, into *map[shop.Language]string) {
	texts := make(map[shop.Language]string, len(shop.Languages))
	some := *into != nil
	for _, language := range shop.Languages {
		text := (*into)[language]
		f.text(name+string(language), &text)
		texts[language] = text
		some = some || text != ""
	}
	if some {
		*into = texts
	}
}

// integer reads a whole number from 0 on.
func (f *fields) integer(name string, into *int64) {
	f.read(name, "eine ganze Zahl von 0 an", func(v jsvalue.Value) bool {
		x := v.Float()
		*into = int64(x)
		return x >= 0 && x <= maxInteger && x == float64(*into)
	})
}

// integerOrNull reads a whole number above 0; null becomes 0.
func (f *fields) integerOrNull(name string, into *int64) {
	f.read(name, "eine ganze Zahl über 0 oder null", func(v jsvalue.Value) bool {
		if *into = 0; v.Kind() == jsvalue.Null {
			return true
		}
		x := v.Float()
		*into = int64(x)
		return x >= 1 && x <= maxInteger && x == float64(*into)
	})
}

// list reads a list of texts.
func (f *fields) list(name string, into *[]string) {
	f.read(name, "eine Liste von Texten", func(v jsvalue.Value) bool {
		*into = nil
		for element := range v.Elements() {
			if element.Kind() != jsvalue.String {
				return false
			}
			*into = append(*into, jsvalue.Trim(element.Text()))
		}
		return v.Kind() == jsvalue.Array
	})
}

// shares reads the fibres of a textile.
func (f *fields) shares(name string, into *[]catalogue.Share) {
	f.read(name, `eine Liste wie [{"faser":"baumwolle","prozent":100}]`, func(v jsvalue.Value) bool {
		*into = nil
		for element := range v.Elements() {
			if element.Kind() != jsvalue.Object || kit.CheckProperties(element, []string{"faser", "prozent"}) != nil {
				return false
			}
			percent := element.Get("prozent").Float()
			if element.Get("faser").Kind() != jsvalue.String || !(percent >= 0 && percent <= 100) || percent != float64(int64(percent)) {
				return false
			}
			*into = append(*into, catalogue.Share{Fibre: element.Get("faser").Text(), Percent: int64(percent)})
		}
		return v.Kind() == jsvalue.Array
	})
}
