package paypalsim

import (
	"fmt"

	"kontor/internal/shop"
	"kontor/internal/shop/payment"
)

// Approve is the buyer's consent to an order.
func (s *Server) Approve(orderID string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	o := s.order(orderID)
	if o == nil || o.status != payment.PayPalOrderPayerActionRequired {
		return fmt.Errorf("paypalsim: order %s cannot be approved", orderID)
	}
	o.status, o.touched = payment.PayPalOrderApproved, s.options.Now()
	s.notifyOrder(o, "CHECKOUT.ORDER.APPROVED")
	return nil
}

// change does something to an order that must exist.
func (s *Server) change(orderID string, f func(*order)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	o := s.orders[orderID]
	if o == nil {
		panic("paypalsim: no order " + orderID)
	}
	f(o)
}

// Expire ends an order that was not captured. PayPal then knows it no more.
func (s *Server) Expire(orderID string) {
	s.change(orderID, func(o *order) {
		if o.status == payment.PayPalOrderApproved {
			s.notifyOrder(o, "CHECKOUT.PAYMENT-APPROVAL.REVERSED")
		}
		o.gone = true
	})
}

// SetAmount changes what an order asks of the buyer.
func (s *Server) SetAmount(orderID string, amount payment.PayPalAmount) {
	s.change(orderID, func(o *order) { o.amount = amount })
}

// CaptureBehind captures an order without the shop: the merchant did it at
// PayPal, or another program with the same access.
func (s *Server) CaptureBehind(orderID string) (captureID string) {
	s.change(orderID, func(o *order) { captureID = s.take(o, s.takePlan(orderID)).id })
	return captureID
}

// ForeignOrder is an approved order that the shop never asked for, with the
// custom id that it might have given.
func (s *Server) ForeignOrder(customID string, amount shop.Cents) (orderID string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	o := &order{
		id: newID(), customID: customID, invoiceID: newID(), amount: euro(amount),
		status: payment.PayPalOrderApproved, touched: s.options.Now(),
	}
	s.orders[o.id] = o
	s.notifyOrder(o, "CHECKOUT.ORDER.APPROVED")
	return o.id
}

// Settle ends a capture that was pending: COMPLETED, DECLINED or FAILED.
func (s *Server) Settle(captureID, status string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	c := s.captures[captureID]
	if c == nil || c.status != payment.PayPalCapturePending {
		panic("paypalsim: no pending capture " + captureID)
	}
	c.status, c.reason = status, ""
	s.notifyCapture(c)
}

// SettleRefund ends a refund that was pending: COMPLETED, FAILED or CANCELLED.
func (s *Server) SettleRefund(refundID, status string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	r := s.refunds[refundID]
	if r == nil || r.status != payment.PayPalRefundPending {
		panic("paypalsim: no pending refund " + refundID)
	}
	r.status = status
	s.settleCapture(r.capture)
	if status == payment.PayPalRefundCompleted {
		s.notifyRefund(r)
	}
}

// RefundBehind gives money back without the shop.
func (s *Server) RefundBehind(captureID string, amount shop.Cents) {
	s.mu.Lock()
	defer s.mu.Unlock()
	c := s.captures[captureID]
	if c == nil || !c.paid() || amount > c.left() {
		panic("paypalsim: nothing to give back of " + captureID)
	}
	s.giveBack(c, payment.PayPalAmount{Cents: amount, Currency: c.amount.Currency}, Plan{})
}

// Reverse takes a whole capture back, as after a dispute that the buyer won.
func (s *Server) Reverse(captureID string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	c := s.captures[captureID]
	if c == nil || !c.paid() {
		panic("paypalsim: nothing to reverse of " + captureID)
	}
	s.giveBack(c, payment.PayPalAmount{Cents: c.left(), Currency: c.amount.Currency}, Plan{})
	s.notify("PAYMENT.CAPTURE.REVERSED", "refund", s.showRefund(c.refunds[len(c.refunds)-1]))
}
