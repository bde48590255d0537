package mail_test

import (
	"bytes"
	"errors"
	"io"
	netmail "net/mail"
	"strings"
	"testing"

	"kontor/internal/mail"
	"kontor/internal/shop"
	"kontor/internal/shop/message"
	"kontor/internal/shop/order"
	"kontor/tests/mailtest"
)

// smtpMailer returns a mailer and the SMTP server that it sends to.
func smtpMailer(t testing.TB, o mailtest.SMTPOptions) (*mail.Mailer, *mailtest.SMTP) {
	t.Helper()
	server := mailtest.StartSMTP(t, o)
	return newMailer(t, func(o *mail.Options) { o.SMTPURL, o.Roots = server.URL(), server.Roots() }), server
}

// resendMailer returns a mailer and the provider that it sends to.
func resendMailer(t testing.TB) (*mail.Mailer, *mailtest.Resend) {
	t.Helper()
	server := mailtest.StartResend(t, "re_test")
	return newMailer(t, func(o *mail.Options) { o.ResendKey, o.ResendURL = "re_test", server.URL() }), server
}

// newMessage returns a rendered message to the order's customer.
func newMessage(t testing.TB, m *mail.Mailer, key string, o *order.Order) *message.Message {
	t.Helper()
	content := render(t, m, message.KindConfirmation, o.Language, o)
	return &message.Message{Key: key, Kind: message.KindConfirmation, Language: o.Language, To: o.Customer.Email, Content: &content}
}

func TestSMTPDelivers(t *testing.T) {
	t.Parallel()
	m, server := smtpMailer(t, mailtest.SMTPOptions{User: "shop", Password: "p:a@ß/"})
	message := newMessage(t, m, "bestellung-7-kunde_eingang", newOrder())
	if err := m.Send(t.Context(), message); err != nil {
		t.Fatal(err)
	}
	got := server.Messages()
	if len(got) != 1 {
		t.Fatalf("%d messages arrived", len(got))
	}
	if got[0].Key != message.Key || got[0].Sender != "shop@wollwerk.test" || len(got[0].Recipients) != 1 || got[0].Recipients[0] != "erika@example.org" {
		t.Errorf("envelope: %q from %q to %q", got[0].Key, got[0].Sender, got[0].Recipients)
	}
	if got[0].Subject != message.Content.Subject || sameLines(got[0].Text) != sameLines(message.Content.Text) || sameLines(got[0].HTML) != sameLines(message.Content.HTML) {
		t.Errorf("content changed on the way: %q\n%s", got[0].Subject, got[0].Text)
	}
	header := headerOf(t, got[0])
	for name, want := range map[string]string{
		"From": `=?utf-8?q?Wollwerk_S=C3=BCd?= <shop@wollwerk.test>`, "To": "<erika@example.org>", "Reply-To": "<hallo@wollwerk.test>",
		"Auto-Submitted": "auto-generated", "Message-Id": "<bestellung-7-kunde_eingang@wollwerk.test>", "User-Agent": "", "X-Mailer": "",
	} {
		if header.Get(name) != want {
			t.Errorf("%s is %q, want %q", name, header.Get(name), want)
		}
	}
	if !bytes.Contains(got[0].Raw, []byte("Content-ID: <girocode.png>")) && !bytes.Contains(got[0].Raw, []byte("Content-Id: <girocode.png>")) {
		t.Error("the picture has no content id")
	}
}

func sameLines(s string) string { return strings.TrimSpace(strings.ReplaceAll(s, "\r\n", "\n")) }

func headerOf(t *testing.T, m mailtest.Received) netmail.Header {
	t.Helper()
	parsed, err := netmail.ReadMessage(bytes.NewReader(m.Raw))
	if err != nil {
		t.Fatal(err)
	}
	io.Copy(io.Discard, parsed.Body)
	return parsed.Header
}

