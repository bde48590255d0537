package search

import (
	"slices"
	"strings"

	"kontor/internal/shop"
)

// Index finds documents in one language. It does not change, so that any number of
// searches may use it at once.
type Index struct {
	language  shop.Language
	documents int

	words    []string    // of all documents, ascending
	postings [][]posting // where each word stands
	stems    []stem      // of all words
	byStem   map[string]int

	joined string  // the words, each with the end of a line before it
	begins []int32 // where in joined the end of a line stands before each word
}

// posting is a document that has a word, and the kinds of text in which it has it.
type posting struct {
	document int32
	kinds    uint8
}

// stem is what several words have in common.
type stem struct {
	text    string
	letters uint32  // a bit for each letter that it has
	words   []int32 // ascending
}

// New returns the index of documents. Where two suit a query as well, it finds the one
// that stands first before the other.
func New(language shop.Language, documents []Document) *Index {
	x := &Index{language: language, documents: len(documents), byStem: make(map[string]int)}
	numbers, postings := make(map[string]int), [][]posting(nil)
	for i := range documents {
		for kind, text := range documents[i] {
			for _, word := range Words(text) {
				if !says(word) {
					continue
				}
				n, known := numbers[word]
				if !known {
					n = len(postings)
					numbers[word], postings = n, append(postings, nil)
					x.words = append(x.words, strings.Clone(word)) // not a part of a long text
				}
				postings[n] = stands(postings[n], int32(i), kind)
			}
		}
	}
	slices.Sort(x.words)
	x.postings = make([][]posting, len(x.words))
	for i, word := range x.words {
		x.postings[i] = slices.Clip(postings[numbers[word]])
	}
	x.addStems()
	x.join()
	return x
}

// stands notes that a word stands in the kind of text of a document, the last so far.
func stands(all []posting, document int32, kind int) []posting {
	if n := len(all); n > 0 && all[n-1].document == document {
		all[n-1].kinds |= 1 << kind
		return all
	}
	return append(all, posting{document, 1 << kind})
}

func (x *Index) addStems() {
	for i, word := range x.words {
		text := Stem(x.language, word)
		n, known := x.byStem[text]
		if !known {
			n = len(x.stems)
			x.byStem[text], x.stems = n, append(x.stems, stem{text: text, letters: letters(text)})
		}
		x.stems[n].words = append(x.stems[n].words, int32(i))
	}
}

// join writes the words into one text, which is searched faster than each of them.
func (x *Index) join() {
	var b strings.Builder
	x.begins = make([]int32, len(x.words))
	for i, word := range x.words {
		x.begins[i] = int32(b.Len())
		b.WriteString("\n" + word)
	}
	x.joined = b.String()
}

// same returns a word as the list of words that are it.
func (x *Index) same(word string) []int32 {
	i, found := slices.BinarySearch(x.words, word)
	if !found {
		return nil
	}
	return []int32{int32(i)}
}

// ofStem returns the words with a stem.
func (x *Index) ofStem(text string) []int32 {
	n, known := x.byStem[text]
	if !known {
		return nil
	}
	return x.stems[n].words
}

// begun returns the words that begin with a text.
func (x *Index) begun(text string) (found []int32) {
	from, _ := slices.BinarySearch(x.words, text)
	for i := from; i < len(x.words) && strings.HasPrefix(x.words[i], text); i++ {
		found = append(found, int32(i))
	}
	return found
}

// having returns the words that a text is part of.
func (x *Index) having(text string) (found []int32) {
	for from := 0; ; {
		at := strings.Index(x.joined[from:], text)
		if at < 0 {
			return found
		}
		word, begins := slices.BinarySearch(x.begins, int32(from+at))
		if !begins {
			word--
		}
		found = append(found, int32(word))
		if word+1 == len(x.begins) {
			return found
		}
		from = int(x.begins[word+1])
	}
}

// ending returns the words whose stems have the longest end in common with a text, of
// that many letters at least.
func (x *Index) ending(text string, least int) (found []int32) {
	for i := range x.stems {
		switch n := commonEnd(x.stems[i].text, text); {
		case n > least:
			least, found = n, found[:0]
			fallthrough
		case n == least:
			found = append(found, x.stems[i].words...)
		}
	}
	return found
}

func commonEnd(a, b string) (letters int) {
	for letters < len(a) && letters < len(b) && a[len(a)-1-letters] == b[len(b)-1-letters] {
		letters++
	}
	return letters
}
