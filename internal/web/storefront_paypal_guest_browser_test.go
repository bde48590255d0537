//go:build !nobrowser

package web_test

import (
	_ "embed"
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/chromedp/cdproto/fetch"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"

	"kontor/tests/shoptest"
)

// buyer is a guest with a filled basket who pays with PayPal, whose script is a
// stand-in that the network answers with.
type buyer struct {
	*guest
	till *till

	mu      sync.Mutex
	foreign []string // addresses outside the shop that the page asked for
	blocked bool     // PayPal's script does not load
}

//go:embed testdata/paypal-sdk.js
var payPalStub []byte

// buy starts a shop with PayPal and calls walk with a browser in its checkout.
func buy(t *testing.T, walk func(b *buyer), options ...shoptest.Option) {
	t.Helper()
	shop := storefront(t, append([]shoptest.Option{shoptest.PayPal()}, options...)...)
	visit(t, shop, func(g *guest) {
		b := &buyer{guest: g, till: &till{shop, t, shop.Anonymous()}}
		b.intercept()
		b.fillBasket()
		walk(b)
	})
}

// intercept answers for PayPal, and for everything else outside.
func (b *buyer) intercept() {
	b.t.Helper()
	err := chromedp.Listen(b.ctx, func(event any) {
		if paused, ok := event.(*fetch.EventRequestPaused); ok {
			go b.answer(paused)
		}
	})
	if err != nil {
		b.t.Fatal(err)
	}
	everything := fetch.EnableParams{Patterns: []*fetch.RequestPattern{{URLPattern: "https://*"}}}
	if _, err := chromedp.Call(b.ctx, fetch.Enable, everything); err != nil {
		b.t.Fatal(err)
	}
}

func (b *buyer) answer(paused *fetch.EventRequestPaused) {
	b.mu.Lock()
	b.foreign = append(b.foreign, paused.Request.URL)
	ok := !b.blocked && strings.HasPrefix(paused.Request.URL, "https://www.paypal.com/sdk/js?")
	b.mu.Unlock()
	if !ok {
		no := fetch.FailRequestParams{RequestID: paused.RequestID, ErrorReason: network.ErrorReasonConnectionFailed}
		_, _ = chromedp.Call(b.ctx, fetch.FailRequest, no)
		return
	}
	script := fetch.FulfillRequestParams{
		RequestID: paused.RequestID, ResponseCode: 200, Body: payPalStub,
		ResponseHeaders: []*fetch.HeaderEntry{{Name: "Content-Type", Value: "text/javascript"}},
	}
	_, _ = chromedp.Call(b.ctx, fetch.FulfillRequest, script)
}

// outside returns what the pages asked for outside the shop.
func (b *buyer) outside() []string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.foreign
}

const basketKey = "bastelkontor_warenkorb"

func (b *buyer) fillBasket() {
	b.t.Helper()
	b.open("/versand/")
	ask[bool](b.guest, `localStorage.setItem("`+basketKey+`", '{"artikel":[{"slug":"merinowolle-petrol","menge":2}],"land":"at"}') === undefined`)
}

// fillForm types the address and chooses PayPal.
func (b *buyer) fillForm(path string) {
	b.t.Helper()
	b.open(path)
	b.until(`document.querySelector("dd.total") !== null`)
	for field, text := range map[string]string{
		"name": "Erika Muster", "strasse": "Heidestraße 1", "plz": "1010", "ort": "Wien", "email": "erika@example.org",
	} {
		b.fill("#"+field, text)
	}
	b.choosePayPal()
}

func (b *buyer) choosePayPal() {
	b.t.Helper()
	b.click(`[value="paypal"]`)
	b.until(`document.querySelector("#pay")?.checkVisibility() && !document.querySelector("[data-place]").checkVisibility()`)
}

// pay presses PayPal's button and returns the payment's id there.
func (b *buyer) pay() string {
	b.t.Helper()
	before := ask[int](b.guest, `stub.ids.length`)
	b.click("#pay")
	b.until(fmt.Sprintf(`stub.ids.length > %d`, before))
	return ask[string](b.guest, `stub.ids.at(-1)`)
}

// approve is the consent at PayPal, of which the page hears.
func (b *buyer) approve(id string) {
	b.t.Helper()
	b.till.Approve(id)
	ask[bool](b.guest, `stub.approve() instanceof Promise`)
}

// wantThanks waits for the page that thanks for an order paid with PayPal.
func (b *buyer) wantThanks(number string) {
	b.t.Helper()
	b.until(`document.querySelector(".number")?.textContent === "` + number + `" && document.querySelector("[data-count]").hidden`)
	b.until(`Object.keys(localStorage).every(key => key !== "bastelkontor_zahlung")`)
}

// wantRefusal waits for a message in the alert above the button, and for the form
// with all that was typed.
func (b *buyer) wantRefusal(text string) {
	b.t.Helper()
	b.until(fmt.Sprintf(`document.querySelector("[data-refused]").checkVisibility() && document.querySelector("[data-refused-text]").textContent.includes(%q)`, text))
	b.until(`document.querySelector("#strasse").value === "Heidestraße 1" && document.querySelector("dd.total") !== null`)
}

// wantNote waits for a message above the button that orders.
func (b *buyer) wantNote(text string) {
	b.t.Helper()
	b.until(fmt.Sprintf(`document.querySelector("[data-note]").checkVisibility() && document.querySelector("[data-note]").textContent.includes(%q)`, text))
}

// wantWaiting waits for the page that waits for PayPal.
func (b *buyer) wantWaiting(text string) {
	b.t.Helper()
	b.until(fmt.Sprintf(`document.querySelector("[data-waiting]").checkVisibility() && !document.querySelector("#checkout").checkVisibility() && document.querySelector("[data-waiting-text]").textContent.includes(%q)`, text))
}
