package web

import (
	"net/http"
	"strconv"
	"strings"

	"kontor/internal/shop"
	"kontor/internal/shop/order"
	"kontor/internal/shop/payment"
)

// paymentsAnswer is a page of the payment journal.
type paymentsAnswer struct {
	OK        bool             `json:"ok"`
	Zahlungen []paymentJSON    `json:"zahlungen"`
	Weiter    *string          `json:"weiter"` // cursor of the next page; null on the last
	Anzahl    map[string]int64 `json:"anzahl"` // of all payments by state, whatever the filter
}

type paymentAnswer struct {
	OK      bool               `json:"ok"`
	Zahlung paymentDetailsJSON `json:"zahlung"`
}

// balanceAnswer proves that no captured money is without its place, in euro.
type balanceAnswer struct {
	OK         bool    `json:"ok"`
	Eingezogen float64 `json:"eingezogen"`
	Bestellt   float64 `json:"bestellt"`
	Erstattet  float64 `json:"erstattet"`
	Laufend    float64 `json:"laufend"`
	Unklar     float64 `json:"unklar"`
	VonHand    float64 `json:"von_hand"`
	Differenz  float64 `json:"differenz"`
	Storniert  float64 `json:"storniert"` // of bestellt: cancelled, and the money is still here
	Offen      int64   `json:"offen"`     // payments under way
	Faelle     int64   `json:"faelle"`    // payments that a human has to look at
}

// listPayments answers GET /api/verwaltung/zahlungen.
func (s *Server) listPayments(w http.ResponseWriter, r *http.Request) error {
	if _, err := s.requireAdmin(r); err != nil {
		return err
	}
	filter, err := parsePaymentFilter(r.URL.RawQuery)
	if err != nil {
		return err
	}
	page, err := s.shop.Journal.Payments(r.Context(), filter)
	if err != nil {
		return err
	}
	answer := paymentsAnswer{OK: true, Zahlungen: mapped(page.Payments, newPaymentJSON), Anzahl: paymentCounts(page.Counts)}
	if page.Next != 0 {
		cursor := strconv.FormatInt(page.Next, 10)
		answer.Weiter = &cursor
		w.Header().Set("Link", "<"+nextPage(r.URL, cursor)+`>; rel="next"`)
	}
	return writeJSON(w, http.StatusOK, answer)
}

// paymentCounts has every state, and "alle" for their sum.
func paymentCounts(counts map[payment.PaymentState]int64) map[string]int64 {
	named := make(map[string]int64)
	for _, state := range payment.PaymentStates {
		named[string(state)] = counts[state]
		named["alle"] += counts[state]
	}
	return named
}

// showBalance answers GET /api/verwaltung/zahlungen/bilanz.
func (s *Server) showBalance(w http.ResponseWriter, r *http.Request) error {
	if _, err := s.requireAdmin(r); err != nil {
		return err
	}
	b, err := s.shop.Journal.PaymentBalance(r.Context())
	if err != nil {
		return err
	}
	return writeJSON(w, http.StatusOK, balanceAnswer{
		true, b.Captured.Euro(), b.Ordered.Euro(), b.Refunded.Euro(), b.Underway.Euro(), b.Unclear.Euro(), b.ByHand.Euro(), b.Difference().Euro(),
		b.Cancelled.Euro(), b.Open, b.Cases,
	})
}

// showPayment answers GET /api/verwaltung/zahlungen/:id.
func (s *Server) showPayment(w http.ResponseWriter, r *http.Request) error {
	if _, err := s.requireAdmin(r); err != nil {
		return err
	}
	id, err := pathID(r, payment.ErrPaymentNotFound)
	if err != nil {
		return err
	}
	payment, err := s.shop.Journal.PaymentDetails(r.Context(), id)
	if err != nil {
		return err
	}
	return writePayment(w, http.StatusOK, &payment)
}

// recheckPayment answers POST /api/verwaltung/zahlungen/:id/pruefen.
func (s *Server) recheckPayment(w http.ResponseWriter, r *http.Request) error {
	session, err := s.requireAdmin(r)
	if err != nil {
		return err
	}
	payments, err := s.payments()
	if err != nil {
		return err
	}
	id, err := pathID(r, payment.ErrPaymentNotFound)
	if err != nil {
		return err
	}
	payment, err := payments.Recheck(r.Context(), id, actor(session))
	if err != nil {
		return err
	}
	return writePayment(w, http.StatusOK, &payment)
}

// paymentTask reads a task about the payment in the path.
func (s *Server) paymentTask(w http.ResponseWriter, r *http.Request) (payments *payment.Payments, t operatorTask, err error) {
	if t.session, err = s.requireAdmin(r); err != nil {
		return nil, t, err
	}
	if payments, err = s.payments(); err != nil {
		return nil, t, err
	}
	if t.id, err = pathID(r, payment.ErrPaymentNotFound); err != nil {
		return nil, t, err
	}
	t.body, err = s.readJSON(w, r)
	return payments, t, err
}

// settlePayment answers POST /api/verwaltung/zahlungen/:id/erledigen.
func (s *Server) settlePayment(w http.ResponseWriter, r *http.Request) error {
	payments, task, err := s.paymentTask(w, r)
	if err != nil {
		return err
	}
	note := strings.TrimSpace(task.body.Get("notiz").Text())
	if note == "" || len(note) > order.MaxNote {
		return shop.ErrInvalidNote
	}
	payment, err := payments.SettleByHand(r.Context(), task.id, note, actor(task.session))
	if err != nil {
		return err
	}
	return writePayment(w, http.StatusOK, &payment)
}

// refundPayment answers POST /api/verwaltung/zahlungen/:id/erstattungen.
func (s *Server) refundPayment(w http.ResponseWriter, r *http.Request) error {
	payments, task, err := s.paymentTask(w, r)
	if err != nil {
		return err
	}
	wanted, err := parseRefund(r, task.body)
	if err != nil {
		return err
	}
	payment, err := payments.Refund(r.Context(), payments.NewRefund(task.id, wanted.amount, wanted.note, wanted.request, actor(task.session)))
	if err != nil {
		return err
	}
	return writePayment(w, http.StatusCreated, &payment)
}

func writePayment(w http.ResponseWriter, status int, p *payment.PaymentDetails) error {
	return writeJSON(w, status, paymentAnswer{true, newPaymentDetailsJSON(p)})
}
