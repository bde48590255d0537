package paypalsim

import (
	"net/http"
	"time"

	"kontor/internal/shop"
	"kontor/internal/shop/payment"
)

// refund is money on its way back to the buyer.
type refund struct {
	id, status, reason string
	customID           string // the shop's own name of it; empty: none
	code               string // why: payment.PayPalEventRefund etc.
	amount             payment.PayPalAmount
	at                 time.Time
	capture            *capture

	undone   time.Time // when the merchant got it back; zero: never
	undoneID string
}

// PlanRefund determines how the next refund goes. Plans are used up one after another.
func (s *Server) PlanRefund(p Plan) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.refusing = append(s.refusing, p)
}

func (s *Server) refund(r *request) reply {
	var asked struct {
		Amount   *money `json:"amount"`
		CustomID string `json:"custom_id"`
		Note     string `json:"note_to_payer"`
	}
	if err := strictly(r.body, &asked); err != nil || tooLong(asked.CustomID, 127) || tooLong(asked.Note, 255) {
		s.violate("refund: %v, custom id %q, note %q", err, asked.CustomID, asked.Note)
		return invalid("MALFORMED_REQUEST_JSON")
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.once(Refund, r, paymentMemory, func() (reply, func() reply) {
		c := s.captures[r.PathValue("id")]
		if c == nil {
			return notFound(), nil
		}
		amount := payment.PayPalAmount{Cents: c.left(), Currency: c.amount.Currency}
		if asked.Amount != nil {
			amount = asked.Amount.amount()
		}
		return s.refundCapture(r, c, asked.CustomID, amount)
	})
}

// left returns the amount that is neither refunded nor on its way back.
func (c *capture) left() shop.Cents {
	left := c.amount.Cents
	for _, r := range c.refunds {
		if r.counts() {
			left -= r.amount.Cents
		}
	}
	return left
}

// counts reports whether a refund took money from the capture.
func (r *refund) counts() bool {
	return r.status == payment.PayPalRefundCompleted || r.status == payment.PayPalRefundPending
}

func (s *Server) refundCapture(r *request, c *capture, customID string, amount payment.PayPalAmount) (answer reply, again func() reply) {
	switch {
	case c.status == payment.PayPalCapturePending:
		return refuse(payment.PayPalIssuePendingCapture), nil
	case !c.paid():
		return refuse("REFUND_NOT_ALLOWED"), nil
	case c.left() == 0:
		return refuse(payment.PayPalIssueFullyRefunded), nil
	case amount.Currency != c.amount.Currency || amount.Cents <= 0:
		return refuse("INVALID_CURRENCY_CODE"), nil
	case amount.Cents > c.left():
		return refuse(payment.PayPalIssueRefundExceeded), nil
	}
	var plan Plan
	if len(s.refusing) > 0 {
		plan, s.refusing = s.refusing[0], s.refusing[1:]
	}
	if plan.Issue != "" {
		return refuse(plan.Issue), nil
	}
	back := s.giveBack(c, customID, amount, plan)
	show := func(status int) reply { return reply{status: status, body: s.preferredRefund(r, back)} }
	return show(http.StatusCreated), func() reply { return show(http.StatusOK) }
}

// giveBack moves money back as planned.
func (s *Server) giveBack(c *capture, customID string, amount payment.PayPalAmount, plan Plan) *refund {
	back := &refund{status: plan.Status, reason: plan.Reason, customID: customID, code: payment.PayPalEventRefund, amount: amount}
	if back.status == "" {
		back.status = payment.PayPalRefundCompleted
	}
	s.takeBack(c, back)
	if back.status == payment.PayPalRefundCompleted {
		s.notifyRefund(back)
	}
	return back
}

// takeBack books what leaves a capture.
func (s *Server) takeBack(c *capture, back *refund) {
	back.id, back.at, back.capture = newID(), s.options.Now(), c
	c.refunds = append(c.refunds, back)
	s.refunds[back.id] = back
	s.settleCapture(c)
}

// settleCapture updates a capture's state after a refund has changed.
func (s *Server) settleCapture(c *capture) {
	switch left := c.left(); {
	case left == 0:
		c.status = payment.PayPalCaptureRefunded
	case left < c.amount.Cents:
		c.status = payment.PayPalCapturePartiallyRefunded
	default:
		c.status = payment.PayPalCaptureCompleted
	}
}

func (s *Server) preferredRefund(r *request, back *refund) object {
	body := s.showRefund(back)
	if r.Header.Get("Prefer") != "return=representation" {
		body = object{"id": body["id"], "status": body["status"], "links": body["links"]}
	}
	return body
}

func (s *Server) readRefund(r *request) reply {
	s.mu.Lock()
	defer s.mu.Unlock()
	back := s.refunds[r.PathValue("id")]
	if back == nil {
		return notFound()
	}
	return reply{status: http.StatusOK, body: s.showRefund(back)}
}
