package web_test

import (
	"net/http"
	"strings"
	"testing"

	"kontor/internal/oidc/oidcsim"
	"kontor/tests/shoptest"
)

// The people who sign in here.
var (
	anna  = oidcsim.People()[0]
	berta = oidcsim.People()[1]
	carl  = oidcsim.People()[2]
)

const (
	googleReturn = "/api/konto/rueckkehr/google"
	notSignedIn  = "Nicht angemeldet."
	mismatch     = "Diese Anmeldung ist abgelaufen oder wurde in einem anderen Browser begonnen. Bitte erneut anmelden."
)

func TestC1_SignIn(t *testing.T) {
	t.Parallel()
	shop := shoptest.Start(t, shoptest.SignIn())
	c := shop.Visitor()
	c.Get("/api/konto").WantError(http.StatusUnauthorized, notSignedIn)

	begun := c.Get("/api/konto/anmelden/google?weiter=/konto/%3Fa=b").Want(http.StatusSeeOther)
	back := c.Get(shop.Authorize("google", anna, begun.Header.Get("Location"))).Want(http.StatusSeeOther)
	if got := back.Header.Get("Location"); got != "/konto/?a=b" {
		t.Errorf("back to %q", got)
	}
	if back.Header.Get("Cache-Control") != "no-store" || back.Header.Get("Referrer-Policy") != "no-referrer" {
		t.Errorf("headers %v", back.Header)
	}
	if c.Cookie(shoptest.SignInCookie) != "" || c.Cookie(shoptest.AccountCookie) == "" {
		t.Error("the cookies are not those of somebody signed in")
	}
	if who := accountOf(c); who.Kunde.Name != "Anna Anders" || who.Kunde.Email != "anna@example.org" || !who.Kunde.EmailBestaetigt {
		t.Errorf("signed in as %+v", who)
	}
	if log := shop.Log.String(); strings.Contains(log, "anna@") || strings.Contains(log, "code=") || !strings.Contains(log, "customer signed in") {
		t.Error("the log tells too much or too little")
	}
}

// accountJSON is what GET /api/konto answers.
type accountJSON struct {
	Kunde struct {
		Name, Email     string
		EmailBestaetigt bool   `json:"email_bestaetigt"`
		AngelegtAt      string `json:"angelegt_at"`
		AngemeldetAt    string `json:"angemeldet_at"`
	}
	Anbieter []struct {
		Name, Bezeichnung string
		Eingerichtet      bool
		VerbundenAt       *string `json:"verbunden_at"`
	}
}

func accountOf(c *shoptest.Client) (a accountJSON) {
	c.Get("/api/konto").Want(http.StatusOK).Into(&a)
	return a
}

// customerOrders returns the customer's orders.
func customerOrders(c *shoptest.Client) []map[string]any {
	var answer struct{ Orders []map[string]any }
	c.Get("/api/konto/orders").Want(http.StatusOK).Into(&answer)
	return answer.Orders
}
