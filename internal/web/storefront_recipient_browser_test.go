//go:build !nobrowser

package web_test

import (
	"net/http"
	"testing"

	"kontor/internal/oidc/oidcsim"
	"kontor/tests/shoptest"
)

// Two customers share a browser, and a guest signs in on the way: typed values
// stay with whoever typed them.
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
