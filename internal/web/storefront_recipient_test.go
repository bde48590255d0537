package web_test

import (
	"net/http"
	"strings"
	"testing"

	"kontor/tests/shoptest"
)

// vienna returns a change that sends an order to somebody in Vienna.
func vienna(name string) func(shoptest.Body) {
	return shoptest.Set("kunde", shoptest.Body{
		"name": name, "email": "an." + name + "@example.org", "strasse": "Gasse von " + name, "plz": "1010", "ort": "Wien",
	})
}

// The checkout of a customer begins with whom the latest order named, and nobody
// else's does: no other customer's, no guest's with the same e-mail, and none once
// the session or the account is gone. Rules K5, D5, X5.
func TestK5_X5_CheckoutKnowsItsCustomer(t *testing.T) {
	t.Parallel()
	shop := storefront(t, shoptest.SignIn())
	first, second := shop.Customer("google", anna), shop.Customer("google", berta)
	guest := shop.Anonymous()
	page := func(c *shoptest.Client) string {
		t.Helper()
		answer := c.Get("/kasse/").Want(http.StatusOK)
		if answer.Header.Get("Cache-Control") != "no-store" {
			t.Errorf("the checkout can be kept: %v", answer.Header)
		}
		return answer.Text()
	}
	const copied = "Aus Ihrer letzten Bestellung"
	if text := page(first); !strings.Contains(text, `value="Anna Anders"`) || strings.Contains(text, copied) {
		t.Error("before the first order, the form does not begin with the account")
	}
	guest.PostOrder(shoptest.Order(vienna("Gast"), shoptest.Email(anna.Email))).Want(http.StatusCreated)
	first.PostOrder(shoptest.Order(shoptest.Set("land", "at"), vienna("Alt"))).Want(http.StatusCreated)
	first.PostOrder(shoptest.Order(shoptest.Set("land", "at"), vienna("Anna"))).Want(http.StatusCreated)
	second.PostOrder(shoptest.Order(vienna("Berta"))).Want(http.StatusCreated)

	for name, c := range map[string]*shoptest.Client{"Anna": first, "Berta": second} {
		text := page(c)
		for _, want := range []string{`value="` + name + `"`, `value="an.` + name + `@example.org"`, `value="Gasse von ` + name + `"`, `value="1010"`, `value="Wien"`, copied} {
			if !strings.Contains(text, want) {
				t.Errorf("%s does not find %s", name, want)
			}
		}
		if strings.Contains(text, `value="at" selected`) != (name == "Anna") {
			t.Errorf("%s: the country is wrong", name)
		}
	}
	first.Post("/api/konto/abmelden", "").Want(http.StatusOK)
	erase(second).Want(http.StatusOK)
	again := shop.Customer("google", berta)
	for name, c := range map[string]*shoptest.Client{"guest": guest, "signed out": first, "erased": second, "new account": again} {
		if text := page(c); strings.Contains(text, "Gasse von") || strings.Contains(text, copied) {
			t.Errorf("%s: the form knows an address", name)
		}
	}
}
