package web_test

import (
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"kontor/internal/mail"
	"kontor/tests/mailtest"
	"kontor/tests/shoptest"
)

var hiddenKey = regexp.MustCompile(`name="schluessel" value="([A-Z2-7]{26})"`)

func declaration(changes ...string) url.Values {
	values := url.Values{
		"name": {"Erika Mustermann"}, "vertrag": {" bk-2026-0001 "}, "email": {"Erika@Example.org"},
		"grund": {"Zu bunt.\r\n<b>Wirklich</b>"}, "schritt": {"pruefen"},
	}
	for i := 0; i+1 < len(changes); i += 2 {
		values.Set(changes[i], changes[i+1])
	}
	return values
}

// L6: two steps without a sign-in, a confirmation with date and time on the screen and
// by mail, and a note to the operator. It counts once, however often it is sent.
func TestL6_Withdrawal(t *testing.T) {
	t.Parallel()
	sink := mailtest.StartResend(t, "re_123")
	shop := storefront(t, shoptest.Mail(mail.Options{ResendKey: "re_123", ResendURL: sink.URL()}))
	visitor := shop.Anonymous()
	visitor.PostOrder(shoptest.Order()).Want(http.StatusCreated)

	asked := visitor.Form("/fr/widerruf/", declaration()).Want(http.StatusOK).Text()
	key := hiddenKey.FindStringSubmatch(asked)
	if key == nil || !strings.Contains(asked, "Confirmer la rétractation") || strings.Contains(asked, "<b>Wirklich") {
		t.Fatalf("the page that asks to confirm: %s", asked)
	}
	operator := shop.Operator()
	if list := operator.Get("/api/verwaltung/widerrufe").Want(http.StatusOK).Text(); !strings.Contains(list, `"widerrufe":[]`) {
		t.Errorf("stored before it was confirmed: %s", list)
	}
	confirmed := declaration("schritt", "bestaetigen", "schluessel", key[1])
	var confirmations []string
	for range 3 {
		confirmations = append(confirmations, visitor.Form("/fr/widerruf/", confirmed).Want(http.StatusSeeOther).Header.Get("Location"))
	}
	for _, path := range confirmations {
		page := visitor.Get(path).Want(http.StatusOK).Text()
		for _, want := range []string{"21\u00a0novembre 2026 à 10:15", "bk-2026-0001", "Erika Mustermann", "&lt;b&gt;Wirklich"} {
			if !strings.Contains(page, want) {
				t.Errorf("the confirmation lacks %q: %s", want, page)
			}
		}
	}
	var list struct {
		Widerrufe []struct {
			OrderID       int64 `json:"order_id"`
			Bestellnummer string
			Vertrag       string
		}
	}
	operator.Get("/api/verwaltung/widerrufe").Want(http.StatusOK).Into(&list)
	if len(list.Widerrufe) != 1 || list.Widerrufe[0].OrderID != 1 || list.Widerrufe[0].Bestellnummer != "BK-2026-0001" {
		t.Errorf("the operator sees %+v", list)
	}
	var toCustomer, toOperator int
	for _, m := range sink.Messages() {
		switch {
		case strings.Contains(m.Subject, "rétractation"):
			toCustomer++
			if !strings.Contains(m.Text, "21\u00a0novembre 2026 à 10:15") || !strings.Contains(m.Text, "Zu bunt.") {
				t.Errorf("the mail says %s", m.Text)
			}
		case strings.Contains(m.Subject, "Widerruf"):
			toOperator++
		}
	}
	if toCustomer != 1 || toOperator != 1 {
		t.Errorf("%d mails to the customer, %d to the operator", toCustomer, toOperator)
	}
}

