package web_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"kontor/internal/mail"
	"kontor/tests/mailtest"
	"kontor/tests/shoptest"
)

// dataFile is the file of a data download.
type dataFile struct {
	Format       string
	ErstelltAm   string `json:"erstellt_am"`
	Auskunft     map[string]any
	Konto        map[string]any
	Anmeldungen  []map[string]any
	Sitzungen    []map[string]any
	Bestellungen []map[string]any
}

func download(c *shoptest.Client) (file dataFile, a shoptest.Answer) {
	a = c.Get("/api/konto/daten").Want(http.StatusOK)
	a.Into(&file)
	return file, a
}

func TestD1_D4_D5_D6_S29_DataDownload(t *testing.T) {
	t.Parallel()
	shop := shoptest.Start(t, shoptest.SignIn())
	shop.Visitor().PostOrder(shoptest.Order(shoptest.Email("anna@example.org"))).Want(http.StatusCreated) // as a guest
	shop.Customer("google", berta).PostOrder(shoptest.Order(shoptest.Email("ANNA@example.org"))).Want(http.StatusCreated)
	c := shop.Customer("google", anna)
	c.PostOrder(shoptest.Order(shoptest.Set("summe", 22.199999), shoptest.Email("Änna@example.org"))).Want(http.StatusCreated)
	operator := shop.Operator()
	operator.Patch("/api/verwaltung/orders/3", shoptest.Body{"notiz": "ruft <b>zurück</b>"}).Want(http.StatusOK)

	file, answer := download(c)
	if got := answer.Header.Get("Content-Disposition"); got != `attachment; filename="meine-daten-2026-11-21.json"` {
		t.Errorf("Content-Disposition %q", got)
	}
	for name, want := range map[string]string{
		"Content-Type": "application/json; charset=utf-8", "Cache-Control": "no-store", "X-Content-Type-Options": "nosniff",
	} {
		if got := answer.Header.Get(name); got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
	if len(file.Bestellungen) != 1 || file.Bestellungen[0]["id"] != 3.0 {
		t.Fatalf("orders %v, want the one placed while signed in", file.Bestellungen)
	}
	order := file.Bestellungen[0]
	for name, want := range map[string]any{
		"summe": 22.199999, "kunde_email": "Änna@example.org", "ort": "Köln", "gutschein_code": nil, "paypal_order_id": nil,
		"notiz": "ruft <b>zurück</b>", "treuebonus_verwendet": 0.0, "created_at": "2026-11-21T09:15:00.123Z",
	} {
		if diff := cmp.Diff(want, order[name]); diff != "" {
			t.Errorf("%s:\n%s", name, diff)
		}
	}
	if items := order["artikel"].([]any); len(items) != 2 || items[0].(map[string]any)["preis"] != 5.95 {
		t.Errorf("items %v", items)
	}
	if got := file.Anmeldungen; len(got) != 1 || got[0]["sub"] != anna.Subject || got[0]["anbieter"] != "google" {
		t.Errorf("sign-ins %v", got)
	}
	if got := file.Sitzungen; len(got) != 1 || got[0]["endet_at"] != "2026-12-05T09:15:00.123Z" || len(got[0]) != 3 {
		t.Errorf("sessions %v", got)
	}
	for _, secret := range []string{c.Cookie(shoptest.AccountCookie), "hash", "BK-2026-0001", "BK-2026-0002", "berta"} {
		if secret == "" || strings.Contains(answer.Text(), secret) {
			t.Errorf("the file has %q", secret)
		}
	}
	for _, part := range []string{"verantwortlicher", "zwecke", "rechtsgrundlagen", "empfaenger", "speicherdauer", "rechte", "herkunft", "bestellungen_als_gast"} {
		if file.Auskunft[part] == nil || file.Auskunft[part] == "" {
			t.Errorf("no information on %s", part)
		}
	}
}

// More orders than are read at once.
func TestD4_ManyOrders(t *testing.T) {
	t.Parallel()
	provider := mailtest.StartResend(t, "re_123")
	shop := shoptest.Start(t, shoptest.SignIn(), shoptest.Mail(mail.Options{ResendKey: "re_123", ResendURL: provider.URL()}))
	c := shop.Customer("google", anna)
	const orders = 203
	for range orders {
		c.PostOrder(shoptest.Order()).Want(http.StatusCreated)
	}
	file, _ := download(c)
	if len(file.Bestellungen) != orders {
		t.Errorf("%d orders, want %d", len(file.Bestellungen), orders)
	}
	for i, order := range file.Bestellungen {
		if order["id"] != float64(i+1) || len(order["artikel"].([]any)) != 2 || len(order["nachrichten"].([]any)) != 2 {
			t.Fatalf("order %d is %v", i+1, order)
		}
	}
}

func TestD2_OnlyForCustomers(t *testing.T) {
	t.Parallel()
	shop := shoptest.Start(t, shoptest.SignIn())
	shop.Visitor().Get("/api/konto/daten").WantError(http.StatusUnauthorized, notSignedIn)
	c := shop.Customer("google", anna)
	shop.Clock.Advance(31 * 24 * time.Hour)
	c.Get("/api/konto/daten").WantError(http.StatusUnauthorized, notSignedIn)

	c = shop.Customer("google", anna)
	c.Do("DELETE", "/api/konto", shoptest.Body{"bestaetigung": "LÖSCHEN"}).Want(http.StatusOK)
	c.Get("/api/konto/daten").WantError(http.StatusUnauthorized, notSignedIn)
}

func TestD7_TenDownloadsInAnHour(t *testing.T) {
	t.Parallel()
	shop := shoptest.Start(t, shoptest.SignIn())
	c, other := shop.Customer("google", anna), shop.Customer("google", anna)
	for i := range 10 {
		[]*shoptest.Client{c, other}[i%2].Get("/api/konto/daten").Want(http.StatusOK)
		shop.Clock.Advance(time.Minute)
	}
	refused := other.Get("/api/konto/daten").Want(http.StatusTooManyRequests)
	if got, want := refused.Header.Get("Retry-After"), fmt.Sprint(50*60); got != want || refused.Header.Get("Content-Disposition") != "" {
		t.Errorf("Retry-After %s, want %s; %v", got, want, refused.Header)
	}
	shop.Customer("google", berta).Get("/api/konto/daten").Want(http.StatusOK)
	shop.Clock.Advance(50 * time.Minute)
	c.Get("/api/konto/daten").Want(http.StatusOK)
	c.Get("/api/konto/daten").Want(http.StatusTooManyRequests)
}