// S3, H15: whatever a customer's name contains, a message has one recipient, one
// subject, and no header that we did not write.
func TestS3_H15_NoHeaderComesFromACustomer(t *testing.T) {
	t.Parallel()
	m, server := smtpMailer(t, mailtest.SMTPOptions{})
	names := append([]string{
		"A\r\nBcc: victim@example.org", "A\nBcc: victim@example.org", "A\rBcc: victim@example.org", "A\r\n\r\n<h1>B</h1>",
		"a@b.test, c@d.test", `"A" <victim@example.org>`, "=?utf-8?q?A=0D=0ABcc:_x@y.test?=", "ÄÖÜ €\u2028Bcc: x@y.test", strings.Repeat("ä", 400), "A\x00B",
	}, hostile...)
	sent := 0
	for _, name := range names {
		o := newOrder()
		o.Customer.Name, o.Items[0].Name, o.CouponCode = name, name, name
		for _, kind := range mail.Kinds() {
			owed := &message.Message{Key: "k", Kind: kind, Language: "fr", To: "max@example.org"}
			if kind == message.KindOperatorNote {
				owed.Note = &message.OperatorNote{Subject: name, Text: name}
			}
			if kind == message.KindReport {
				owed.Report = newReport()
				owed.Report.Subject, owed.Report.Todo[0].Text = name, name
			}
			if kind == message.KindWithdrawal {
				owed.Withdrawal = newWithdrawal(o)
			}
			if kind == message.KindDispatched {
				owed.Dispatched = newDispatched(o)
			}
			if kind.AboutPayment() {
				owed.Payment = newPaid(o)
			}
			content, err := m.Render(owed, o)
			if err != nil {
				t.Fatalf("%q: %v", name, err)
			}
			owed.Content = &content
			if err := m.Send(t.Context(), owed); err != nil {
				t.Fatalf("%s for %q: %v", kind, name, err)
			}
			sent++
		}
	}
	messages := server.Messages()
	if len(messages) != sent {
		t.Fatalf("%d of %d messages arrived", len(messages), sent)
	}
	known := map[string]bool{"From": true, "To": true, "Reply-To": true, "Subject": true, "Date": true, "Message-Id": true, "Mime-Version": true, "Content-Type": true, "Content-Transfer-Encoding": true, "Auto-Submitted": true}
	for _, message := range messages {
		if len(message.Recipients) != 1 || message.Recipients[0] != "max@example.org" {
			t.Errorf("recipients %q", message.Recipients)
		}
		header := headerOf(t, message)
		for name, values := range header {
			if !known[name] || len(values) != 1 {
				t.Errorf("header %s: %q", name, values)
			}
		}
		if to, err := header.AddressList("To"); err != nil || len(to) != 1 || to[0].Address != "max@example.org" || to[0].Name != "" {
			t.Errorf("To is %v, %v", to, err)
		}
		if strings.ContainsAny(message.Subject, "\r\n") || message.Subject == "" {
			t.Errorf("subject %q", message.Subject)
		}
	}
}

// H15: the order was answered long ago; the message is refused without contacting any
// server.
func TestH15_AddressesThatCannotBeMailedAreRefused(t *testing.T) {
	t.Parallel()
	m, server := smtpMailer(t, mailtest.SMTPOptions{})
	for _, address := range []string{"a@b\r\nCc:x", "a@b\nSubject: x", "a@b,c@d", ""} {
		mail := newMessage(t, m, "k", newOrder())
		mail.To = address
		err := m.Send(t.Context(), mail)
		var refusal *shop.Error
		if !errors.Is(err, message.ErrMailRefused) || !errors.As(err, &refusal) || refusal.Text != "Die Adresse lässt sich nicht anschreiben." {
			t.Errorf("%q: %v", address, err)
		}
	}
	if server.Attempts() != 0 {
		t.Error("the server was asked")
	}
	if !m.Available() {
		t.Error("refused addresses opened the breaker")
	}
}

func TestOperatorsMessagesGoToTheOperator(t *testing.T) {
	t.Parallel()
	m, server := smtpMailer(t, mailtest.SMTPOptions{})
	content := render(t, m, message.KindOperatorOrder, "de", newOrder())
	if err := m.Send(t.Context(), &message.Message{Key: "k", Kind: message.KindOperatorOrder, Content: &content}); err != nil {
		t.Fatal(err)
	}
	got := server.Messages()[0]
	if len(got.Recipients) != 1 || got.Recipients[0] != "betreiber@wollwerk.test" {
		t.Errorf("sent to %q", got.Recipients)
	}
	if header := headerOf(t, got); header.Get("Reply-To") != "" {
		t.Errorf("replies go to %q", header.Get("Reply-To"))
	}
}

func TestWithoutASenderNothingIsSent(t *testing.T) {
	t.Parallel()
	m := newMailer(t, nil)
	if m.Configured() || m.Available() {
		t.Error("a mailer without a sender is ready")
	}
	message := newMessage(t, m, "k", newOrder())
	if err := m.Send(t.Context(), message); err == nil {
		t.Error("it sends")
	}
}
