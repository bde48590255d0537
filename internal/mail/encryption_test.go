package mail_test

import (
	"crypto/x509"
	"errors"
	"strings"
	"testing"

	"kontor/internal/mail"
	"kontor/internal/shop/message"
	"kontor/tests/mailtest"
)

// remote returns a mailer for a server that is treated as another machine. The server's
// certificate is also valid for example.com.
func remote(t *testing.T, server *mailtest.SMTP, roots *x509.CertPool, login string) *mail.Mailer {
	t.Helper()
	m := newMailer(t, func(o *mail.Options) { o.SMTPURL, o.Roots = "smtp://"+login+"example.com:587", roots })
	m.Redirect(strings.TrimPrefix(server.URL(), "smtp://"))
	return m
}

func TestMessagesToAnotherMachineAreEncrypted(t *testing.T) {
	t.Parallel()
	server := mailtest.StartSMTP(t, mailtest.SMTPOptions{STARTTLS: true})
	m := remote(t, server, server.Roots(), "")
	if err := m.Send(t.Context(), newMessage(t, m, "k", newOrder())); err != nil {
		t.Fatal(err)
	}
	if got := server.Messages(); len(got) != 1 || !got[0].TLS {
		t.Errorf("%d messages, encrypted: %v", len(got), len(got) == 1 && got[0].TLS)
	}
}

func TestNothingIsSentInTheClear(t *testing.T) {
	t.Parallel()
	plain := mailtest.StartSMTP(t, mailtest.SMTPOptions{})
	foreign := mailtest.StartSMTP(t, mailtest.SMTPOptions{STARTTLS: true})
	for name, m := range map[string]*mail.Mailer{
		"no STARTTLS":         remote(t, plain, plain.Roots(), "shop:hunter2@"),
		"unknown certificate": remote(t, foreign, nil, "shop:hunter2@"),
	} {
		err := m.Send(t.Context(), newMessage(t, m, "k", newOrder()))
		if err == nil || errors.Is(err, message.ErrMailRefused) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if plain.Attempts()+foreign.Attempts() != 0 {
		t.Error("a message was begun")
	}
}

func TestTLSFromTheFirstByte(t *testing.T) {
	t.Parallel()
	m, server := smtpMailer(t, mailtest.SMTPOptions{TLS: true, User: "shop", Password: "geheim"})
	if err := m.Send(t.Context(), newMessage(t, m, "k", newOrder())); err != nil {
		t.Fatal(err)
	}
	if got := server.Messages(); len(got) != 1 || !got[0].TLS {
		t.Errorf("%d messages arrived", len(got))
	}
	distrustful := newMailer(t, func(o *mail.Options) { o.SMTPURL = server.URL() })
	if err := distrustful.Send(t.Context(), newMessage(t, m, "k", newOrder())); err == nil {
		t.Error("an unknown certificate is trusted")
	}
}
