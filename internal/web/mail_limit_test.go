package web_test

import (
	"fmt"
	"net/http"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"kontor/internal/mail"
	"kontor/internal/shop/message"
	"kontor/tests/mailtest"
	"kontor/tests/shoptest"
)

// mailLimit is the one that shops have which others can reach.
var mailLimit = message.MailLimit{PerHour: 10, PerDay: 30}

// startLimitedPost starts a shop that sends through SMTP, within the limit.
func startLimitedPost(t *testing.T, options ...shoptest.Option) (*post, *mailtest.SMTP) {
	server := mailtest.StartSMTP(t, mailtest.SMTPOptions{})
	options = append(options, shoptest.Public(), shoptest.Mail(mail.Options{SMTPURL: server.URL()}), shoptest.MailLimit(mailLimit))
	s := shoptest.Start(t, options...)
	return &post{s, t, nil, s.Anonymous(), s.Operator()}, server
}

// mailsTo counts what a server took for an address.
func mailsTo(server *mailtest.SMTP, address string) (n int) {
	for _, m := range server.Messages() {
		if slices.Contains(m.Recipients, address) {
			n++
		}
	}
	return n
}

// W30: whoever orders with a stranger's address does not flood it, but every order
// is stored, and the operator hears of each. 1,000 orders, 60 in the sampled run.
func TestW30_OrdersToOneAddressDoNotFloodIt(t *testing.T) {
	t.Parallel()
	orders := 60
	if os.Getenv("KONTOR_TEST_ALL") == "1" {
		orders = 1000
	}
	const victim = "erika@example.org"
	p, server := startLimitedPost(t)
	flood := func() {
		var clients sync.WaitGroup
		for client := range 4 {
			clients.Go(func() {
				for i := client; i < orders; i += 4 {
					address := []string{victim, " ERIKA@example.org"}[i%2]
					if status := p.customer.PostOrder(shoptest.Order(shoptest.Email(address))).Status; status != http.StatusCreated {
						t.Errorf("order %d → %d", i, status)
					}
				}
			})
		}
		clients.Wait()
	}
	flood()
	shoptest.Eventually(t, func() bool { return mailsTo(server, shoptest.Operator) >= orders && p.mails("").Anzahl["offen"] == 0 })
	sent := mailsTo(server, victim) + mailsTo(server, "ERIKA@example.org")
	if operator := mailsTo(server, shoptest.Operator); operator != orders || sent != mailLimit.PerHour {
		t.Errorf("%d orders sent %d messages to the customer and %d to the operator", orders, sent, operator)
	}
	for _, m := range p.mails("zustand=gescheitert").Mails {
		t.Errorf("failed: %s %s", m.Art, *m.Grund)
	}
	if counts := p.mails("").Anzahl; counts["angehalten"] != orders-sent || counts["gesendet"] != orders+sent || counts["alle"] != 2*orders {
		t.Errorf("messages: %v", counts)
	}

	p.Clock.Advance(time.Hour)
	flood()
	shoptest.Eventually(t, func() bool { return mailsTo(server, shoptest.Operator) >= 2*orders && p.mails("").Anzahl["offen"] == 0 })
	again := mailsTo(server, victim) + mailsTo(server, "ERIKA@example.org")
	if again != 2*mailLimit.PerHour {
		t.Errorf("an hour later the customer has %d messages", again)
	}
	if n := strings.Count(p.Log.String(), "message held"); n != 2*orders-again {
		t.Errorf("the log tells of %d held messages, want %d", n, 2*orders-again)
	}
	p.WantNotLogged(victim, "ERIKA")
}

// W30: the operator sees which message is held and why, and sends it by hand.
func TestW30_OperatorSendsWhatIsHeld(t *testing.T) {
	t.Parallel()
	p, server := startLimitedPost(t)
	for range mailLimit.PerHour {
		p.order()
	}
	id := p.order()
	page := p.mails("zustand=angehalten")
	if len(page.Mails) != 1 || page.Anzahl["angehalten"] != 1 {
		t.Fatalf("held: %+v", page)
	}
	held := page.Mails[0]
	if held.Art != "kunde_eingang" || held.OrderID != id || held.Versuche != 0 || held.NaechsterVersuch != nil || held.Grund == nil ||
		*held.Grund != "E-Mail an den Kunden angehalten: Diese Adresse hat in einer Stunde schon 10 bekommen" {
		t.Errorf("held: %+v", held)
	}
	hinted := p.operator.Get(ordersPath + "?hinweis=mail").Want(http.StatusOK).JSON()["orders"].([]any)
	if len(hinted) != 1 || int(hinted[0].(map[string]any)["id"].(float64)) != id {
		t.Errorf("%d orders have the hint: %v", len(hinted), hinted)
	}
	p.Clock.Advance(2 * time.Hour) // it is not sent by itself
	p.order()
	if n := mailsTo(server, "erika@example.org"); n != mailLimit.PerHour+1 || p.mail(held.ID).Zustand != "angehalten" {
		t.Errorf("%d messages, and the held one is %s", n, p.mail(held.ID).Zustand)
	}
	sent := mailOf(p.operator.Post(fmt.Sprintf("%s/%d/senden", mailsPath, held.ID), nil).Want(http.StatusOK))
	if sent.Zustand != "gesendet" || mailsTo(server, "erika@example.org") != mailLimit.PerHour+2 {
		t.Errorf("by hand: %+v", sent)
	}
	if history := p.history(id); len(history) != 1 {
		t.Errorf("history %q", history)
	}
}

// W30: a confirmation of a withdrawal is a message like that of an order, and the
// withdrawal is stored whatever becomes of it.
func TestW30_WithdrawalsCountToo(t *testing.T) {
	t.Parallel()
	p, server := startLimitedPost(t)
	for range mailLimit.PerHour {
		p.order()
	}
	confirmation := p.customer.Form("/widerruf/", declaration("schritt", "bestaetigen")).Want(http.StatusSeeOther).Header.Get("Location")
	if page := p.customer.Get(confirmation).Want(http.StatusOK).Text(); !strings.Contains(page, "Erika Mustermann") {
		t.Errorf("the confirmation: %s", page)
	}
	if n := mailsTo(server, "erika@example.org"); n != mailLimit.PerHour {
		t.Errorf("%d messages", n)
	}
	if held := p.mails("zustand=angehalten").Mails; len(held) != 1 || held[0].Art != "kunde_widerruf" {
		t.Errorf("held: %+v", held)
	}
}
