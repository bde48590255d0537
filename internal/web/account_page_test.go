package web_test

import (
	"net/http"
	"strings"
	"testing"

	"kontor/internal/oidc/oidcsim"
	"kontor/tests/shoptest"
)

// People who cannot sign in are shown a page that explains why; rules L3, C2, C12, L5.
// The provider's own message is never shown.
func TestL3_C12_PeopleReadWhyTheyAreNotSignedIn(t *testing.T) {
	t.Parallel()
	shop := shoptest.Start(t, shoptest.SignIn())
	without := shoptest.Start(t)
	c := shop.Visitor()
	page := func(c *shoptest.Client, path string, status int, want string) {
		t.Helper()
		a := c.Get(path, "Accept: text/html").Want(status)
		if !strings.HasPrefix(a.Header.Get("Content-Type"), "text/html") || !strings.Contains(string(a.Body), want) || strings.Contains(string(a.Body), "alert(1)") {
			t.Errorf("%s answers\n%s\nwant %q", path, a.Body, want)
		}
	}
	page(without.Visitor(), "/api/konto/anmelden/google", http.StatusServiceUnavailable, "Die Anmeldung mit Google ist noch nicht eingerichtet.")
	page(c, "/api/konto/rueckkehr/google?code=a&state=b", http.StatusBadRequest, mismatch)

	shop.Issuer("google").SetFaults(oidcsim.AccessDenied)
	begun := c.Get("/api/konto/anmelden/google").Want(http.StatusSeeOther)
	back := shop.Authorize("google", anna, begun.Header.Get("Location"))
	page(c, back, http.StatusBadRequest, "Die Anmeldung wurde abgebrochen.")

	shop.Issuer("microsoft").SetTrouble(oidcsim.Metadata, oidcsim.Down)
	page(c, "/api/konto/anmelden/microsoft", http.StatusServiceUnavailable, "Die Anmeldung mit Microsoft ist gerade nicht möglich. Bitte später erneut versuchen.")
}
