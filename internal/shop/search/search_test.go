package search_test

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"kontor/internal/shop"
	"kontor/internal/shop/search"
)

func TestWords(t *testing.T) {
	t.Parallel()
	for text, want := range map[string][]string{
		"":                            nil,
		"Häkelgarn, 50g":              {"hakelgarn", "50", "g"},
		"HAEKELGARN":                  {"hakelgarn"},
		"Knöpfe aus Olivenholz":       {"knopfe", "aus", "olivenholz"},
		"Boutons en bois d’olivier":   {"boutons", "en", "bois", "d", "olivier"},
		"Weißer Quilt, blaue Treue":   {"weisser", "quilt", "blaue", "treue"},
		"nœud a4 24cm 20 × 30":        {"noud", "a4", "24", "cm", "20", "30"},
		"A\u0308rmel":                 {"armel"},
		strings.Repeat("w", 100):      {strings.Repeat("w", 64)},
		strings.Repeat("0", 66) + "m": {strings.Repeat("0", 64), "m"},
		"<script>alert(1)</script>":   {"script", "alert", "1", "script"},
		"Ёлка\u200b\u0301, 毛糸, \xff!": {"елка", "毛糸"},
	} {
		if got := search.Words(text); !slices.Equal(got, want) {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

func TestStem(t *testing.T) {
	t.Parallel()
	for language, rows := range map[shop.Language][]string{
		"de": {"nadel nadeln", "schere scheren", "knopf knopfe knopfen", "farbe farben", "wolle wollen", "papier papiere papieren", "band bander bandern", "stoff stoffe stoffen stoffes"},
		"en": {"needle needles", "brush brushes", "berry berries", "colour colours color colors", "knit knitting knits", "scissors scissor", "dress dresses", "watercolour watercolors"},
		"fr": {"aiguille aiguilles", "ciseau ciseaux", "tissu tissus", "rayee raye", "verte vertes"},
		"it": {"forbice forbici", "bottone bottoni", "nastro nastri", "giacca giacche", "colore colori"},
	} {
		for _, row := range rows {
			words := strings.Fields(row)
			for _, word := range words[1:] {
				if a, b := search.Stem(language, words[0]), search.Stem(language, word); a != b {
					t.Errorf("%s: %s is %s, %s is %s", language, words[0], a, word, b)
				}
			}
		}
	}
	if search.Stem("de", "rot") != "rot" || search.Stem("de", "garn") != "garn" {
		t.Error("short words are cut")
	}
}

func named(names ...string) []search.Document {
	documents := make([]search.Document, len(names))
	for i, name := range names {
		documents[i] = search.Document{search.Name: name}
	}
	return documents
}

func found(x *search.Index, query string) (documents []int, whole bool) {
	hits, whole := x.Find(query)
	for _, hit := range hits {
		documents = append(documents, hit.Document)
	}
	return documents, whole
}

// What suits better comes first, errors are forgiven only where nothing else is found,
// and a query that no document has as a whole finds most of it.
func TestFind(t *testing.T) {
	t.Parallel()
	documents := append(named("Garn", "Garne und Wolle", "Garnitur", "Baumwollgarn", "Stricknadeln aus Bambus"),
		search.Document{search.Name: "Korb", search.Description: "für Garn"},
		search.Document{search.Name: "Nadel", search.Number: "4006381333931 XY-12"})
	x := search.New("de", documents)
	for query, want := range map[string][]int{
		"Garn":          {0, 1, 2, 3, 5}, // the word, its stem, its beginning, a part, the description
		"garn wolle":    {1, 3},
		"häkelgarn":     {0, 1, 5},
		"strikcnadeln":  {4},
		"stricknadln":   {4},
		"barn":          {0, 1, 5},
		"4006381333931": {6},
		"xy-12":         {6},
		"g":             {0, 1, 2, 5},
		"sofa":          nil,
		"":              nil,
		"!?":            nil,
	} {
		if got, _ := found(x, query); !slices.Equal(got, want) {
			t.Errorf("%q finds %v, want %v", query, got, want)
		}
	}
	if got, whole := found(x, "bambus sofa"); whole || !slices.Equal(got, []int{4}) {
		t.Errorf("half of the words: %v, %v", got, whole)
	}
	if got, whole := found(x, "die nadeln aus bambus"); !whole || !slices.Equal(got, []int{4}) {
		t.Errorf("silent words: %v, %v", got, whole)
	}
}

// Each word of a document finds it as a whole; what is found is in order and found once.
func TestFindsWhatItKnows(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringMatching(`[a-zäöüßéœ]{2,12}( [A-Zà-ü0-9’-]{1,9}){0,4}`)
		texts := rapid.SliceOfN(text, 1, 12).Draw(t, "texts")
		language := rapid.SampledFrom(shop.Languages).Draw(t, "language")
		x := search.New(language, named(texts...))
		i := rapid.IntRange(0, len(texts)-1).Draw(t, "document")
		hits, whole := x.Find(texts[i])
		if words := search.Words(texts[i]); len(words) == 0 {
			return
		}
		spoken := slices.ContainsFunc(search.Words(texts[i]), func(w string) bool { return len(w) > 3 })
		if spoken && (!whole || !slices.ContainsFunc(hits, func(h search.Hit) bool { return h.Document == i })) {
			t.Fatalf("%q does not find itself: %v, %v", texts[i], hits, whole)
		}
		checkHits(t, hits, len(texts))
	})
}

type failing interface{ Fatalf(string, ...any) }

func checkHits(t failing, hits []search.Hit, documents int) {
	seen := make(map[int]bool)
	for _, h := range hits {
		if seen[h.Document] || h.Document < 0 || h.Document >= documents || h.Score <= 0 {
			t.Fatalf("hits %v", hits)
		}
		seen[h.Document] = true
	}
	if !slices.IsSortedFunc(hits, func(a, b search.Hit) int {
		return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(a.Document, b.Document))
	}) {
		t.Fatalf("hits out of order: %v", hits)
	}
}

