package payment

import (
	"fmt"
	"time"

	"kontor/internal/shop/message"
)

// owedForDispute returns the messages that news of a dispute cause. of is nil if the
// journal does not know the contested capture.
func owedForDispute(before, after *Dispute, of *Payment, sandbox bool, s message.Sending, at time.Time) []message.Message {
	subject, text := disputeNews(before, after)
	if subject == "" || of == nil && before.Version == 0 && !after.Open() { // PayPal lists old ones for half a year
		return nil
	}
	text += fmt.Sprintf("\n\nKonflikt: %s\nGrund: %s\nStand: %s\nStrittig: %s\n%s",
		after.PayPalID, after.ExplainReason(), after.ExplainStatus(), after.amount(), after.Link(sandbox))
	number := after.PayPalID
	if of != nil {
		number = of.Number
		text += fmt.Sprintf("\n\nVorgang: %s\nSumme: %s €", of.Number, of.Total)
		if of.OrderNumber != "" {
			text += "\nBestellung: " + of.OrderNumber
		}
	} else {
		text += "\n\nDie Zahlung dazu kennt der Shop nicht; vielleicht gehört sie zu einem anderen Geschäft auf demselben PayPal-Konto."
	}
	note := message.OperatorNote{Subject: subject + " (" + number + ")", Text: text}
	return []message.Message{toOperator(fmt.Sprintf("konflikt-%s-%d", after.PayPalID, after.Version), note, s, at)}
}

// disputeNews returns what the operator has to know about a change of a dispute; an
// empty subject: nothing.
func disputeNews(before, after *Dispute) (subject, text string) {
	switch {
	case !after.Open() && (before.Open() || before.Outcome != after.Outcome || before.Lost != after.Lost):
		return "Konflikt entschieden", after.ExplainOutcome() + "\n" + after.meaning()
	case !after.Open():
		return "", ""
	case before.Version == 0:
		return "Konflikt bei PayPal", "Ein Käufer hat bei PayPal oder bei seiner Bank Geld zurückverlangt. " + after.Advice()
	case !before.Open():
		return "Konflikt wieder offen", "Über diesen Konflikt wird neu entschieden. " + after.Advice()
	case after.SellersTurn() && !before.SellersTurn():
		return "Konflikt wartet auf Antwort", after.Advice()
	case after.SellersTurn() && !before.Due.Equal(after.Due):
		return "Konflikt mit neuer Frist", after.Advice()
	}
	return "", ""
}
