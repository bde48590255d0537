package picture

import "fmt"

// buttons lie scattered, with two or four holes.
func buttons(c *canvas) {
	shade := c.main()
	holes := []int{2, 4}[c.random.IntN(2)]
	for _, at := range [][3]float64{{132, 140, 66}, {276, 118, 54}, {222, 238, 74}, {98, 284, 52}, {328, 288, 46}} {
		x, y, r := c.near(at[0], 8), c.near(at[1], 8), at[2]
		tone := shade.lighter(c.random.IntN(24)).darker(c.random.IntN(10))
		c.shadow(x+5, y+9, r, r*.96)
		c.circle(x, y, r, tone.darker(18))
		c.circle(x-1, y-2, r*.97, tone)
		c.ring(x, y, r*.72, r*.07, tone.darker(26), .7)
		c.ring(x, y, r*.62, r*.03, tone.lighter(45), .8)
		grain(c, x, y, r, tone)
		turn := c.random.Float64() * 90
		for i := range holes {
			hx, hy := polar(x, y, turn+float64(i)*360/float64(holes), r*.24)
			c.circle(hx, hy, r*.1, ink.mix(tone, 15))
		}
	}
}

// grain draws the fine lines of wood or shell.
func grain(c *canvas, x, y, r float64, tone colour) {
	for range 3 {
		from := c.near(y, r*.5)
		c.line(fmt.Sprintf("M%.1f %.1f q%.1f %.1f %.1f 0", x-r*.5, from, r*.5, c.near(0, r*.3), r), tone.darker(16), 1.5, .5)
	}
}

// ribbon is wound around a card, woven with flowers; its end hangs down.
func ribbon(c *canvas) {
	shade := c.main()
	c.shadow(206, 342, 120, 12)
	c.turned(24, 300, 262, func() {
		c.polygon(shade.darker(10), 262, 242, 262, 288, 366, 288, 350, 265, 366, 242)
		flower(c, 318, 265, palette[8])
	})
	c.rect(92, 56, 216, 282, 10, cream.darker(6))
	c.rect(88, 52, 216, 282, 10, cream)
	c.line("M176 74 H216", ink, 5, .5)
	for i, y := range []float64{98, 152, 206, 260} {
		tone := shade.lighter(4 + i*3)
		c.rect(80, y+4, 232, 46, 7, tone.darker(34))
		c.rect(80, y, 232, 46, 7, tone)
		c.line(fmt.Sprintf("M84 %.0f H308 M84 %.0f H308", y+6, y+40), tone.lighter(55), 2.4, .8)
		for j := range 5 {
			flower(c, 106+float64(j)*45, y+23, palette[(i*2+j)%len(palette)])
		}
	}
}

func flower(c *canvas, x, y float64, petal colour) {
	for i := range 5 {
		px, py := polar(x, y, float64(i)*72+c.near(0, 10), 8)
		c.circle(px, py, 6.5, petal.lighter(20))
	}
	c.circle(x, y, 5, colour{238, 196, 84})
}

// zip is a zip fastener, half open.
func zip(c *canvas) {
	tape := palette[c.random.IntN(len(palette))].darker(20)
	metal := c.main()
	c.shadow(206, 352, 90, 12)
	c.path("M96 40 H176 L196 210 V360 H122 Z", tape)
	c.path("M304 40 H224 L204 210 V360 H278 Z", tape.lighter(6))
	for y := 46.0; y < 356; y += 12 {
		gap := max(0, (212-y)/8.6)
		c.rect(184-gap, y, 17, 7, 2, metal.lighter(18))
		c.rect(199+gap, y+6, 17, 7, 2, metal.darker(8))
	}
	c.shadow(204, 232, 30, 26)
	c.path("M176 188 Q200 176 224 188 L218 232 Q200 244 182 232 Z", metal)
	c.path("M182 192 Q200 184 218 192 L214 210 Q200 216 186 210 Z", metal.lighter(35))
	c.line("M200 226 V252", metal.darker(20), 10, 1)
	c.add(`<rect x="186" y="246" width="28" height="60" rx="12" fill="%s"/><rect x="194" y="284" width="12" height="14" rx="6" fill="%s"/>`, metal.lighter(12), tape)
}

// beads are threaded on a string: in one colour if the slug names one.
func beads(c *canvas) {
	colours := c.several(6)
	if shade, ok := c.named(); ok {
		colours = []colour{shade, shade.darker(8), shade.lighter(14), shade.darker(14)}
	}
	c.line("M14 150 C120 10 250 390 388 236", ink, 3, .6)
	for i := range 9 {
		t := float64(i+1) / 10
		x, y := bezier(t, 14, 120, 250, 388), bezier(t, 150, 10, 390, 236)
		r := c.near(25, 2)
		shade := colours[i%len(colours)]
		c.shadow(x+5, y+r, r, r/3)
		c.circle(x, y, r, shade.darker(12))
		c.circle(x-1, y-2, r*.94, shade)
		c.circle(x-r*.3, y-r*.35, r*.28, shade.lighter(60))
	}
}

// bezier returns one coordinate of the point at t, from 0 to 1, on a cubic curve.
func bezier(t, a, b, c, d float64) float64 {
	u := 1 - t
	return u*u*u*a + 3*u*u*t*b + 3*u*t*t*c + t*t*t*d
}
