package jsvalue

import (
	"strings"
	"unicode"

	"golang.org/x/text/cases"
	"golang.org/x/text/language"
)

// Trim returns s without white space at both ends, like String.prototype.trim. Unlike
// [strings.TrimSpace], it removes the byte order mark U+FEFF and keeps U+0085.
func Trim(s string) string { return strings.TrimFunc(s, isSpace) }

func isSpace(r rune) bool {
	const byteOrderMark, nextLine = '\ufeff', '\u0085'
	return r == byteOrderMark || unicode.IsSpace(r) && r != nextLine
}

// Upper returns s in upper case, like String.prototype.toUpperCase: "ß" becomes "SS".
// Letters newer than [unicode.Version] stay unchanged.
func Upper(s string) string {
	if !strings.ContainsFunc(s, func(r rune) bool { return r > unicode.MaxASCII }) {
		return strings.ToUpper(s)
	}
	return cases.Upper(language.Und).String(s)
}

// Lower returns s in lower case, like String.prototype.toLowerCase: unlike
// [strings.ToLower] it keeps the dot of "İ", and a sigma that ends a word becomes "ς".
// Letters newer than [unicode.Version] stay unchanged.
func Lower(s string) string {
	if !strings.ContainsAny(s, "İΣ") {
		return strings.ToLower(s)
	}
	var lower strings.Builder
	for i, r := range s {
		switch {
		case r == 'İ':
			lower.WriteString("i\u0307")
		case r == 'Σ' && isFinal(s[:i], s[i+len("Σ"):]):
			lower.WriteRune('ς')
		default:
			lower.WriteRune(unicode.ToLower(r))
		}
	}
	return lower.String()
}

// isFinal reports whether a sigma between two texts is the last letter of a word of
// several letters. The condition is Final_Sigma of the Unicode Standard, section 3.13.
func isFinal(before, after string) bool {
	last := strings.LastIndexFunc(before, weighs)
	next := strings.IndexFunc(after, weighs)
	return last >= 0 && isCased(before[last:]) && (next < 0 || !isCased(after[next:]))
}

// weighs reports whether a character counts when the end of a word is determined. The
// others are those that the Unicode Standard calls case-ignorable.
func weighs(r rune) bool {
	const withinWords = "'.:·\u0387\u055f\u05f4\u2018\u2019\u2024\u2027\ufe13\ufe52\ufe55\uff07\uff0e\uff1a"
	return !unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf, unicode.Lm, unicode.Sk) && !strings.ContainsRune(withinWords, r)
}

// isCased reports whether a text begins with an upper, lower or title case letter.
func isCased(text string) bool {
	for _, r := range text {
		return unicode.In(r, unicode.Ll, unicode.Lu, unicode.Lt, unicode.Other_Lowercase, unicode.Other_Uppercase)
	}
	return false
}
