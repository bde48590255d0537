package jsvalue

import (
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// unescape writes what s, the inside of a valid JSON string, stands for. Half of a
// surrogate pair becomes U+FFFD. encoding/json does the same but, for a body full of
// escapes, at ten times the memory: it has no call that appends.
func unescape(b *strings.Builder, s string) {
	for {
		plain, rest, found := strings.Cut(s, `\`)
		b.WriteString(plain)
		if !found {
			return
		}
		if rest[0] == 'u' {
			r, size := decodeUnit(rest)
			b.WriteRune(r)
			s = rest[size:]
			continue
		}
		b.WriteByte(unescapeByte(rest[0]))
		s = rest[1:]
	}
}

// decodeUnit returns the rune that s spells as uXXXX or, outside the basic plane,
// uXXXX\uXXXX, and the length of that spelling.
func decodeUnit(s string) (r rune, size int) {
	r = hexRune(s[1:5])
	if utf16.IsSurrogate(r) && strings.HasPrefix(s[5:], `\u`) {
		if pair := utf16.DecodeRune(r, hexRune(s[7:11])); pair != utf8.RuneError {
			return pair, 11
		}
	}
	return r, 5
}

func hexRune(digits string) rune {
	n, _ := strconv.ParseUint(digits, 16, 16)
	return rune(n)
}

// unescapeByte returns the character that c stands for after a backslash.
func unescapeByte(c byte) byte {
	if i := strings.IndexByte("bfnrt", c); i >= 0 {
		return "\b\f\n\r\t"[i]
	}
	return c // a quote, a slash or a backslash
}
