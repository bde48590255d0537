package catalogue

import (
	"net/mail"
	"net/url"
	"regexp"
	"slices"
	"strings"

	"kontor/internal/shop"
)

// Category is a part of the catalogue. Each category that a product names exists.
type Category struct {
	Slug        string
	Names       map[shop.Language]string // German at least; a missing one is shown in German
	SearchWords map[shop.Language]string // found by shoppers, but never shown
	Position    int64                    // among the others, ascending
	Textile     bool                     // its products owe their fibres
	Measure     ContentUnit              // its products owe a content of that kind; empty: none
	Google      string                   // the category's name or number in Google's taxonomy
	Version     int64
}

// Maker made a product, under its name and address. If it is outside the European Union,
// somebody within answers for its products (Regulation 2023/988, Art. 16).
type Maker struct {
	Slug      string
	Name      string
	Brand     string
	Address   string
	Contact   string // e-mail address or URL
	Country   string // two capital letters; empty: unknown
	EUName    string
	EUAddress string
	EUContact string
	Version   int64
}

// Group is what variants have in common: products that differ in one or two features. It
// has no page, price or stock of its own.
type Group struct {
	Slug     string
	Names    map[shop.Language]string // German at least
	Feature1 string                   // one of [Features]; empty: none
	Feature2 string
	Version  int64
}

// Features are what variants can differ in.
var Features = []string{"farbe", "groesse", "laenge", "staerke", "muster"}

const (
	maxPosition = 1_000_000
	maxLines    = 500 // characters of an address
)

// NewCategory returns the category that a product names first, with a name made of its
// slug: "Perlen Und Draht" from "perlen-und-draht".
func NewCategory(slug string) Category {
	return Category{Slug: slug, Names: map[shop.Language]string{"de": titled(slug)}}
}

func titled(slug string) string {
	words := strings.Split(slug, "-")
	for i, word := range words {
		words[i] = strings.ToUpper(word[:1]) + word[1:]
	}
	return strings.Join(words, " ")
}

// Check returns [ErrInvalidShelf] with a text that names the field if the category
// cannot be stored.
func (c *Category) Check() error {
	if err := checkShelf(c.Slug, c.Names); err != nil {
		return err
	}
	switch {
	case checkTexts("", c.SearchWords, shop.MaxText, true) != nil:
		return ErrInvalidShelf.With("Die Suchwörter haben zu viele Zeichen.")
	case c.Position < 0 || c.Position > maxPosition:
		return ErrInvalidShelf.With("„position“ muss eine ganze Zahl von 0 an sein.")
	case c.Measure != "" && c.Measure.base() == (base{}):
		return ErrInvalidShelf.With("„grundpreis_art“ muss leer, g, ml, cm oder cm2 sein.")
	case !lineValid(c.Google, shop.MaxText):
		return ErrInvalidShelf.With("„google_kategorie“ ist zu lang oder hat mehr als eine Zeile.")
	}
	return nil
}

var countryPattern = regexp.MustCompile(`^([A-Z]{2})?$`)

// Check is like [Category.Check].
func (m *Maker) Check() error {
	switch {
	case !slugValid(m.Slug):
		return ErrInvalidShelf.With("Das Kürzel " + slugText)
	case strings.TrimSpace(m.Name) == "":
		return ErrInvalidShelf.With("Der Name fehlt.")
	case !countryPattern.MatchString(m.Country):
		return ErrInvalidShelf.With("„land“ muss aus zwei Großbuchstaben bestehen, wie DE, oder leer sein.")
	}
	for field, text := range map[string]string{"name": m.Name, "marke": m.Brand, "eu_name": m.EUName} {
		if !lineValid(text, shop.MaxText) {
			return ErrInvalidShelf.With("„" + field + "“ ist zu lang oder hat mehr als eine Zeile.")
		}
	}
	for field, text := range map[string]string{"anschrift": m.Address, "eu_anschrift": m.EUAddress} {
		if checkTexts("", map[shop.Language]string{"de": text}, maxLines, true) != nil {
			return ErrInvalidShelf.With("„" + field + "“ ist zu lang.")
		}
	}
	for field, text := range map[string]string{"kontakt": m.Contact, "eu_kontakt": m.EUContact} {
		if !contactValid(text) {
			return ErrInvalidShelf.With("„" + field + "“ muss eine E-Mail-Adresse, eine Adresse im Web wie https://example.org/ oder leer sein.")
		}
	}
	return nil
}

// contactValid reports whether a text is empty, an e-mail address or a URL of the web.
func contactValid(text string) bool {
	if text == "" || !lineValid(text, shop.MaxText) {
		return text == ""
	}
	if address, err := mail.ParseAddress(text); err == nil {
		return address.Address == text
	}
	u, err := url.Parse(text)
	return err == nil && (u.Scheme == "https" || u.Scheme == "http") && u.Hostname() != ""
}

// Check is like [Category.Check].
func (g *Group) Check() error {
	if err := checkShelf(g.Slug, g.Names); err != nil {
		return err
	}
	known := func(feature string) bool { return feature == "" || slices.Contains(Features, feature) }
	switch {
	case !known(g.Feature1) || !known(g.Feature2):
		return ErrInvalidShelf.With("Merkmale sind farbe, groesse, laenge, staerke und muster.")
	case g.Feature1 == g.Feature2 && g.Feature1 != "":
		return ErrInvalidShelf.With("Die beiden Merkmale müssen verschieden sein.")
	}
	return nil
}

func checkShelf(slug string, names map[shop.Language]string) error {
	switch {
	case !slugValid(slug):
		return ErrInvalidShelf.With("Das Kürzel " + slugText)
	case strings.TrimSpace(names["de"]) == "":
		return ErrInvalidShelf.With("Der deutsche Name fehlt.")
	}
	for _, language := range shop.Languages {
		if !lineValid(names[language], shop.MaxText) {
			return ErrInvalidShelf.With("Der Name in der Sprache „" + string(language) + "“ ist zu lang oder hat mehr als eine Zeile.")
		}
	}
	return nil
}
