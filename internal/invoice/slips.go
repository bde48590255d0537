package invoice

import (
	"bytes"
	"fmt"

	"codeberg.org/go-pdf/fpdf"

	"kontor/internal/i18n"
	"kontor/internal/shop/order"
)

// Slips returns a PDF to pack orders by. Each order has a list for the packer, in German,
// followed by a delivery note for the customer, in their language and without prices. Both
// list the pieces that are in no parcel yet or, if none are left, the whole order. name
// returns the German name of a product by its slug and its name as ordered.
func Slips(seller Shop, orders []order.Details, name func(slug, ordered string) string) ([]byte, error) {
	s := &sheet{pdf: fpdf.New("P", "mm", "A4", "")}
	addFonts(s.pdf)
	s.pdf.SetCatalogSort(true)
	s.pdf.SetProducer("Kontor", true)
	s.pdf.SetTitle("Packzettel", true)
	s.pdf.SetMargins(left, top, paper-right)
	s.pdf.SetAutoPageBreak(false, 0)
	s.pdf.SetCellMargin(0)
	for i := range orders {
		o := &orders[i]
		of := subject{seller: seller, order: &o.Order, say: i18n.For("de")}
		s.pdf.AddPage()
		s.subject = of
		s.packing(o, name)
		s.pdf.AddPage()
		s.say = i18n.For(tag(&o.Order))
		s.delivery(o)
	}
	var out bytes.Buffer
	if err := s.pdf.Output(&out); err != nil {
		return nil, fmt.Errorf("invoice: slips: %w", err)
	}
	if s.err != nil {
		return nil, fmt.Errorf("invoice: slips: %w", s.err)
	}
	return out.Bytes(), nil
}

// packing draws the list for the packer.
func (s *sheet) packing(o *order.Details, name func(slug, ordered string) string) {
	s.font(bold, large)
	s.put(left, top, "L", "Packzettel "+o.Number)
	s.down(2 * normalLine)
	s.font(regular, normal)
	for _, line := range s.recipient(o.DeliveryAddress()) {
		s.put(left, s.pdf.GetY(), "L", line)
		s.down(normalLine)
	}
	s.down(normalLine)
	for _, line := range toPack(o) {
		item := o.Items[line.Position-1]
		text := name(item.Slug, item.Name)
		if item.Free {
			text += " (Geschenk)"
		}
		s.piece(line.Quantity, text, item.Slug, true)
	}
}

// delivery draws the delivery note.
func (s *sheet) delivery(o *order.Details) {
	s.font(bold, large)
	s.put(left, top, "L", s.fitting(drawable(s.seller.Name), right-left))
	s.font(regular, small)
	s.put(left, windowTop, "L", s.fitting(s.sender(), windowWidth))
	s.font(regular, normal)
	s.pdf.SetXY(left, windowTop+8)
	for _, line := range s.recipient(o.DeliveryAddress()) {
		s.put(left, s.pdf.GetY(), "L", line)
		s.down(normalLine)
	}
	s.font(bold, large)
	s.put(left, bodyTop-13, "L", s.text("slip.title", "Number", o.Number))
	s.pdf.SetXY(left, bodyTop)
	for _, line := range toPack(o) {
		item := o.Items[line.Position-1]
		text := item.Name
		if item.Free {
			text += " (" + s.text("order.free") + ")"
		}
		s.piece(line.Quantity, text, "", false)
	}
}

// toPack returns the pieces that are in no parcel yet. If none are left it returns the
// whole order, whose papers are being printed again.
func toPack(o *order.Details) []order.ParcelLine {
	if left := o.Undispatched(); len(left) > 0 {
		return left
	}
	whole := order.Details{Order: o.Order}
	return whole.Undispatched()
}

// boxSize is the width and height of the box that a packer ticks.
const boxSize = 4.0

// piece draws a line: how many, of what, with a note in small print below; with a box to
// tick.
func (s *sheet) piece(quantity int64, text, note string, tick bool) {
	s.font(regular, normal)
	lines := s.pdf.SplitText(drawable(text), right-quantityEnd-boxSize-gap)
	s.room(float64(len(lines)+1) * normalLine)
	y := s.pdf.GetY()
	s.font(bold, normal)
	s.put(quantityEnd-gap, y, "R", drawable(s.say.Number(quantity))+" ×")
	s.font(regular, normal)
	if tick {
		s.pdf.Rect(right-boxSize, y+0.5, boxSize, boxSize, "D")
	}
	for _, part := range lines {
		s.put(quantityEnd, s.pdf.GetY(), "L", part)
		s.down(normalLine)
	}
	if note != "" {
		s.font(regular, small)
		s.put(quantityEnd, s.pdf.GetY(), "L", s.fitting(drawable(note), right-quantityEnd-boxSize-gap))
		s.down(smallLine)
	}
	s.rule()
}
