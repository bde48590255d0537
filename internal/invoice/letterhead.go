package invoice

import (
	"strconv"
	"strings"

	"kontor/internal/shop"
	"kontor/internal/shop/order"
)

// letterhead draws seller and customer, number and date.
func (s *sheet) letterhead() {
	s.font(bold, large)
	s.put(left, top, "L", s.fitting(drawable(s.seller.Name), right-left))

	s.font(regular, small)
	s.put(left, windowTop, "L", s.fitting(s.sender(), windowWidth))
	s.font(regular, normal)
	s.pdf.SetXY(left, windowTop+8)
	for _, line := range s.recipient(s.order.InvoiceAddress()) {
		s.put(left, s.pdf.GetY(), "L", line)
		s.down(normalLine)
	}
	s.facts()

	s.font(bold, large)
	s.put(left, bodyTop-13, "L", s.title())
	s.pdf.SetXY(left, bodyTop)
}

// sender returns the shop's address as printed above the recipient's.
func (s *sheet) sender() string {
	return drawable(strings.Trim(s.seller.Name+" · "+s.seller.Address, " ·"))
}

// recipientLines is how many lines the window of an envelope shows.
const recipientLines = 6

// recipient returns an address in lines that fit the window.
func (s *sheet) recipient(p order.Billing) []string {
	var lines []string
	for _, text := range []string{p.Company, p.Name, p.Street, p.Postcode + " " + p.City} {
		if text = drawable(text); text != "" {
			lines = append(lines, s.pdf.SplitText(text, windowWidth)...)
		}
	}
	country := s.text("country." + string(p.Country))
	return append(lines[:min(len(lines), recipientLines-1)], country)
}

// facts draws the details beside the address.
func (s *sheet) facts() {
	facts := [][2]string{
		{s.text("invoice.number"), s.doc.Number},
		{s.text("invoice.date"), s.dated(s.doc)},
	}
	if s.supplied() {
		facts = append(facts, [2]string{s.text("invoice.supplied"), drawable(s.say.Day(s.day.Start()))})
	}
	if s.sign < 0 {
		facts = append(facts, [2]string{s.text("invoice.corrects"), s.corrected.Number}, [2]string{s.text("invoice.correctsDate"), s.dated(s.corrected)})
	}
	if s.seller.TaxID != "" {
		facts = append(facts, [2]string{s.text("invoice.taxID"), drawable(s.seller.TaxID)})
	}
	if s.seller.VATID != "" {
		facts = append(facts, [2]string{s.text("invoice.vatID"), drawable(s.seller.VATID)})
	}
	if id := s.order.InvoiceVATID(); id != "" {
		facts = append(facts, [2]string{s.text("invoice.buyerVATID"), id})
	}
	y := windowTop + 8
	for _, fact := range facts {
		s.font(regular, small)
		s.put(left+windowWidth+15, y, "L", fact[0])
		s.font(regular, normal)
		s.put(right, y, "R", fact[1])
		y += normalLine + 1
	}
}

// dated returns the document's date in Berlin.
func (s *sheet) dated(of order.Invoice) string { return drawable(s.say.Day(of.At.In(shop.Berlin))) }

// foot draws the foot of every page.
func (s *sheet) foot() {
	s.font(regular, small)
	s.pdf.SetXY(left, footTop)
	page := s.text("invoice.page", "Page", strconv.Itoa(s.pdf.PageNo()))
	s.put(right, footTop, "R", page)
	contact := strings.Trim(s.sender()+" · "+drawable(s.seller.Email), " ·")
	s.put(left, footTop, "L", s.fitting(contact, right-left-s.pdf.GetStringWidth(page)-gap))
}

// fitting cuts off text that is wider than the available room.
func (s *sheet) fitting(text string, width float64) string {
	if s.pdf.GetStringWidth(text) <= width {
		return text
	}
	return s.pdf.SplitText(text, width-s.pdf.GetStringWidth(" …"))[0] + " …"
}
