package web_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"
	"time"

	"kontor/internal/oidc/oidcsim"
	"kontor/tests/shoptest"
)

func TestK1_K2_K3_K4_H47_S25_S26_WhoSomebodyIs(t *testing.T) {
	t.Parallel()
	shop := shoptest.Start(t, shoptest.SignIn())
	victim := shop.Customer("google", anna)
	victim.PostOrder(shoptest.Order(shoptest.Email(anna.Email))).Want(http.StatusCreated)
	shop.Visitor().PostOrder(shoptest.Order(shoptest.Email(anna.Email))).Want(http.StatusCreated) // K11
	if orders := customerOrders(shop.Customer("google", anna)); len(orders) != 1 {
		t.Errorf("K1, K11: the same person sees %v", orders)
	}
	for _, c := range []struct {
		name, provider string
		person         oidcsim.Person
	}{
		{"K2 same subject at the other provider", "microsoft", oidcsim.Person{Subject: anna.Subject}},
		{"K3 same verified e-mail", "microsoft", oidcsim.Person{Subject: "7", Email: anna.Email, EmailVerified: json.RawMessage(`true`)}},
		{"K4 same e-mail, not verified", "google", oidcsim.Person{Subject: "8", Email: anna.Email, EmailVerified: json.RawMessage(`false`)}},
		{"K4 same e-mail, not marked", "microsoft", oidcsim.Person{Subject: "9", Email: anna.Email}},
		{"K4 in capitals", "google", oidcsim.Person{Subject: "10", Email: strings.ToUpper(anna.Email), EmailVerified: json.RawMessage(`"true"`)}},
	} {
		other := shop.Customer(c.provider, c.person)
		file, _ := download(other)
		if orders := customerOrders(other); len(orders) != 0 || len(file.Bestellungen) != 0 || len(file.Anmeldungen) != 1 {
			t.Errorf("%s: sees %v", c.name, orders)
		}
		// K5: linking takes nothing over either; by now both identities with that
		// subject belong to somebody.
		link(shop, other, otherProvider(c.provider), anna).
			WantError(http.StatusConflict, "Diese Anmeldung gehört schon zu einem anderen Kundenkonto.")
		if orders := customerOrders(other); len(orders) != 0 {
			t.Errorf("%s: sees %v after linking", c.name, orders)
		}
	}
	if orders := customerOrders(victim); len(orders) != 1 {
		t.Errorf("the victim sees %v", orders)
	}
}

func otherProvider(name string) string {
	if name == "google" {
		return "microsoft"
	}
	return "google"
}

// link adds a provider to the client's account and returns the last answer.
func link(shop *shoptest.Shop, c *shoptest.Client, provider string, person oidcsim.Person) shoptest.Answer {
	var begun struct{ Adresse string }
	c.Post("/api/konto/verknuepfen/"+provider, shoptest.Body{"weiter": "/konto/"}).Want(http.StatusOK).Into(&begun)
	return c.Get(shop.Authorize(provider, person, begun.Adresse))
}

func TestK6_NewEmailAtTheProvider(t *testing.T) {
	t.Parallel()
	shop := shoptest.Start(t, shoptest.SignIn())
	shop.Customer("google", anna).PostOrder(shoptest.Order(shoptest.Email(anna.Email))).Want(http.StatusCreated)
	married := anna
	married.Email, married.Name = "anna@neu.example", "Anna Neu"
	c := shop.Customer("google", married)
	if who := accountOf(c); who.Kunde.Email != "anna@neu.example" || who.Kunde.Name != "Anna Neu" {
		t.Errorf("signed in as %+v", who)
	}
	if orders := customerOrders(c); len(orders) != 1 || orders[0]["kunde_email"] != anna.Email {
		t.Errorf("orders %v", orders)
	}
}

func TestK7_NoEmail(t *testing.T) {
	t.Parallel()
	shop := shoptest.Start(t, shoptest.SignIn())
	c := shop.Customer("google", carl)
	if who := accountOf(c); who.Kunde.Email != "" || who.Kunde.EmailBestaetigt {
		t.Errorf("signed in as %+v", who)
	}
	c.PostOrder(shoptest.Order()).Want(http.StatusCreated)
	download(c)
	var mails struct{ Mails []struct{ An *string } }
	shop.Operator().Get("/api/verwaltung/mails").Want(http.StatusOK).Into(&mails)
	for _, mail := range mails.Mails {
		if mail.An != nil && *mail.An != "erika@example.org" {
			t.Errorf("a message goes to %q", *mail.An)
		}
	}
}

