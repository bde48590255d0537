package search

import (
	"slices"
	"strings"
	"unicode"

	"kontor/internal/shop"
)

// silent are words that say nothing about goods, folded.
var silent = setOf("der die das den dem des ein eine und mit fur aus von zum zur im am " +
	"the of for and with to an le la les un une du de et pour en avec aux au il lo gli di da del della per con ed")

func setOf(words string) map[string]bool {
	set := make(map[string]bool)
	for _, word := range strings.Fields(words) {
		set[word] = true
	}
	return set
}

// Words splits a text into folded words: runs of letters and digits, in lower case,
// without accents, and with the vowel alone for ae, oe and ue, which stand for umlauts.
// What follows a number is a word of its own: "24cm" is "24" and "cm".
func Words(text string) []string {
	var words []string
	for _, run := range strings.FieldsFunc(shop.Fold(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
		if number := strings.TrimLeft(run, "0123456789"); number != "" && number != run {
			words, run = append(words, shortened(run[:len(run)-len(number)])), number
		}
		words = append(words, shortened(withoutDigraphs(run)))
	}
	return words
}

// shortened cuts a word that nobody types.
func shortened(word string) string {
	if len(word) > mostLetter {
		return strings.ToValidUTF8(word[:mostLetter], "")
	}
	return word
}

// withoutDigraphs writes ae, oe and ue as the vowel alone, as umlauts are without
// their dots. A u behind a vowel or a q belongs to that: "blaue", "quer". It decides by
// what it has written, so that its own result stays as it is.
func withoutDigraphs(word string) string {
	word = ligatures.Replace(word)
	written := make([]byte, 0, len(word))
	for i := range len(word) {
		if word[i] != 'e' || !takesDots(written) {
			written = append(written, word[i])
		}
	}
	return string(written)
}

// takesDots reports whether an e behind a text stands for the dots of its last letter.
func takesDots(text []byte) bool {
	if len(text) == 0 {
		return false
	}
	switch text[len(text)-1] {
	case 'a', 'o':
		return true
	case 'u':
		return len(text) < 2 || !strings.ContainsRune("aeoq", rune(text[len(text)-2]))
	}
	return false
}

var ligatures = strings.NewReplacer("œ", "oe", "æ", "ae", "ø", "o")

// says reports whether a word says something: not a single letter, nor "and".
func says(word string) bool {
	return !silent[word] && (len(word) != 1 || !unicode.IsLetter(rune(word[0])))
}

// asked returns the different words of a query that say something; all of them if none
// does.
func asked(query string) []string {
	var words []string
	all := Words(query)
	for _, word := range all {
		if says(word) && !slices.Contains(words, word) {
			words = append(words, word)
		}
	}
	if len(words) == 0 {
		words = all
	}
	return words[:min(len(words), mostWords)]
}
