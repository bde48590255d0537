package shop

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"kontor/internal/jsvalue"
)

// MaxText is the maximum length of a text field, in characters.
const MaxText = 500

func TooLong(texts ...string) bool {
	for _, s := range texts {
		if len(s) > MaxText && utf8.RuneCountInString(s) > MaxText {
			return true
		}
	}
	return false
}

// NormalizeEmail returns a form that is the same for all spellings of one person's
// e-mail address: trimmed, NFC, lower case, with JavaScript's definitions of white
// space and case.
// Spec: POST /api/orders, rule 4.
func NormalizeEmail(email string) string {
	return Composed(jsvalue.Trim(email), jsvalue.Lower)
}

// Composed returns a text in another case and NFC. It composes twice, since some
// accented letters are a single character in only one of the cases.
func Composed(text string, inCase func(string) string) string {
	return norm.NFC.String(inCase(norm.NFC.String(text)))
}

// EmailStem returns the mailbox behind common aliases: without a "+tag" and, for Gmail,
// without the dots that it ignores. Two addresses with the same stem probably belong to
// one person; the operator gets a hint, the order is not refused.
func EmailStem(email string) string {
	local, domain, ok := strings.Cut(NormalizeEmail(email), "@")
	if !ok {
		return local
	}
	local, _, _ = strings.Cut(local, "+")
	if domain == "gmail.com" || domain == "googlemail.com" {
		local, domain = strings.ReplaceAll(local, ".", ""), "gmail.com"
	}
	return local + "@" + domain
}

// DropInvisible maps invisible characters, such as controls, joiners and variation
// selectors, to -1, so that [strings.Map] removes them from a text under comparison.
func DropInvisible(r rune) rune {
	if unicode.In(r, unicode.Cc, unicode.Cf, unicode.Variation_Selector, unicode.Other_Default_Ignorable_Code_Point) {
		return -1
	}
	return r
}

func AmountValid(x float64) bool { return x >= 0 && x <= MaxAmount }

func Unprintable(r rune) bool { return !unicode.IsPrint(r) }

// Fold reduces a text to what shoppers may type: lower case, without accents, and with
// ss for ß.
func Fold(text string) string {
	if isASCII(text) {
		return strings.ToLower(text)
	}
	text = strings.ToLower(norm.NFKD.String(strings.ToValidUTF8(text, "\uFFFD"))) // which leaves letters beside bad bytes as they are
	text = strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Mn, r) {
			return -1
		}
		return r
	}, text)
	return strings.ReplaceAll(text, "ß", "ss")
}

func isASCII(text string) bool {
	for i := range len(text) {
		if text[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}
