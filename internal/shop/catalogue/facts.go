package catalogue

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"kontor/internal/shop"
)

// Facts are what the shop says about a product besides its name and price, as far as it
// is short.
type Facts struct {
	Maker  string // slug; empty: unknown
	Number string // by which the maker, or the operator, knows the product
	GTIN   string // digits with a check digit; empty: none

	Fibres []Share // of a textile, the largest first; empty: it is none, or unknown
	Animal bool    // has parts of animal origin that are no textile (Regulation 1007/2011, Art. 12)

	Safety  Safety
	Hazards []string // pictograms, GHS01 to GHS09, in their order
	Signal  Signal

	Content Content // of one piece; zero: not sold by measure
	Cut     bool    // pieces are lengths, which are cut from one length
	Minimum int64   // pieces that an order must have at least, from 1
	Width   int64   // centimetres; 0: unknown, or it has none

	Group    string // slug of the products of which this is a variant; empty: it is none
	Place    int64  // among them
	Feature1 map[shop.Language]string
	Feature2 map[shop.Language]string

	DeliveryDays  int64  // working days that delivery takes longer than to the country
	DutyExemption string // why the product needs no maker and the like; empty: it does
}

// Safety is whether there is anything that buyers must be warned of.
type Safety string

// "Not needed" is something that somebody has said, unlike what was forgotten.
const (
	SafetyOpen  Safety = "offen"     // nobody has said
	SafetyNone  Safety = "keine"     // warnings are not needed
	SafetyGiven Safety = "angegeben" // there are warnings
)

// Safeties are all of them.
var Safeties = []Safety{SafetyOpen, SafetyNone, SafetyGiven}

// Signal is the signal word of a hazardous mixture (Regulation 1272/2008, Art. 20).
type Signal string

// Signals are all of them; the empty one is for goods without.
var Signals = []Signal{"", "achtung", "gefahr"}

// What facts may be.
const (
	maxMinimum      = 1000
	maxDeliveryDays = 90
	maxNumber       = 64
	maxExemption    = 200
	maxFeature      = 100
	maxMeasure      = 100_000_000 // of a piece, and of its width
)

// LengthOf returns the length of so many pieces of cut goods, in centimetres; nil: they
// are none.
func (f *Facts) LengthOf(pieces int64) *int64 {
	if !f.Cut || f.Content.Unit != Centimetres {
		return nil
	}
	length := pieces * f.Content.Amount
	return &length
}

func (f *Facts) check() error {
	refuse := ErrInvalidProduct.With
	switch {
	case f.Maker != "" && !slugValid(f.Maker):
		return refuse("Der Hersteller " + slugText)
	case !lineValid(f.Number, maxNumber):
		return refuse("Die Artikelnummer ist länger als 64 Zeichen oder hat mehr als eine Zeile.")
	case f.GTIN != "" && !gtinValid(f.GTIN):
		return refuse("Die GTIN braucht 8, 12, 13 oder 14 Ziffern, deren letzte zu den anderen passt.")
	case !slices.Contains(Safeties, f.Safety):
		return refuse("„sicherheit“ muss offen, keine oder angegeben sein.")
	case !slices.Contains(Signals, f.Signal):
		return refuse("„signalwort“ muss leer, achtung oder gefahr sein.")
	case !slices.IsSorted(f.Hazards) || len(slices.Compact(slices.Clone(f.Hazards))) < len(f.Hazards) || slices.ContainsFunc(f.Hazards, isNoHazard):
		return refuse("„gefahren“ nennt die Piktogramme GHS01 bis GHS09, jedes einmal und in ihrer Reihenfolge.")
	case !lineValid(f.DutyExemption, maxExemption):
		return refuse("„pflichten_ausnahme“ ist länger als 200 Zeichen oder hat mehr als eine Zeile.")
	case f.DeliveryDays < 0 || f.DeliveryDays > maxDeliveryDays:
		return refuse("„lieferzeit_tage“ muss eine ganze Zahl von 0 bis 90 sein.")
	}
	if err := checkShares(f.Fibres); err != nil {
		return err
	}
	if err := f.checkMeasures(); err != nil {
		return err
	}
	return f.checkVariant()
}

func (f *Facts) checkMeasures() error {
	refuse := ErrInvalidProduct.With
	switch {
	case f.Minimum < 1 || f.Minimum > maxMinimum:
		return refuse("„mindestmenge“ muss eine ganze Zahl von 1 bis 1000 sein.")
	case f.Width < 0 || f.Width > maxMeasure:
		return refuse("„breite_cm“ muss eine ganze Zahl über 0 oder null sein.")
	case f.Content.Amount < 0 || f.Content.Amount > maxMeasure || (f.Content.Amount > 0) != (f.Content.Unit != ""):
		return refuse("Inhalt und Einheit gehören zusammen; der Inhalt ist eine ganze Zahl über 0.")
	case f.Content.Unit != "" && f.Content.Unit.base() == (base{}):
		return refuse("„inhalt_einheit“ muss g, ml, cm oder cm2 sein.")
	case f.Cut && f.Content.Unit != Centimetres:
		return refuse("Schnittware braucht als Inhalt die Länge eines Stücks in cm.")
	}
	return nil
}

func (f *Facts) checkVariant() error {
	switch {
	case f.Group != "" && !slugValid(f.Group):
		return ErrInvalidProduct.With("Die Gruppe " + slugText)
	case f.Place < 0 || f.Place > maxPosition:
		return ErrInvalidProduct.With("„gruppe_position“ muss eine ganze Zahl von 0 an sein.")
	}
	if err := checkTexts("Das erste Merkmal", f.Feature1, maxFeature, false); err != nil {
		return err
	}
	return checkTexts("Das zweite Merkmal", f.Feature2, maxFeature, false)
}

func isNoHazard(name string) bool {
	digit, ok := strings.CutPrefix(name, "GHS0")
	return !ok || len(digit) != 1 || digit[0] < '1' || digit[0] > '9'
}

// gtinValid reports whether a text is a GTIN with 8, 12, 13 or 14 digits: weighted 3
// and 1 in turn from the right, without the check digit, they add up with it to a
// multiple of ten.
func gtinValid(gtin string) bool {
	if !slices.Contains([]int{8, 12, 13, 14}, len(gtin)) {
		return false
	}
	sum := 0
	for i := range len(gtin) {
		digit := int(gtin[i]) - '0'
		if digit < 0 || digit > 9 {
			return false
		}
		if (len(gtin)-i)%2 == 0 {
			digit *= 3
		}
		sum += digit
	}
	return sum%10 == 0
}

// checkTexts returns [ErrInvalidProduct] if a text is longer than most characters, or
// has a character that is not printable; the end of a line is allowed if lines is set.
func checkTexts(name string, texts map[shop.Language]string, most int, lines bool) error {
	for _, language := range shop.Languages {
		text := texts[language]
		switch {
		case utf8.RuneCountInString(text) > most:
			return ErrInvalidProduct.With(name + " in der Sprache „" + string(language) + "“ hat zu viele Zeichen.")
		case strings.ContainsFunc(text, func(r rune) bool { return unicode.IsControl(r) && !(lines && (r == '\n' || r == '\t' || r == '\r')) }):
			return ErrInvalidProduct.With(name + " in der Sprache „" + string(language) + "“ enthält Steuerzeichen.")
		}
	}
	return nil
}

// lineValid reports whether a text is one printable line of at most most characters.
func lineValid(text string, most int) bool {
	return utf8.RuneCountInString(text) <= most && !strings.ContainsFunc(text, shop.Unprintable)
}
