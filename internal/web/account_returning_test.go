package web_test

import (
	"net/http"
	"net/url"
	"strings"
	"sync"
	"testing"

	"kontor/internal/oidc/oidcsim"
	"kontor/tests/shoptest"
)

// Without credentials nothing pretends to work; a failing provider harms nothing else.
func TestL3_L4_L5_ProvidersThatAreNotThere(t *testing.T) {
	t.Parallel()
	none := shoptest.Start(t).Visitor()
	none.Get("/api/konto/anmelden/google").WantError(http.StatusServiceUnavailable, "Die Anmeldung mit Google ist noch nicht eingerichtet.")
	none.Get("/api/konto/anmelden/microsoft").WantError(http.StatusServiceUnavailable, "Die Anmeldung mit Microsoft ist noch nicht eingerichtet.")
	none.Get("/api/konto/rueckkehr/google?state=a&code=b").WantError(http.StatusBadRequest, mismatch)
	if none.Cookie(shoptest.SignInCookie) != "" {
		t.Error("a sign-in has begun")
	}

	shop := shoptest.Start(t, shoptest.SignIn())
	c := shop.Visitor()
	for _, name := range []string{"apple", "Google", "GOOGLE", "google%2f", "..%2fgoogle", "google/", "google%00"} {
		c.Get("/api/konto/anmelden/" + name).Want(http.StatusNotFound)
	}
	shop.Issuer("google").SetTrouble(oidcsim.Metadata, oidcsim.Down)
	c.Get("/api/konto/anmelden/google").
		WantError(http.StatusServiceUnavailable, "Die Anmeldung mit Google ist gerade nicht möglich. Bitte später erneut versuchen.")
	page := c.Get("/api/konto/anmelden/google", "Accept: text/html").Want(http.StatusServiceUnavailable)
	if !strings.Contains(page.Text(), "gerade nicht möglich") || !strings.Contains(page.Text(), "<h1>") {
		t.Errorf("page %s", page.Text())
	}
	if c.Cookie(shoptest.SignInCookie) != "" {
		t.Error("a sign-in has begun")
	}
	c.SignIn("microsoft", anna).Want(http.StatusSeeOther)
	c.PostOrder(shoptest.Order()).Want(http.StatusCreated)
}

func TestL10_L11_PagesToReturnTo(t *testing.T) {
	t.Parallel()
	shop := shoptest.Start(t, shoptest.SignIn())
	c := shop.Visitor()
	for target, want := range map[string]string{
		"/konto/?a=b": "/konto/?a=b", "": "/",
		"https://evil.example": "/", "//evil.example": "/", `/\evil.example`: "/", `\\evil.example`: "/", "/\t/evil.example": "/",
		"javascript:alert(1)": "/", "data:text/html,x": "/", "http:/evil.example": "/", "/a\r\nSet-Cookie: a=b": "/",
		" https://evil.example": "/", "/.//evil.example": "/", "/" + strings.Repeat("a", 600): "/",
		"/api/konto/abmelden": "/", "/api/konto/anmelden/google": "/", "/zugang/": "/",
	} {
		begun := c.Get("/api/konto/anmelden/google?weiter=" + url.QueryEscape(target)).Want(http.StatusSeeOther)
		if strings.Contains(begun.Header.Get("Location"), "evil") {
			t.Errorf("%q travels to the provider", target)
		}
		back := c.Get(shop.Authorize("google", anna, begun.Header.Get("Location"))).Want(http.StatusSeeOther)
		if got := back.Header.Get("Location"); got != want {
			t.Errorf("%q returns to %q, want %q", target, got, want)
		}
	}
}

func TestK10_TwoFirstSignInsAtOnce(t *testing.T) {
	t.Parallel()
	shop := shoptest.Start(t, shoptest.SignIn())
	clients := []*shoptest.Client{shop.Visitor(), shop.Visitor()}
	addresses := []string{begin(shop, clients[0], "google", anna), begin(shop, clients[1], "google", anna)}
	var both sync.WaitGroup
	for i, c := range clients {
		both.Go(func() {
			if got := c.Get(addresses[i]); got.Status != http.StatusSeeOther {
				t.Errorf("sign-in %d: %d %s", i, got.Status, got.Text())
			}
		})
	}
	both.Wait()
	clients[0].PostOrder(shoptest.Order()).Want(http.StatusCreated)
	if orders := customerOrders(clients[1]); len(orders) != 1 {
		t.Errorf("the other session sees %v", orders)
	}
}
