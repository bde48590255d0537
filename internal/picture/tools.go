package picture

import "fmt"

// scissors lie open, their rings apart.
func scissors(c *canvas) {
	handle := c.main()
	c.shadow(208, 352, 110, 12)
	half := func(side float64) {
		c.turned(-15*side, 200, 206, func() {
			c.path(fmt.Sprintf("M%.0f 216 L%.0f 30 L%.0f 216 Z", 200-side*9, 200-side*5, 200+side*15), steel.lighter(34))
			c.path(fmt.Sprintf("M%.0f 216 L%.0f 30 L%.0f 216 Z", 200+side*4, 200-side*5, 200+side*15), steel.darker(6))
			c.line(fmt.Sprintf("M%.0f 210 Q%.0f 240 %.0f 258", 200+side*3, 200+side*2, 200+side*18), handle.darker(14), 24, 1)
			c.add(`<ellipse cx="%.0f" cy="298" rx="30" ry="46" fill="none" stroke="%s" stroke-width="19"/>`, 200+side*32, handle)
			c.add(`<ellipse cx="%.0f" cy="296" rx="35" ry="51" fill="none" stroke="%s" stroke-width="3" opacity=".5"/>`, 200+side*32, handle.lighter(60))
		})
	}
	half(1)
	half(-1)
	c.circle(200, 206, 12, steel.darker(34))
	c.circle(198, 204, 4.5, steel.lighter(50))
}

// mat is a cutting mat with its grid, and a ruler.
func mat(c *canvas) {
	shade := colour{46, 104, 92}
	c.shadow(206, 320, 160, 14)
	c.rect(40, 76, 320, 232, 12, shade)
	c.ring(200, 192, 66, 1.6, cream, .5)
	for x := 60.0; x <= 340; x += 20 {
		c.line(fmt.Sprintf("M%.0f 96 V288", x), cream, gridWidth(int(x)/20), .45)
	}
	for y := 96.0; y <= 288; y += 19.2 {
		c.line(fmt.Sprintf("M60 %.1f H340", y), cream, 1, .45)
	}
	c.line("M60 288 L252 96 M148 288 L340 96", cream, 1.4, .55)
	c.turned(-14, 210, 240, func() {
		c.rect(84, 226, 250, 40, 3, steel.lighter(50))
		c.rect(84, 226, 250, 6, 2, steel)
		for x := 94.0; x < 330; x += 10 {
			c.line(fmt.Sprintf("M%.0f 266 v%.0f", x, -float64(7+7*(int(x)/10%2))), ink, 1.4, .8)
		}
	})
}

// gridWidth makes every fourth line of a grid a little thicker.
func gridWidth(n int) float64 {
	if n%4 == 3 {
		return 1.8
	}
	return 1
}
