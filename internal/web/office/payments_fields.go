package office

import (
	"kontor/internal/shop"
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
	GrundText     *string      `json:"grund_text"` // grund in plain German
	Rat           *string      `json:"rat"`        // what the operator should do; null: nothing
	Summe         float64      `json:"summe"`
	Waehrung      string       `json:"waehrung"`
	Bestaetigung  bool         `json:"bestaetigung"`
	PayPalOrderID *string      `json:"paypal_order_id"`
	PayPalDebugID *string      `json:"paypal_debug_id"`
	Einzug        *captureJSON `json:"einzug"`            // null: nothing was captured
	Erstattung    *string      `json:"erstattung_status"` // of the automatic refund
	Erstattet     float64      `json:"erstattet"`         // of the order's money, ordered here
	Extern        float64      `json:"extern_erstattet"`  // of the order's money, outside the shop
	Gewonnen      float64      `json:"gewonnen"`          // part of extern_erstattet: brought back by disputes that were won
	Rest          float64      `json:"rest"`              // of an order's money, still with the shop
	StornoOffen   bool         `json:"storno_offen"`      // its order's money went back wholly, and the order is not cancelled
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
	GrundText       *string `json:"grund_text"`
	Betrag          float64 `json:"betrag"`
	Waehrung        string  `json:"waehrung"`
}

// paymentDetailsJSON is one entry with its history, the operator's refunds and the
// buyer's disputes, oldest first.
type paymentDetailsJSON struct {
	paymentJSON
	Verlauf      []paymentEventJSON `json:"verlauf"`
	Erstattungen []refundJSON       `json:"erstattungen"`
	Konflikte    []disputeJSON      `json:"konflikte"`
	Doppelt      []twinJSON         `json:"doppelt"` // of its order
}

type paymentEventJSON struct {
	Zeit      string  `json:"zeit"`
	Wer       string  `json:"wer"`
	Von       *string `json:"von"`
	Nach      string  `json:"nach"`
	Grund     *string `json:"grund"`
	GrundText *string `json:"grund_text"`
}

type refundJSON struct {
	ID             int64   `json:"id"`
	Betrag         float64 `json:"betrag"`
	Notiz          string  `json:"notiz"`
	Wer            string  `json:"wer"`
	Zustand        string  `json:"zustand"`
	Grund          *string `json:"grund"`
	GrundText      *string `json:"grund_text"`
	Rat            *string `json:"rat"`         // what the operator should do; null: nothing
	Erledigt       *string `json:"erledigt_at"` // when a failed refund ceased to wait for the operator
	PayPalRefundID *string `json:"paypal_refund_id"`
	PayPalDebugID  *string `json:"paypal_debug_id"`
	CreatedAt      string  `json:"created_at"`
	UpdatedAt      string  `json:"updated_at"`
}

func newPaymentJSON(p *payment.Payment) paymentJSON {
	out := paymentJSON{
		ID: p.ID, VorgangNr: p.Number, Status: string(p.State), StatusSeit: shop.FormatTime(p.Since),
		Grund: kit.NullIfZero(p.Reason), GrundText: explained(p.Reason), Rat: kit.NullIfZero(p.Advice()),
		Summe: p.Total.Euro(), Waehrung: payment.CurrencyEuro, Bestaetigung: p.Confirm,
		PayPalOrderID: kit.NullIfZero(p.PayPalOrderID), PayPalDebugID: kit.NullIfZero(p.DebugID),
		Erstattung: kit.NullIfZero(p.Refund.Status), Erstattet: p.Returned.Euro(), Extern: p.Capture.Outside.Euro(),
		Gewonnen: p.WonBack.Euro(), StornoOffen: p.AsksToCancel(),
		OrderID: kit.NullIfZero(p.OrderID), Bestellnummer: kit.NullIfZero(p.OrderNumber), Naechster: kit.TimeOrNull(p.NextAt),
		CreatedAt: shop.FormatTime(p.CreatedAt), UpdatedAt: shop.FormatTime(p.UpdatedAt),
	}
	if p.State == payment.StateCompleted && !p.SettledByHand() {
		out.Rest = p.Left().Euro()
	}
	if c := p.Capture; c.ID != "" {
		out.Einzug = &captureJSON{c.ID, c.Status, kit.NullIfZero(c.Reason), explained(c.Reason), c.Amount.Euro(), c.Currency}
	}
	return out
}

func (s *Office) paymentDetails(d *payment.Details) paymentDetailsJSON {
	return paymentDetailsJSON{
		newPaymentJSON(&d.Payment), kit.Mapped(d.Events, newPaymentEventJSON), kit.Mapped(d.Refunds, newRefundJSON), s.disputesJSON(d.Disputes),
		kit.Mapped(d.Twins, newTwinJSON),
	}
}

func newPaymentEventJSON(e *payment.Event) paymentEventJSON {
	from := string(e.From)
	return paymentEventJSON{shop.FormatTime(e.At), e.Actor, kit.NullIfZero(from), string(e.To), kit.NullIfZero(e.Reason), explained(e.Reason)}
}

func newRefundJSON(r *payment.Refund) refundJSON {
	return refundJSON{
		r.ID, r.Amount.Euro(), r.Note, r.Actor, string(r.State), kit.NullIfZero(r.Reason), explained(r.Reason),
		kit.NullIfZero(r.Advice()), kit.TimeOrNull(r.ClosedAt), kit.NullIfZero(r.PayPalID), kit.NullIfZero(r.DebugID),
		shop.FormatTime(r.CreatedAt), shop.FormatTime(r.UpdatedAt),
	}
}

// explained returns a reason in plain German; null if there is none.
func explained(reason string) *string {
	text := payment.Explain(reason)
	return kit.NullIfZero(text)
}

// What stands for payments of several states: those that wait for the operator, and
// those that ask to cancel their order.
const (
	casesStatus       = "faelle"
	uncancelledStatus = "storno_offen"
)

func parsePaymentFilter(rawQuery string) (payment.Filter, error) {
	q := kit.ReadQuery(rawQuery)
	f := payment.Filter{Limit: q.Limit(), Before: q.Cursor()}
	switch status := q.Text("status"); status {
	case casesStatus:
		f.Cases = true
	case uncancelledStatus:
		f.Uncancelled = true
	default:
		f.State = payment.State(status)
	}
	if f.State != "" && !f.State.Valid() {
		q.Refuse("status")
	}
	return f, q.Err
}
