package web_test

import (
	"io"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"kontor/internal/paypal/paypalsim"
	"kontor/internal/shop"
	"kontor/internal/shop/payment"
	"kontor/tests/shoptest"
)

// S20: only the checkout may load PayPal's script, and only while PayPal is set up;
// what the script writes into the page needs a mark that no other page load has.
func TestS20_OnlyTheCheckoutLetsPayPalIn(t *testing.T) {
	t.Parallel()
	with, without := storefront(t, shoptest.PayPal()), storefront(t)
	policy := func(shop *shoptest.Shop, path string) string {
		return shop.Anonymous().Get(path).Want(http.StatusOK).Header.Get("Content-Security-Policy")
	}
	closed := policy(without, "/kasse/")
	for _, path := range []string{"/", "/warenkorb/", "/konto/", "/produkt/merinowolle-petrol", "/en/versand/"} {
		if got := policy(with, path); got != closed || strings.Contains(got, "paypal") {
			t.Errorf("%s has the policy %s", path, got)
		}
	}
	first, second := policy(with, "/kasse/"), policy(with, "/fr/kasse/")
	if first == second {
		t.Errorf("two pages share the mark: %s", first)
	}
	for _, want := range []string{
		"default-src 'none'", "script-src 'self' 'nonce-", "style-src 'self' 'nonce-", "frame-src https://*.paypal.com https://*.paypalobjects.com;",
		"connect-src 'self' https://*.paypal.com", "form-action 'self'", "frame-ancestors 'none'", "base-uri 'none'",
	} {
		if !strings.Contains(first, want) {
			t.Errorf("the checkout's policy lacks %q: %s", want, first)
		}
	}
	if strings.Contains(first, "unsafe") {
		t.Errorf("the checkout's policy allows too much: %s", first)
	}
	if got := with.Anonymous().Get("/kasse/").Header.Get("Cross-Origin-Opener-Policy"); got != "same-origin-allow-popups" {
		t.Errorf("PayPal's window loses its opener: %q", got)
	}
}

// Pages that explain how to pay name PayPal only while it is set up.
func TestPayPalIsPromisedOnlyWhenSetUp(t *testing.T) {
	t.Parallel()
	with, without := storefront(t, shoptest.PayPal()), storefront(t)
	for _, language := range shop.Languages {
		for _, path := range []string{"/produkt/merinowolle-petrol", "/versand/"} {
			path = inLanguage(language, path)
			for shop, want := range map[*shoptest.Shop]bool{with: true, without: false} {
				if got := strings.Contains(shop.Anonymous().Get(path).Want(http.StatusOK).Text(), "PayPal"); got != want {
					t.Errorf("%s names PayPal: %v, want %v", path, got, want)
				}
			}
		}
	}
}

// Whoever has paid gets to the page of the order, from the capture and from the
// state, and buyers come back from PayPal in their language.
func TestPaymentLeadsToItsOrder(t *testing.T) {
	t.Parallel()
	p := startTill(t)
	id := p.approved(shoptest.Set("sprache", "fr"))
	if state := p.customer.Get("/api/paypal/orders/" + id).Want(http.StatusOK).JSON(); state["danke"] != nil {
		t.Errorf("before the capture: %v", state)
	}
	thanks := p.customer.Capture(id).Want(http.StatusCreated).Header.Get("Location")
	state := p.customer.Get("/api/paypal/orders/" + id).Want(http.StatusOK).JSON()
	for _, path := range []string{thanks, state["danke"].(string)} {
		page := p.customer.Get("/fr" + path).Want(http.StatusOK).Text()
		if !strings.Contains(page, "BK-2026-0001") || strings.Contains(page, "erika@example.org") || strings.Contains(page, "IBAN") {
			t.Errorf("%s shows\n%s", path, page)
		}
	}
	other := p.customer.Pay(shoptest.Set("sprache", "fr"))
	for choice, want := range map[string]string{"cancel": "?abgebrochen=1&amp;token=" + other, "approve": "?token=" + other} {
		page, err := http.PostForm(p.PayPal.URL()+"/checkoutnow", url.Values{"token": {other}, "choice": {choice}})
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(page.Body)
		page.Body.Close()
		if want := `data-next="` + p.URL + "/fr/kasse/" + want + `"`; err != nil || !strings.Contains(string(text), want) {
			t.Errorf("after %s the buyer does not go to %s:\n%s", choice, want, text)
		}
	}
}

// T26: the job, or a notification, captures before the page does, and is declined. The
// answer lets the buyer choose again, not that nothing was approved.
func TestT26_DeclinedBehindThePage(t *testing.T) {
	t.Parallel()
	p := startTill(t)
	id := p.approved()
	p.PayPal.PlanCapture(id, paypalsim.Plan{Issue: payment.PayPalIssueInstrumentDeclined})
	p.reconcile(4 * time.Minute)
	for range 2 {
		p.customer.Capture(id).WantError(http.StatusUnprocessableEntity, payment.ErrRestart.Text)
	}
	p.wantBooks(0)
	p.Approve(id)
	p.customer.Capture(id).Want(http.StatusCreated)
	p.wantBooks(1)
}
