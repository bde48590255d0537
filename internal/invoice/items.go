package invoice

import (
	"kontor/internal/shop"
	"kontor/internal/shop/order"
)

// items lists what was bought. A name takes as many lines as it needs.
func (s *sheet) items() {
	s.columns()
	for _, item := range s.order.Items {
		s.item(item)
	}
}

// columns draws the head of the list, again on every page.
func (s *sheet) columns() {
	s.font(bold, small)
	y := s.pdf.GetY()
	s.put(quantityEnd-gap, y, "R", s.text("invoice.quantity"))
	s.put(quantityEnd, y, "L", s.text("order.items"))
	s.put(eachEnd, y, "R", s.text("invoice.each"))
	s.put(right, y, "R", s.text("invoice.amount"))
	s.down(normalLine)
	s.rule()
}

func (s *sheet) item(item order.Item) {
	s.font(regular, normal)
	name := drawable(item.Name)
	if item.Free {
		name += " (" + s.text("order.free") + ")"
	}
	lines := s.pdf.SplitText(name, nameEnd-quantityEnd)
	if s.room(float64(len(lines)) * normalLine) {
		s.columns()
		s.font(regular, normal)
	}
	line, each := worth(item)
	y := s.pdf.GetY()
	s.put(quantityEnd-gap, y, "R", drawable(s.say.Number(item.Quantity)))
	s.put(eachEnd, y, "R", s.amount(each))
	s.put(right, y, "R", s.amount(s.sign*line))
	for _, part := range lines {
		s.put(quantityEnd, s.pdf.GetY(), "L", part)
		s.down(normalLine)
	}
	s.down(1)
}

// worth returns the price of a line and of one piece in it.
func worth(item order.Item) (line, each shop.Cents) {
	if item.Free {
		return 0, 0
	}
	return item.Gross(), shop.CentsOf(item.Price)
}
