package picture

import "fmt"

// yarnBall is a ball of yarn with a loose end.
func yarnBall(c *canvas) {
	shade := c.main()
	const x, y, r = 200, 196, 122
	c.shadow(x+8, 322, 116, 16)
	tail := shade.darker(12)
	c.line("M286 280 C330 330 250 344 300 352 S372 330 384 352", tail, 9, 1)
	c.line("M286 280 C330 330 250 344 300 352 S372 330 384 352", shade.lighter(25), 3, .7)
	c.circle(x, y, r, shade.darker(14))
	c.clipped(fmt.Sprintf(`<circle cx="%d" cy="%d" r="%d"/>`, x, y, r), func() {
		for layer, turn := range []float64{c.near(25, 12), c.near(-38, 12), c.near(85, 12)} {
			c.turned(turn, x, y, func() { windings(c, shade, layer) })
		}
		c.add(`<circle cx="160" cy="140" r="120" fill="%s" opacity=".10"/>`, cream)
	})
	if c.random.IntN(2) == 0 {
		label(c, shade)
	}
}

// windings are the threads of one layer of a ball.
func windings(c *canvas, shade colour, layer int) {
	width := []float64{300, 190, 120}[layer]
	for offset := -width / 2; offset <= width/2; offset += 9.5 {
		bend := 40 + offset/4
		tone := shade.lighter(8 + c.random.IntN(22))
		if c.random.IntN(4) == 0 {
			tone = shade.darker(c.random.IntN(16))
		}
		d := fmt.Sprintf("M60 %.1f C140 %.1f 260 %.1f 340 %.1f", 196+offset, 196+offset-bend, 196+offset-bend, 196+offset)
		c.line(d, shade.darker(32), 9, .45)
		c.line(d, tone, 7, 1)
	}
}

// label is the paper band around a ball.
func label(c *canvas, shade colour) {
	c.path("M84 178 Q200 222 316 178 L318 226 Q200 272 82 226 Z", cream)
	c.line("M84 186 Q200 230 316 186", shade, 2.5, .9)
	c.line("M83 219 Q200 264 317 219", shade, 2.5, .9)
	c.line("M150 218 Q200 232 250 218", ink, 5, .65)
	c.line("M168 235 Q200 243 232 235", ink, 3, .45)
}

// needles are two knitting needles in a knitted piece.
func needles(c *canvas) {
	shade, stick := palette[c.random.IntN(len(palette))], c.main()
	c.shadow(204, 338, 130, 14)
	for row := range 9 {
		for column := range 11 {
			x, y := 92+float64(column)*21, 168+float64(row)*18
			tone := shade.lighter(stitchTone(row, column))
			c.line(fmt.Sprintf("M%.0f %.0f q5 12 9 15 M%.0f %.0f q-5 12 -9 15", x, y, x+18, y), tone, 8, 1)
		}
	}
	needle := func(x1, y1, x2, y2 float64) {
		c.line(fmt.Sprintf("M%.0f %.0f L%.0f %.0f", x1, y1, x2, y2), stick.darker(30), 12, 1)
		c.line(fmt.Sprintf("M%.0f %.0f L%.0f %.0f", x1-1, y1-2, x2-1, y2-2), stick.lighter(20), 6, 1)
		c.circle(x1, y1, 13, madder)
		c.circle(x1-3, y1-4, 4, madder.lighter(45))
	}
	needle(344, 66, 74, 186)
	needle(58, 74, 330, 190)
}

// stitchTone returns the shade of a stitch, in percent, so that neighbours are
// distinguishable.
func stitchTone(row, column int) int { return (row*7+column*3)%16 + 4 }
