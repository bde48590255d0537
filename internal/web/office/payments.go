package office

import (
	"net/http"
	"strconv"
	"strings"

	"kontor/internal/shop"
	"kontor/internal/shop/audit"
	"kontor/internal/shop/order"
	"kontor/internal/shop/payment"
	"kontor/internal/web/door"
	"kontor/internal/web/kit"
)

// paymentsAnswer is a page of the payment journal.
type paymentsAnswer struct {
	OK        bool             `json:"ok"`
	Zahlungen []paymentJSON    `json:"zahlungen"`
	Weiter    *string          `json:"weiter"`    // cursor of the next page; null on the last
	Anzahl    map[string]int64 `json:"anzahl"`    // of all payments by state, of all, and of all cases, regardless of the filter
	Konflikte []disputeJSON    `json:"konflikte"` // open, about money that the journal does not know
}

type paymentAnswer struct {
	OK      bool               `json:"ok"`
	Zahlung paymentDetailsJSON `json:"zahlung"`
}

// balanceAnswer shows that all captured money is accounted for, in euro.
type balanceAnswer struct {
	OK         bool    `json:"ok"`
	Eingezogen float64 `json:"eingezogen"`
	Bestellt   float64 `json:"bestellt"`
	Erstattet  float64 `json:"erstattet"`
	Laufend    float64 `json:"laufend"`
	Unklar     float64 `json:"unklar"`
	VonHand    float64 `json:"von_hand"`
	Differenz  float64 `json:"differenz"`
	Strittig   float64 `json:"strittig"`  // part of bestellt: contested by buyers
	Storniert  float64 `json:"storniert"` // part of bestellt: cancelled, and the money is still here
	Offen      int64   `json:"offen"`     // payments in progress
	Faelle     int64   `json:"faelle"`    // payments that are cases for the operator

	StornoOffen int64 `json:"storno_offen"` // orders whose money went back wholly, and that are not cancelled
}

// listPayments answers GET /api/verwaltung/zahlungen.
func (s *Office) listPayments(w http.ResponseWriter, r *http.Request, _ door.Operator) error {
	filter, err := parsePaymentFilter(r.URL.RawQuery)
	if err != nil {
		return err
	}
	page, err := s.shop.Journal.Payments(r.Context(), filter)
	if err != nil {
		return err
	}
	answer := paymentsAnswer{
		OK: true, Zahlungen: kit.Mapped(page.Payments, newPaymentJSON), Anzahl: paymentCounts(&page), Konflikte: s.disputesJSON(page.Strays),
	}
	answer.Weiter = kit.NextPage(w, r, page.Next)
	return kit.WriteJSON(w, http.StatusOK, answer)
}

// paymentCounts returns the counts of every state, their sum as "alle", and those of the
// cases and of the orders to cancel.
func paymentCounts(page *payment.Page) map[string]int64 {
	named := map[string]int64{casesStatus: page.Cases, uncancelledStatus: page.Uncancelled}
	for _, state := range payment.States {
		named[string(state)] = page.Counts[state]
		named["alle"] += page.Counts[state]
	}
	return named
}

// showBalance answers GET /api/verwaltung/zahlungen/bilanz.
func (s *Office) showBalance(w http.ResponseWriter, r *http.Request, _ door.Operator) error {
	b, err := s.shop.Journal.PaymentBalance(r.Context())
	if err != nil {
		return err
	}
	return kit.WriteJSON(w, http.StatusOK, balanceAnswer{
		true, b.Captured.Euro(), b.Ordered.Euro(), b.Refunded.Euro(), b.Underway.Euro(), b.Unclear.Euro(), b.ByHand.Euro(), b.Difference().Euro(),
		b.Contested.Euro(), b.Cancelled.Euro(), b.Open, b.Cases, b.Uncancelled,
	})
}

// showPayment answers GET /api/verwaltung/zahlungen/:id.
func (s *Office) showPayment(w http.ResponseWriter, r *http.Request, _ door.Operator) error {
	id, err := kit.PathID(r, payment.ErrNotFound)
	if err != nil {
		return err
	}
	payment, err := s.shop.Journal.PaymentDetails(r.Context(), id)
	if err != nil {
		return err
	}
	return s.writePayment(w, http.StatusOK, &payment)
}

// recheckPayment answers POST /api/verwaltung/zahlungen/:id/pruefen.
func (s *Office) recheckPayment(w http.ResponseWriter, r *http.Request, by door.Operator) error {
	payments, id, err := s.paymentOf(r)
	if err != nil {
		return err
	}
	entry := audit.Entry{Action: audit.Payment, Subject: audit.Subject(audit.KindPayment, strconv.FormatInt(id, 10)), To: "bei PayPal geprüft"}
	if err := s.shop.Audit.Record(r.Context(), entry); err != nil {
		return err
	}
	payment, err := payments.Recheck(r.Context(), id, by.Actor())
	if err != nil {
		return err
	}
	return s.writePayment(w, http.StatusOK, &payment)
}

// paymentOf returns what a request about the payment in the path needs.
func (s *Office) paymentOf(r *http.Request) (payments *payment.Service, id int64, err error) {
	if payments, err = s.shop.PayPal(); err != nil {
		return nil, 0, err
	}
	id, err = kit.PathID(r, payment.ErrNotFound)
	return payments, id, err
}

// paymentTask reads a request about the payment in the path.
func (s *Office) paymentTask(w http.ResponseWriter, r *http.Request) (payments *payment.Service, t operatorTask, err error) {
	if payments, t.id, err = s.paymentOf(r); err != nil {
		return nil, t, err
	}
	t.body, err = kit.ReadJSON(w, r)
	return payments, t, err
}

// settlePayment answers POST /api/verwaltung/zahlungen/:id/erledigen.
func (s *Office) settlePayment(w http.ResponseWriter, r *http.Request, by door.Operator) error {
	payments, task, err := s.paymentTask(w, r)
	if err != nil {
		return err
	}
	note := strings.TrimSpace(task.body.Get("notiz").Text())
	if note == "" || len(note) > order.MaxNote {
		return shop.ErrInvalidNote
	}
	payment, err := payments.SettleByHand(r.Context(), task.id, note, by.Actor())
	if err != nil {
		return err
	}
	return s.writePayment(w, http.StatusOK, &payment)
}

func (s *Office) writePayment(w http.ResponseWriter, status int, p *payment.Details) error {
	return kit.WriteJSON(w, status, paymentAnswer{true, s.paymentDetails(p)})
}
