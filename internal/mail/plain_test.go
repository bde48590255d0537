package mail_test

import (
	"strings"
	"testing"

	"kontor/internal/mail"
)

func TestPlain(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"Erika Muster":                "Erika Muster",
		"  Erika \t\r\n Muster ":      "Erika Muster",
		"Max\r\nBcc: x":               "Max Bcc: x",
		"a\u202eb\u2066c\u200fd\x00e": "a b c d e",
		"क्\u200dष":                   "क्\u200dष", // a joiner that the script needs
		"\x1b[31m\u0007":              "[31m",
		"\n\r\t":                      "",
		"https://evil.test/x":         "https:/|/evil.|test/x",
		"www.evil.test":               "www.|evil.|test",
		"Garn Nr.5, 1.5 mm":           "Garn Nr.5, 1.5 mm",
		"St. Gallen":                  "St. Gallen",
	} {
		want = strings.ReplaceAll(want, "|", "\u200b")
		if got := mail.Plain(text); got != want {
			t.Errorf("%q becomes %q, want %q", text, got, want)
		}
	}
}

func TestPlainEnds(t *testing.T) {
	t.Parallel()
	if got := mail.Plain(strings.Repeat("ä", 120)); got != strings.Repeat("ä", 120) {
		t.Errorf("120 characters become %d bytes", len(got))
	}
	got := []rune(mail.Plain(strings.Repeat("ä", 121)))
	if len(got) != 120 || got[119] != '…' {
		t.Errorf("121 characters become %q", string(got))
	}
}