func TestK9_HostileNames(t *testing.T) {
	t.Parallel()
	shop := shoptest.Start(t, shoptest.SignIn())
	for i, name := range []string{"<script>alert(1)</script>", "\u202eAnna", strings.Repeat("ä", 10_000), "A\x00\r\nB\x1b[2J", "\u200b"} {
		c := shop.Customer("google", oidcsim.Person{Subject: string(rune('a' + i)), Name: name})
		got := accountOf(c).Kunde.Name
		if len([]rune(got)) > 100 || strings.ContainsAny(got, "\x00\r\n\x1b\u202e\u200b") {
			t.Errorf("%.40q is shown as %q", name, got)
		}
		if page := c.Get("/konto/", "Accept: text/html"); strings.Contains(page.Text(), "<script>alert(1)") {
			t.Error("the name is part of the page")
		}
	}
}

func TestK5_LinkASecondProvider(t *testing.T) {
	t.Parallel()
	shop := shoptest.Start(t, shoptest.SignIn())
	c := shop.Customer("google", anna)
	c.PostOrder(shoptest.Order()).Want(http.StatusCreated)
	back := link(shop, c, "microsoft", berta).Want(http.StatusSeeOther)
	if got := back.Header.Get("Location"); got != "/konto/" {
		t.Errorf("back to %q", got)
	}
	who := accountOf(c)
	if who.Kunde.Name != "Anna Anders" || who.Anbieter[0].VerbundenAt == nil || who.Anbieter[1].VerbundenAt == nil {
		t.Errorf("the account is %+v", who)
	}
	other := shop.Customer("microsoft", berta)
	if len(customerOrders(other)) != 1 {
		t.Error("the second provider opens another account")
	}
	c.Post("/api/konto/verknuepfen/microsoft", shoptest.Body{}).Want(http.StatusConflict)

	c.Delete("/api/konto/anbieter/microsoft").Want(http.StatusOK)
	other.Get("/api/konto").WantError(http.StatusUnauthorized, notSignedIn) // shut out
	if fresh := shop.Customer("microsoft", berta); len(customerOrders(fresh)) != 0 {
		t.Error("the provider that was taken away still opens the account")
	}
	c.Delete("/api/konto/anbieter/microsoft").WantError(http.StatusNotFound, "Dieser Anbieter ist nicht mit dem Konto verbunden.")
	c.Delete("/api/konto/anbieter/google").WantError(http.StatusConflict, "Die letzte Anmeldemöglichkeit lässt sich nicht entfernen.")
	if len(customerOrders(c)) != 1 {
		t.Error("the orders are gone")
	}
}

// A link is begun and finished by the same session.
func TestK5_LinkingIsBoundToItsSession(t *testing.T) {
	t.Parallel()
	shop := shoptest.Start(t, shoptest.SignIn())
	attacker, victim := shop.Customer("google", berta), shop.Customer("google", anna)
	var begun struct{ Adresse string }
	attacker.Post("/api/konto/verknuepfen/microsoft", shoptest.Body{}).Want(http.StatusOK).Into(&begun)
	address := shop.Authorize("microsoft", carl, begun.Adresse)

	victim.SetCookie(shoptest.SignInCookie, attacker.Cookie(shoptest.SignInCookie))
	victim.Get(address).WantError(http.StatusBadRequest, mismatch)
	guest := shop.Visitor()
	guest.SetCookie(shoptest.SignInCookie, attacker.Cookie(shoptest.SignInCookie))
	guest.Get(address).WantError(http.StatusBadRequest, mismatch)
	for _, c := range []*shoptest.Client{attacker, victim} {
		if accountOf(c).Anbieter[1].VerbundenAt != nil {
			t.Error("the provider was linked")
		}
	}
	if n := shop.Issuer("microsoft").Count(oidcsim.Token); n != 0 {
		t.Errorf("%d token calls", n)
	}
	if guest.Cookie(shoptest.AccountCookie) != "" {
		t.Error("the guest is signed in")
	}

	// After signing out and in again, it is another session.
	attacker.Post("/api/konto/verknuepfen/microsoft", shoptest.Body{}).Want(http.StatusOK).Into(&begun)
	address = shop.Authorize("microsoft", carl, begun.Adresse)
	attacker.SignIn("google", berta).Want(http.StatusSeeOther)
	attacker.Get(address).WantError(http.StatusBadRequest, mismatch)
}

