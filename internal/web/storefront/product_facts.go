package storefront

import (
	"cmp"
	"strconv"
	"strings"

	"kontor/internal/shop"
	"kontor/internal/shop/catalogue"
)

// fact is one line about a product.
type fact struct {
	Name, Value string
	Lang        shop.Language // of the value, if it is not the page's
}

// facts are what is known of a product, in the order in which people want it.
func (p *shopPage) facts(a *catalogue.Assortment, product *catalogue.Product) (facts []fact, err error) {
	add := func(key, value string, lang shop.Language) {
		if value == "" || err != nil {
			return
		}
		name := ""
		name, err = p.Text(key)
		facts = append(facts, fact{name, value, lang})
	}
	german := func(texts map[shop.Language]string) shop.Language {
		if texts[p.Language] == "" {
			return shop.Languages[0]
		}
		return ""
	}
	for _, feature := range a.Features(product) {
		add("goods.feature."+cmp.Or(feature.Name, "andere"), catalogue.InLanguage(feature.Value, p.Language), german(feature.Value))
	}
	add("goods.fact.fibres", product.Composition(p.Language), "")
	add("goods.fact.material", catalogue.InLanguage(product.Texts.Material, p.Language), german(product.Texts.Material))
	if product.Content.Amount > 0 && !product.Cut {
		add("goods.fact.content", p.content(product.Content), "")
	}
	if product.Width > 0 {
		add("goods.fact.width", p.Number(product.Width)+" cm", "")
	}
	if maker := a.Maker(product); maker != nil {
		add("goods.fact.brand", maker.Brand, "")
	}
	add("goods.fact.number", product.Number, "")
	add("goods.fact.gtin", product.GTIN, "")
	return facts, err
}

// content writes how much there is as people do: "50 g", "1,5 m", "0,75 l".
func (p *shopPage) content(c catalogue.Content) string {
	unit, large, per := string(c.Unit), "", int64(1)
	switch c.Unit {
	case catalogue.Grams:
		large, per = "kg", 1000
	case catalogue.Millilitres:
		large, per = "l", 1000
	case catalogue.Centimetres:
		large, per = "m", 100
	case catalogue.SquareCentimetres:
		unit, large, per = "cm²", "m²", 10_000
	}
	if c.Amount < per {
		return p.Number(c.Amount) + " " + unit
	}
	whole, rest := c.Amount/per, c.Amount%per
	text := p.Number(whole)
	if rest > 0 {
		digits := strings.TrimRight(strconv.FormatInt(per+rest, 10)[1:], "0")
		text += p.Point() + digits
	}
	return text + " " + large
}

// safetyView is what buyers must know before they buy (Regulation 2023/988, Art. 19).
type safetyView struct {
	Maker       *catalogue.Maker // nil: unknown
	None        bool             // no warnings are needed
	Signal      string           // empty: none
	Hazards     []string
	Warnings    []string // paragraphs
	WarningLang shop.Language
}

// safety returns nil if there is nothing to say.
func (p *shopPage) safety(a *catalogue.Assortment, product *catalogue.Product) (view *safetyView, err error) {
	view = &safetyView{Maker: a.Maker(product), None: product.Safety == catalogue.SafetyNone}
	if product.Safety == catalogue.SafetyGiven {
		view.Warnings = paragraphs(catalogue.InLanguage(product.Texts.Warnings, p.Language))
		if product.Texts.Warnings[p.Language] == "" {
			view.WarningLang = shop.Languages[0]
		}
	}
	if product.Signal != "" {
		if view.Signal, err = p.Text("goods.signal." + string(product.Signal)); err != nil {
			return nil, err
		}
	}
	for _, hazard := range product.Hazards {
		name, err := p.Text("goods.hazard." + hazard)
		if err != nil {
			return nil, err
		}
		view.Hazards = append(view.Hazards, name+" ("+hazard+")")
	}
	if view.Maker == nil && !view.None && view.Signal == "" && len(view.Hazards)+len(view.Warnings) == 0 {
		return nil, nil
	}
	return view, nil
}

// Link returns where a maker's contact leads: a page or an e-mail address.
func (v *safetyView) Link(contact string) string {
	if strings.Contains(contact, "://") {
		return contact
	}
	return "mailto:" + contact
}

// Lines returns the lines of an address.
func (v *safetyView) Lines(address string) []string { return paragraphs(address) }

func paragraphs(text string) (lines []string) {
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line != "" {
			lines = append(lines, line)
		}
	}
	return lines
}
