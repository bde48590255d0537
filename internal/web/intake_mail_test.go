package web_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"kontor/internal/mail"
	"kontor/tests/mailtest"
	"kontor/tests/shoptest"
)

// Spec, rule 5: without a key nothing is attempted, and an order owes no message.
func TestRule5_WithoutAKeyNothingIsAttempted(t *testing.T) {
	t.Parallel()
	provider := mailtest.StartResend(t, "re_123")
	s := shoptest.Start(t, shoptest.Public(), shoptest.Mail(mail.Options{ResendURL: provider.URL()}))
	p := &post{s, t, provider, s.Anonymous(), s.Operator()}
	p.order()
	const off = "Der E-Mail-Versand ist noch nicht eingerichtet."
	p.operator.Post(mailsPath+"/2/senden", nil).WantError(http.StatusServiceUnavailable, off)
	p.operator.Patch(ordersPath+"/1", shoptest.Body{"status": "bezahlt"}).Want(http.StatusOK)
	for _, kind := range []string{"kunde_eingang", "kunde_bezahlt"} {
		p.operator.Post(ordersPath+"/1/mails", shoptest.Body{"art": kind}).WantError(http.StatusServiceUnavailable, off)
	}
	if after := p.mails(""); after.Anzahl["alle"] != 0 || len(after.Mails) != 0 {
		t.Errorf("%+v", after)
	}
	if history := p.history(1); len(history) > 0 {
		t.Errorf("history %q", history)
	}
	if n := provider.Attempts(); n != 0 {
		t.Errorf("%d attempts", n)
	}
}

// H01: 20 requests with one key send the operator one message.
func TestH01_OneKeyOneMessage(t *testing.T) {
	t.Parallel()
	p := startPost(t, mailtest.None)
	done := make(chan int)
	for range 20 {
		go func() { done <- p.customer.PostOrder(shoptest.Order(), "Idempotency-Key: k").Status }()
	}
	for range 20 {
		if status := <-done; status != http.StatusCreated {
			t.Errorf("answered %d", status)
		}
	}
	if n := len(p.provider.Messages()); n != 2 {
		t.Errorf("%d messages arrived", n)
	}
	p.customer.PostOrder(shoptest.Order(shoptest.Set("zahlungsart", "bar")), "Idempotency-Key: k").Want(http.StatusUnprocessableEntity)
	p.customer.PostOrder(shoptest.Order(shoptest.Set("gutscheinCode", "GIBTESNICHT"))).Want(http.StatusBadRequest)
	if n := p.provider.Attempts(); n != 2 {
		t.Errorf("%d attempts", n)
	}
}

// H15, S3: an address that nobody can be reached at does not fail the order; the
// operator sees it.
func TestH15_UnreachableAddresses(t *testing.T) {
	t.Parallel()
	p := startPost(t, mailtest.None)
	for _, address := range []string{"a@b\r\nCc: x@evil.de", "a@b,c@d", "@", "a@b@c", "„a“ @ b"} {
		id := p.order(shoptest.Email(address))
		var states []string
		for _, m := range p.mails(fmt.Sprintf("bestellung=%d", id)).Mails {
			states = append(states, m.Zustand)
		}
		if !slices.Equal(states, []string{"gescheitert", "gesendet"}) {
			t.Errorf("%q: %q", address, states)
		}
	}
	for _, m := range p.provider.Messages() {
		if len(m.Recipients) != 1 || m.Recipients[0] != shoptest.Operator {
			t.Errorf("sent to %q", m.Recipients)
		}
	}
}

// R20, H49: a customer who does not wait for a slow provider has still ordered,
// and everything is sent once.
func TestR20_CustomerGoesAway(t *testing.T) {
	t.Parallel()
	p := startPost(t, mailtest.HangAfterAccept)
	client := *p.customer.HTTP()
	client.Timeout = time.Second
	body := strings.NewReader(`{"land":"de","kunde":{"name":"A","email":"a@example.org"},"artikel":[{"slug":"a","name":"A","menge":1,"preis":1}],"summe":1}`)
	if response, err := client.Post(p.URL+"/api/orders", "application/json", body); err == nil {
		response.Body.Close()
		t.Error("the answer came although the provider hangs")
	}
	if page := p.mails(""); page.Anzahl["offen"] != 2 {
		t.Errorf("%v", page.Anzahl)
	}
	for key, copies := range p.provider.ByKey() {
		if len(copies) != 1 {
			t.Errorf("%s arrived %d times", key, len(copies))
		}
	}
}
