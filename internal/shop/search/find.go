package search

import (
	"cmp"
	"slices"
)

// Hit is a document that was found.
type Hit struct {
	Document int // its place among those that were indexed
	Score    int // how well it suits
}

// Find returns the documents that have all words of a query, the most suitable first.
// If there are none, whole is false, and it returns those with most of the words. A
// query without words finds nothing.
func (x *Index) Find(query string) (hits []Hit, whole bool) {
	words := asked(query)
	f := finding{index: x, scores: make([]int32, x.documents), had: make([]uint8, x.documents), kinds: make([]uint8, x.documents)}
	for _, word := range words {
		f.word(word)
	}
	most := slices.Max(append(f.had, 0))
	if most == 0 {
		return nil, false
	}
	for i, had := range f.had {
		if had == most {
			hits = append(hits, Hit{i, int(f.scores[i])})
		}
	}
	slices.SortFunc(hits, func(a, b Hit) int {
		return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(a.Document, b.Document))
	})
	return hits, int(most) == len(words)
}

// finding is one search.
type finding struct {
	index  *Index
	scores []int32
	had    []uint8 // words that each document has
	kinds  []uint8 // in which each has the present word
	found  bool    // some document has it
}

// word adds what documents have of a typed word. What suits less counts only in texts
// that have nothing better, and what may have been typed wrongly only if nothing else
// is found.
func (f *finding) word(word string) {
	x, stem := f.index, Stem(f.index.language, word)
	clear(f.kinds)
	f.found = false
	f.take(x.same(word), sameWord)
	f.take(x.ofStem(stem), sameStem)
	f.take(x.begun(stem), beginning)
	if len(stem) >= leastStem {
		f.take(x.having(stem), within)
	}
	if !f.found && len(word) >= leastStem {
		errors := 1
		if len(word) >= twoErrors {
			errors = 2
		}
		f.take(x.near(stem, errors), similar)
	}
	if !f.found {
		f.tail(word)
	}
}

// tail takes what the longest last part of a compound finds: "häkelgarn" is some yarn.
// What is no word itself has to be longer.
func (f *finding) tail(word string) {
	x := f.index
	for from := 1; from <= len(word)-leastStem && !f.found; from++ {
		f.take(x.ofStem(Stem(x.language, word[from:])), behind)
	}
	if !f.found {
		f.take(x.ending(Stem(x.language, word), leastStem+1), behind)
	}
}

// take adds the documents that have some of the words.
func (f *finding) take(words []int32, tier int32) {
	for _, word := range words {
		for _, p := range f.index.postings[word] {
			f.found = true
			seen := &f.kinds[p.document]
			if *seen == 0 {
				f.had[p.document]++
			}
			for kind := range kinds {
				if bit := uint8(1) << kind; p.kinds&bit > *seen&bit {
					f.scores[p.document] += tier * int32(weights[kind])
				}
			}
			*seen |= p.kinds
		}
	}
}
