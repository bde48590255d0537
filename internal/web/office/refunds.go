package office

import (
	"math"
	"net/http"
	"strings"

	"kontor/internal/jsvalue"
	"kontor/internal/shop"
	"kontor/internal/shop/checkout"
	"kontor/internal/shop/order"
	"kontor/internal/shop/payment"
	"kontor/internal/web/door"
	"kontor/internal/web/kit"
)

// refundPayment answers POST /api/verwaltung/zahlungen/:id/erstattungen.
func (s *Office) refundPayment(w http.ResponseWriter, r *http.Request, by door.Operator) error {
	payments, task, err := s.paymentTask(w, r)
	if err != nil {
		return err
	}
	wanted, err := parseRefund(r, task.body)
	if err != nil {
		return err
	}
	payment, err := payments.Refund(r.Context(), payments.NewRefund(task.id, wanted.amount, wanted.note, wanted.request, by.Actor()))
	if err != nil {
		return err
	}
	return s.writePayment(w, http.StatusCreated, &payment)
}

// retryRefund answers POST /api/verwaltung/zahlungen/:id/erstattungen/:erstattung/erneut.
func (s *Office) retryRefund(w http.ResponseWriter, r *http.Request, by door.Operator) error {
	payments, of, refund, err := s.refundOf(r)
	if err != nil {
		return err
	}
	payment, err := payments.RetryRefund(r.Context(), of, refund, by.Actor())
	if err != nil {
		return err
	}
	return s.writePayment(w, http.StatusOK, &payment)
}

// closeRefund answers POST /api/verwaltung/zahlungen/:id/erstattungen/:erstattung/erledigen.
func (s *Office) closeRefund(w http.ResponseWriter, r *http.Request, _ door.Operator) error {
	payments, of, refund, err := s.refundOf(r)
	if err != nil {
		return err
	}
	payment, err := payments.CloseRefund(r.Context(), of, refund)
	if err != nil {
		return err
	}
	return s.writePayment(w, http.StatusOK, &payment)
}

// refundOf returns what a request about the refund in the path needs.
func (s *Office) refundOf(r *http.Request) (payments *payment.Service, of, refund int64, err error) {
	if payments, of, err = s.paymentOf(r); err != nil {
		return nil, 0, 0, err
	}
	refund, err = kit.NamedPathID(r, "erstattung", payment.ErrNotFound)
	return payments, of, refund, err
}

// wantedRefund is the operator's request for a refund.
type wantedRefund struct {
	amount        shop.Cents // 0: all that is left
	note, request string
}

// parseRefund parses a refund: without betrag it is all that is left.
func parseRefund(r *http.Request, body jsvalue.Value) (wanted wantedRefund, err error) {
	wanted.note = body.Get("notiz").Text()
	if len(wanted.note) > order.MaxNote {
		return wanted, shop.ErrInvalidNote
	}
	if keys, sent := r.Header["Idempotency-Key"]; sent {
		wanted.request = strings.Join(keys, ", ")
		if err := (&checkout.Idempotency{Key: wanted.request}).Check(); err != nil {
			return wanted, err
		}
	}
	if amount := body.Get("betrag"); amount.Kind() != jsvalue.Undefined {
		wanted.amount, err = refundAmount(amount.Float())
	}
	return wanted, err
}

// refundAmount returns the cents of an amount above 0 in whole cents.
func refundAmount(euro float64) (shop.Cents, error) {
	if !(euro > 0 && euro <= shop.MaxAmount) { // false for NaN
		return 0, payment.ErrInvalidRefund
	}
	cents := shop.CentsOf(euro)
	if cents <= 0 || math.Abs(euro-cents.Euro()) > 1e-6 {
		return 0, payment.ErrInvalidRefund
	}
	return cents, nil
}