func TestK5_S5_LinkingIsAnExplicitAct(t *testing.T) {
	t.Parallel()
	shop := shoptest.Start(t, shoptest.SignIn())
	const again = "Bitte melden Sie sich zur Sicherheit noch einmal an."
	shop.Visitor().Post("/api/konto/verknuepfen/microsoft", shoptest.Body{}).WantError(http.StatusUnauthorized, notSignedIn)
	c := shop.Customer("google", anna)
	c.Get("/api/konto/verknuepfen/microsoft").Want(http.StatusMethodNotAllowed)
	c.Post("/api/konto/verknuepfen/microsoft", "a=b", "Content-Type: application/x-www-form-urlencoded").Want(http.StatusUnsupportedMediaType)
	c.Post("/api/konto/verknuepfen/microsoft", shoptest.Body{}, "Sec-Fetch-Site: cross-site").Want(http.StatusForbidden)
	c.Post("/api/konto/verknuepfen/apple", shoptest.Body{}).Want(http.StatusNotFound)
	shop.Clock.Advance(15*time.Minute + time.Second)
	c.Post("/api/konto/verknuepfen/microsoft", shoptest.Body{}).WantError(http.StatusForbidden, again)
	c.Delete("/api/konto/anbieter/google").WantError(http.StatusForbidden, again)
	if c.Cookie(shoptest.SignInCookie) != "" {
		t.Error("a sign-in has begun")
	}
	if n := shop.Issuer("microsoft").Count(oidcsim.Authorization); n != 0 {
		t.Errorf("%d visits at the provider", n)
	}
}

func TestK12_SessionOutlivesTheAccountAtTheProvider(t *testing.T) {
	t.Parallel()
	shop := shoptest.Start(t, shoptest.SignIn())
	c := shop.Customer("google", anna)
	shop.Issuer("google").SetTrouble(oidcsim.Metadata, oidcsim.Down)
	shop.Issuer("google").SetTrouble(oidcsim.Token, oidcsim.Down)
	shop.Clock.Advance(13 * 24 * time.Hour)
	accountOf(c)
	download(c)
	shop.Clock.Advance(14 * 24 * time.Hour)
	c.Get("/api/konto").WantError(http.StatusUnauthorized, notSignedIn)
}

// The operator sees the account of an order and nothing else about it; the customer
// sees none of the operator's notes.
func TestOrdersOfAccountsForBothSides(t *testing.T) {
	t.Parallel()
	shop := shoptest.Start(t, shoptest.SignIn())
	c := shop.Customer("google", anna)
	c.PostOrder(shoptest.Order(shoptest.Set("kunde_id", 7))).Want(http.StatusCreated)
	shop.Visitor().PostOrder(shoptest.Order(shoptest.Set("kunde_id", 1))).Want(http.StatusCreated)
	operator := shop.Operator()
	operator.Patch("/api/verwaltung/orders/1", shoptest.Body{"notiz": "zahlt immer spät"}).Want(http.StatusOK)
	var list struct {
		Orders []struct {
			ID      int
			KundeID *int `json:"kunde_id"`
		}
	}
	operator.Get("/api/verwaltung/orders").Want(http.StatusOK).Into(&list)
	if list.Orders[1].KundeID == nil || *list.Orders[1].KundeID != 1 || list.Orders[0].KundeID != nil {
		t.Errorf("orders %+v", list.Orders)
	}
	orders := customerOrders(c)
	if len(orders) != 1 || len(orders[0]["artikel"].([]any)) != 2 || orders[0]["bestellnummer"] != "BK-2026-0001" {
		t.Fatalf("the customer sees %v", orders)
	}
	for _, private := range []string{"notiz", "hinweise", "version", "kunde_id", "ereignisse", "mails"} {
		if _, there := orders[0][private]; there {
			t.Errorf("the customer sees %q", private)
		}
	}
}
