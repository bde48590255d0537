package picture

import (
	"hash/fnv"
	"math/rand/v2"
	"strings"
)

// Size is the width and height of the picture's own coordinates.
const Size = 400

// motif draws one kind of product onto a canvas.
type motif func(*canvas)

// byWord are the motifs of words within a slug, most specific first.
var byWord = []struct {
	word  string
	motif motif
}{
	{"nadel", needles},
	{"garn", yarnBall}, {"wolle", yarnBall},
	{"knoepf", buttons}, {"knopf", buttons},
	{"band", ribbon},
	{"reissverschluss", zip},
	{"schere", scissors},
	{"kleber", bottle},
	{"matte", mat},
	{"filz", felt},
	{"geschenkpapier", roll}, {"origami", boat}, {"buch", sketchbook}, {"papier", sheets},
	{"aquarell", paintBox}, {"set", tubes}, {"stoffmalfarbe", smallJar}, {"farbe", jar},
	{"stoff", fabric}, {"jersey", fabric}, {"musselin", fabric},
	{"perle", beads},
}

// byCategory are the motifs of slugs without such a word.
var byCategory = map[string]motif{
	"wolle": yarnBall, "kurzwaren": buttons, "stoffe": fabric,
	"farben": jar, "papier": sheets, "werkzeug": scissors, "perlen": beads,
}

// Draw returns the picture of a product as an SVG document.
func Draw(slug, category string) []byte {
	seed := fnv.New64a()
	_, _ = seed.Write([]byte(slug)) // a hash never fails to write
	c := &canvas{random: rand.New(rand.NewPCG(seed.Sum64(), 1)), slug: slug}
	c.begin()
	motifOf(slug, category)(c)
	return c.end()
}

func motifOf(slug, category string) motif {
	for _, m := range byWord {
		if strings.Contains(slug, m.word) {
			return m.motif
		}
	}
	if m, ok := byCategory[category]; ok {
		return m
	}
	return parcel
}
