package office

import (
	"kontor/internal/shop"
	"kontor/internal/shop/payment"
	"kontor/internal/web/kit"
)

// disputeJSON is a payment that the buyer contests, on the wire. Words in capitals are
// PayPal's, and each has a text in German beside it.
type disputeJSON struct {
	ID          int64    `json:"id"`
	PayPalID    string   `json:"paypal_id"`
	Grund       string   `json:"grund"`
	GrundText   string   `json:"grund_text"`
	Stand       string   `json:"stand"`
	StandText   string   `json:"stand_text"`
	Stufe       string   `json:"stufe"`
	Betrag      *float64 `json:"betrag"` // null: unknown
	Waehrung    *string  `json:"waehrung"`
	Frist       *string  `json:"frist"` // until when the seller must answer
	Ausgang     *string  `json:"ausgang"`
	AusgangText *string  `json:"ausgang_text"` // null: PayPal has not decided
	Gewonnen    float64  `json:"gewonnen"`     // taken from the shop and brought back
	Link        string   `json:"link"`         // to PayPal's page about it, for people
	Rat         *string  `json:"rat"`          // what the operator should do; null: nothing
	CreatedAt   string   `json:"created_at"`
	UpdatedAt   string   `json:"updated_at"`
}

// disputesJSON returns disputes on the wire.
func (s *Office) disputesJSON(all []payment.Dispute) []disputeJSON {
	sandbox := s.shop.Payments != nil && s.shop.Payments.Sandbox
	return kit.Mapped(all, func(d *payment.Dispute) disputeJSON {
		out := disputeJSON{
			ID: d.ID, PayPalID: d.PayPalID, Grund: d.Reason, GrundText: d.ExplainReason(), Stand: d.Status, StandText: d.ExplainStatus(),
			Stufe: d.Stage, Waehrung: kit.NullIfZero(d.Currency), Frist: kit.TimeOrNull(d.Due), Ausgang: kit.NullIfZero(d.Outcome),
			AusgangText: kit.NullIfZero(d.ExplainOutcome()), Gewonnen: d.Won.Euro(), Link: d.Link(sandbox), Rat: kit.NullIfZero(d.Advice()),
			CreatedAt: shop.FormatTime(d.CreatedAt), UpdatedAt: shop.FormatTime(d.UpdatedAt),
		}
		if d.Currency != "" {
			amount := d.Amount.Euro()
			out.Betrag = &amount
		}
		return out
	})
}
