package catalogue_test

import (
	"strings"
	"testing"

	"kontor/internal/shop"
	"kontor/internal/shop/catalogue"
	"kontor/tests/refusal"
)

// yarn returns a product that can be stored, with the changes.
func yarn(change func(*catalogue.Product)) catalogue.Product {
	p := catalogue.Product{
		Slug: "wolle", CategorySlug: "wolle", Price: 5.95,
		Names: map[shop.Language]string{"de": "Wolle", "en": "Wool", "fr": "Laine", "it": "Lana"},
		Facts: catalogue.Facts{Safety: catalogue.SafetyOpen, Minimum: 1}, Texts: new(catalogue.Texts),
	}
	change(&p)
	return p
}

func TestFactsCheck(t *testing.T) {
	t.Parallel()
	shares := func(all ...catalogue.Share) func(*catalogue.Product) {
		return func(p *catalogue.Product) { p.Fibres = all }
	}
	for name, tt := range map[string]struct {
		change func(*catalogue.Product)
		text   string // empty: nothing is wrong
	}{
		"GTIN-13":                {func(p *catalogue.Product) { p.GTIN = "4006381333931" }, ""},
		"GTIN-8":                 {func(p *catalogue.Product) { p.GTIN = "96385074" }, ""},
		"GTIN-12":                {func(p *catalogue.Product) { p.GTIN = "036000291452" }, ""},
		"GTIN-14":                {func(p *catalogue.Product) { p.GTIN = "10614141000415" }, ""},
		"wrong check digit":      {func(p *catalogue.Product) { p.GTIN = "4006381333932" }, "GTIN"},
		"digits swapped":         {func(p *catalogue.Product) { p.GTIN = "4006381339331" }, "GTIN"},
		"GTIN of ten digits":     {func(p *catalogue.Product) { p.GTIN = "4006381333" }, "GTIN"},
		"GTIN with a letter":     {func(p *catalogue.Product) { p.GTIN = "400638133393X" }, "GTIN"},
		"one fibre":              {shares(catalogue.Share{Fibre: "baumwolle", Percent: 100}), ""},
		"two fibres":             {shares(catalogue.Share{Fibre: "schurwolle", Percent: 75}, catalogue.Share{Fibre: "polyamid", Percent: 25}), ""},
		"unknown fibre":          {shares(catalogue.Share{Fibre: "wunder", Percent: 100}), "„wunder“"},
		"99 percent":             {shares(catalogue.Share{Fibre: "wolle", Percent: 99}), "zusammen 100"},
		"smaller share first":    {shares(catalogue.Share{Fibre: "wolle", Percent: 25}, catalogue.Share{Fibre: "polyamid", Percent: 75}), "geordnet"},
		"a fibre twice":          {shares(catalogue.Share{Fibre: "wolle", Percent: 50}, catalogue.Share{Fibre: "wolle", Percent: 50}), "mehrfach"},
		"share below one":        {shares(catalogue.Share{Fibre: "wolle", Percent: 100}, catalogue.Share{Fibre: "seide", Percent: 0}), "von 1 bis 100"},
		"pictograms":             {func(p *catalogue.Product) { p.Hazards = []string{"GHS01", "GHS09"} }, ""},
		"unknown pictogram":      {func(p *catalogue.Product) { p.Hazards = []string{"GHS10"} }, "gefahren"},
		"a pictogram twice":      {func(p *catalogue.Product) { p.Hazards = []string{"GHS01", "GHS01"} }, "gefahren"},
		"unknown signal word":    {func(p *catalogue.Product) { p.Signal = "warnung" }, "signalwort"},
		"unknown safety":         {func(p *catalogue.Product) { p.Safety = "" }, "sicherheit"},
		"cut by 10 cm":           {func(p *catalogue.Product) { p.Cut, p.Content = true, catalogue.Content{Amount: 10, Unit: "cm"} }, ""},
		"cut without length":     {func(p *catalogue.Product) { p.Cut = true }, "Schnittware"},
		"cut by weight":          {func(p *catalogue.Product) { p.Cut, p.Content = true, catalogue.Content{Amount: 10, Unit: "g"} }, "Schnittware"},
		"content without unit":   {func(p *catalogue.Product) { p.Content.Amount = 10 }, "Inhalt und Einheit"},
		"unit without content":   {func(p *catalogue.Product) { p.Content.Unit = "g" }, "Inhalt und Einheit"},
		"unknown unit":           {func(p *catalogue.Product) { p.Content = catalogue.Content{Amount: 1, Unit: "kg"} }, "inhalt_einheit"},
		"no minimum":             {func(p *catalogue.Product) { p.Minimum = 0 }, "mindestmenge"},
		"minimum too high":       {func(p *catalogue.Product) { p.Minimum = 1001 }, "mindestmenge"},
		"91 days":                {func(p *catalogue.Product) { p.DeliveryDays = 91 }, "lieferzeit_tage"},
		"long article number":    {func(p *catalogue.Product) { p.Number = strings.Repeat("x", 65) }, "Artikelnummer"},
		"maker of no slug":       {func(p *catalogue.Product) { p.Maker = "A & B" }, "Hersteller"},
		"group of no slug":       {func(p *catalogue.Product) { p.Group = "A & B" }, "Gruppe"},
		"two lines of a feature": {func(p *catalogue.Product) { p.Feature1 = map[shop.Language]string{"fr": "a\nb"} }, "erste Merkmal"},
		"long feature":           {func(p *catalogue.Product) { p.Feature2 = map[shop.Language]string{"it": strings.Repeat("x", 101)} }, "zweite Merkmal"},
		"two lines of text":      {func(p *catalogue.Product) { p.Texts.Description = map[shop.Language]string{"de": "a\r\n\tb"} }, ""},
		"long description": {func(p *catalogue.Product) {
			p.Texts.Description = map[shop.Language]string{"de": strings.Repeat("ä", 10_001)}
		}, "Beschreibung"},
		"control in the warning": {func(p *catalogue.Product) { p.Texts.Warnings = map[shop.Language]string{"de": "a\x00"} }, "Warnhinweise"},
	} {
		p := yarn(tt.change)
		err := p.Check()
		if tt.text == "" {
			refusal.Want(t, name, err, nil)
			continue
		}
		refusal.Want(t, name, err, catalogue.ErrInvalidProduct)
		if !strings.Contains(err.Error(), tt.text) {
			t.Errorf("%s: %q does not name %q", name, err, tt.text)
		}
	}
}

