package paypalsim

import (
	"cmp"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"time"

	"kontor/internal/shop/payment"
)

// transactionsRange is the longest range of time that one search covers.
const transactionsRange = 31 * 24 * time.Hour

// movement is money that moved on the merchant's account.
type movement struct {
	id, code, status string
	amount           payment.PayPalAmount // negative: it left the account
	begun, at        time.Time            // at is when it was last changed
	capture          *capture
	customID         string // of a refund; empty: none
}

// DelayTransactions sets how old the data of the search for transactions is. PayPal
// takes up to three hours.
func (s *Server) DelayTransactions(d time.Duration) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.delay = d
}

// LimitPages sets the most items that a page of a list holds, whatever is asked for; 0:
// as many as are asked for.
func (s *Server) LimitPages(most int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.pageLimit = most
}

// pageSize returns how many items a page holds. It is called with the lock held.
func (s *Server) pageSize(asked int) int {
	if s.pageLimit > 0 {
		return min(asked, s.pageLimit)
	}
	return asked
}

// transactionsAsked is a request for a page of transactions.
type transactionsAsked struct {
	start, end time.Time
	size, page int
}

// readTransactionsAsked reads the known parameters; anything else is refused.
func readTransactionsAsked(query url.Values) (asked transactionsAsked, err error) {
	asked = transactionsAsked{size: 100, page: 1}
	for name, values := range query {
		value := values[0]
		switch name {
		case "start_date":
			asked.start, err = time.Parse(time.RFC3339, value)
		case "end_date":
			asked.end, err = time.Parse(time.RFC3339, value)
		case "page_size":
			asked.size, err = strconv.Atoi(value)
		case "page":
			asked.page, err = strconv.Atoi(value)
		case "fields":
			if value != "transaction_info" { // the rest is about the buyer
				err = errors.New("more is asked for than the shop may know")
			}
		default:
			err = fmt.Errorf("%s is unknown", name)
		}
		if err != nil {
			return asked, err
		}
	}
	if length := asked.end.Sub(asked.start); length < 0 || length > transactionsRange {
		return asked, fmt.Errorf("the range is of %v", length)
	}
	return asked, nil
}

// searchTransactions lists the movements that began in a range of time. A search that
// begins after its data is refused; source: github.com/paypal/PayPal-node-SDK, issue
// 452.
func (s *Server) searchTransactions(r *request) reply {
	asked, err := readTransactionsAsked(r.URL.Query())
	if err != nil {
		s.violate("search transactions: %v", err)
		return invalid("INVALID_PARAMETER_VALUE")
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	refreshed := s.options.Now().Add(-s.delay)
	if asked.start.After(refreshed) {
		return invalid("")
	}
	var found []object
	for _, m := range s.movements() {
		if begun := m.begun.Truncate(time.Second); !begun.Before(asked.start) && !begun.After(asked.end) && !m.at.After(refreshed) {
			found = append(found, object{"transaction_info": m.show()})
		}
	}
	size := s.pageSize(asked.size)
	body := object{
		"account_number": merchantID, "start_date": stamp(asked.start), "last_refreshed_datetime": stamp(refreshed),
		"end_date": stamp(asked.end), "page": asked.page, "total_items": len(found), "total_pages": (len(found) + size - 1) / size,
		"links": []object{s.link("self", "GET", r.URL.RequestURI())},
	}
	if asked.end.After(refreshed) {
		body["end_date"] = stamp(refreshed)
	}
	if begin := (asked.page - 1) * size; begin < len(found) {
		body["transaction_details"] = found[begin:min(begin+size, len(found))]
	}
	return reply{status: http.StatusOK, body: body}
}

// movements returns everything that ever changed the merchant's balance, oldest first.
func (s *Server) movements() []movement {
	var all []movement
	for _, c := range s.captures {
		if c.paid() {
			all = append(all, c.movement())
		}
		for _, r := range c.refunds {
			all = append(all, r.movements()...)
		}
	}
	for _, d := range s.disputes {
		all = append(all, d.holds()...)
	}
	slices.SortFunc(all, func(a, b movement) int {
		return cmp.Or(a.begun.Compare(b.begun), a.at.Compare(b.at), cmp.Compare(a.id, b.id))
	})
	return all
}

func (c *capture) movement() movement {
	m := movement{id: c.id, code: payment.PayPalEventPayment, status: payment.PayPalTransactionDone, amount: c.amount,
		begun: c.at, at: c.at, capture: c}
	if c.status == payment.PayPalCaptureRefunded {
		m.status = payment.PayPalTransactionReversed
	}
	return m
}

// movements returns those of a refund or reversal. One that failed has none.
func (r *refund) movements() []movement {
	m := movement{id: r.id, code: r.code, status: payment.PayPalTransactionDone, amount: negative(r.amount), begun: r.at, at: r.at,
		capture: r.capture, customID: r.customID}
	switch {
	case !r.undone.IsZero():
		back := movement{id: r.undoneID, code: payment.PayPalEventChargebackReversed, status: payment.PayPalTransactionDone,
			amount: r.amount, begun: r.undone, at: r.undone, capture: r.capture}
		return []movement{m, back}
	case r.status == payment.PayPalRefundPending:
		m.status = payment.PayPalTransactionPending
	case r.status != payment.PayPalRefundCompleted:
		return nil
	}
	return []movement{m}
}

func negative(a payment.PayPalAmount) payment.PayPalAmount {
	a.Cents = -a.Cents
	return a
}

// show renders a movement: a payment refers to its order, anything else to the payment.
func (m movement) show() object {
	reference, kind := m.capture.id, payment.PayPalReferenceTransaction
	if m.code == payment.PayPalEventPayment {
		reference, kind = m.capture.order.id, payment.PayPalReferenceOrder
	}
	return object{
		"transaction_id": m.id, "paypal_reference_id": reference, "paypal_reference_id_type": kind,
		"transaction_event_code": m.code, "transaction_status": m.status, "transaction_amount": showAmount(m.amount),
		"transaction_initiation_date": stamp(m.begun), "transaction_updated_date": stamp(m.at),
		"invoice_id": m.capture.order.invoiceID, "custom_field": cmp.Or(m.customID, m.capture.order.customID),
		"paypal_account_id": BuyerID,
	}
}
