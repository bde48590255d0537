package catalogue

import (
	"slices"
	"strconv"
	"strings"

	"kontor/internal/shop"
)

// Share is how much of a textile's weight one fibre is.
type Share struct {
	Fibre   string `json:"faser"` // a key of fibreNames
	Percent int64  `json:"prozent"`
}

// checkShares returns [ErrInvalidProduct] unless the shares are known fibres in
// descending order that add up to the whole (Regulation 1007/2011, Art. 9).
func checkShares(shares []Share) error {
	if len(shares) == 0 {
		return nil
	}
	sum := int64(0)
	for i, s := range shares {
		switch {
		case fibreNames[s.Fibre] == nil:
			return ErrInvalidProduct.With("Eine Faser „" + shortly(s.Fibre) + "“ gibt es nicht.")
		case slices.ContainsFunc(shares[:i], func(o Share) bool { return o.Fibre == s.Fibre }):
			return ErrInvalidProduct.With("Die Faser „" + s.Fibre + "“ steht mehrfach da.")
		case s.Percent < 1 || s.Percent > 100:
			return ErrInvalidProduct.With("Der Anteil der Faser „" + s.Fibre + "“ muss eine ganze Zahl von 1 bis 100 sein.")
		case i > 0 && s.Percent > shares[i-1].Percent:
			return ErrInvalidProduct.With("Die Fasern müssen nach ihrem Anteil geordnet sein, die größte zuerst.")
		}
		sum += s.Percent
	}
	if sum != 100 {
		return ErrInvalidProduct.With("Die Anteile der Fasern müssen zusammen 100 Prozent sein.")
	}
	return nil
}

// Composition returns the fibres in a language, as the law wants them to be stated: "75 %
// Schurwolle, 25 % Polyamid"; empty if none are known.
func (f *Facts) Composition(language shop.Language) string {
	parts, at := make([]string, len(f.Fibres)), slices.Index(shop.Languages, language)
	for i, s := range f.Fibres {
		name := s.Fibre
		if names := fibreNames[s.Fibre]; at >= 0 && names != nil {
			name = names[at]
		}
		parts[i] = strconv.FormatInt(s.Percent, 10) + " % " + name
	}
	return strings.Join(parts, ", ")
}

func shortly(text string) string {
	if runes := []rune(text); len(runes) > 60 {
		return string(runes[:60]) + "…"
	}
	return text
}
