package storefront

import (
	"strings"
	"unicode/utf8"

	"kontor/internal/shop"
)

// descriptionLength is how many characters of a description search engines show.
const descriptionLength = 155

// describe sets what is said about the page elsewhere: in lists of search engines, and
// where somebody shares its address. Only photographs are shown there.
func (p *shopPage) describe(text, image string) {
	p.Description = shortened(strings.Join(strings.Fields(text), " "), descriptionLength)
	if strings.HasSuffix(image, ".jpg") {
		p.Image = p.base + image
	}
}

// shortened cuts a text after a word, at most most characters with the ellipsis.
func shortened(text string, most int) string {
	if utf8.RuneCountInString(text) <= most {
		return text
	}
	runes := []rune(text)[:most-1]
	short := string(runes)
	if at := strings.LastIndexByte(short, ' '); at > 0 {
		short = short[:at]
	}
	return strings.TrimRight(short, " ,;:–·") + " …"
}

// Locale returns the language as social networks name it.
func (p *shopPage) Locale() string {
	return map[shop.Language]string{"de": "de_DE", "en": "en_GB", "fr": "fr_FR", "it": "it_IT"}[p.Language]
}
