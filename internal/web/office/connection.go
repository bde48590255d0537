package office

import (
	"net/http"

	"kontor/internal/shop/payment"
	"kontor/internal/web/door"
	"kontor/internal/web/kit"
)

// connectionAnswer is what the answering instance knows of its connection with PayPal.
type connectionAnswer struct {
	OK          bool        `json:"ok"`
	Testbetrieb bool        `json:"testbetrieb"` // no real money moves
	Zugang      accessJSON  `json:"zugang"`
	Webhook     webhookJSON `json:"webhook"`
	Geprueft    *string     `json:"geprueft_at"` // null: not yet
}

type accessJSON struct {
	Stand string  `json:"stand"`
	Seit  *string `json:"seit"`  // null: unknown
	Grund *string `json:"grund"` // why it is denied
	Rat   *string `json:"rat"`   // what the operator should do about that
}

type webhookJSON struct {
	Stand  string   `json:"stand"`
	Text   string   `json:"text"`                // what it means, and what the operator should do
	Fehlen []string `json:"fehlende_ereignisse"` // as PayPal names them
}

// showConnection answers GET /api/verwaltung/zahlungen/verbindung, without a call to
// PayPal.
func (s *Office) showConnection(w http.ResponseWriter, _ *http.Request, _ door.Operator) error {
	payments, err := s.shop.PayPal()
	if err != nil {
		return err
	}
	health := payments.Connection.Health()
	answer := connectionAnswer{
		OK: true, Testbetrieb: payments.Sandbox, Zugang: newAccessJSON(&health.Access), Geprueft: kit.TimeOrNull(health.Checked),
		Webhook: webhookJSON{string(health.Webhook.State), health.Webhook.Explain(payments.Connection.Webhook), health.Webhook.Missing},
	}
	if answer.Webhook.Fehlen == nil {
		answer.Webhook.Fehlen = []string{}
	}
	return kit.WriteJSON(w, http.StatusOK, answer)
}

func newAccessJSON(a *payment.Access) accessJSON {
	return accessJSON{string(a.State), kit.TimeOrNull(a.Since), kit.NullIfZero(a.Reason), kit.NullIfZero(a.Advice())}
}

// payPalMode returns, in German, whether payments through PayPal move real money; empty
// if it is not set up.
func (s *Office) payPalMode() string {
	switch {
	case s.shop.Payments == nil:
		return ""
	case s.shop.Payments.Sandbox:
		return "Testbetrieb: Es wird kein Geld bewegt."
	}
	return "Echtbetrieb: Zahlungen bewegen echtes Geld."
}
