package paypalsim

import (
	"crypto/rand"
	"time"

	"kontor/internal/shop"
	"kontor/internal/shop/payment"
)

// Claim is how a buyer contests a payment.
type Claim struct {
	Amount shop.Cents // 0: the whole capture
	Reason string     // empty: PayPalDisputeNotReceived
	Due    time.Time  // until when the merchant must answer; zero: there is nothing to answer
	Bank   bool       // a chargeback: the buyer's bank takes the money back at once
}

// dispute is a contested capture. While it is open, PayPal holds the money, or the
// buyer's bank has it.
type dispute struct {
	id, buyersID, holdID           string
	reason, status, stage, outcome string
	amount, refunded               payment.PayPalAmount
	due, created, updated          time.Time
	capture                        *capture
	taken                          *refund // what the buyer's bank took; nil: PayPal holds the money
}

// OpenDispute contests a capture as its buyer.
func (s *Server) OpenDispute(captureID string, claim Claim) (disputeID string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	c := s.captures[captureID]
	if c == nil || !c.paid() || claim.Amount > c.left() {
		panic("paypalsim: nothing to contest of " + captureID)
	}
	if claim.Amount == 0 {
		claim.Amount = c.left()
	}
	if claim.Reason == "" {
		claim.Reason = payment.PayPalDisputeNotReceived
	}
	now := s.options.Now()
	d := &dispute{
		id: "PP-R-" + rand.Text()[:3] + "-" + rand.Text()[:8], buyersID: newID(),
		reason: claim.Reason, status: payment.PayPalDisputeOpen, stage: payment.PayPalStageInquiry,
		amount: payment.PayPalAmount{Cents: claim.Amount, Currency: c.amount.Currency},
		due:    claim.Due, created: now, updated: now, capture: c,
	}
	if !claim.Due.IsZero() {
		d.status = payment.PayPalDisputeSellersTurn
	}
	if claim.Bank {
		d.stage, d.taken = payment.PayPalStageChargeback, s.reverse(c, d.amount, payment.PayPalEventChargeback)
	} else {
		d.holdID = newID()
	}
	s.disputes = append(s.disputes, d)
	s.notifyDispute(d, "CUSTOMER.DISPUTE.CREATED")
	return d.id
}

// dispute returns a dispute; nil: there is none. It is called with the lock held.
func (s *Server) dispute(id string) *dispute {
	for _, d := range s.disputes {
		if d.id == id {
			return d
		}
	}
	return nil
}

// openDispute returns a dispute that is still open.
func (s *Server) openDispute(id string) *dispute {
	d := s.dispute(id)
	if d == nil || d.status == payment.PayPalDisputeResolved {
		panic("paypalsim: no open dispute " + id)
	}
	d.updated = s.options.Now()
	return d
}

// MoveDispute gives an open dispute another status and stage.
func (s *Server) MoveDispute(disputeID, status, stage string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	d := s.openDispute(disputeID)
	d.status, d.stage = status, stage
	s.notifyDispute(d, "CUSTOMER.DISPUTE.UPDATED")
}

// ResolveDispute closes a dispute. The merchant pays the given amount of it to the
// buyer, and gets back whatever else was held or taken.
//
// PayPal's description does not say how an order or a capture looks when a chargeback is
// undone: here the capture is paid again, and the reversal counts as cancelled.
func (s *Server) ResolveDispute(disputeID, outcome string, paid shop.Cents) {
	s.mu.Lock()
	defer s.mu.Unlock()
	d := s.openDispute(disputeID)
	if paid > d.amount.Cents {
		panic("paypalsim: more than was contested in " + disputeID)
	}
	d.status, d.outcome = payment.PayPalDisputeResolved, outcome
	d.refunded = payment.PayPalAmount{Cents: paid, Currency: d.amount.Currency}
	if outcome == payment.PayPalOutcomePayout {
		d.refunded = d.amount // from PayPal
	}
	if d.taken != nil && d.taken.amount.Cents != paid {
		s.undo(d.taken)
		d.taken = nil
	}
	if d.taken == nil && paid > 0 {
		amount := payment.PayPalAmount{Cents: paid, Currency: d.amount.Currency}
		d.taken = s.reverse(d.capture, amount, payment.PayPalEventReversal)
	}
	s.notifyDispute(d, "CUSTOMER.DISPUTE.RESOLVED")
}

// Reverse reverses a whole capture: PayPal gives the money back to the buyer.
func (s *Server) Reverse(captureID string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	c := s.captures[captureID]
	if c == nil || !c.paid() {
		panic("paypalsim: nothing to reverse of " + captureID)
	}
	s.reverse(c, payment.PayPalAmount{Cents: c.left(), Currency: c.amount.Currency}, payment.PayPalEventReversal)
}

// reverse takes money from the merchant, for the reason that an event code names.
func (s *Server) reverse(c *capture, amount payment.PayPalAmount, code string) *refund {
	back := &refund{status: payment.PayPalRefundCompleted, code: code, amount: amount}
	s.takeBack(c, back)
	s.notify("PAYMENT.CAPTURE.REVERSED", "refund", s.showRefund(back))
	return back
}

// undo returns what was reversed to the merchant.
func (s *Server) undo(back *refund) {
	back.status, back.undone, back.undoneID = payment.PayPalRefundCancelled, s.options.Now(), newID()
	s.settleCapture(back.capture)
}
