package picture

import "fmt"

// jar is a pot of paint with a brush on it.
func jar(c *canvas) {
	shade := c.main()
	c.shadow(204, 336, 110, 16)
	c.add(`<path d="M104 128 H296 V300 Q296 336 260 336 H140 Q104 336 104 300 Z" fill="%s"/>`, shade.lighter(12))
	c.add(`<path d="M104 128 H140 V336 Q104 336 104 300 Z" fill="%s" opacity=".35"/>`, cream)
	c.add(`<path d="M270 128 H296 V300 Q296 336 262 336 Z" fill="%s" opacity=".14"/>`, ink)
	c.rect(96, 96, 208, 40, 10, ink.lighter(14))
	c.rect(96, 96, 208, 14, 7, ink.lighter(30))
	c.rect(128, 184, 144, 96, 4, cream)
	c.line("M150 212 H250", ink, 6, .7)
	c.line("M164 232 H236", ink, 3.5, .45)
	c.circle(200, 258, 11, shade)
	c.turned(-18, 200, 92, func() {
		c.line("M70 84 H250", wood, 13, 1)
		c.line("M74 80 H246", wood.lighter(40), 4, .8)
		c.rect(246, 75, 36, 18, 3, steel)
		c.path("M280 74 Q322 70 340 86 Q318 98 280 94 Z", shade.darker(8))
	})
}

// smallJar is a squat pot of paint with a screw cap, and a dab of its colour.
func smallJar(c *canvas) {
	shade := c.main()
	c.path("M52 306 Q40 276 76 272 Q92 252 120 268 Q152 272 146 296 Q144 320 104 318 Q70 330 52 306 Z", shade)
	c.line("M70 290 Q90 276 116 284", shade.lighter(45), 5, .7)
	c.shadow(240, 326, 98, 14)
	c.add(`<path d="M156 186 H316 Q330 190 330 208 V300 Q330 326 304 326 H168 Q142 326 142 300 V208 Q142 190 156 186 Z" fill="%s"/>`, shade.lighter(10))
	c.add(`<path d="M142 208 Q142 190 156 186 H176 V326 H168 Q142 326 142 300 Z" fill="%s" opacity=".3"/>`, cream)
	c.rect(148, 134, 176, 54, 9, cream.darker(8))
	c.rect(148, 134, 176, 16, 8, cream)
	for x := 160.0; x < 320; x += 12 {
		c.line(fmt.Sprintf("M%.0f 154 V182", x), ink, 2, .22)
	}
	c.rect(170, 216, 132, 76, 4, cream)
	c.line("M190 238 H282", ink, 6, .7)
	c.line("M202 256 H270", ink, 3.5, .45)
	c.circle(236, 275, 8, shade)
}

// tubes of paint lie side by side.
func tubes(c *canvas) {
	c.shadow(204, 340, 150, 14)
	for i, shade := range c.several(6) {
		x := 48 + float64(i)*52
		c.turned(c.near(0, 2.2), x+20, 200, func() {
			c.polygon(steel.lighter(55), x-2, 66, x+44, 66, x+40, 292, x+2, 292)
			c.polygon(shade, x, 132, x+42, 132, x+40, 250, x+2, 250)
			c.rect(x-4, 58, 50, 16, 2, steel.lighter(20))
			c.rect(x+8, 292, 26, 36, 5, ink.lighter(18))
			c.line(fmt.Sprintf("M%.0f 172 H%.0f", x+11, x+31), cream, 4, .95)
			c.line(fmt.Sprintf("M%.0f 186 H%.0f", x+14, x+28), cream, 2.5, .8)
			c.line(fmt.Sprintf("M%.0f 82 V284", x+9), cream, 3, .5)
		})
	}
}

// paintBox is an open box of watercolours with its brush.
func paintBox(c *canvas) {
	c.shadow(204, 330, 158, 14)
	c.rect(44, 74, 312, 92, 12, ink.lighter(22))
	c.rect(56, 86, 288, 72, 8, cream)
	for i, shade := range c.several(3) {
		c.add(`<ellipse cx="%d" cy="124" rx="40" ry="24" fill="%s" opacity=".55"/>`, 112+i*88, shade)
	}
	c.rect(44, 166, 312, 152, 12, ink.lighter(12))
	for i, shade := range c.several(12) {
		x, y := 58+float64(i%6)*48.5, 182+float64(i/6)*52
		c.rect(x, y, 42, 42, 5, cream)
		c.rect(x+4, y+4, 34, 34, 4, shade)
		c.line(fmt.Sprintf("M%.0f %.0f h14", x+9, y+11), shade.lighter(60), 3.5, .7)
	}
	c.line("M70 302 H282", madder, 9, 1)
	c.line("M72 299 H280", madder.lighter(40), 3, .8)
	c.rect(280, 295, 26, 14, 3, steel)
	c.path("M304 294 Q328 296 338 303 Q324 310 304 309 Z", ink)
}

// bottle is a bottle of glue.
func bottle(c *canvas) {
	shade := c.main()
	c.shadow(204, 350, 84, 14)
	c.polygon(shade, 188, 40, 212, 40, 222, 92, 178, 92)
	c.rect(166, 90, 68, 28, 6, shade.darker(14))
	c.path("M160 118 H240 Q272 132 272 168 V328 Q272 348 252 348 H148 Q128 348 128 328 V168 Q128 132 160 118 Z", cream)
	c.path("M128 196 H272 V300 H128 Z", shade.lighter(18))
	c.line("M152 228 H248", cream, 9, 1)
	c.line("M166 252 H234", cream, 5, .85)
	c.line("M166 270 H220", cream, 5, .6)
	c.add(`<path d="M240 122 Q268 136 268 168 V328 Q268 344 254 346 Z" fill="%s" opacity=".10"/>`, ink)
	c.line("M146 160 V330", colour{255, 255, 255}, 6, .6)
}
