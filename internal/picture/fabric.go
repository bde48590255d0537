package picture

import (
	"fmt"
	"strings"
)

// fabric lies folded in a pile, with its pattern on the front.
func fabric(c *canvas) {
	shade := c.main()
	c.shadow(204, 318, 150, 18)
	for i, height := range []float64{34, 34, 34} {
		y := 296 - float64(i)*height
		tone := shade.lighter(30 + i*4)
		c.add(`<rect x="62" y="%.0f" width="276" height="%.0f" rx="17" fill="%s"/>`, y-height, height, tone.darker(12))
		c.line(fmt.Sprintf("M84 %.0f H322", y-height/2), tone.darker(30), 2, .5)
	}
	c.add(`<clipPath id="c"><path d="M62 190 L92 84 Q96 70 112 70 H308 Q322 70 326 82 L338 190 V226 Q200 244 62 226 Z"/></clipPath>`)
	c.add(`<g clip-path="url(#c)"><rect x="40" y="50" width="320" height="210" fill="%s"/>`, shade.lighter(30))
	pattern(c, shade)
	c.add(`<path d="M62 190 Q200 208 338 190 V250 H62 Z" fill="%s" opacity=".16"/></g>`, ink)
	c.line("M62 190 Q200 208 338 190", shade.darker(30), 2, .4)
}

// pattern draws what is printed or woven, according to the slug.
func pattern(c *canvas, shade colour) {
	switch {
	case strings.Contains(c.slug, "punkte"):
		for row := range 9 {
			for column := range 12 {
				c.circle(50+float64(column)*28+float64(row%2)*14, 66+float64(row)*22, 7, cream)
			}
		}
	case strings.Contains(c.slug, "streifen"):
		for x := 30.0; x < 370; x += 26 {
			c.rect(x, 40, 13, 220, 0, cream)
		}
	default:
		for x := 44.0; x < 360; x += 7 {
			c.line(fmt.Sprintf("M%.0f 50 V260", c.near(x, 1)), shade.darker(20), 1.4, .35)
		}
		for y := 56.0; y < 260; y += 7 {
			c.line(fmt.Sprintf("M40 %.0f H360", c.near(y, 1)), shade.lighter(70), 1.4, .5)
		}
	}
}

// felt draws sheets in many colours, fanned out.
func felt(c *canvas) { fan(c, 10, 14) }

// sheets draws sheets of paper, fanned out.
func sheets(c *canvas) { fan(c, 10, 2) }

func fan(c *canvas, n int, round float64) {
	c.shadow(204, 322, 124, 13)
	for i, shade := range c.several(n) {
		turn := -20 + float64(i)*40/float64(n-1)
		c.turned(turn, 200, 470, func() {
			c.rect(143, 113, 116, 172, round, shade.darker(22))
			c.rect(141, 111, 116, 172, round, shade.lighter(10))
			if round > 8 {
				fibres(c, shade)
			}
		})
	}
}

func fibres(c *canvas, shade colour) {
	for range 10 {
		c.line(fmt.Sprintf("M%.0f %.0f q4 -4 9 1", c.near(196, 46), c.near(196, 76)), shade.lighter(45), 1.4, .6)
	}
}
