package mail_test

import (
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"

	"kontor/internal/mail"
	"kontor/internal/shop/message"
	"kontor/tests/mailtest"
)

func TestSMTPReasons(t *testing.T) {
	t.Parallel()
	for fault, want := range map[mailtest.Fault]struct {
		refused bool
		text    string
	}{
		mailtest.Reject:           {true, "Der Maildienst lehnt die Nachricht ab (550)."},
		mailtest.RejectSender:     {false, "Der Maildienst nimmt den Absender nicht an (553)."},
		mailtest.Unauthorized:     {false, "Der Maildienst nimmt die Anmeldung nicht an (530)."},
		mailtest.Failure:          {false, "Der Maildienst nimmt gerade nichts an (421)."},
		mailtest.TooMany:          {false, "Der Maildienst nimmt gerade nichts an (451)."},
		mailtest.Garbage:          {false, "Der Maildienst ist nicht erreichbar."},
		mailtest.Reset:            {false, "Der Maildienst ist nicht erreichbar."},
		mailtest.CloseMidBody:     {false, "Der Maildienst ist nicht erreichbar."},
		mailtest.Endless:          {false, "Der Maildienst ist nicht erreichbar."},
		mailtest.CrashAfterAccept: {false, "Der Maildienst ist nicht erreichbar."},
	} {
		m, server := smtpMailer(t, mailtest.SMTPOptions{})
		server.SetFault(fault)
		err := m.Send(t.Context(), newMessage(t, m, "k", newOrder()))
		if err == nil || errors.Is(err, message.ErrMailRefused) != want.refused || err.Error() != want.text {
			t.Errorf("fault %q: %v, want %q", fault, err, want.text)
		}
	}
	server := mailtest.StartSMTP(t, mailtest.SMTPOptions{User: "shop", Password: "geheim"})
	m := newMailer(t, func(o *mail.Options) { o.SMTPURL = strings.Replace(server.URL(), "geheim", "falsch", 1) })
	if err := m.Send(t.Context(), newMessage(t, m, "k", newOrder())); err == nil || err.Error() != "Der Maildienst nimmt die Anmeldung nicht an (535)." {
		t.Errorf("a wrong password: %v", err)
	}
}

// A message that SMTP delivered twice is recognisable by its Message-ID.
func TestSMTPRepeatsHaveOneMessageID(t *testing.T) {
	t.Parallel()
	m, server := smtpMailer(t, mailtest.SMTPOptions{})
	message := newMessage(t, m, "bestellung-7", newOrder())
	server.SetFault(mailtest.CrashAfterAccept)
	if err := m.Send(t.Context(), message); err == nil {
		t.Fatal("a lost answer counts as success")
	}
	server.SetFault(mailtest.None)
	if err := m.Send(t.Context(), message); err != nil {
		t.Fatal(err)
	}
	if got := server.ByKey()["bestellung-7"]; len(got) != 2 {
		t.Errorf("%d messages have the key", len(got))
	}
}

// The sender's name may contain characters that have a meaning in addresses.
func TestSenderNames(t *testing.T) {
	t.Parallel()
	for from, want := range map[string]struct{ name, provider string }{
		"shop@wollwerk.test":                {"Wollwerk Süd", "Wollwerk Süd <shop@wollwerk.test>"},
		"Bastelkontor <shop@wollwerk.test>": {"Bastelkontor", "Bastelkontor <shop@wollwerk.test>"},
		`"Kaiser, Karl" <a@wollwerk.test>`:  {"Kaiser, Karl", `"Kaiser, Karl" <a@wollwerk.test>`},
		`"Der \"Alte\"" <a@wollwerk.test>`:  {`Der "Alte"`, `"Der \"Alte\"" <a@wollwerk.test>`},
		"":                                  {"Wollwerk Süd", "Wollwerk Süd <hallo@wollwerk.test>"},
	} {
		bySMTP := mailtest.StartSMTP(t, mailtest.SMTPOptions{})
		byResend := mailtest.StartResend(t, "re_test")
		for _, change := range []func(*mail.Options){
			func(o *mail.Options) { o.From, o.SMTPURL = from, bySMTP.URL() },
			func(o *mail.Options) { o.From, o.ResendKey, o.ResendURL = from, "re_test", byResend.URL() },
		} {
			m := newMailer(t, change)
			if err := m.Send(t.Context(), newMessage(t, m, "k", newOrder())); err != nil {
				t.Fatal(err)
			}
		}
		header := headerOf(t, bySMTP.Messages()[0])
		if list, err := header.AddressList("From"); err != nil || len(list) != 1 || list[0].Name != want.name {
			t.Errorf("%q: by SMTP it comes from %v, %v", from, list, err)
		}
		if got := byResend.Messages()[0].Sender; got != want.provider {
			t.Errorf("%q: by Resend it comes from %q", from, got)
		}
	}
}

// Parallel deliveries share nothing.
func TestSMTPDeliversSideBySide(t *testing.T) {
	t.Parallel()
	const rounds, messages = 10, 16
	m, server := smtpMailer(t, mailtest.SMTPOptions{})
	for round := range rounds {
		var all sync.WaitGroup
		for i := range messages {
			message := newMessage(t, m, fmt.Sprintf("bestellung-%d-%d", round, i), newOrder())
			all.Go(func() {
				if err := m.Send(t.Context(), message); err != nil {
					t.Errorf("%s: %v", message.Key, err)
				}
			})
		}
		all.Wait()
	}
	if keys := server.ByKey(); len(keys) != rounds*messages || len(server.Messages()) != rounds*messages {
		t.Errorf("%d messages with %d keys arrived, want %d", len(server.Messages()), len(keys), rounds*messages)
	}
}
