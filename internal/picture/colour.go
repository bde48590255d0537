package picture

import (
	"fmt"
	"strings"
)

// colour is an RGB colour.
type colour struct{ r, g, b int }

// String returns the colour as SVG writes it.
func (c colour) String() string { return fmt.Sprintf("#%02x%02x%02x", c.r, c.g, c.b) }

// mix returns the colour a given percentage of the way to another.
func (c colour) mix(other colour, percent int) colour {
	between := func(a, b int) int { return a + (b-a)*percent/100 }
	return colour{between(c.r, other.r), between(c.g, other.g), between(c.b, other.b)}
}

func (c colour) lighter(percent int) colour { return c.mix(colour{255, 252, 245}, percent) }
func (c colour) darker(percent int) colour  { return c.mix(colour{34, 24, 20}, percent) }

var (
	ink    = colour{58, 48, 42}
	cream  = colour{250, 244, 232}
	steel  = colour{168, 174, 178}
	brass  = colour{196, 154, 74}
	wood   = colour{186, 141, 94}
	madder = colour{156, 58, 38}
)

// palette are colours that go together, for products without a colour in their name.
var palette = []colour{
	{176, 71, 52}, {214, 150, 62}, {226, 190, 106}, {122, 146, 92}, {61, 107, 79},
	{62, 120, 130}, {64, 92, 140}, {124, 88, 132}, {190, 110, 122}, {140, 94, 66},
}

// named are the colours of words within a slug.
var named = []struct {
	word   string
	colour colour
}{
	{"petrol", colour{28, 104, 116}}, {"herbst", colour{184, 92, 40}}, {"natur", colour{222, 206, 174}},
	{"altrosa", colour{200, 138, 138}}, {"olive", colour{140, 120, 62}}, {"perlmutt", colour{226, 218, 210}},
	{"wiese", colour{96, 138, 82}}, {"messing", brass}, {"indigo", colour{46, 62, 122}},
	{"salbei", colour{150, 170, 142}}, {"kraft", colour{190, 150, 106}}, {"bambus", colour{208, 176, 116}},
	{"senf", colour{206, 158, 48}}, {"beere", colour{134, 42, 82}}, {"punkte", colour{176, 71, 52}}, {"streifen", colour{64, 92, 140}},
}

// main returns the colour of the product.
func (c *canvas) main() colour {
	if shade, ok := c.named(); ok {
		return shade
	}
	return palette[c.random.IntN(len(palette))]
}

// named returns the colour that the slug names, if it does.
func (c *canvas) named() (colour, bool) {
	for _, n := range named {
		if strings.Contains(c.slug, n.word) {
			return n.colour, true
		}
	}
	return colour{}, false
}

// several returns n different colours that go together.
func (c *canvas) several(n int) []colour {
	var all []colour
	for _, i := range c.random.Perm(len(palette)) {
		all = append(all, palette[i])
	}
	for len(all) < n {
		all = append(all, all[len(all)-len(palette)].lighter(35))
	}
	return all[:n]
}
