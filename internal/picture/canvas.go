package picture

import (
	"bytes"
	"fmt"
	"math"
	"math/rand/v2"
)

// canvas collects the shapes of a picture. Shapes carry attributes instead of styles,
// so that the picture also shows under a policy without inline styles.
type canvas struct {
	random *rand.Rand
	slug   string
	out    bytes.Buffer
}

func (c *canvas) begin() {
	c.add(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" width="%[1]d" height="%[2]d">`, Size, Size)
	warm := []colour{{243, 234, 219}, {238, 229, 221}, {233, 234, 222}, {240, 230, 214}}
	ground := warm[c.random.IntN(len(warm))]
	c.add(`<defs><radialGradient id="g" cx=".5" cy=".42" r=".75"><stop offset="0" stop-color="%s"/>`+
		`<stop offset="1" stop-color="%s"/></radialGradient></defs>`, ground.lighter(60), ground.darker(4))
	c.add(`<rect width="%d" height="%d" fill="url(#g)"/>`, Size, Size)
}

func (c *canvas) end() []byte {
	c.add("</svg>\n")
	return c.out.Bytes()
}

// add writes a piece of SVG.
func (c *canvas) add(format string, values ...any) { fmt.Fprintf(&c.out, format, values...) }

// shadow is the shadow of something standing on the table at x, y.
func (c *canvas) shadow(x, y, rx, ry float64) {
	c.add(`<ellipse cx="%.0f" cy="%.0f" rx="%.0f" ry="%.0f" fill="%s" opacity=".14"/>`, x, y, rx, ry, ink)
}

func (c *canvas) circle(x, y, r float64, fill colour) {
	c.add(`<circle cx="%.1f" cy="%.1f" r="%.1f" fill="%s"/>`, x, y, r, fill)
}

func (c *canvas) ring(x, y, r, width float64, stroke colour, opacity float64) {
	c.add(`<circle cx="%.1f" cy="%.1f" r="%.1f" fill="none" stroke="%s" stroke-width="%.1f" opacity="%.2f"/>`, x, y, r, stroke, width, opacity)
}

func (c *canvas) rect(x, y, w, h, round float64, fill colour) {
	c.add(`<rect x="%.1f" y="%.1f" width="%.1f" height="%.1f" rx="%.1f" fill="%s"/>`, x, y, w, h, round, fill)
}

func (c *canvas) polygon(fill colour, points ...float64) {
	c.add(`<polygon fill="%s" points="`, fill)
	for i := 0; i+1 < len(points); i += 2 {
		c.add("%.1f,%.1f ", points[i], points[i+1])
	}
	c.add(`"/>`)
}

func (c *canvas) path(d string, fill colour) { c.add(`<path d="%s" fill="%s"/>`, d, fill) }

// line draws a stroke along a path with round ends.
func (c *canvas) line(d string, stroke colour, width, opacity float64) {
	c.add(`<path d="%s" fill="none" stroke="%s" stroke-width="%.1f" stroke-linecap="round" stroke-linejoin="round" opacity="%.2f"/>`, d, stroke, width, opacity)
}

// turned draws something rotated by degrees around a point.
func (c *canvas) turned(degrees, x, y float64, draw func()) {
	c.add(`<g transform="rotate(%.1f %.1f %.1f)">`, degrees, x, y)
	draw()
	c.add(`</g>`)
}

// clipped draws only within a shape.
func (c *canvas) clipped(shape string, draw func()) {
	c.add(`<clipPath id="c">%s</clipPath><g clip-path="url(#c)">`, shape)
	draw()
	c.add(`</g>`)
}

// near returns a number around x, off by at most spread.
func (c *canvas) near(x, spread float64) float64 { return x + (c.random.Float64()*2-1)*spread }

// polar returns the point at an angle in degrees and a distance from x, y.
func polar(x, y, degrees, distance float64) (float64, float64) {
	radians := degrees * math.Pi / 180
	return x + distance*math.Cos(radians), y + distance*math.Sin(radians)
}
