package paypalsim

import (
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"time"

	"kontor/internal/shop/payment"
)

const (
	disputesPath = "/v1/customer/disputes"
	// disputesLife is how long a dispute is listed after its last change.
	disputesLife = 180 * 24 * time.Hour
)

// disputesAsked is a request for a page of disputes.
type disputesAsked struct {
	after      time.Time
	size, skip int
}

// readDisputesAsked reads the known parameters; anything else is refused.
func (s *Server) readDisputesAsked(r *request) (asked disputesAsked, err error) {
	oldest := s.options.Now().Add(-disputesLife)
	asked = disputesAsked{after: oldest, size: 10}
	for name, values := range r.URL.Query() {
		value := values[0]
		switch name {
		case "update_time_after":
			if asked.after, err = time.Parse(time.RFC3339, value); err == nil && asked.after.Before(oldest) {
				err = fmt.Errorf("%s is too early", value)
			}
		case "page_size":
			asked.size, err = strconv.Atoi(value)
		case "next_page_token":
			asked.skip, err = strconv.Atoi(value)
		default:
			err = fmt.Errorf("%s is unknown", name)
		}
		if err != nil {
			return asked, err
		}
	}
	return asked, nil
}

// listDisputes lists disputes, latest creation first, without what they are about.
func (s *Server) listDisputes(r *request) reply {
	asked, err := s.readDisputesAsked(r)
	if err != nil {
		s.violate("list disputes: %v", err)
		return invalid("INVALID_PARAMETER_VALUE")
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	var found []object
	for _, d := range slices.Backward(s.disputes) {
		if !d.updated.Truncate(time.Second).Before(asked.after) {
			found = append(found, s.summarize(d))
		}
	}
	found = found[min(asked.skip, len(found)):]
	size := s.pageSize(asked.size)
	body := object{"links": []object{s.link("self", "GET", r.URL.RequestURI())}}
	if len(found) > size {
		query := r.URL.Query()
		query.Set("next_page_token", strconv.Itoa(asked.skip+size))
		body["links"] = append(body["links"].([]object), s.link("next", "GET", disputesPath+"?"+query.Encode()))
		found = found[:size]
	}
	if len(found) > 0 {
		body["items"] = found
	}
	return reply{status: http.StatusOK, body: body}
}

func (s *Server) readDispute(r *request) reply {
	s.mu.Lock()
	defer s.mu.Unlock()
	d := s.dispute(r.PathValue("id"))
	if d == nil {
		return notFound()
	}
	return reply{status: http.StatusOK, body: s.showDispute(d)}
}

// summarize renders a dispute as in a list.
func (s *Server) summarize(d *dispute) object {
	shown := object{
		"dispute_id": d.id, "create_time": stamp(d.created), "update_time": stamp(d.updated),
		"reason": d.reason, "status": d.status, "dispute_amount": showAmount(d.amount),
		"dispute_life_cycle_stage": d.stage, "dispute_channel": d.channel(),
		"links": []object{s.link("self", "GET", disputesPath+"/"+d.id)},
	}
	if !d.due.IsZero() && d.outcome == "" {
		shown["seller_response_due_date"] = stamp(d.due)
	}
	return shown
}

// showDispute renders a dispute in full, as in its own answer and in notifications.
func (s *Server) showDispute(d *dispute) object {
	shown := s.summarize(d)
	shown["disputed_transactions"] = []object{{
		"buyer_transaction_id": d.buyersID, "seller_transaction_id": d.capture.id, "create_time": stamp(d.capture.at),
		"transaction_status": d.capture.status, "gross_amount": showAmount(d.capture.amount),
		"invoice_number": d.capture.order.invoiceID, "custom": d.capture.order.customID,
		"seller": object{"merchant_id": merchantID}, "buyer": object{"name": BuyerSurname},
	}}
	shown["messages"] = []object{{"posted_by": "BUYER", "time_posted": stamp(d.created), "content": "Nichts ist angekommen. " + BuyerSurname}}
	if d.outcome != "" {
		shown["dispute_outcome"] = object{"outcome_code": d.outcome, "amount_refunded": showAmount(d.refunded)}
	}
	return shown
}

func (d *dispute) channel() string {
	if d.holdID == "" {
		return "EXTERNAL"
	}
	return "INTERNAL"
}

// notifyDispute notifies about a dispute. PayPal's description does not show such a
// notification; the source is developer.paypal.com/docs/disputes/webhooks.
func (s *Server) notifyDispute(d *dispute, event string) {
	s.notify(event, "dispute", s.showDispute(d))
}

// holds returns the movements of money that PayPal holds because of a dispute.
func (d *dispute) holds() []movement {
	if d.holdID == "" {
		return nil
	}
	hold := movement{id: d.holdID, code: payment.PayPalEventHold, status: payment.PayPalTransactionDone,
		amount: negative(d.amount), begun: d.created, at: d.created, capture: d.capture}
	if d.outcome == "" {
		return []movement{hold}
	}
	released := hold
	released.code, released.amount, released.at = payment.PayPalEventHoldReleased, d.amount, d.updated
	return []movement{hold, released}
}
