package mail_test

import (
	"errors"
	"strings"
	"testing"

	"kontor/internal/mail"
	"kontor/internal/shop/message"
)

func TestAddressesThatCanBeMailed(t *testing.T) {
	t.Parallel()
	for address, want := range map[string]string{
		"max@example.org":                      "max@example.org",
		"Max.Muster+shop@Example.ORG":          "Max.Muster+shop@example.org",
		"max@müller.de":                        "max@xn--mller-kva.de",
		"max@straße.de":                        "max@xn--strae-oqa.de",
		"max@MÜLLER.de":                        "max@xn--mller-kva.de",
		"o'neil@example.org":                   "o'neil@example.org",
		"a@b.de\u200b":                         "a@b.de",
		"root@localhost":                       "root@localhost",
		strings.Repeat("a", 64) + "@b.example": strings.Repeat("a", 64) + "@b.example",
	} {
		if got, err := mail.Recipient(address); err != nil || got != want {
			t.Errorf("%q becomes %q, %v; want %q", address, got, err, want)
		}
	}
}

// S3, H15: anything but one plain address is refused before any server is contacted.
func TestS3_AddressesThatCannotBeMailed(t *testing.T) {
	t.Parallel()
	for _, address := range []string{
		"", "@", "a@", "@b.de", "a", "a@b\r\nCc:x", "a@b\nSubject: x", "a@b.de\r\n", "a@b.de\x00",
		"a@b,c@d", "a@b.de,c@d.de", "a@b.de; c@d.de", "a@b.de c@d.de", "<a@b.de>", "Max <a@b.de>", "a@b.de (Max)",
		`"a b"@c.de`, `"a"@c.de`, "a@b@c.de", "a..b@c.de", ".a@c.de", "a@[127.0.0.1]", "a@127.0.0.1", "a@[::1]", "a@-.de", "a@b_c.de",
		"ä@b.de", "a@b\u202e.de", " a@b.de", "undisclosed-recipients:;",
		strings.Repeat("a", 65) + "@b.de", "a@" + strings.Repeat("b.", 130) + "de", "a@" + strings.Repeat("b", 70) + ".de",
	} {
		if got, err := mail.Recipient(address); !errors.Is(err, message.ErrMailRefused) || got != "" {
			t.Errorf("%q becomes %q, %v", address, got, err)
		}
	}
}

func FuzzRecipient(f *testing.F) {
	for _, seed := range []string{"a@b.de", "a@müller.de", "a@b,c@d", "a@b\r\nx: y", `"a"@b.de`} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, address string) {
		got, err := mail.Recipient(address)
		if err != nil {
			return
		}
		if strings.Count(got, "@") != 1 || strings.ContainsAny(got, "\r\n \t,;<>()\"") || len(got) > 254 {
			t.Errorf("%q becomes %q", address, got)
		}
		for _, r := range got {
			if r <= ' ' || r > '~' {
				t.Errorf("%q becomes %q", address, got)
			}
		}
	})
}
