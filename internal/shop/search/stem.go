package search

import (
	"strings"

	"kontor/internal/shop"
)

// endings are what words of a language end in when there are several things, or when
// they are adjectives, folded; longer ones first.
var endings = map[shop.Language][]string{
	"de": {"ern", "em", "en", "er", "es", "e", "n", "s"},
	"en": {"ing", "s"},
	"fr": {"s", "x", "e"},
	"it": {"he", "hi", "a", "e", "i", "o"},
}

// Stem returns what is left of a folded word without its endings, at least four letters;
// shorter words stay as they are. Words are the same to shoppers when their stems are,
// even though a stem may be no word.
func Stem(language shop.Language, word string) string {
	if language == "en" {
		word = american(word)
	}
	for {
		shorter := withoutEnding(language, word)
		if shorter == word {
			return word
		}
		word = shorter
	}
}

func withoutEnding(language shop.Language, word string) string {
	for _, ending := range endings[language] {
		stem, ends := strings.CutSuffix(word, ending)
		if !ends || len(stem) < leastStem {
			continue
		}
		if language == "en" {
			return english(stem, ending)
		}
		return stem
	}
	return word
}

// english mends a stem where English changes the spelling before an ending: "brushes",
// "berries", "knitting". Without a change it returns the stem.
func english(stem, ending string) string {
	if ending == "ing" {
		if n := len(stem); n > leastStem && stem[n-1] == stem[n-2] {
			return stem[:n-1]
		}
		return stem
	}
	if strings.HasSuffix(stem, "s") {
		return stem + "s" // "glass" is one
	}
	if rest, ends := strings.CutSuffix(stem, "ie"); ends && len(rest) >= leastStem-1 {
		return rest + "y"
	}
	for _, hissing := range []string{"she", "che", "xe", "sse", "ze"} {
		if strings.HasSuffix(stem, hissing) && len(stem) > leastStem {
			return stem[:len(stem)-1]
		}
	}
	return stem
}

// american writes "colours" as "colors".
func american(word string) string {
	for _, ending := range []string{"our", "ours", "oured"} {
		if rest, ends := strings.CutSuffix(word, ending); ends && len(rest) >= leastStem-1 {
			return rest + "o" + ending[2:]
		}
	}
	return word
}
