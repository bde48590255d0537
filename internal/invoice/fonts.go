package invoice

import (
	"strings"
	"sync"
	"unicode"

	"codeberg.org/go-pdf/fpdf"
	"github.com/go-fonts/liberation/liberationsansbold"
	"github.com/go-fonts/liberation/liberationsansregular"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/text/unicode/norm"
)

// The typeface, which every document embeds.
const (
	family  = "Liberation Sans"
	regular = ""
	bold    = "B"
)

func addFonts(pdf *fpdf.Fpdf) {
	pdf.AddUTF8FontFromBytes(family, regular, liberationsansregular.TTF)
	pdf.AddUTF8FontFromBytes(family, bold, liberationsansbold.TTF)
}

// typeface decides which characters can be drawn; both weights have the same glyphs.
var typeface = sync.OnceValue(func() *sfnt.Font {
	font, err := sfnt.Parse(liberationsansregular.TTF)
	if err != nil {
		panic(err) // compiled in
	}
	return font
})

// beyond is the first character that the PDF library cannot draw.
const beyond = 0x10000

// drawable returns text as one line of characters that the typeface has: invisible ones
// become a space, those that cannot be drawn a question mark.
func drawable(text string) string {
	var buffer sfnt.Buffer
	clean := strings.Map(func(r rune) rune {
		switch {
		case r == '\u00a0' || r == '\u202f': // keeps an amount on one line
			return '\u00a0'
		case unicode.IsSpace(r) || !unicode.IsGraphic(r):
			return ' '
		}
		if index, err := typeface().GlyphIndex(&buffer, r); err != nil || index == 0 || r >= beyond {
			return '?'
		}
		return r
	}, norm.NFC.String(text))
	return strings.Join(strings.FieldsFunc(clean, func(r rune) bool { return r == ' ' }), " ")
}