// A withdrawal counts although the sender of mails is away, and is tied to no
// order that somebody else placed.
func TestL6_WithdrawalIsNeverLost(t *testing.T) {
	t.Parallel()
	p := startPost(t, mailtest.Failure)
	p.order()
	confirm := func(changes ...string) shoptest.Answer {
		return p.customer.Form("/widerruf/", declaration(append(changes, "schritt", "bestaetigen")...))
	}
	confirmation := confirm("email", "jemand@example.org").Want(http.StatusSeeOther).Header.Get("Location")
	p.customer.Get(confirmation).Want(http.StatusOK)
	confirm("vertrag", "mein Auftrag von neulich").Want(http.StatusSeeOther)
	list := p.operator.Get("/api/verwaltung/widerrufe?limit=1").Want(http.StatusOK).JSON()
	if list["weiter"] == nil {
		t.Fatal("one page holds both withdrawals")
	}
	for _, path := range []string{"/api/verwaltung/widerrufe", "/api/verwaltung/widerrufe?cursor=" + list["weiter"].(string)} {
		for _, w := range p.operator.Get(path).Want(http.StatusOK).JSON()["widerrufe"].([]any) {
			if id := w.(map[string]any)["order_id"]; id != 0.0 {
				t.Errorf("tied to order %v", id)
			}
		}
	}
	var kept mailPage
	p.operator.Get(mailsPath).Want(http.StatusOK).Into(&kept)
	if open := len(kept.Mails); open != 6 { // two for the order, two for each withdrawal
		t.Errorf("%d messages are kept", open)
	}
	for _, token := range []string{"1", strings.TrimPrefix(confirmation, "/widerruf/eingang/") + "x"} {
		p.customer.Get("/widerruf/eingang/" + token).Want(http.StatusNotFound)
	}
	order := p.customer.PostOrder(shoptest.Order()).Want(http.StatusCreated).Header.Get("Location")
	p.customer.Get("/widerruf/eingang/" + strings.TrimPrefix(order, "/danke/")).Want(http.StatusNotFound)
}

func TestWithdrawalFormTellsWhatIsWrong(t *testing.T) {
	t.Parallel()
	shop := storefront(t)
	visitor := shop.Anonymous()
	for field, value := range map[string]string{"name": "  ", "vertrag": "", "email": "erika", "grund": strings.Repeat("x", 2001)} {
		for _, step := range []string{"pruefen", "bestaetigen"} {
			page := visitor.Form("/it/widerruf/", declaration(field, value, "schritt", step)).Want(http.StatusBadRequest).Text()
			if !strings.Contains(page, `href="#`+field+`"`) || !strings.Contains(page, `id="`+field+`-wrong"`) {
				t.Errorf("%s: the page does not say that it is wrong", field)
			}
			if field != "name" && !strings.Contains(page, `value="Erika Mustermann"`) {
				t.Errorf("%s: what was typed is lost", field)
			}
		}
	}
	change := visitor.Form("/widerruf/", declaration("schritt", "aendern")).Want(http.StatusOK).Text()
	if !strings.Contains(change, `value="Erika Mustermann"`) || !strings.Contains(change, `name="vertrag"`) {
		t.Error("the form comes back empty")
	}
	if list := shop.Operator().Get("/api/verwaltung/widerrufe").Text(); !strings.Contains(list, `"widerrufe":[]`) {
		t.Errorf("something was stored: %s", list)
	}
	visitor.Post("/widerruf/", `{"name":"x"}`).Want(http.StatusUnsupportedMediaType)
	visitor.Form("/widerruf/", url.Values{"name": {strings.Repeat("x", 40<<10)}}).Want(http.StatusRequestEntityTooLarge)
}

// Nobody has the shop write to strangers all day.
func TestWithdrawalsAreThrottled(t *testing.T) {
	t.Parallel()
	shop := storefront(t)
	visitor := shop.Anonymous()
	for i := range 7 {
		answer := visitor.Form("/widerruf/", declaration("schritt", "bestaetigen"))
		if limited := answer.Status == http.StatusTooManyRequests; limited != (i == 6) {
			t.Errorf("withdrawal %d: status %d", i+1, answer.Status)
		}
		if i == 6 && (answer.Header.Get("Retry-After") == "" || !strings.Contains(answer.Text(), "Widerruf bestätigen")) {
			t.Error("the refusal does not say when to try again, or loses the form")
		}
	}
}
