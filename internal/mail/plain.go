package mail

import (
	"strings"
	"unicode"
)

// maxPlain is the maximum length of a customer's text in a message, in characters.
const maxPlain = 120

// plain makes a customer's text fit for a message: one line of visible characters and
// limited length, in which mail programs find no web address to turn into a link.
// Anybody can order in anybody's name, so a message must not carry what strangers want
// to say. Escaping is left to the templates.
func plain(text string) string {
	text = strings.Join(strings.Fields(strings.Map(visible, text)), " ")
	if runes := []rune(text); len(runes) > maxPlain {
		text = string(runes[:maxPlain-1]) + "…"
	}
	return unlinked(text)
}

// visible replaces invisible characters: line ends and other controls, and those that
// change the direction of writing. Joiners stay, since some scripts need them.
func visible(r rune) rune {
	switch {
	case r == '\u200c' || r == '\u200d':
		return r
	case !unicode.IsGraphic(r):
		return ' '
	}
	return r
}

// breakPoint is an invisible place where a line may end.
const breakPoint = "\u200b"

// unlinked breaks up web addresses where mail programs recognise them: at double
// slashes, and at dots before a letter.
func unlinked(text string) string {
	text = strings.ReplaceAll(text, "//", "/"+breakPoint+"/")
	var parted strings.Builder
	dot := false
	for _, r := range text {
		if dot && unicode.IsLetter(r) {
			parted.WriteString(breakPoint)
		}
		parted.WriteRune(r)
		dot = r == '.'
	}
	return parted.String()
}