func TestComposition(t *testing.T) {
	t.Parallel()
	p := yarn(func(p *catalogue.Product) {
		p.Fibres = []catalogue.Share{{Fibre: "schurwolle", Percent: 75}, {Fibre: "polyamid", Percent: 25}}
	})
	for language, want := range map[shop.Language]string{
		"de": "75\u00a0% Schurwolle, 25\u00a0% Polyamid", "en": "75\u00a0% virgin wool, 25\u00a0% polyamide",
		"fr": "75\u00a0% laine vierge, 25\u00a0% polyamide", "it": "75\u00a0% lana vergine, 25\u00a0% poliammidica",
	} {
		if got := p.Composition(language); got != want {
			t.Errorf("%s: %q", language, got)
		}
	}
}

func TestShelvesCheck(t *testing.T) {
	t.Parallel()
	german := map[shop.Language]string{"de": "Garn"}
	for name, tt := range map[string]struct {
		entry interface{ Check() error }
		fails bool
	}{
		"category":                  {&catalogue.Category{Slug: "garn", Names: german}, false},
		"new category":              {new(catalogue.NewCategory("perlen-und-draht")), false},
		"category without name":     {&catalogue.Category{Slug: "garn"}, true},
		"category of wrong measure": {&catalogue.Category{Slug: "garn", Names: german, Measure: "kg"}, true},
		"category out of place":     {&catalogue.Category{Slug: "garn", Names: german, Position: -1}, true},
		"maker":                     {&catalogue.Maker{Slug: "a", Name: "A"}, false},
		"maker with e-mail":         {&catalogue.Maker{Slug: "a", Name: "A", Contact: "post@example.org", Country: "CH"}, false},
		"maker with page":           {&catalogue.Maker{Slug: "a", Name: "A", Contact: "https://example.org/x", EUContact: "a@b.de"}, false},
		"maker without name":        {&catalogue.Maker{Slug: "a", Name: " "}, true},
		"maker with a script":       {&catalogue.Maker{Slug: "a", Name: "A", Contact: "javascript:alert(1)"}, true},
		"maker with a phone number": {&catalogue.Maker{Slug: "a", Name: "A", Contact: "030 123"}, true},
		"e-mail with a name":        {&catalogue.Maker{Slug: "a", Name: "A", Contact: "A <a@b.de>"}, true},
		"land in words":             {&catalogue.Maker{Slug: "a", Name: "A", Country: "Schweiz"}, true},
		"group":                     {&catalogue.Group{Slug: "a", Names: german, Feature1: "farbe", Feature2: "staerke"}, false},
		"unknown feature":           {&catalogue.Group{Slug: "a", Names: german, Feature1: "geruch"}, true},
		"the same feature twice":    {&catalogue.Group{Slug: "a", Names: german, Feature1: "farbe", Feature2: "farbe"}, true},
		"group of no slug":          {&catalogue.Group{Slug: "A", Names: german}, true},
	} {
		var want *shop.Error
		if tt.fails {
			want = catalogue.ErrInvalidShelf
		}
		refusal.Want(t, name, tt.entry.Check(), want)
	}
}
