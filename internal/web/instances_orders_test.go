package web_test

import (
	"fmt"
	"net/http"
	"testing"

	"kontor/internal/mail"
	"kontor/tests/mailtest"
	"kontor/tests/shoptest"
)

// startBranches starts three public servers on one PostgreSQL database, with one
// provider of mail.
func startBranches(t *testing.T) (all [3]*shoptest.Shop, provider *mailtest.Resend) {
	t.Helper()
	provider = mailtest.StartResend(t, "re_123")
	all = startInstances(t, shoptest.Public(), shoptest.Mail(mail.Options{ResendKey: "re_123", ResendURL: provider.URL()}))
	return all, provider
}

// orderEverywhere sends so many orders at the same moment, to the servers in turn,
// and counts the answers.
func orderEverywhere(all [3]*shoptest.Shop, n int, order func(i int) (shoptest.Body, []string)) map[string]int {
	answers := make(map[string]int)
	for _, a := range shoptest.Together(n, func(i int) shoptest.Answer {
		body, headers := order(i)
		return all[i%len(all)].Anonymous().PostOrder(body, headers...)
	}) {
		answers[fmt.Sprint(a.Status, " ", a.Text())]++
	}
	return answers
}

// wantMessages expects one order, and its two messages sent once.
func wantMessages(t *testing.T, all [3]*shoptest.Shop, provider *mailtest.Resend) {
	t.Helper()
	all[0].WantOrders(1)
	if n := len(provider.Messages()); n != 2 || provider.Attempts() != 2 {
		t.Errorf("%d messages arrived, in %d attempts", n, provider.Attempts())
	}
}

// R26: 50 requests with one key, over three instances, are one order with one
// message to each of those whom it concerns, and everybody gets its number.
func TestR26_OneKeyOverThreeInstancesIsOneMessage(t *testing.T) {
	t.Parallel()
	all, provider := startBranches(t)
	answers := orderEverywhere(all, 50, func(int) (shoptest.Body, []string) {
		return shoptest.Order(), []string{"Idempotency-Key: k"}
	})
	if len(answers) != 1 || answers[`201 {"ok":true,"id":1,"bestellnummer":"BK-2026-0001"}`+"\n"] != 50 {
		t.Errorf("answers %v", answers)
	}
	wantMessages(t, all, provider)
}

// R28: of 50 orders with one coupon and one person's address in several
// spellings, over three instances, one is taken, and nobody hears of the others.
func TestR28_OneCouponOverThreeInstancesIsOneMessage(t *testing.T) {
	t.Parallel()
	all, provider := startBranches(t)
	all[0].Operator().Post("/api/verwaltung/gutscheine", shoptest.Body{
		"code": "EINMAL", "einmalig_pro_person": true, "art": "prozent", "wert": 10,
	}).Want(http.StatusCreated)
	spellings := []string{"A@x.de", "a@X.DE", " a@x.de"}
	answers := orderEverywhere(all, 50, func(i int) (shoptest.Body, []string) {
		return shoptest.Order(shoptest.Set("gutscheinCode", "EINMAL"), shoptest.Email(spellings[i/3%3])), nil
	})
	const used = `409 {"ok":false,"error":"Dieser Gutschein wurde mit dieser E-Mail-Adresse bereits eingelöst."}` + "\n"
	if len(answers) != 2 || answers[used] != 49 {
		t.Errorf("answers %v", answers)
	}
	wantMessages(t, all, provider)
}

// R49: what one instance stores and another one changes is the same on the third,
// at once.
func TestR49_BestSellersAreTheSameEverywhere(t *testing.T) {
	t.Parallel()
	all, _ := startBranches(t)
	everywhere := func(want string) {
		t.Helper()
		for _, s := range all {
			if got := s.Anonymous().Get("/api/bestseller").Want(http.StatusOK).Text(); got != want+"\n" {
				t.Errorf("%s, want %s", got, want)
			}
		}
	}
	all[0].Anonymous().PostOrder(shoptest.Order(shoptest.Items(shoptest.Item("wolle", 2, 1)))).Want(http.StatusCreated)
	everywhere(`{"ok":true,"bestseller":[]}`)
	operator := all[1].Operator()
	operator.Patch("/api/verwaltung/orders/1", shoptest.Body{"status": "bezahlt"}).Want(http.StatusOK)
	everywhere(`{"ok":true,"bestseller":["wolle"]}`)
	operator.Patch("/api/verwaltung/orders/1", shoptest.Body{"status": "storniert"}).Want(http.StatusOK)
	everywhere(`{"ok":true,"bestseller":[]}`)
}
