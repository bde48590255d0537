package picture

import "fmt"

// roll draws rolls of wrapping paper, one tied with string.
func roll(c *canvas) {
	shade := c.main()
	c.shadow(206, 326, 150, 16)
	for i, y := range []float64{120, 188, 256} {
		tone := shade.lighter(16 - i*10)
		c.turned(c.near(-4, 3), 200, y, func() {
			c.rect(52, y-30, 286, 62, 6, tone)
			c.rect(52, y+10, 286, 22, 6, tone.darker(14))
			for x := 78.0; x < 330; x += 24 {
				c.line(fmt.Sprintf("M%.0f %.0f v%.0f", x, y-22, 40.0), tone.darker(16), 1.3, .35)
			}
			c.add(`<ellipse cx="338" cy="%.0f" rx="15" ry="31" fill="%s"/>`, y+1, tone.lighter(28))
			c.add(`<ellipse cx="338" cy="%.0f" rx="7" ry="15" fill="%s"/>`, y+1, tone.darker(50))
			c.ring(338, y+1, 11, 1.4, tone.darker(30), .6)
		})
	}
	c.line("M184 84 C176 160 190 230 180 300", madder, 5, 1)
	c.line("M184 92 C140 54 124 96 184 96 C240 54 256 98 186 98", madder, 5, 1)
}

// boat is a folded paper boat.
func boat(c *canvas) {
	shade := c.main()
	c.shadow(204, 308, 140, 16)
	c.polygon(shade.lighter(34), 200, 72, 128, 214, 200, 214)
	c.polygon(shade.lighter(8), 200, 72, 272, 214, 200, 214)
	c.polygon(shade, 46, 190, 136, 214, 264, 214, 354, 190, 274, 304, 126, 304)
	c.polygon(shade.darker(14), 200, 214, 264, 214, 354, 190, 274, 304, 200, 304)
	c.polygon(shade.lighter(22), 46, 190, 136, 214, 200, 304, 126, 304)
	c.line("M200 72 V214", shade.darker(24), 2, .5)
	for i, tone := range c.several(3) {
		x := 58 + float64(i)*112
		c.polygon(tone.lighter(20), x, 350, x+34, 330, x+68, 350, x+34, 370)
		c.polygon(tone, x+34, 330, x+68, 350, x+34, 370)
	}
}

// sketchbook is an open-spined book with a drawing and a pencil.
func sketchbook(c *canvas) {
	shade := c.main()
	c.shadow(206, 344, 130, 14)
	c.turned(-5, 200, 200, func() {
		c.rect(92, 62, 224, 280, 8, shade.darker(24))
		c.rect(84, 56, 224, 280, 8, shade)
		c.rect(106, 84, 180, 224, 3, cream)
		c.line("M130 250 C150 170 186 240 200 176 S262 150 262 118", shade, 5, .8)
		c.line("M132 270 H258", ink, 3, .5)
		c.line("M132 286 H222", ink, 3, .35)
		c.ring(238, 206, 22, 4, madder, .75)
		for y := 72.0; y < 330; y += 20 {
			c.rect(72, y, 26, 7, 3.5, steel.lighter(20))
		}
	})
	c.turned(38, 296, 250, func() {
		c.rect(212, 240, 150, 18, 2, colour{226, 178, 70})
		c.rect(212, 246, 150, 6, 0, colour{240, 206, 120})
		c.rect(352, 240, 20, 18, 3, madder.lighter(20))
		c.polygon(wood.lighter(40), 212, 240, 212, 258, 182, 249)
		c.polygon(ink, 192, 246, 192, 252, 182, 249)
	})
}

// parcel is the motif of products whose slug and category say nothing.
func parcel(c *canvas) {
	shade := palette[c.random.IntN(len(palette))]
	box := colour{204, 166, 122}
	c.shadow(204, 326, 140, 18)
	c.polygon(box.lighter(24), 200, 92, 330, 146, 200, 204, 70, 146)
	c.polygon(box, 70, 146, 200, 204, 200, 334, 70, 270)
	c.polygon(box.darker(14), 330, 146, 200, 204, 200, 334, 330, 270)
	c.polygon(shade, 126, 122, 150, 112, 276, 166, 252, 178)
	c.polygon(shade.darker(10), 252, 178, 276, 166, 276, 298, 252, 309)
	c.polygon(shade.lighter(10), 124, 170, 148, 181, 148, 309, 124, 297)
	c.polygon(shade.lighter(8), 250, 112, 274, 122, 148, 181, 124, 170)
	c.line("M200 146 C140 70 120 140 200 146 C280 70 300 140 200 146", shade.darker(8), 9, 1)
}