func FuzzFind(f *testing.F) {
	for _, seed := range []string{"wolle", "Häkelgarn 50g", "strikcnadeln", "\xff\x00", "œæø ue", strings.Repeat("ab ", 40)} {
		f.Add("Merinowolle Petrol, 50 g", seed)
		f.Add(seed, "laine")
	}
	f.Fuzz(func(t *testing.T, text, query string) {
		for _, language := range shop.Languages {
			x := search.New(language, append(named(text), search.Document{search.Description: query}))
			hits, _ := x.Find(query)
			checkHits(t, hits, 2)
			for _, word := range search.Words(query) {
				if again := search.Words(word); len(again) != 1 || again[0] != word {
					t.Fatalf("%q becomes %q", word, again)
				}
				if stem := search.Stem(language, word); search.Stem(language, stem) != stem {
					t.Fatalf("%s: the stem %q of %q has another", language, stem, word)
				}
			}
		}
	})
}

// A search in 5,000 documents with 30,000 words, at its worst: beside it what it takes
// merely to walk through all words.
func BenchmarkFind(b *testing.B) {
	random := rand.New(rand.NewPCG(1, 2))
	word := func() string {
		letters := make([]byte, 4+random.IntN(9))
		for i := range letters {
			letters[i] = "enisratdhulcgmobwfkzpv"[min(random.IntN(22), random.IntN(22))]
		}
		return string(letters)
	}
	words := make([]string, 30_000)
	for i := range words {
		words[i] = word()
	}
	documents := make([]search.Document, 5000)
	for i := range documents {
		text := func(n int) string {
			var all []string
			for range n {
				all = append(all, words[min(random.IntN(len(words)), random.IntN(len(words)))])
			}
			return strings.Join(all, " ")
		}
		documents[i] = search.Document{search.Name: text(5), search.Category: "wolle", search.Foreign: text(15), search.Description: text(60)}
	}
	b.Run("index", func(b *testing.B) {
		for b.Loop() {
			search.New("de", documents)
		}
	})
	x := search.New("de", documents)
	b.Run("walk", func(b *testing.B) {
		for b.Loop() {
			for _, w := range words {
				if strings.Contains(w, "sennestra") {
					b.Log(w)
				}
			}
		}
	})
	for name, query := range map[string]string{
		"one": "wolle", "letter": "e", "missing": "xyxyxyxyxyx", "wrong": words[7] + "xx", "eight": strings.Repeat(fmt.Sprint(words[1], "qq "), 1) + "qqxxyyjjzz jjxxqqyyvv yyqqxxjjww xxjjyyqqmm vvqqxxyyjj wwxxjjqqyy mmjjqqxxyy",
	} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				x.Find(query)
			}
		})
	}
}
