package catalogue

import (
	"context"
	"slices"
	"strings"

	"kontor/internal/shop"
)

// Duty is something that a product's page owes its readers.
type Duty struct {
	Key   string // by which lists are filtered
	Label string // German; names what is missing
	Must  bool   // by law, before the product is sold; otherwise it is only advised
}

// Missing are the duties that a product does not meet.
type Missing []Duty

// Must returns the labels of what the law demands.
func (m Missing) Must() (labels []string) {
	for _, d := range m {
		if d.Must {
			labels = append(labels, d.Label)
		}
	}
	return labels
}

// Advised returns the labels of the others.
func (m Missing) Advised() (labels []string) {
	for _, d := range m {
		if !d.Must {
			labels = append(labels, d.Label)
		}
	}
	return labels
}

// Has reports whether the duty with a key is among them; "pflicht" is any that the law
// demands.
func (m Missing) Has(key string) bool {
	return slices.ContainsFunc(m, func(d Duty) bool { return d.Key == key || key == DutyAny && d.Must })
}

// DutyAny is the key for whatever the law demands.
const DutyAny = "pflicht"

// DutyKeys are the keys of all duties.
var DutyKeys = []string{
	DutyAny, "bild", "hersteller", "eu_person", "sicherheit", "warnhinweise", "fasern", "inhalt", "preis",
	"beschreibung", "uebersetzung", "gtin", dutyBadge,
}

const dutyBadge = "etikett"

// Duties returns a function that finds what products lack, in the light of their
// categories, makers and groups, and of the best sellers, as they are now.
func (s *Service) Duties(ctx context.Context) (func(Product) Missing, error) {
	a, err := s.store.Assortment(ctx)
	if err != nil {
		return nil, err
	}
	top, err := s.store.Bestsellers(ctx)
	if err != nil {
		return nil, err
	}
	return func(p Product) Missing {
		missing := a.missing(p)
		if p.BestsellerLabel && !slices.Contains(top, p.Slug) {
			missing = append(missing, Duty{dutyBadge, "Etikett „Bestseller“ nur in der Top 6", false})
		}
		return missing
	}, nil
}

// missing takes a copy of the product, into which it fills what that inherits.
func (a *Assortment) missing(p Product) (missing Missing) {
	p.noteTexts()
	p = a.Inherited(p)
	exempt := p.DutyExemption != ""
	lack := func(it bool, key, label string, must bool) {
		if it && !(must && exempt) {
			missing = append(missing, Duty{key, label, must})
		}
	}
	var category Category
	if known := a.Category(p.CategorySlug); known != nil {
		category = *known
	}
	var maker Maker
	if known := a.Maker(&p); known != nil {
		maker = *known
	}
	union, area := economicArea(maker.Country)
	represented := maker.EUName != "" && maker.EUAddress != "" && maker.EUContact != ""
	lack(len(p.Pictures) == 0, "bild", "eigenes Bild", true)
	lack(maker.Slug == "", "hersteller", "Hersteller", true)
	lack(maker.Slug != "" && (maker.Address == "" || maker.Contact == ""), "hersteller", "Anschrift und Kontakt des Herstellers", true)
	lack(maker.Country != "" && !area && !represented, "eu_person", "verantwortliche Person in der EU", true)
	lack(p.Safety == SafetyOpen, "sicherheit", "Angabe zur Sicherheit", true)
	lack(p.Safety == SafetyGiven && !p.Warned, "warnhinweise", "Warnhinweise", true)
	lack(category.Textile && len(p.Fibres) == 0, "fasern", "Faserzusammensetzung", true)
	lack(category.Measure != "" && p.Content.Amount == 0, "inhalt", "Inhalt für den Grundpreis", true)
	lack(p.Price == 0, "preis", "Preis", true)
	lack(category.Measure != "" && p.Content.Amount > 0 && p.Content.Unit != category.Measure, "inhalt", "Inhalt in der Einheit der Kategorie", false)
	lack(!p.Described, "beschreibung", "Beschreibung", false)
	lack(p.Described && !p.Translated, "uebersetzung", "Beschreibung in allen Sprachen", false)
	lack(area && !union && !represented, "eu_person", "verantwortliche Person in der EU für Norwegen, Island oder Liechtenstein", false)
	lack(p.GTIN == "", "gtin", "GTIN", false)
	return missing
}

// economicArea reports whether a country is of the European Union, and of the European
// Economic Area, which is larger.
func economicArea(country string) (union, area bool) {
	const members = "AT BE BG HR CY CZ DK EE FI FR DE GR HU IE IT LV LT LU MT NL PL PT RO SK SI ES SE"
	union = len(country) == 2 && strings.Contains(members, country)
	return union, union || slices.Contains([]string{"NO", "IS", "LI"}, country)
}

// noteTexts notes which texts there are, if they were read.
func (p *Product) noteTexts() {
	if p.Texts == nil {
		return
	}
	p.Described, p.Warned = p.Texts.Description["de"] != "", p.Texts.Warnings["de"] != ""
	p.Translated = !slices.ContainsFunc(shop.Languages, func(l shop.Language) bool { return p.Texts.Description[l] == "" })
}

// demand refuses to sell a product that lacks what the law demands, if the shop is
// strict about that: [ErrDutiesMissing]. Otherwise it adds a hint. What is sold already
// stays on sale.
func (s *Service) demand(ctx context.Context, before, p *Product) error {
	if !p.Active || before != nil && before.Active {
		return nil
	}
	a, err := s.store.Assortment(ctx)
	if err != nil {
		return err
	}
	switch labels := strings.Join(a.missing(*p).Must(), ", "); {
	case labels == "":
	case s.Strict:
		return ErrDutiesMissing.With("Zum Verkauf fehlen: " + labels + ".")
	default:
		p.Hints = append(p.Hints, "Zum Verkauf fehlen noch: "+labels+".")
	}
	return nil
}
