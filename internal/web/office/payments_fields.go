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
	"kontor/internal/web/kit"
)

// paymentJSON is an entry of the payment journal on the wire. Amounts are euro.
type paymentJSON struct {
	ID            int64        `json:"id"`
	VorgangNr     string       `json:"vorgang_nr"`
	Status        string       `json:"status"`
	StatusSeit    string       `json:"status_seit"`
	Grund         *string      `json:"grund"`
	Rat           *string      `json:"rat"` // what the operator should do; null: nothing
	Summe         float64      `json:"summe"`
	Waehrung      string       `json:"waehrung"`
	Bestaetigung  bool         `json:"bestaetigung"`
	PayPalOrderID *string      `json:"paypal_order_id"`
	PayPalDebugID *string      `json:"paypal_debug_id"`
	Einzug        *captureJSON `json:"einzug"`            // null: nothing was captured
	Erstattung    *string      `json:"erstattung_status"` // of the automatic refund
	Erstattet     float64      `json:"erstattet"`         // of the order's money, ordered here
	Extern        float64      `json:"extern_erstattet"`  // of the order's money, outside the shop
	Rest          float64      `json:"rest"`              // of an order's money, still with the shop
	OrderID       *int64       `json:"order_id"`
	Bestellnummer *string      `json:"bestellnummer"`
	Naechster     *string      `json:"naechster_versuch"`
	CreatedAt     string       `json:"created_at"`
	UpdatedAt     string       `json:"updated_at"`
}

type captureJSON struct {
	PayPalCaptureID string  `json:"paypal_capture_id"`
	Status          string  `json:"status"`
	Grund           *string `json:"grund"`
	Betrag          float64 `json:"betrag"`
	Waehrung        string  `json:"waehrung"`
}

// paymentDetailsJSON is one entry with its history and the operator's refunds, oldest
// first.
type paymentDetailsJSON struct {
	paymentJSON
	Verlauf      []paymentEventJSON `json:"verlauf"`
	Erstattungen []refundJSON       `json:"erstattungen"`
}

type paymentEventJSON struct {
	Zeit  string  `json:"zeit"`
	Wer   string  `json:"wer"`
	Von   *string `json:"von"`
	Nach  string  `json:"nach"`
	Grund *string `json:"grund"`
}

type refundJSON struct {
	ID             int64   `json:"id"`
	Betrag         float64 `json:"betrag"`
	Notiz          string  `json:"notiz"`
	Wer            string  `json:"wer"`
	Zustand        string  `json:"zustand"`
	Grund          *string `json:"grund"`
	PayPalRefundID *string `json:"paypal_refund_id"`
	CreatedAt      string  `json:"created_at"`
	UpdatedAt      string  `json:"updated_at"`
}

func newPaymentJSON(p *payment.Payment) paymentJSON {
	out := paymentJSON{
		ID: p.ID, VorgangNr: p.Number, Status: string(p.State), StatusSeit: shop.FormatTime(p.Since),
		Grund: kit.NullIfZero(p.Reason), Rat: kit.NullIfZero(p.Advice()), Summe: p.Total.Euro(), Waehrung: payment.CurrencyEuro, Bestaetigung: p.Confirm,
		PayPalOrderID: kit.NullIfZero(p.PayPalOrderID), PayPalDebugID: kit.NullIfZero(p.DebugID),
		Erstattung: kit.NullIfZero(p.Refund.Status), Erstattet: p.Returned.Euro(), Extern: p.Capture.Outside.Euro(),
		OrderID: kit.NullIfZero(p.OrderID), Bestellnummer: kit.NullIfZero(p.OrderNumber), Naechster: kit.TimeOrNull(p.NextAt),
		CreatedAt: shop.FormatTime(p.CreatedAt), UpdatedAt: shop.FormatTime(p.UpdatedAt),
	}
	if p.State == payment.StateCompleted && !p.SettledByHand() {
		out.Rest = p.Left().Euro()
	}
	if c := p.Capture; c.ID != "" {
		out.Einzug = &captureJSON{c.ID, c.Status, kit.NullIfZero(c.Reason), c.Amount.Euro(), c.Currency}
	}
	return out
}

func newPaymentDetailsJSON(d *payment.Details) paymentDetailsJSON {
	return paymentDetailsJSON{newPaymentJSON(&d.Payment), kit.Mapped(d.Events, newPaymentEventJSON), kit.Mapped(d.Refunds, newRefundJSON)}
}

func newPaymentEventJSON(e *payment.Event) paymentEventJSON {
	from := string(e.From)
	return paymentEventJSON{shop.FormatTime(e.At), e.Actor, kit.NullIfZero(from), string(e.To), kit.NullIfZero(e.Reason)}
}

func newRefundJSON(r *payment.Refund) refundJSON {
	return refundJSON{
		r.ID, r.Amount.Euro(), r.Note, r.Actor, string(r.State), kit.NullIfZero(r.Reason), kit.NullIfZero(r.PayPalID),
		shop.FormatTime(r.CreatedAt), shop.FormatTime(r.UpdatedAt),
	}
}

func parsePaymentFilter(rawQuery string) (payment.Filter, error) {
	q := kit.ReadQuery(rawQuery)
	f := payment.Filter{State: payment.State(q.Text("status")), Limit: q.Limit(), Before: q.Cursor()}
	if f.State != "" && !f.State.Valid() {
		q.Refuse("status")
	}
	return f, q.Err
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
