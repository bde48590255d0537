package invoice

import (
	"kontor/internal/shop"
	"kontor/internal/shop/order"
)

// payment states what remains to be paid, or how the order was paid.
func (s *sheet) payment() {
	s.down(6)
	s.font(regular, normal)
	o := s.order
	switch {
	case s.sign < 0:
		s.paragraph(s.text("invoice.credited"))
	case s.void != "":
		s.font(bold, normal)
		s.paragraph(s.text("invoice.void", "Number", s.void))
	case o.Status == order.StatusCancelled:
		s.font(bold, normal)
		s.paragraph(s.text("invoice.cancelled"))
	case s.doc.Pending:
		s.paragraph(s.text("invoice.pending", "Day", s.say.Day(s.day.Start().In(shop.Berlin))))
	case o.Status == order.StatusPaid:
		s.paragraph(s.text("invoice.paid"))
	case o.TotalCents() == 0:
		s.paragraph(s.text("payment.nothing"))
	case s.seller.Bank.IBAN == "" || o.PaymentMethod != order.MethodTransfer:
		s.paragraph(s.text("payment.open"))
	default:
		s.account()
	}
}

// account states where to send the money.
func (s *sheet) account() {
	bank := s.seller.Bank
	facts := [][2]string{
		{s.text("bank.holder"), drawable(bank.Holder)},
		{s.text("bank.iban"), bank.GroupedIBAN()},
		{s.text("bank.amount"), s.amount(s.order.TotalCents())},
		{s.text("bank.reference"), s.order.Number},
	}
	if bank.BIC != "" {
		facts = append(facts, [2]string{s.text("bank.bic"), bank.BIC})
	}
	s.room(float64(len(facts)+1) * normalLine)
	s.font(bold, normal)
	s.paragraph(s.text("bank.title"))
	s.font(regular, normal)
	for _, fact := range facts {
		y := s.pdf.GetY()
		s.put(left, y, "L", fact[0])
		s.put(left+45, y, "L", fact[1])
		s.down(normalLine)
	}
}
