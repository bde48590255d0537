package web_test

import (
	"fmt"
	"net/http"
	"testing"
	"time"

	"kontor/internal/paypal/paypalsim"
	"kontor/internal/shop"
	"kontor/internal/shop/catalogue"
	"kontor/internal/shop/checkout"
	"kontor/internal/shop/payment"
	"kontor/tests/shoptest"
)

const paymentsPath = "/api/verwaltung/zahlungen"

// The operator sees each payment with its history, checks with PayPal again, and
// refunds money in parts, never more than there is.
func TestAdministrationOfPayments(t *testing.T) {
	t.Parallel()
	p := startTill(t)
	operator := p.Operator()
	id := p.approved()
	p.PayPal.Fail(paypalsim.Capture, paypalsim.Fault{Kind: paypalsim.Unavailable, Times: 3})
	p.customer.Capture(id).WantError(http.StatusServiceUnavailable, "Der Stand der Zahlung wird geprüft.")
	page := operator.Get(paymentsPath + "?status=einzug_laeuft").Want(http.StatusOK).JSON()
	if list := page["zahlungen"].([]any); len(list) != 1 || page["anzahl"].(map[string]any)["alle"] != 1.0 {
		t.Errorf("page %v", page)
	}
	operator.Get(paymentsPath+"?status=bezahlt").WantError(http.StatusBadRequest, "Ungültiger Filter: status.")
	operator.Get(paymentsPath+"/2").WantError(http.StatusNotFound, "Zahlung nicht gefunden.")
	checked := operator.Post(paymentsPath+"/1/pruefen", nil).Want(http.StatusOK).JSON()["zahlung"].(map[string]any)
	if checked["status"] != "abgeschlossen" || checked["bestellnummer"] != "BK-2026-0001" || len(checked["verlauf"].([]any)) != 4 {
		t.Errorf("checked %v", checked)
	}
	order := operator.Get(ordersPath + "/1").Want(http.StatusOK).JSON()["order"].(map[string]any)
	if payment := order["zahlung"].(map[string]any); payment["rest"] != 22.2 || payment["paypal_order_id"] != id {
		t.Errorf("payment of the order %v", payment)
	}
	p.wantBooks(1)
	wantCancelled := func(want float64) {
		t.Helper()
		if got := operator.Get(paymentsPath + "/bilanz").Want(http.StatusOK).JSON()["storniert"]; got != want {
			t.Errorf("%v € of cancelled orders, want %v", got, want)
		}
	}
	wantCancelled(0)
	operator.Patch(ordersPath+"/1", shoptest.Body{"status": "storniert"}).Want(http.StatusOK)
	wantCancelled(22.2) // nothing is refunded automatically

	const refunds = paymentsPath + "/1/erstattungen"
	for _, amount := range []any{0, -1, 1.005, "5", 1e12, nil} {
		operator.Post(refunds, shoptest.Body{"betrag": amount}).WantError(http.StatusBadRequest, "Ungültiger Erstattungsbetrag.")
	}
	operator.Post(refunds, shoptest.Body{"betrag": 22.21}).WantError(http.StatusConflict, "So viel ist von dieser Zahlung nicht mehr da.")
	part := shoptest.Body{"betrag": 5.4, "notiz": "Nadeln beschädigt"}
	for range 2 { // the same request twice
		given := operator.Post(refunds, part, "Idempotency-Key: a").Want(http.StatusCreated).JSON()["zahlung"].(map[string]any)
		if given["rest"] != 16.8 || given["erstattet"] != 5.4 {
			t.Errorf("given back %v", given)
		}
	}
	operator.Post(refunds, shoptest.Body{"betrag": 1}, "Idempotency-Key: a").Want(http.StatusUnprocessableEntity)
	p.PayPal.Fail(paypalsim.Refund, paypalsim.Fault{Kind: paypalsim.Cut, Done: true})
	operator.Post(refunds, shoptest.Body{}).Want(http.StatusCreated)
	operator.Post(refunds, shoptest.Body{}).WantError(http.StatusConflict, "Von dieser Zahlung ist nichts zu erstatten.")
	p.reconcile(time.Minute)
	if entry := p.PayPal.Entry(id); entry.Refunded != 2220 {
		t.Errorf("PayPal gave back %+v", entry)
	}
	balance := operator.Get(paymentsPath + "/bilanz").Want(http.StatusOK).JSON()
	for name, want := range map[string]float64{"eingezogen": 22.2, "bestellt": 0, "erstattet": 22.2, "laufend": 0, "unklar": 0, "differenz": 0} {
		if balance[name] != want {
			t.Errorf("%s is %v, want %v", name, balance[name], want)
		}
	}
	wantCancelled(0)
	p.wantNotes("", 0)
}

// Refunds that PayPal refuses do not count, and pending ones do.
func TestRefundRefusedOrPending(t *testing.T) {
	t.Parallel()
	p := startTill(t)
	operator := p.Operator()
	p.customer.Capture(p.approved()).Want(http.StatusCreated)
	p.PayPal.PlanRefund(paypalsim.Plan{Issue: payment.PayPalIssueRefundTimeLimit})
	p.PayPal.PlanRefund(paypalsim.Plan{Status: "PENDING"})
	path := paymentsPath + "/1/erstattungen"
	operator.Post(path, shoptest.Body{"betrag": 10}).WantError(http.StatusUnprocessableEntity,
		"PayPal hat das Geld nicht zurückgegeben. Der Grund und was zu tun ist, steht bei der Zahlung.")
	if got := operator.Get(paymentsPath + "/1").Want(http.StatusOK).JSON()["zahlung"].(map[string]any); got["rest"] != 22.2 {
		t.Errorf("after a refused refund: %v", got)
	}
	got := operator.Post(path, shoptest.Body{"betrag": 10}).Want(http.StatusCreated).JSON()["zahlung"].(map[string]any)
	if got["rest"] != 12.2 {
		t.Errorf("while a refund is pending: %v", got)
	}
	if balance := p.wantBalance(); balance.Underway != 1000 || balance.Ordered != 1220 {
		t.Errorf("balance %+v", balance)
	}
	for _, state := range []string{"neu", "abgelehnt"} {
		operator.Get(fmt.Sprintf("%s?status=%s&limit=1", paymentsPath, state)).Want(http.StatusOK)
	}
}

