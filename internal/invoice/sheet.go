package invoice

// Measures of the sheet in millimetres from its upper left corner; the address shows in
// an envelope's window. Source: DIN 5008, form B.
const (
	paper = 210.0 // its width

	left, right = 25.0, 190.0 // of the text
	top, bottom = 20.0, 270.0

	windowTop   = 45.0
	windowWidth = 80.0
	bodyTop     = 103.0
	footTop     = 278.0
)

// Font sizes in points, and line heights in millimetres.
const (
	small, normal, large = 8.0, 10.0, 16.0

	smallLine, normalLine = 4.0, 5.0
)

// Right edges of the item columns; the amounts end at the right margin.
const (
	quantityEnd = left + 22
	nameEnd     = right - 62
	eachEnd     = right - 30
	gap         = 4.0
)

func (s *sheet) font(weight string, size float64) { s.pdf.SetFont(family, weight, size) }

// put writes text starting at x, or ending at x if aligned "R".
func (s *sheet) put(x, y float64, align, text string) {
	if align == "R" {
		x -= s.pdf.GetStringWidth(text)
	}
	s.pdf.SetXY(x, y)
	s.pdf.CellFormat(s.pdf.GetStringWidth(text), normalLine, text, "", 0, "L", false, 0, "")
}

// paragraph writes lines of text from margin to margin, below everything so far.
func (s *sheet) paragraph(text string) {
	s.said = append(s.said, text)
	lines := s.pdf.SplitText(text, right-left)
	s.room(float64(len(lines)) * normalLine)
	for _, line := range lines {
		s.put(left, s.pdf.GetY(), "L", line)
		s.down(normalLine)
	}
}

// down moves below the current position.
func (s *sheet) down(by float64) { s.pdf.SetXY(left, s.pdf.GetY()+by) }

// room starts a new page if less than this height is left on the current one, and
// reports whether it did.
func (s *sheet) room(height float64) bool {
	if s.pdf.GetY()+height <= bottom {
		return false
	}
	s.pdf.AddPage()
	return true
}

// rule draws a line across the page.
func (s *sheet) rule() {
	s.pdf.SetLineWidth(0.2)
	s.pdf.Line(left, s.pdf.GetY(), right, s.pdf.GetY())
	s.down(1.5)
}
