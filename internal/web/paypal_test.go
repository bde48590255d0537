package web_test

import (
	"net/http"
	"testing"

	"kontor/internal/paypal/paypalsim"
	"kontor/internal/shop/payment"
	"kontor/tests/shoptest"
)

// T8, T27: a buyer pays. Nothing is an order before the approval and the money, and
// then one is, with one number for who asks again.
func TestPayPal_T8_T27_OrderAfterCapture(t *testing.T) {
	t.Parallel()
	p := startTill(t)
	config := p.customer.Get("/api/paypal/config").Want(http.StatusOK).JSON()
	if config["waehrung"] != "EUR" || config["clientId"] == "" || config["bestaetigung"] != false {
		t.Errorf("config %v", config)
	}
	id := p.customer.Pay()
	p.want(id, payment.StateCreated)
	p.wantBooks(0)
	p.customer.Capture(id).WantError(http.StatusConflict, "Die Zahlung ist bei PayPal noch nicht freigegeben.")
	p.Approve(id)
	placed := p.customer.Capture(id).Want(http.StatusCreated).JSON()
	if placed["bestellnummer"] != "BK-2026-0001" || placed["id"] != 1.0 {
		t.Errorf("placed %v", placed)
	}
	asked := p.PayPal.Calls(paypalsim.Read)
	again := p.customer.Capture(id).Want(http.StatusOK).JSON()
	if n := p.PayPal.Calls(paypalsim.Read); n != asked {
		t.Errorf("PayPal was asked %d times about a payment that has its order", n-asked)
	}
	if again["bestellnummer"] != placed["bestellnummer"] {
		t.Errorf("captured again: %v", again)
	}
	p.want(id, payment.StateCompleted)
	p.wantBooks(1)
	if n := p.PayPal.Calls(paypalsim.Capture); n != 1 {
		t.Errorf("%d captures were asked for", n)
	}
	state := p.customer.Get("/api/paypal/orders/" + id).Want(http.StatusOK).JSON()
	if state["status"] != "abgeschlossen" || state["bestellnummer"] != "BK-2026-0001" || state["wartet"] != false {
		t.Errorf("state %v", state)
	}
	p.wantNothingPrivate()
}

// T38: without an access every route says so, and bank transfers go on.
func TestT38_NotSetUp(t *testing.T) {
	t.Parallel()
	s := shoptest.Start(t, shoptest.Public())
	c := s.Anonymous()
	const off = "PayPal ist noch nicht eingerichtet."
	c.Get("/api/paypal/config").WantError(http.StatusServiceUnavailable, off)
	c.Post("/api/paypal/orders", shoptest.Order()).WantError(http.StatusServiceUnavailable, off)
	c.Get("/api/paypal/orders/5O19").WantError(http.StatusServiceUnavailable, off)
	c.Post("/api/paypal/orders/5O19/capture", nil).WantError(http.StatusServiceUnavailable, off)
	c.Post("/api/paypal/webhook", shoptest.Body{}).WantError(http.StatusServiceUnavailable, off)
	operator := s.Operator()
	operator.Post("/api/verwaltung/zahlungen/1/pruefen", nil).WantError(http.StatusServiceUnavailable, off)
	operator.Get("/api/verwaltung/zahlungen").Want(http.StatusOK)
	c.PostOrder(shoptest.Order()).Want(http.StatusCreated)
}

// T39: an order that pretends to be paid through PayPal is refused.
func TestT39_DirectOrderIsRefused(t *testing.T) {
	t.Parallel()
	p := startTill(t)
	for _, method := range []string{"paypal", " PayPal", "ＰａｙＰａｌ"} {
		p.customer.PostOrder(shoptest.Order(shoptest.Set("zahlungsart", method))).
			WantError(http.StatusBadRequest, "PayPal-Zahlungen laufen nur über PayPal.")
	}
	p.wantBooks(0)
}

// T35: what PayPal could not take is refused before it is asked.
func TestT35_Totals(t *testing.T) {
	t.Parallel()
	p := startTill(t)
	for _, total := range []any{0, 12.345, 1e20, "NaN", -1, "x", nil} {
		body := shoptest.Order(shoptest.Set("summe", total), shoptest.Set("kassenSchluessel", shoptest.NewCheckoutKey()))
		p.customer.Post("/api/paypal/orders", body).WantError(http.StatusBadRequest, "Ungültige Bestellsumme.")
	}
	if n := p.PayPal.Calls(paypalsim.Create); n != 0 {
		t.Errorf("PayPal was asked %d times", n)
	}
	id := p.customer.Pay(shoptest.Items(shoptest.Item("garn", 1, 0.3)), shoptest.Set("summe", 0.1+0.2))
	if amount := p.PayPal.Entry(id).Amount; !amount.Is(30) {
		t.Errorf("0.1 + 0.2 was sent as %v", amount)
	}
}