// A round of reconciliation stops when PayPal asks for fewer calls, including the
// operator's refunds.
func TestRefundsStopAtRateLimit(t *testing.T) {
	t.Parallel()
	p := startTill(t)
	operator := p.Operator()
	p.customer.Capture(p.approved()).Want(http.StatusCreated)
	const refunds = 9
	p.PayPal.Fail(paypalsim.Refund, paypalsim.Fault{Kind: paypalsim.Unavailable, Times: refunds})
	for range refunds {
		operator.Post(paymentsPath+"/1/erstattungen", shoptest.Body{"betrag": 1}).Want(http.StatusCreated)
	}
	p.PayPal.Heal()
	p.PayPal.Fail(paypalsim.Refund, paypalsim.Fault{Kind: paypalsim.TooManyRequests, Times: refunds})
	before := p.PayPal.Calls(paypalsim.Refund)
	p.reconcile(time.Minute)
	if n := p.PayPal.Calls(paypalsim.Refund) - before; n == 0 || n >= refunds {
		t.Errorf("%d of %d refunds were asked for", n, refunds)
	}
	p.PayPal.Heal()
	p.reconcile(2 * time.Minute)
	p.reconcile(2 * time.Minute)
	if balance := p.wantBalance(); balance.Refunded != refunds*100 || balance.Underway != 0 {
		t.Errorf("balance %+v", balance)
	}
}

// An Idempotency-Key makes a create repeatable, within its route.
func TestCreateWithIdempotencyKey(t *testing.T) {
	t.Parallel()
	p := startTill(t)
	body := shoptest.Order(shoptest.Set("kassenSchluessel", shoptest.NewCheckoutKey()))
	first := p.customer.Post("/api/paypal/orders", body, "Idempotency-Key: k").Want(http.StatusCreated)
	again := p.customer.Post("/api/paypal/orders", body, "Idempotency-Key: k").Want(http.StatusCreated)
	if first.JSON()["id"] != again.JSON()["id"] || again.Header.Get("Idempotency-Replayed") != "true" || first.Header.Get("Idempotency-Replayed") != "" {
		t.Errorf("%s, then %s", first.Text(), again.Text())
	}
	other := shoptest.Order(shoptest.Set("kassenSchluessel", shoptest.NewCheckoutKey()))
	p.customer.Post("/api/paypal/orders", other, "Idempotency-Key: k").Want(http.StatusUnprocessableEntity)
	p.customer.PostOrder(shoptest.Order(), "Idempotency-Key: k").Want(http.StatusCreated)
	p.customer.Post("/api/paypal/orders", shoptest.Order()).WantError(http.StatusBadRequest, "Ungültige Anfrage.")
	p.customer.Post("/api/paypal/orders", shoptest.Order(shoptest.Set("kassenSchluessel", "zu kurz"))).
		WantError(http.StatusBadRequest, "Ungültige Anfrage.")
}

// PayPal's flow enforces the shop's prices; where prices are not checked, at least the
// sum.
func TestPayPalPrices(t *testing.T) {
	t.Parallel()
	const changed = "Die Preise haben sich geändert."
	terms := shoptest.Terms(checkout.Terms{Shipping: map[shop.Country]checkout.ShippingRate{"de": {Cost: 490, FreeFrom: 5000}}})
	pay := func(p *till, changes ...func(shoptest.Body)) shoptest.Answer {
		changes = append([]func(shoptest.Body){shoptest.Set("kassenSchluessel", shoptest.NewCheckoutKey())}, changes...)
		return p.customer.Post("/api/paypal/orders", shoptest.Order(changes...))
	}
	for _, check := range []checkout.PriceCheck{checkout.PriceCheckHint, checkout.PriceCheckStrict} {
		p := startTill(t, shoptest.Prices(check), terms)
		for slug, price := range map[string]float64{"merinowolle-petrol": 5.95, "stricknadeln-bambus-4": 5.4} {
			p.Stock(product(slug, price))
		}
		pay(p).Want(http.StatusCreated)
		pay(p, shoptest.Set("summe", 0.01)).WantError(http.StatusConflict, changed)
		pay(p, shoptest.Set("versandkosten", 0), shoptest.Set("summe", 17.3)).WantError(http.StatusConflict, changed)
		pay(p, shoptest.Set("rabattGesamt", 5), shoptest.Set("summe", 17.2)).WantError(http.StatusConflict, changed)
		pay(p, shoptest.Items(shoptest.Item("merinowolle-petrol", 1, 0.01))).WantError(http.StatusConflict, changed)
		if n := len(p.PayPal.Books()); n != 1 {
			t.Errorf("%s: %d orders at PayPal", check, n)
		}
	}
	p := startTill(t, terms)
	pay(p, shoptest.Set("summe", 22.21)).WantError(http.StatusConflict, changed)
	pay(p, shoptest.Items(shoptest.Item("merinowolle-petrol", 1, 0.01))).Want(http.StatusCreated)
}

func product(slug string, price float64) catalogue.Product {
	return catalogue.Product{
		Slug: slug, CategorySlug: "wolle", Price: price, Active: true,
		Names: map[shop.Language]string{"de": slug, "en": slug, "fr": slug, "it": slug},
	}
}
