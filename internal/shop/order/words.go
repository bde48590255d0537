package order

import (
	"slices"
	"strings"
	"unicode"

	"kontor/internal/shop"
)

// SearchWords returns the distinct words by which an order can be found: those of its
// number (also the bare id), name, e-mail and products, in normalised form. The year is
// among them, but finds an order only as part of its whole number.
func (o *Order) SearchWords() []string { return WithNumber(o.TextWords(), o.Number) }

// TextWords returns the distinct words of [Order.SearchWords] that are known before the
// order has a number.
func (o *Order) TextWords() []string {
	texts := []string{o.Customer.Name, o.Customer.Email}
	for _, item := range o.Items {
		texts = append(texts, item.Slug, item.Name)
	}
	return distinct(nil, SplitWords(strings.Join(texts, " ")))
}

// WithNumber adds the words of an order's number to its [Order.TextWords], which stay as
// they are.
func WithNumber(words []string, number string) []string {
	all := distinct(make([]string, 0, len(words)+4), SplitWords(number))
	all = distinct(all, words)
	return distinct(all, []string{strings.TrimLeft(number[strings.LastIndexByte(number, '-')+1:], "0")})
}

// distinct appends the words that are not among those before them.
func distinct(words, more []string) []string {
	for _, word := range more {
		if word != "" && !slices.Contains(words, word) {
			words = append(words, word)
		}
	}
	return words
}

// SplitWords splits a text into words of letters and digits, in NFC and lower case, so
// that "MÜLLER" and "müller" are the same word in every database engine.
func SplitWords(text string) []string {
	return strings.FieldsFunc(shop.Composed(text, strings.ToLower), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r)
	})
}
