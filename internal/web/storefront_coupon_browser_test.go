//go:build !nobrowser

package web_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"kontor/internal/paypal/paypalsim"
	"kontor/internal/shop"
	"kontor/tests/shoptest"
)

// Where the coupon is: in use, or in its field.
const (
	couponUsed  = `!document.querySelector("[data-coupon]").checkVisibility() && document.querySelector("#gutschein").value === ""`
	couponField = `document.querySelector("#gutschein").checkVisibility()`
)

// couponed gives a shop the codes HERBST, 10 % off, and EINMAL, which
// erika@example.org has used.
func couponed(t *testing.T, shop *shoptest.Shop) {
	t.Helper()
	operator := shop.Operator()
	operator.Post("/api/verwaltung/gutscheine", shoptest.Body{"code": "HERBST", "art": "prozent", "wert": 10, "aktiv": true}).Want(http.StatusCreated)
	operator.Post("/api/verwaltung/gutscheine", shoptest.Body{"code": "EINMAL", "art": "betrag", "wert": 2, "aktiv": true, "einmalig_pro_person": true}).Want(http.StatusCreated)
	operator.PostOrder(shoptest.Order(shoptest.Set("gutscheinCode", "EINMAL"))).Want(http.StatusCreated)
}

// typeCoupon writes a code without redeeming it.
func (g *guest) typeCoupon(code string) {
	g.t.Helper()
	ask[bool](g, `document.querySelector("[data-coupon]").open = true`)
	g.fill("#gutschein", code)
}

// emptyCoupon empties the coupon's field as somebody at the keyboard does.
func (g *guest) emptyCoupon() {
	g.t.Helper()
	g.until(couponField)
	ask[bool](g, `document.querySelector("#gutschein").select() === undefined`)
	g.do("empty the coupon", chromedp.SendKeys("#gutschein", "\b"))
	g.until(`document.querySelector("#gutschein").value === "" && !document.querySelector("#gutschein").hasAttribute("aria-invalid")`)
}

// wantRefusedCoupon waits until the field says what is wrong with the code in it,
// which no other page uses.
func (g *guest) wantRefusedCoupon(code, why string) {
	g.t.Helper()
	g.until(fmt.Sprintf(`(field => field.checkVisibility() && field.value === %q && field.getAttribute("aria-invalid") === "true"
		&& document.getElementById(field.getAttribute("aria-describedby"))?.innerText.includes(%q))(document.querySelector("#gutschein"))`, code, why))
	g.until(`JSON.parse(localStorage.getItem("` + basketKey + `")).gutschein === ""`)
}

// putInBasket lets a browser hold two skeins.
func (g *guest) putInBasket(rest string) {
	g.t.Helper()
	g.open("/versand/")
	ask[bool](g, `localStorage.setItem("`+basketKey+`", '{"artikel":[{"slug":"merinowolle-petrol","menge":2}],"land":"de"`+rest+`}') === undefined`)
}

// What the pages say, by language: that a code was used already, that it is not
// valid, and that nothing is ordered yet.
var couponWords = map[shop.Language][3]string{
	"de": {"schon eingelöst", "ungültig oder abgelaufen", "Noch ist nichts bestellt"},
	"en": {"already been used", "is invalid or has expired", "Nothing has been ordered yet"},
	"fr": {"déjà été utilisé", "n’est pas valable ou a expiré", "Rien n’est encore commandé"},
	"it": {"già stato usato", "non è valido o è scaduto", "Non è ancora stato ordinato nulla"},
}

