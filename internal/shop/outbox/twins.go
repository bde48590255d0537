package outbox

import (
	"fmt"

	"kontor/internal/shop"
	"kontor/internal/shop/message"
	"kontor/internal/shop/order"
)

// OwedForTwins returns the messages that ask the operator about the twins of a new
// order: one for each pair, which its key names.
func OwedForTwins(o *order.Order, s message.Sending) (messages []message.Message) {
	for i := range o.Twins {
		m := message.Message{
			Key: fmt.Sprintf("doppelt-%d-%d", o.Twins[i].ID, o.ID), Kind: message.KindOperatorNote,
			Language: shop.Languages[0], Note: twinNote(o, &o.Twins[i]), CreatedAt: o.CreatedAt,
		}
		m.Begin(s, o.CreatedAt)
		messages = append(messages, m)
	}
	return messages
}

func twinNote(o *order.Order, twin *order.Twin) *message.OperatorNote {
	this := o.AsTwin()
	return &message.OperatorNote{
		Subject: fmt.Sprintf("Möglicherweise doppelt bestellt (%s und %s)", twin.Number, this.Number),
		Text: fmt.Sprintf(`Zwei Bestellungen gleichen Inhalts sind vermutlich von derselben Person:

%s
%s

Eine davon bezahlte sie über PayPal, ohne zu sehen, dass die Zahlung gelang: Ihr Browser kam nicht zurück, und der Shop schloss die Zahlung allein ab. Vielleicht hat sie deshalb noch einmal bestellt.

Bitte vor dem Versand nachfragen. Die Bestellung zeigt in der Verwaltung, wie sich eine der beiden mit einem Klick zurücknehmen lässt, oder dass beide gewollt sind.

Summe: je %s €`, twin.Title(), this.Title(), o.TotalCents()),
	}
}
