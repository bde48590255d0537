package mail_test

import (
	"testing"

	"kontor/internal/mail"
	"kontor/tests/mailtest"
)

// Asking a sender whether it would take messages proves the login and sends nothing.
func TestReachAsksWithoutSending(t *testing.T) {
	t.Parallel()
	login := mailtest.SMTPOptions{User: "shop", Password: "geheim"}
	m, server := smtpMailer(t, login)
	if err := m.Reach(t.Context()); err != nil {
		t.Errorf("SMTP: %v", err)
	}
	if n := len(server.Messages()); n != 0 {
		t.Errorf("%d messages were sent", n)
	}
	provider, resend := resendMailer(t)
	if err := provider.Reach(t.Context()); err != nil {
		t.Errorf("Resend, with a key that may only send: %v", err)
	}
	wrong := newMailer(t, func(o *mail.Options) { o.ResendKey, o.ResendURL = "re_other", resend.URL() })
	wantText(t, wrong.Reach(t.Context()), "Der Maildienst nimmt die Anmeldung nicht an (401).")
	gone := newMailer(t, func(o *mail.Options) { o.SMTPURL = "smtp://127.0.0.1:1" })
	wantText(t, gone.Reach(t.Context()), "Der Maildienst ist nicht erreichbar.")
	if err := newMailer(t, func(*mail.Options) {}).Reach(t.Context()); err != nil {
		t.Errorf("without a sender: %v", err)
	}
}

func wantText(t *testing.T, err error, text string) {
	t.Helper()
	if err == nil || err.Error() != text {
		t.Errorf("got %v, want %s", err, text)
	}
}
