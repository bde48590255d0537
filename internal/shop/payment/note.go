package payment

import (
	"fmt"

	"kontor/internal/shop/message"
)

// Note returns what the operator must know about the step from before to p, and whether
// there is anything.
func (p *Payment) Note(before *Payment) (message.OperatorNote, bool) {
	switch {
	case p.State == StateUnclear && before.State != StateUnclear:
		return p.note("Zahlung klären", "Diese Zahlung kann der Shop nicht allein zu Ende bringen. Bitte im PayPal-Konto nachsehen."), true
	case p.State == StateRefundDue && before.State != StateRefundDue:
		return p.note("Zahlung wird erstattet", "Das Geld kam an, wird aber zu keiner Bestellung. Der Shop erstattet es von selbst."), true
	case p.Capture.Outside > before.Capture.Outside:
		return p.note("Erstattung bei PayPal", "Geld dieser Bestellung ging am Shop vorbei zurück. Der Status der Bestellung ist unverändert."), true
	}
	return message.OperatorNote{}, false
}

func (p *Payment) note(subject, text string) message.OperatorNote {
	text += fmt.Sprintf("\n\nVorgang: %s\nStand: %s\nSumme: %s €", p.Number, p.State, p.Total)
	for _, line := range []struct{ name, value string }{
		{"Grund", Explain(p.Reason)}, {"Bestellung", p.OrderNumber}, {"PayPal-Bestellung", p.PayPalOrderID},
		{"PayPal-Einzug", p.Capture.ID}, {"Stand des Einzugs", p.Capture.explain()},
	} {
		if line.value != "" {
			text += "\n" + line.name + ": " + line.value
		}
	}
	if p.Capture.ID != "" {
		text += fmt.Sprintf("\nEingezogen: %s %s", p.Capture.Amount, p.Capture.Currency)
	}
	return message.OperatorNote{Subject: subject + " (" + p.Number + ")", Text: text}
}
