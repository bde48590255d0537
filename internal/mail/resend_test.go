package mail_test

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"time"

	"kontor/internal/mail"
	"kontor/internal/shop/message"
	"kontor/tests/mailtest"
)

func TestResendDelivers(t *testing.T) {
	t.Parallel()
	m, server := resendMailer(t)
	message := newMessage(t, m, "bestellung-7-kunde_eingang", newOrder())
	if err := m.Send(t.Context(), message); err != nil {
		t.Fatal(err)
	}
	got := server.Messages()
	if len(got) != 1 || got[0].Key != message.Key || got[0].Sender != "Wollwerk Süd <shop@wollwerk.test>" ||
		len(got[0].Recipients) != 1 || got[0].Recipients[0] != "erika@example.org" {
		t.Fatalf("arrived: %+v", got)
	}
	if got[0].Subject != message.Content.Subject || got[0].Text != message.Content.Text || got[0].HTML != message.Content.HTML {
		t.Error("content changed on the way")
	}
	var request struct {
		ReplyTo     string            `json:"reply_to"`
		Headers     map[string]string `json:"headers"`
		Attachments []struct {
			Content     []byte `json:"-"`
			Filename    string `json:"filename"`
			ContentType string `json:"content_type"`
			ContentID   string `json:"content_id"`
		} `json:"attachments"`
	}
	if err := json.Unmarshal(got[0].Raw, &request); err != nil {
		t.Fatal(err)
	}
	if request.ReplyTo != seller.Email || request.Headers["Auto-Submitted"] != "auto-generated" ||
		len(request.Attachments) != 1 || request.Attachments[0].ContentID != "girocode.png" || request.Attachments[0].ContentType != "image/png" {
		t.Errorf("request: %+v", request)
	}
}

// R19: the key keeps a message from being sent twice, even if the provider accepted it
// but its answer was lost.
func TestResendRepeatsAreOneMessage(t *testing.T) {
	t.Parallel()
	m, server := resendMailer(t)
	message := newMessage(t, m, "k", newOrder())
	server.SetFault(mailtest.CrashAfterAccept)
	if err := m.Send(t.Context(), message); err == nil {
		t.Fatal("a lost answer counts as success")
	}
	server.SetFault(mailtest.None)
	for range 2 {
		if err := m.Send(t.Context(), message); err != nil {
			t.Fatal(err)
		}
	}
	if got := server.Messages(); len(got) != 1 || server.Attempts() != 3 {
		t.Errorf("%d messages of %d attempts", len(got), server.Attempts())
	}
}

// A burst is slowed down as the provider asks, and not counted as a failure.
func TestResendWaitsAsTold(t *testing.T) {
	t.Parallel()
	m, server := resendMailer(t)
	server.SetFault(mailtest.TooMany)
	done := make(chan error, 1)
	go func() { done <- m.Send(t.Context(), newMessage(t, m, "k", newOrder())) }()
	for server.Attempts() == 0 {
		select {
		case err := <-done:
			t.Fatalf("gave up: %v", err)
		case <-time.After(time.Millisecond):
		}
	}
	server.SetFault(mailtest.None)
	if err := <-done; err != nil {
		t.Fatal(err)
	}
	if got := server.Messages(); len(got) != 1 {
		t.Errorf("%d messages", len(got))
	}
}

func TestS39_ResendKeyIsNotSentElsewhere(t *testing.T) {
	t.Parallel()
	m, server := resendMailer(t)
	server.SetFault(mailtest.Redirect)
	if err := m.Send(t.Context(), newMessage(t, m, "k", newOrder())); err == nil {
		t.Error("a redirect counts as success")
	}
	if server.Strayed() != 0 {
		t.Error("the redirect was followed")
	}
}

// Faults that only the operator can fix are tried again, faults of the message are not;
// and no reason quotes the provider, which names addresses.
func TestResendReasons(t *testing.T) {
	t.Parallel()
	for fault, want := range map[mailtest.Fault]struct {
		refused bool
		text    string
	}{
		mailtest.Reject:       {true, "Der Maildienst lehnt die Nachricht ab (422)."},
		mailtest.RejectSender: {false, "Der Maildienst nimmt den Absender nicht an (422)."},
		mailtest.Unauthorized: {false, "Der Maildienst nimmt die Anmeldung nicht an (401)."},
		mailtest.Failure:      {false, "Der Maildienst nimmt gerade nichts an (500)."},
		mailtest.Redirect:     {false, "Der Maildienst nimmt gerade nichts an (307)."},
		mailtest.Garbage:      {false, "Der Maildienst ist nicht erreichbar."},
		mailtest.Reset:        {false, "Der Maildienst ist nicht erreichbar."},
		mailtest.CloseMidBody: {false, ""},
		mailtest.Endless:      {false, "Der Maildienst antwortet unverständlich."},
	} {
		m, server := resendMailer(t)
		server.SetFault(fault)
		err := m.Send(t.Context(), newMessage(t, m, "k", newOrder()))
		if err == nil || errors.Is(err, message.ErrMailRefused) != want.refused || want.text != "" && err.Error() != want.text {
			t.Errorf("fault %q: %v, want %q", fault, err, want.text)
		}
		if err != nil && strings.Contains(err.Error(), "@") {
			t.Errorf("fault %q: the reason names an address: %v", fault, err)
		}
	}
	wrong := mailtest.StartResend(t, "re_other")
	m := newMailer(t, func(o *mail.Options) { o.ResendKey, o.ResendURL = "re_test", wrong.URL() })
	if err := m.Send(t.Context(), newMessage(t, m, "k", newOrder())); err == nil || err.Error() != "Der Maildienst nimmt die Anmeldung nicht an (403)." {
		t.Errorf("a wrong key: %v", err)
	}
}
