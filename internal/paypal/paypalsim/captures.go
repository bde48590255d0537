package paypalsim

import (
	"net/http"
	"time"

	"kontor/internal/shop/payment"
)

// capture is an attempt to take the buyer's money.
type capture struct {
	id, status, reason string
	amount             payment.PayPalAmount
	at                 time.Time
	order              *order
	refunds            []*refund
}

// paid reports whether the merchant ever received the money, whatever happened to it
// since.
func (c *capture) paid() bool {
	switch c.status {
	case payment.PayPalCaptureCompleted, payment.PayPalCaptureRefunded, payment.PayPalCapturePartiallyRefunded:
		return true
	}
	return false
}

// Plan determines how a capture or a refund goes. The zero value: normally.
type Plan struct {
	Issue  string                // refused with status 422; ORDER_NOT_APPROVED, INSTRUMENT_DECLINED, …
	Status string                // of the capture or refund; empty: COMPLETED
	Reason string                // beside the status
	Amount *payment.PayPalAmount // captured amount; nil: the order's
}

// PlanCapture determines how the next capture of an order goes or, with an empty id, of
// any order. Plans are used up one after another.
func (s *Server) PlanCapture(orderID string, p Plan) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.planned[orderID] = append(s.planned[orderID], p)
}

func (s *Server) takePlan(orderID string) Plan {
	for _, key := range []string{orderID, ""} {
		if queue := s.planned[key]; len(queue) > 0 {
			s.planned[key] = queue[1:]
			return queue[0]
		}
	}
	return Plan{}
}

func (s *Server) capture(r *request) reply {
	var nothing struct{}
	if err := strictly(r.body, &nothing); err != nil {
		s.violate("capture: %v", err)
		return invalid("MALFORMED_REQUEST_JSON")
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.once(Capture, r, orderMemory, func() (reply, func() reply) {
		o := s.order(r.PathValue("id"))
		if o == nil {
			return notFound(), nil
		}
		return s.captureOrder(r, o)
	})
}

func (s *Server) captureOrder(r *request, o *order) (answer reply, again func() reply) {
	switch o.status {
	case payment.PayPalOrderCompleted:
		return refuse(payment.PayPalIssueOrderAlreadyCaptured), nil
	case payment.PayPalOrderApproved:
	default:
		return refuse(payment.PayPalIssueOrderNotApproved), nil
	}
	if s.options.BlockDuplicates && s.invoiced(o.invoiceID) {
		return refuse(payment.PayPalIssueDuplicateInvoiceID), nil
	}
	plan := s.takePlan(o.id)
	if plan.Issue != "" {
		refused := refuse(plan.Issue)
		if plan.Issue == payment.PayPalIssueInstrumentDeclined {
			o.status = payment.PayPalOrderPayerActionRequired
		}
		return refused, func() reply { return refused }
	}
	s.take(o, plan)
	return s.preferredOrder(r, o, http.StatusCreated), func() reply { return s.preferredOrder(r, o, http.StatusOK) }
}

// take moves the money as planned.
func (s *Server) take(o *order, plan Plan) *capture {
	c := &capture{id: newID(), status: plan.Status, reason: plan.Reason, amount: o.amount, at: s.options.Now(), order: o}
	if c.status == "" {
		c.status = payment.PayPalCaptureCompleted
	}
	if plan.Amount != nil {
		c.amount = *plan.Amount
	}
	o.status = payment.PayPalOrderCompleted
	o.captures = append(o.captures, c)
	s.captures[c.id] = c
	s.notifyCapture(c)
	return c
}

func (s *Server) invoiced(invoiceID string) bool {
	for _, c := range s.captures {
		if c.order.invoiceID == invoiceID && c.paid() {
			return true
		}
	}
	return false
}

func (s *Server) readCapture(r *request) reply {
	s.mu.Lock()
	defer s.mu.Unlock()
	c := s.captures[r.PathValue("id")]
	if c == nil {
		return notFound()
	}
	return reply{status: http.StatusOK, body: s.showCapture(c)}
}
