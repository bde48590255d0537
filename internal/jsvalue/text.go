package jsvalue

import (
	"strings"
	"unicode"
)

// Trim returns s without white space at both ends, as String.prototype.trim
// does. It removes the byte order mark U+FEFF and keeps U+0085, other than
// [strings.TrimSpace].
func Trim(s string) string { return strings.TrimFunc(s, isSpace) }

func isSpace(r rune) bool {
	const byteOrderMark, nextLine = '\ufeff', '\u0085'
	return r == byteOrderMark || unicode.IsSpace(r) && r != nextLine
}
