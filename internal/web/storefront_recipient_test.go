package web_test

import (
	"net/http"
	"strings"
	"testing"

	"kontor/internal/oidc/oidcsim"
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

// Two customers share a browser, and a guest signs in on the way: what is typed
// stays with whoever typed it.
func TestTypedStaysWithItsCustomer(t *testing.T) {
	t.Parallel()
	shop := storefront(t, shoptest.SignIn())
	visit(t, shop, func(g *guest) {
		value := func(field, want string) {
			t.Helper()
			g.until(`document.getElementById("` + field + `").value === "` + want + `"`)
		}
		g.open("/produkt/merinowolle-petrol")
		g.click(".buy .submit")
		g.until(`document.querySelector("dialog[open] .line") !== null`)
		g.open("/kasse/")
		g.until(`document.querySelector("dd.total") !== null`)
		g.fill("#email", "gast@example.org")

		g.signIn(anna)
		value("email", "gast@example.org")
		value("name", "Anna Anders")
		g.fill("#strasse", "Nebenstraße 7")
		g.open("/en/kasse/")
		value("strasse", "Nebenstraße 7")

		g.open("/konto/")
		g.click(`form[action="/api/konto/abmelden"] button`)
		g.until(`document.querySelector("a.sign-in") !== null`)
		g.open("/kasse/")
		value("strasse", "")
		value("email", "")
		value("name", "")

		g.signIn(anna)
		g.fill("#strasse", "Nebenstraße 7")
		g.until(`sessionStorage.length > 0`)
		g.signOutElsewhere()
		g.signIn(berta)
		value("name", "Berta Björk")
		value("strasse", "")

		g.signOutElsewhere()
		g.open("/kasse/")
		g.until(`document.querySelector("dd.total") !== null`)
		g.fill("#email", "gast@example.org")
		g.signIn(anna)
		value("email", "gast@example.org")
		g.signOutElsewhere()
		g.signIn(berta)
		value("email", "berta@example.org")
	})
}

// signIn signs somebody in on the way through the checkout.
func (g *guest) signIn(person oidcsim.Person) {
	g.t.Helper()
	g.shop.Issuer("google").SetPerson(person)
	g.open("/api/konto/anmelden/google?weiter=/kasse/")
	g.until(`location.pathname === "/kasse/" && document.querySelector("dd.total") !== null`)
}

// signOutElsewhere ends the session without a click in this tab.
func (g *guest) signOutElsewhere() {
	g.t.Helper()
	if status := ask[int](g, `fetch("/api/konto/abmelden", {method: "POST", headers: {"Content-Type": "application/json"}, body: "{}"}).then(r => r.status)`); status != http.StatusOK {
		g.t.Fatalf("signing out: %d", status)
	}
}
