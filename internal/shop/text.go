package shop

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"kontor/internal/jsvalue"
)

// MaxText is the longest text that a field may hold, in characters.
const MaxText = 500

func TooLong(texts ...string) bool {
	for _, s := range texts {
		if len(s) > MaxText && utf8.RuneCountInString(s) > MaxText {
			return true
		}
	}
	return false
}

// NormalizeEmail returns the spelling under which two e-mail addresses are the
// same person's: trimmed, NFC, lower case, as JavaScript trims and lowers.
// Spec: POST /api/orders, rule 4.
func NormalizeEmail(email string) string {
	return Composed(jsvalue.Trim(email), jsvalue.Lower)
}

// composed returns a text in another case and NFC. It composes twice, since some
// letters with an accent are one character in one of the cases only.
func Composed(text string, inCase func(string) string) string {
	return norm.NFC.String(inCase(norm.NFC.String(text)))
}

// EmailStem returns the mailbox behind common aliases: without a "+tag", and
// for Gmail without the dots that it ignores. Two addresses of one stem are
// probably one person; the operator gets a hint, the order is not refused.
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

// dropInvisible removes characters that show nothing, such as controls, joiners
// and variation selectors, from a text under comparison, for use with
// strings.Map.
func DropInvisible(r rune) rune {
	if unicode.In(r, unicode.Cc, unicode.Cf, unicode.Variation_Selector, unicode.Other_Default_Ignorable_Code_Point) {
		return -1
	}
	return r
}

func AmountValid(x float64) bool { return x >= 0 && x <= MaxAmount }

func Unprintable(r rune) bool { return !unicode.IsPrint(r) }
