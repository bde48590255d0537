package search

// Kind is where a word stands among what is said about a product.
type Kind int

// The kinds, from the most telling to the least.
const (
	Number      Kind = iota // of the article, GTIN
	Name                    // of the product and its group
	Keyword                 // for searching only, and what variants differ in
	Category                // the name of the category, and its keywords
	Trait                   // maker, fibres, slug
	Foreign                 // names and keywords in other languages
	Description             // the long text
	kinds
)

// weights say how much a word of each kind counts.
var weights = [kinds]int{10, 8, 6, 5, 3, 2, 1}

// Document is what one product can be found by: its texts by their kind.
type Document [kinds]string

// How well a word of a document suits one that was typed, in percent of the same word.
const (
	sameWord   = 100
	sameStem   = 90
	beginning  = 80 // the word begins with what was typed
	within     = 60 // a part of a compound
	similar    = 50 // typed wrongly
	behind     = 40 // the last part of a compound that was typed
	leastStem  = 4  // letters: shorter stems are not shortened, nor searched inside of words
	twoErrors  = 8  // letters from which on two errors are forgiven, not just one
	mostWords  = 8  // of a query; the rest is ignored
	mostLetter = 64 // of a word, likewise
)
