package web_test

import (
	"net/http"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"kontor/tests/shoptest"
)

const trialPath = "/api/verwaltung/gutscheinpruefung"

// The operator sees who used a coupon, and why somebody else cannot.
func TestCouponUsesAndTrials(t *testing.T) {
	t.Parallel()
	shop := shoptest.Start(t, shoptest.Public())
	operator := shop.Operator()
	operator.Post(couponsPath, shoptest.Body{
		"code": "Winter 10", "art": "prozent", "wert": 10, "einmalig_pro_person": true, "mindestsumme": 15, "gueltig_bis": "2026-11-22",
	}).Want(http.StatusCreated)
	for _, email := range []string{"erika@example.org", "otto@example.org"} {
		operator.PostOrder(shoptest.Order(shoptest.Email(email), shoptest.Set("gutscheinCode", "winter 10"))).Want(http.StatusCreated)
	}
	operator.Patch("/api/verwaltung/orders/2", shoptest.Body{"status": "storniert"}).Want(http.StatusOK)

	var uses struct {
		Einloesungen []struct {
			ID     int64
			Status string
			Email  string `json:"kunde_email"`
		}
		Weiter *string
	}
	first := operator.Get(couponsPath + "/winter%2010/einloesungen?limit=1").Want(http.StatusOK)
	first.Into(&uses)
	if len(uses.Einloesungen) != 1 || uses.Einloesungen[0].Status != "storniert" || uses.Weiter == nil || first.Header.Get("Link") == "" {
		t.Fatalf("first page %+v", uses)
	}
	operator.Get(couponsPath + "/winter%2010/einloesungen?limit=1&cursor=" + *uses.Weiter).Want(http.StatusOK).Into(&uses)
	if len(uses.Einloesungen) != 1 || uses.Einloesungen[0].Email != "erika@example.org" || uses.Weiter != nil {
		t.Fatalf("second page %+v", uses)
	}
	operator.Get(couponsPath+"/nie/einloesungen").WantError(http.StatusNotFound, couponMissing)
	operator.Get(couponsPath+"/winter%2010/einloesungen?cursor=x").WantError(http.StatusBadRequest, "Ungültige Seitenangabe.")
	shop.Visitor().Get(couponsPath + "/winter%2010/einloesungen").Want(http.StatusUnauthorized)

	try := func(email string, goods float64) shoptest.Body {
		t.Helper()
		return operator.Post(trialPath, shoptest.Body{"code": " winter 10", "email": email, "warenwert": goods}).Want(http.StatusOK).JSON()
	}
	refused := func(kind, text string) shoptest.Body {
		return shoptest.Body{"ok": true, "einloesbar": false, "rabatt": nil, "grund": map[string]any{"art": kind, "text": text}}
	}
	granted := shoptest.Body{"ok": true, "einloesbar": true, "grund": nil, "rabatt": 2.3}
	for _, diff := range []string{
		cmp.Diff(try("neu@example.org", 23), granted),
		cmp.Diff(try("otto@example.org", 23), granted), // the order is cancelled
		cmp.Diff(try("Erika@Example.ORG", 23), refused("schon_eingeloest", "Diese E-Mail-Adresse nutzt den Gutschein schon mit BK-2026-0001.")),
		cmp.Diff(try("neu@example.org", 14.99), refused("mindestsumme", "Der Warenwert von 14,99 € liegt unter der Mindestsumme von 15,00 €.")),
	} {
		if diff != "" {
			t.Error(diff)
		}
	}
	shop.Clock.Advance(48 * time.Hour)
	if diff := cmp.Diff(shop.Operator().Post(trialPath, shoptest.Body{"code": "winter 10", "warenwert": 23}).Want(http.StatusOK).JSON(),
		refused("abgelaufen", "Der Gutschein galt nur bis 22.11.2026.")); diff != "" {
		t.Error(diff)
	}
	shop.Operator().Post(trialPath, shoptest.Body{"code": 5}).WantError(http.StatusBadRequest, "„code“ muss ein Text sein.")
	shop.Visitor().Post(trialPath, shoptest.Body{"code": "winter 10"}).Want(http.StatusUnauthorized)
}
