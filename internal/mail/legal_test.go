package mail_test

import (
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"kontor/internal/legaltext"
	"kontor/internal/mail"
	"kontor/internal/shop/message"
	"kontor/tests/mailtest"
)

const (
	terms = "# AGB\n\nEs gilt, was hier steht: äöü ß €.\n"
	right = "# Widerrufsbelehrung\n\n.\n\nIn vierzehn Tagen, mit diesem Formular.\n"

	// In the form that customers read.
	termsRead = "AGB\n===\n\nEs gilt, was hier steht: äöü ß €.\n"
	rightRead = "Widerrufsbelehrung\n==================\n\n.\n\nIn vierzehn Tagen, mit diesem Formular.\n"
)

// legalTexts is a folder with the German texts and the French terms.
func legalTexts(t *testing.T) legaltext.Folder {
	t.Helper()
	dir := t.TempDir()
	for name, text := range map[string]string{
		"agb.de.md": terms, "widerrufsrecht.de.md": right, "agb.fr.md": "# Conditions\n", "impressum.de.md": "Impressum", "datenschutz.de.md": "Datenschutz",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return legaltext.Folder(dir)
}

// attachedTo returns the attached texts by name.
func attachedTo(content message.MailContent) map[string]string {
	texts := make(map[string]string)
	for _, file := range content.Attached {
		texts[file.Name] = string(file.Data)
	}
	return texts
}

// L5: terms and right of withdrawal are attached to the receipt, in its language if
// that text exists, and to no other message.
func TestL5_ReceiptBringsTheLegalTexts(t *testing.T) {
	t.Parallel()
	m := newMailer(t, func(o *mail.Options) { o.LegalTexts = legalTexts(t) })
	eachMessage(t, m, newOrder(), func(name string, content message.MailContent) {
		want := map[string]map[string]string{
			"kunde_eingang.de": {"AGB.txt": termsRead, "Widerrufsrecht.txt": rightRead},
			"kunde_eingang.en": {"Terms and conditions.txt": termsRead, "Right of withdrawal.txt": rightRead},
			"kunde_eingang.fr": {"Conditions générales.txt": "Conditions\n==========\n", "Droit de rétractation.txt": rightRead},
			"kunde_eingang.it": {"Condizioni generali.txt": termsRead, "Diritto di recesso.txt": rightRead},
		}[name]
		if got := attachedTo(content); !maps.Equal(got, want) {
			t.Errorf("%s brings %q, want %q", name, got, want)
		}
		for file := range want {
			says(t, name, content, file)
		}
	})
}

// L5: a text that is missing or cannot be read does not stop a receipt.
func TestL5_ReceiptWithoutLegalTexts(t *testing.T) {
	t.Parallel()
	folder := legalTexts(t)
	if err := os.WriteFile(filepath.Join(string(folder), "agb.de.md"), []byte(strings.Repeat("x", 1<<20+1)), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(filepath.Join(string(folder), "widerrufsrecht.de.md")); err != nil {
		t.Fatal(err)
	}
	for _, folder := range []legaltext.Folder{folder, ""} {
		m := newMailer(t, func(o *mail.Options) { o.LegalTexts = folder })
		content := render(t, m, message.KindConfirmation, "de", newOrder())
		if len(content.Attached) > 0 {
			t.Errorf("attached: %q", attachedTo(content))
		}
		saysNot(t, "receipt", content, "Im Anhang")
	}
}

// L5: the texts arrive as they were when the message was written.
func TestL5_LegalTextsArrive(t *testing.T) {
	t.Parallel()
	folder := legalTexts(t)
	smtp, resend := mailtest.StartSMTP(t, mailtest.SMTPOptions{}), mailtest.StartResend(t, "schluessel")
	for name, c := range map[string]struct {
		arrived func() []mailtest.Received
		sender  func(*mail.Options)
	}{
		"SMTP":   {smtp.Messages, func(o *mail.Options) { o.SMTPURL, o.Roots = smtp.URL(), smtp.Roots() }},
		"Resend": {resend.Messages, func(o *mail.Options) { o.ResendKey, o.ResendURL = "schluessel", resend.URL() }},
	} {
		m := newMailer(t, func(o *mail.Options) { o.LegalTexts = folder; c.sender(o) })
		order := newOrder()
		order.Language = "fr"
		message := newMessage(t, m, "bestellung-42-kunde_eingang", order)
		if err := m.Send(t.Context(), message); err != nil {
			t.Fatal(err)
		}
		got := c.arrived()
		if len(got) != 1 {
			t.Fatalf("%s: %d messages arrived", name, len(got))
		}
		want := attachedTo(*message.Content)
		if len(want) != 2 || !maps.EqualFunc(got[0].Attached, want, func(a, b string) bool { return sameLines(a) == sameLines(b) }) {
			t.Errorf("%s: %q arrived, want %q", name, got[0].Attached, want)
		}
		if sameLines(got[0].Text) != sameLines(message.Content.Text) {
			t.Errorf("%s: the text changed on the way:\n%s", name, got[0].Text)
		}
	}
}
