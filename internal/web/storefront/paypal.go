package storefront

import (
	"context"
	"net/http"

	"kontor/internal/gate"
	"kontor/internal/jsvalue"
	"kontor/internal/shop"
	"kontor/internal/shop/payment"
	"kontor/internal/web/kit"
)

// paymentsRoute opens payments through PayPal.
const paymentsRoute = "/api/paypal/orders"

// configAnswer is what a page needs to show PayPal's button. It contains no secrets.
type configAnswer struct {
	OK           bool   `json:"ok"`
	ClientID     string `json:"clientId"`
	Waehrung     string `json:"waehrung"`
	SDKURL       string `json:"sdkUrl"`
	Bestaetigung bool   `json:"bestaetigung"` // the buyer orders on the shop's page
}

// paypalConfig answers GET /api/paypal/config.
func (s *Storefront) paypalConfig(w http.ResponseWriter, _ *http.Request) error {
	payments, err := s.shop.PayPal()
	if err != nil {
		return err
	}
	return kit.WriteJSON(w, http.StatusOK, configAnswer{
		true, payments.ClientID, payment.CurrencyEuro, payments.ScriptURL(), payments.Confirm,
	})
}

// createdAnswer names the order at PayPal.
type createdAnswer struct {
	OK bool   `json:"ok"`
	ID string `json:"id"`
}

// createPayment answers POST /api/paypal/orders. It parses the body like placeOrder.
func (s *Storefront) createPayment(w http.ResponseWriter, r *http.Request) error {
	payments, err := s.shop.PayPal()
	if err != nil {
		return err
	}
	if err := s.takePayPal(r, s.paypalCalls); err != nil {
		return err
	}
	body, err := kit.ReadBody(w, r, kit.MaxBody)
	if err != nil {
		return err
	}
	value, err := jsvalue.Parse(body)
	if err != nil {
		return shop.ErrBadRequest
	}
	draft := readDraft(value)
	draft.CustomerID, draft.Rehearsal = s.customers.placing(r), s.Rehearsal
	key := idempotencyOf(r, body, paymentsRoute)
	var opened payment.Opened
	err = s.nameCoupon(r, draft.CouponCode, func() error {
		opened, err = payments.Create(context.WithoutCancel(r.Context()), draft, value.Get("kassenSchluessel").Text(), key)
		return err
	})
	if err != nil {
		return err
	}
	if opened.Replayed {
		w.Header().Set("Idempotency-Replayed", "true")
	}
	return kit.WriteJSON(w, http.StatusCreated, createdAnswer{true, opened.Payment.PayPalOrderID})
}

// takePayPal counts a request that makes the shop call PayPal, or refuses it.
func (s *Storefront) takePayPal(r *http.Request, calls *gate.RateLimit) error {
	wait, err := calls.Take(r.Context(), s.Proxies.ClientAddr(r))
	if err != nil {
		return err
	}
	return s.refuseUntil(r, limitPayments, kit.ErrTooManyRequests, wait)
}

// pendingAnswer says that the money is on its way.
type pendingAnswer struct {
	OK     bool `json:"ok"`
	Wartet bool `json:"wartet"`
}

// capturePayment answers POST /api/paypal/orders/:id/capture. The body is ignored: the
// basket is frozen, and only PayPal decides what was paid.
func (s *Storefront) capturePayment(w http.ResponseWriter, r *http.Request) error {
	payments, err := s.shop.PayPal()
	if err != nil {
		return err
	}
	// A client that hangs up has still approved.
	p, first, err := payments.Capture(context.WithoutCancel(r.Context()), r.PathValue("id"))
	if err != nil {
		return err
	}
	if p.State == payment.StatePending {
		w.Header().Set("X-Fehlercode", "zahlung_wartet")
		return kit.WriteJSON(w, http.StatusAccepted, pendingAnswer{true, true})
	}
	status := http.StatusOK
	if first {
		status = http.StatusCreated
	}
	w.Header().Set("Location", s.thanksPath(p.OrderID))
	return kit.WriteJSON(w, status, placedAnswer{OK: true, ID: p.OrderID, Number: p.OrderNumber})
}

// paymentStateAnswer is what a page that waits for a payment may know.
type paymentStateAnswer struct {
	OK            bool    `json:"ok"`
	Status        string  `json:"status"`
	Wartet        bool    `json:"wartet"`     // worth polling again
	Fehlercode    *string `json:"fehlercode"` // the error with which a capture would be answered now
	ID            *int64  `json:"id"`
	Bestellnummer *string `json:"bestellnummer"`
	Danke         *string `json:"danke"` // path of the order's page, in German
}

// showPaymentState answers GET /api/paypal/orders/:id from the journal, without calling
// PayPal.
func (s *Storefront) showPaymentState(w http.ResponseWriter, r *http.Request) error {
	payments, err := s.shop.PayPal()
	if err != nil {
		return err
	}
	payment, err := payments.State(r.Context(), r.PathValue("id"))
	if err != nil {
		return err
	}
	answer := newPaymentStateAnswer(&payment)
	if payment.OrderID != 0 {
		path := s.thanksPath(payment.OrderID)
		answer.Danke = &path
	}
	return kit.WriteJSON(w, http.StatusOK, answer)
}

func newPaymentStateAnswer(p *payment.Payment) paymentStateAnswer {
	answer := paymentStateAnswer{
		OK: true, Status: string(p.State), ID: kit.NullIfZero(p.OrderID), Bestellnummer: kit.NullIfZero(p.OrderNumber),
	}
	outcome := p.Outcome()
	answer.Wartet = outcome == payment.ErrUnclear || p.State == payment.StateCreated || p.State == payment.StatePending
	if refusal, ok := outcome.(*shop.Error); ok {
		answer.Fehlercode = &refusal.Code
	}
	return answer
}
