package outbox

import (
	"context"
	"errors"
	"regexp"
	"strings"
	"unicode"

	"kontor/internal/shop"
	"kontor/internal/shop/message"
)

// maxReason is the maximum length of a stored reason, in characters.
const maxReason = 200

// reason describes for the operator why an attempt failed: on one line, shortened, and
// without addresses, which senders like to quote.
func reason(err error, m *message.Message) string {
	var refusal *shop.Error
	text := "Fehler beim Senden: " + err.Error()
	switch {
	case errors.As(err, &refusal):
		text = refusal.Text
	case errors.Is(err, context.DeadlineExceeded):
		text = "Der Versanddienst hat nicht rechtzeitig geantwortet."
	case errors.Is(err, context.Canceled):
		text = "Der Shop wurde beendet, während die Nachricht gesendet wurde."
	}
	return shorten(withoutAddresses(oneLine(text), m.To))
}

// addressLike matches every word with an at sign, encoded or not.
var addressLike = regexp.MustCompile(`(?i)\S*(?:@|%40|&#64;)\S*`)

// withoutAddresses also removes the recipient's address by its exact spelling, since it
// may have any form.
func withoutAddresses(text, recipient string) string {
	if recipient = oneLine(recipient); recipient != "" {
		text = strings.ReplaceAll(text, recipient, "…")
	}
	return addressLike.ReplaceAllString(text, "…")
}

// oneLine replaces line breaks and invisible characters by single spaces.
func oneLine(text string) string {
	return strings.Join(strings.FieldsFunc(text, func(r rune) bool {
		return unicode.IsSpace(r) || !unicode.IsPrint(r)
	}), " ")
}

func shorten(text string) string {
	if runes := []rune(text); len(runes) > maxReason {
		return string(runes[:maxReason-1]) + "…"
	}
	return text
}
