package mail_test

import (
	"strings"
	"testing"

	"kontor/internal/shop"
	"kontor/internal/shop/message"
)

// T54: messages about a payment that is no order name it and where to order again, in
// each language; what is not known is left out.
func TestT54_MessagesWithoutAnOrder(t *testing.T) {
	t.Parallel()
	m := newMailer(t, nil)
	for _, kind := range []message.Kind{message.KindPaymentPending, message.KindPaymentDenied, message.KindPaymentReturned} {
		for _, language := range shop.Languages {
			owed := &message.Message{Kind: kind, Language: language, Payment: newPaid(newOrder())}
			content, err := m.Render(owed, nil)
			if err != nil {
				t.Fatal(err)
			}
			name := string(kind) + "." + string(language)
			says(t, name, content, "PP-2026-7KQ4M2XD", "Erika Muster", "157")
			home := map[bool]string{true: "https://wollwerk.test/", false: "https://wollwerk.test/" + string(language) + "/"}[language == "de"]
			if again := strings.Contains(content.Text, ": "+home+"\n") || strings.Contains(content.Text, ":\u00a0"+home+"\n") ||
				strings.Contains(content.Text, "\u00a0: "+home+"\n"); again != (kind != message.KindPaymentPending) {
				t.Errorf("%s leads back to the shop: %t\n%s", name, again, content.Text)
			}
			owed.Payment.Amount, owed.Payment.Name = 0, ""
			if content, err = m.Render(owed, nil); err != nil {
				t.Fatal(err)
			}
			saysNot(t, name, content, "€", "Erika")
		}
	}
	swiss := newPaid(newOrder())
	swiss.Country = "ch"
	content, err := m.Render(&message.Message{Kind: message.KindPaymentPending, Language: "de", Payment: swiss}, nil)
	if err != nil {
		t.Fatal(err)
	}
	says(t, "ch", content, "Freundliche Grüsse")
}

// T54: a message is not written of less than it needs: of a refund without its order,
// or of no payment.
func TestT54_IncompleteMessagesAreRefused(t *testing.T) {
	t.Parallel()
	m, o := newMailer(t, nil), newOrder()
	for name, owed := range map[string]*message.Message{
		"no payment":    {Kind: message.KindPaymentDenied, Language: "de"},
		"no order":      {Kind: message.KindRefund, Language: "de", Payment: newPaid(o)},
		"wrong subject": {Kind: message.KindPaid, Language: "de", Payment: newPaid(o)},
	} {
		if _, err := m.Render(owed, nil); err == nil {
			t.Errorf("%s: it is written", name)
		}
	}
	says(t, "refund", render(t, m, message.KindRefund, "de", o), "Bestellung BK-2026-0042 vom 21.\u00a0November 2026", "1.157,89\u00a0€ über PayPal zurückgegeben")
}
