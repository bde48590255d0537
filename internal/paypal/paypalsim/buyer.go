package paypalsim

import (
	"fmt"

	"kontor/internal/shop"
	"kontor/internal/shop/payment"
)

// Approve approves an order as its buyer.
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

// change modifies an order, which must exist.
func (s *Server) change(orderID string, f func(*order)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	o := s.orders[orderID]
	if o == nil {
		panic("paypalsim: no order " + orderID)
	}
	f(o)
}

// Expire ends an order that was not captured. PayPal then no longer knows it.
func (s *Server) Expire(orderID string) {
	s.change(orderID, func(o *order) {
		if o.status == payment.PayPalOrderApproved {
			s.notifyOrder(o, "CHECKOUT.PAYMENT-APPROVAL.REVERSED")
		}
		o.gone = true
	})
}

// SetAmount changes the amount that an order asks of the buyer.
func (s *Server) SetAmount(orderID string, amount payment.PayPalAmount) {
	s.change(orderID, func(o *order) { o.amount = amount })
}

// CaptureBehind captures an order without the shop: the merchant did it at PayPal, or
// another program with the same credentials did.
func (s *Server) CaptureBehind(orderID string) (captureID string) {
	s.change(orderID, func(o *order) { captureID = s.take(o, s.takePlan(orderID)).id })
	return captureID
}

// ForeignOrder returns an approved order that the shop never created, with a custom id
// that it could have used.
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

// Settle resolves a pending capture: COMPLETED, DECLINED or FAILED.
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

// SettleRefund resolves a pending refund: COMPLETED, FAILED or CANCELLED.
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

// RefundBehind refunds money without the shop.
func (s *Server) RefundBehind(captureID string, amount shop.Cents) {
	s.mu.Lock()
	defer s.mu.Unlock()
	c := s.captures[captureID]
	if c == nil || !c.paid() || amount > c.left() {
		panic("paypalsim: nothing to give back of " + captureID)
	}
	s.giveBack(c, "", payment.PayPalAmount{Cents: amount, Currency: c.amount.Currency}, Plan{})
}