// A code that the order is refused for stays in the field, and nowhere else: with
// the field emptied the order goes through, at the price without it.
func TestRefusedCouponIsNotKept(t *testing.T) {
	t.Parallel()
	s := sell(t)
	couponed(t, s)
	placed := len(s.Orders())
	for _, language := range languages(0) {
		visit(t, s, func(g *guest) {
			g.putInBasket("")
			g.open(inLanguage(language, "/kasse/"))
			g.basketIs(1)
			g.address()
			g.typeCoupon("EINMAL")
			g.click("[data-coupon-use]")
			g.until(couponUsed)
			g.click("[data-place]")
			g.until(`document.querySelector("[data-refused]").checkVisibility()`)
			g.wantRefusedCoupon("EINMAL", couponWords[language][0])
			s.WantOrders(placed)
			g.typed("Erika Mustermann")
			g.emptyCoupon()
			g.click("[data-place]")
			g.until(`document.querySelector(".number")`)
		})
		placed++
		s.WantOrders(placed)
		s.Clock.Advance(25 * time.Hour) // the next is no duplicate of this
		if last := s.Orders()[placed-1]; last.CouponCode != "" || last.Discount != 0 || len(last.Hints) > 0 {
			t.Errorf("%s: the order has the coupon %q, %v off, hints %v", language, last.CouponCode, last.Discount, last.Hints)
		}
	}
}

// A code that was kept by an earlier visit and does not hold any more costs no
// order either: not after a reload, and not in another tab.
func TestRefusedCouponOfAnEarlierVisit(t *testing.T) {
	t.Parallel()
	shop := sell(t)
	placed := len(shop.Orders())
	visit(t, shop, func(g *guest) {
		g.putInBasket(`,"gutschein":"GIBTSNICHT"`)
		g.open("/kasse/")
		g.wantRefusedCoupon("GIBTSNICHT", "ungültig oder abgelaufen")
		g.address()
		g.emptyCoupon()
		g.do("reload", chromedp.Reload())
		g.basketIs(1)
		g.until(`document.querySelector("#gutschein").value === ""`)
		g.typed("Erika Mustermann")

		tab, leave := chromedp.NewContext(g.ctx)
		defer leave()
		other := &guest{office{tab, t}, shop, g.axe}
		other.open("/kasse/")
		other.basketIs(1)
		other.until(`document.querySelector("#gutschein").value === "" && !document.querySelector("#gutschein").hasAttribute("aria-invalid")`)

		g.click("[data-place]")
		g.until(`document.querySelector(".number")`)
	})
	shop.WantOrders(placed + 1)
}

// A code that is typed and not redeemed is used when the order is sent. The first
// press says what that changes, the second orders; pressing twice at once is one.
func TestTypedCouponIsUsedAndConfirmed(t *testing.T) {
	t.Parallel()
	s := sell(t)
	couponed(t, s)
	placed := len(s.Orders())
	for _, language := range languages(1) {
		visit(t, s, func(g *guest) {
			g.putInBasket("")
			g.open(inLanguage(language, "/kasse/"))
			g.basketIs(1)
			g.address()
			before := ask[string](g, `document.querySelector("dd.total").textContent`)
			g.typeCoupon(" herbst ")
			ask[bool](g, `[1, 2].forEach(detail => document.querySelector("[data-place]").dispatchEvent(new MouseEvent("click", {bubbles: true, cancelable: true, detail}))) === undefined`)
			g.until(couponUsed)
			g.until(fmt.Sprintf(`document.querySelector("dd.total").textContent !== %q`, before))
			g.until(fmt.Sprintf(`document.querySelector('[role="status"] [data-note]').innerText.includes(%q)
				&& document.querySelector("[data-note]").innerText.includes(document.querySelector("dd.total").textContent)`, couponWords[language][2]))
			g.check("coupon to confirm in " + string(language))
			s.WantOrders(placed)
			g.click("[data-place]")
			g.until(`document.querySelector(".number")`)
		})
		placed++
		s.WantOrders(placed)
		s.Clock.Advance(25 * time.Hour) // the next is no duplicate of this
		last := s.Orders()[placed-1]
		if last.CouponCode != "HERBST" || last.Discount <= 0 || len(last.Hints) > 0 {
			t.Errorf("%s: the order has the coupon %q, %v off, hints %v", language, last.CouponCode, last.Discount, last.Hints)
		}
	}
}

