package order

import (
	"strings"
	"unicode"

	"kontor/internal/shop"
)

// SearchWords returns the distinct words by which an order can be found: those of its
// number (also the bare id), name, e-mail and products, in normalised form. The year is
// among them, but finds an order only as part of its whole number.
func (o *Order) SearchWords() []string {
	texts := []string{o.Number, o.Customer.Name, o.Customer.Email}
	for _, item := range o.Items {
		texts = append(texts, item.Slug, item.Name)
	}
	words := SplitWords(strings.Join(texts, " "))
	words = append(words, strings.TrimLeft(o.Number[strings.LastIndexByte(o.Number, '-')+1:], "0"))
	seen := make(map[string]bool, len(words))
	distinct := words[:0]
	for _, word := range words {
		if !seen[word] && word != "" {
			seen[word] = true
			distinct = append(distinct, word)
		}
	}
	return distinct
}

// SplitWords splits a text into words of letters and digits, in NFC and lower case, so
// that "MÜLLER" and "müller" are the same word in every database engine.
func SplitWords(text string) []string {
	return strings.FieldsFunc(shop.Composed(text, strings.ToLower), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r)
	})
}
