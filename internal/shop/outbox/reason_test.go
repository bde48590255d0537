package outbox

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"kontor/internal/shop/message"
)

// S7: reasons are stored and shown, so they identify nobody, whatever senders write.
func TestS7_ReasonsNameNobody(t *testing.T) {
	t.Parallel()
	m := &message.Message{To: `"Erika M." <erika>@example.org`}
	for _, c := range []struct {
		err  error
		want string
	}{
		{errors.New("550 5.1.1 <erika@example.org>: unknown user"), "Fehler beim Senden: 550 5.1.1 … unknown user"},
		{errors.New("mailto:erika%40example.org and Erika&#64;example.org"), "Fehler beim Senden: … and …"},
		{fmt.Errorf("no such box: %s!", m.To), "Fehler beim Senden: no such box: …!"},
		{errors.New("two\r\nlines\x00\tand\u2028more"), "Fehler beim Senden: two lines and more"},
		{message.ErrMailRefused, "Die Nachricht wurde abgelehnt."},
		{fmt.Errorf("send: %w", message.ErrMailRefused.With("Adresse a@b unbekannt.")), "Adresse … unbekannt."},
		{fmt.Errorf("send: %w", context.DeadlineExceeded), "Der Versanddienst hat nicht rechtzeitig geantwortet."},
		{fmt.Errorf("send: %w", context.Canceled), "Der Shop wurde beendet, während die Nachricht gesendet wurde."},
		{errors.New(strings.Repeat("ü", 1000)), "Fehler beim Senden: " + strings.Repeat("ü", 179) + "…"},
	} {
		got := reason(c.err, m)
		if got != c.want {
			t.Errorf("%q\n got %q\nwant %q", c.err, got, c.want)
		}
		if utf8.RuneCountInString(got) > maxReason {
			t.Errorf("%d characters", utf8.RuneCountInString(got))
		}
	}
}