// A typed code that does not hold stops the order and nothing else; also after a
// reload and in another language it stands in the field, and the field decides.
func TestTypedCouponThatIsRefused(t *testing.T) {
	t.Parallel()
	s := sell(t)
	placed := len(s.Orders())
	for _, language := range languages(2) {
		visit(t, s, func(g *guest) {
			g.putInBasket("")
			g.open("/kasse/")
			g.basketIs(1)
			g.address()
			g.typeCoupon("GIBTSNICHT")
			g.open(inLanguage(language, "/kasse/"))
			g.basketIs(1)
			for range 2 { // it does not get through by insisting
				g.click("[data-place]")
				g.wantRefusedCoupon("GIBTSNICHT", couponWords[language][1])
				g.until(`document.activeElement.id === "gutschein" && !document.querySelector("[data-place]").hasAttribute("aria-disabled")`)
			}
			g.check("coupon refused in " + string(language))
			g.typed("Erika Mustermann")
			s.WantOrders(placed)
			g.emptyCoupon()
			g.click("[data-place]")
			g.until(`document.querySelector(".number")`)
		})
		placed++
		s.WantOrders(placed)
		s.Clock.Advance(25 * time.Hour) // the next is no duplicate of this
	}
}

// A coupon that holds no more, because goods were taken out, goes back into the
// field with the reason, and the order can be sent without it.
func TestCouponThatNeedsMoreGoods(t *testing.T) {
	t.Parallel()
	shop := sell(t)
	shop.Operator().Post("/api/verwaltung/gutscheine", shoptest.Body{"code": "VIEL", "art": "betrag", "wert": 2, "aktiv": true, "mindestsumme": 10}).Want(http.StatusCreated)
	visit(t, shop, func(g *guest) {
		g.putInBasket("")
		g.open("/kasse/")
		g.basketIs(1)
		g.typeCoupon("VIEL")
		g.click("[data-coupon-use]")
		g.until(couponUsed)
		g.click("main [data-less]")
		g.wantRefusedCoupon("VIEL", "ungültig oder abgelaufen")
		g.until(`!document.querySelector("main [data-sums]").textContent.includes("VIEL")`)
	})
}

// The same holds for payments with PayPal, whose button is pressed again.
func TestCouponsWithPayPalInABrowser(t *testing.T) {
	t.Parallel()
	buy(t, func(b *buyer) {
		couponed(t, b.shop)
		b.fillForm("/kasse/")
		b.typeCoupon("GIBTSNICHT")
		b.click("#pay")
		b.wantRefusedCoupon("GIBTSNICHT", "ungültig oder abgelaufen")
		if n := b.shop.PayPal.Calls(paypalsim.Create); n != 0 {
			t.Errorf("%d payments are opened with a code that does not hold", n)
		}
		b.typeCoupon("EINMAL")
		b.click("#pay")
		b.until(couponUsed)
		b.wantNote("Noch ist nichts bestellt")
		if n := b.shop.PayPal.Calls(paypalsim.Create); n != 0 {
			t.Errorf("%d payments are opened before the new sum is confirmed", n)
		}
		b.click("#pay")
		b.wantRefusal("schon eingelöst")
		b.wantRefusedCoupon("EINMAL", "schon eingelöst")
		b.open("/kasse/")
		b.until(`document.querySelector("#pay")?.checkVisibility()`)
		b.emptyCoupon()
		b.typeCoupon("herbst")
		b.click("#pay")
		b.until(couponUsed)
		b.wantNote("Noch ist nichts bestellt")
		b.approve(b.pay())
		b.wantThanks("BK-2026-0002")
		if last := b.shop.Orders()[1]; last.CouponCode != "HERBST" || !strings.HasPrefix(last.Number, "BK-") || last.Discount <= 0 {
			t.Errorf("the order has the coupon %q, %v off", last.CouponCode, last.Discount)
		}
	})
	buy(t, func(b *buyer) {
		couponed(t, b.shop)
		ask[bool](b.guest, `localStorage.setItem("`+basketKey+`", '{"artikel":[{"slug":"merinowolle-petrol","menge":2}],"land":"at","gutschein":"EINMAL"}') === undefined`)
		b.fillForm("/it/kasse/")
		b.click("#pay")
		b.wantRefusedCoupon("EINMAL", couponWords["it"][0])
		b.emptyCoupon()
		b.approve(b.pay())
		b.wantThanks("BK-2026-0002")
		if last := b.shop.Orders()[1]; last.CouponCode != "" || last.Discount != 0 {
			t.Errorf("the order has the coupon %q, %v off", last.CouponCode, last.Discount)
		}
	})
}
