package web_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"kontor/internal/mail"
	"kontor/tests/mailtest"
	"kontor/tests/shoptest"
)

const mailsPath = "/api/verwaltung/mails"

// post is a public shop that sends through a provider which the test controls.
type post struct {
	*shoptest.Shop
	t        *testing.T
	provider *mailtest.Resend
	customer *shoptest.Client
	operator *shoptest.Client
}

// startPost starts a shop whose mail provider has a fault.
func startPost(t *testing.T, fault mailtest.Fault) *post {
	t.Helper()
	provider := mailtest.StartResend(t, "re_123")
	provider.SetFault(fault)
	s := shoptest.Start(t, shoptest.Public(), shoptest.Mail(mail.Options{ResendKey: "re_123", ResendURL: provider.URL()}))
	return &post{s, t, provider, s.Anonymous(), s.Operator()}
}

// order places an order and returns its id.
func (p *post) order(changes ...func(shoptest.Body)) int {
	p.t.Helper()
	placed := p.customer.PostOrder(shoptest.Order(changes...)).Want(http.StatusCreated).JSON()
	return int(placed["id"].(float64))
}

// listedMail is a message as the list has it.
type listedMail struct {
	ID               int
	Art, Zustand     string
	OrderID          int `json:"order_id"`
	Bestellnummer    string
	An               *string
	Versuche         int
	Grund            *string
	NaechsterVersuch *string `json:"naechster_versuch"`
	GesendetAt       *string `json:"gesendet_at"`
	Betreff          *string
	Text, HTML       string
}

type mailPage struct {
	Mails  []listedMail
	Weiter *string
	Anzahl map[string]int
}

func (p *post) mails(query string) (page mailPage) {
	p.t.Helper()
	p.operator.Get(mailsPath + "?" + query).Want(http.StatusOK).Into(&page)
	return page
}

func (p *post) mail(id int) listedMail {
	p.t.Helper()
	return mailOf(p.operator.Get(fmt.Sprintf("%s/%d", mailsPath, id)).Want(http.StatusOK))
}

func mailOf(a shoptest.Answer) listedMail {
	var answer struct{ Mail listedMail }
	a.Into(&answer)
	return answer.Mail
}

// history returns what the history of an order says of messages.
func (p *post) history(order int) (texts []string) {
	p.t.Helper()
	var answer struct {
		Order struct {
			Ereignisse []struct{ Art, Wer, Text string }
		}
	}
	p.operator.Get(fmt.Sprintf("%s/%d", ordersPath, order)).Want(http.StatusOK).Into(&answer)
	for _, e := range answer.Order.Ereignisse {
		if e.Art != "mail" {
			continue
		}
		if !strings.HasPrefix(e.Wer, "Verwaltung ") {
			p.t.Errorf("%q was done by %q", e.Text, e.Wer)
		}
		texts = append(texts, e.Text)
	}
	return texts
}

// L4, L19: every order is confirmed by e-mail, at once, in every country and language
// that the shop delivers to.
func TestL4_L19_EveryOrderIsConfirmedAtOnce(t *testing.T) {
	t.Parallel()
	p := startPost(t, mailtest.None)
	for i, country := range []string{"de", "at", "ch", "lu"} {
		address := country + "@example.org"
		language := []string{"de", "en", "it", "fr"}[i]
		id := p.order(shoptest.Set("land", country), shoptest.Set("sprache", language), shoptest.Email(address))
		got := p.provider.Messages() // the answer waited for it
		confirmations := 0
		for _, m := range got {
			if slices.Contains(m.Recipients, address) {
				confirmations++
				if !strings.Contains(m.Text, fmt.Sprintf("BK-2026-%04d", id)) {
					t.Errorf("%s: the confirmation says %q", country, m.Text)
				}
			}
		}
		if confirmations != 1 || len(got) != 2*(i+1) {
			t.Errorf("%s: %d confirmations among %d messages", country, confirmations, len(got))
		}
	}
}
