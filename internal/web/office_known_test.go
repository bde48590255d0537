package web_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"kontor/internal/web"
	"kontor/tests/shoptest"
)

const adminAPI = "/api/verwaltung/"

// adminLines are the routes of the administration API.
func adminLines(shop *shoptest.Shop) []web.RouteLine {
	return slices.DeleteFunc(shop.Web.RouteLines(), func(r web.RouteLine) bool { return !strings.HasPrefix(r.Path, adminAPI) })
}

// A route of the administration refuses unknown input before anything else, and never
// drops it silently; strangers learn nothing about it.
func TestAdministrationRefusesUnknownParameters(t *testing.T) {
	t.Parallel()
	shop := shoptest.Start(t, shoptest.Public())
	admin, stranger := shop.Operator(), shop.Visitor()
	for _, r := range adminLines(shop) {
		path := r.Path + "?stauts=bezahlt"
		answer := admin.Do(r.Method, path, nil)
		if answer.Status != http.StatusBadRequest || answer.Error() != "Unbekannter Parameter „stauts“." {
			t.Errorf("%s %s: %d %.200q", r.Method, path, answer.Status, answer.Body)
		}
		stranger.Do(r.Method, path, nil).Want(http.StatusUnauthorized)
	}
	admin.Get(adminAPI+"orders?status=bezahlt&stauts=bezahlt").WantError(http.StatusBadRequest, "Unbekannter Parameter „stauts“.")
	admin.Get(adminAPI + "orders?status=bezahlt").Want(http.StatusOK)
	shop.Anonymous().Get("/api/bestseller?stauts=bezahlt").Want(http.StatusOK) // public routes are lenient
}

// Every route that takes a body, and every one that needs none, refuses an unknown
// property.
func TestAdministrationRefusesUnknownProperties(t *testing.T) {
	t.Parallel()
	shop := shoptest.Start(t, shoptest.Public())
	admin, stranger := shop.Operator(), shop.Visitor()
	placed := admin.PostOrder(shoptest.Order()).Want(http.StatusCreated).JSON()
	for _, r := range adminLines(shop) {
		if r.Method == http.MethodGet || r.Method == http.MethodPost && readsFile(r.Path) {
			continue
		}
		answer := admin.Do(r.Method, r.Path, `{"beschreibung":"weich"}`)
		notSetUp := answer.Status == http.StatusServiceUnavailable && strings.Contains(r.Path, "/zahlungen/")
		if answer.Error() != "Unbekanntes Feld „beschreibung“." && !notSetUp {
			t.Errorf("%s %s: %d %s", r.Method, r.Path, answer.Status, answer.Text())
		}
		stranger.Do(r.Method, r.Path, `{"beschreibung":"weich"}`).Want(http.StatusUnauthorized)
	}
	const order = adminAPI + "orders/1"
	admin.Patch(order, `{"status":"bezahlt","stauts":1}`).WantError(http.StatusBadRequest, "Unbekanntes Feld „stauts“.")
	admin.Patch(order, `{"Status":"bezahlt"}`).WantError(http.StatusBadRequest, "Unbekanntes Feld „Status“.")
	if now := admin.Get(order).JSON()["order"].(map[string]any); now["status"] != "zahlungOffen" || now["bestellnummer"] != placed["bestellnummer"] {
		t.Errorf("a refused change was carried out: %v", now)
	}
	admin.PostOrder(shoptest.Order(shoptest.Set("beschreibung", "weich"))).Want(http.StatusCreated) // public routes are lenient
}

// readsFile reports whether what is sent to a path is a file.
func readsFile(path string) bool {
	return slices.ContainsFunc([]string{"/kontoauszuege", "/bild", "/bilder", "/import"}, func(end string) bool {
		return strings.HasSuffix(path, end)
	})
}

// A name from a request is only repeated as far as people can read it.
func TestUnknownPropertyIsNamedShortly(t *testing.T) {
	t.Parallel()
	shop := shoptest.Start(t, shoptest.Public())
	answer := shop.Operator().Post(adminAPI+"produkte", shoptest.Body{strings.Repeat("ü", 10_000): 1}).Want(http.StatusBadRequest)
	if text := answer.Error(); len(text) > 300 || !strings.HasSuffix(text, "ü…“.") {
		t.Errorf("the refusal has %d bytes: %.400s", len(text), text)
	}
	shop.Operator().Get(adminAPI + "produkte?%FF%00=1").Want(http.StatusBadRequest)
}

// Clients send back what they were given: whatever an entry shows is known, and
// read-only properties have no effect.
func TestWholeEntriesMayBeSentBack(t *testing.T) {
	t.Parallel()
	shop := shoptest.Start(t, shoptest.Public())
	admin := shop.Operator()
	admin.Post(productsPath, newProduct+`}`).Want(http.StatusCreated)
	admin.Post(adminAPI+"gutscheine", `{"code":"HERBST","art":"prozent","wert":10}`).Want(http.StatusCreated)
	admin.PostOrder(shoptest.Order()).Want(http.StatusCreated)
	admin.Patch(adminAPI+"orders/1", `{"notiz":"wartet"}`).Want(http.StatusOK)

	order := admin.Get(adminAPI + "orders/1").Want(http.StatusOK).JSON()["order"].(map[string]any)
	order["status"] = "bezahlt"
	kept := admin.Patch(adminAPI+"orders/1", order).Want(http.StatusOK).JSON()["order"].(map[string]any)
	if kept["status"] != "bezahlt" || kept["summe"] != order["summe"] || kept["notiz"] != "wartet" {
		t.Errorf("sent back and kept: %v", kept)
	}
	listed := admin.Get(adminAPI + "orders").Want(http.StatusOK).JSON()["orders"].([]any)[0]
	admin.Patch(adminAPI+"orders/1", listed).Want(http.StatusOK)

	for member, path := range map[string]string{"produkte": productsPath + "/garn-rot", "gutscheine": adminAPI + "gutscheine/HERBST"} {
		list := path[:strings.LastIndex(path, "/")]
		entry := admin.Get(list).Want(http.StatusOK).JSON()[member].([]any)[0]
		admin.Patch(path, entry).Want(http.StatusOK)
		admin.Delete(path).Want(http.StatusOK)
		admin.Post(list, entry).Want(http.StatusCreated) // as the pages undo a deletion
	}
}

// Days in the wrong order are a mistake, not an empty list.
func TestDaysInTheWrongOrder(t *testing.T) {
	t.Parallel()
	shop := shoptest.Start(t, shoptest.Public())
	admin := shop.Operator()
	for _, route := range []string{"orders", "orders.csv", "orders.xlsx", "kennzahlen"} {
		const days = "?von=2026-11-22&bis=2026-11-"
		admin.Get(adminAPI+route+days+"21").WantError(http.StatusBadRequest, "Ungültiger Filter: von liegt nach bis.")
		admin.Get(adminAPI + route + days + "22").Want(http.StatusOK)
		admin.Get(adminAPI + route + "?von=2026-11-22").Want(http.StatusOK)
	}
}
