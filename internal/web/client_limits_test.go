package web_test

import (
	"fmt"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"kontor/internal/shop"
	"kontor/internal/shop/catalogue"
	"kontor/internal/shop/checkout"
	"kontor/internal/shop/coupon"
	"kontor/internal/web"
	"kontor/tests/shoptest"
)

const (
	invalidCoupon  = "Dieser Gutschein ist ungültig oder abgelaufen."
	tooManyCoupons = "Zu viele ungültige Gutscheincodes in kurzer Zeit. Bitte ohne Gutschein bestellen oder später noch einmal versuchen."
)

func guesses(n int) shoptest.Option {
	return shoptest.Web(func(o *web.Options) { o.CouponGuesses = n })
}

// wool is a basket with a coupon code.
func wool(code string) shoptest.Body {
	return shoptest.Body{"land": "de", "gutscheinCode": code, "artikel": []any{shoptest.Body{"slug": "wolle", "menge": 1}}}
}

// startGuessing starts a shop with PayPal and the once-per-person coupon EINMAL.
func startGuessing(t *testing.T) *shoptest.Shop {
	s := shoptest.Start(t, shoptest.Public(), shoptest.PayPal(), shoptest.Prices(checkout.PriceCheckOff), guesses(10))
	s.Stock(catalogue.Product{Slug: "wolle", Names: map[shop.Language]string{"de": "Wolle"}, CategorySlug: "wolle", Price: 5, Active: true})
	if _, err := s.DB.CreateCoupon(t.Context(), coupon.Coupon{
		Code: "EINMAL", OncePerPerson: true, Active: true, Kind: coupon.Percent, Value: 10,
	}, s.Clock.Now()); err != nil {
		t.Fatal(err)
	}
	return s
}

// W30: codes can be guessed ten times in ten minutes, on all routes together; then a
// right one is refused too, while orders and baskets without a code continue.
func TestW30_CouponsCannotBeGuessed(t *testing.T) {
	t.Parallel()
	s := startGuessing(t)
	c := s.Anonymous()
	coded := func(code string) shoptest.Body {
		return shoptest.Order(shoptest.Set("gutscheinCode", code), shoptest.Set("kassenSchluessel", strings.Repeat("k", 32)))
	}
	for i := range 4 {
		c.PostOrder(coded(fmt.Sprint("RATE", i))).WantError(http.StatusBadRequest, invalidCoupon)
		c.Post("/api/paypal/orders", coded(fmt.Sprint("PAY", i))).WantError(http.StatusBadRequest, invalidCoupon)
	}
	for range 5 { // a page asks again whenever its basket changes
		for _, code := range []string{"KORB1", " korb2 "} {
			if got := c.Post("/api/warenkorb", wool(code)).Want(http.StatusOK).JSON()["gutscheinFehler"]; got != "gutschein_ungueltig" {
				t.Errorf("%s: %v", code, got)
			}
		}
	}
	for _, code := range []string{"KORB3", "EINMAL"} {
		refused := c.PostOrder(coded(code)).WantError(http.StatusTooManyRequests, tooManyCoupons)
		if after := refused.Header.Get("Retry-After"); after != "600" || refused.Code() != "zu_viele_gutscheine" {
			t.Errorf("Retry-After %q, code %q", after, refused.Code())
		}
		c.Post("/api/paypal/orders", coded(code)).WantError(http.StatusTooManyRequests, tooManyCoupons)
		c.Post("/api/warenkorb", wool(code)).WantError(http.StatusTooManyRequests, tooManyCoupons)
	}
	c.Post("/api/warenkorb", wool("KORB1")).Want(http.StatusOK)
	c.Post("/api/warenkorb", wool("")).Want(http.StatusOK)
	c.PostOrder(shoptest.Order()).Want(http.StatusCreated)
	if n := strings.Count(s.Log.String(), "coupons limited"); n != 6 || strings.Contains(s.Log.String(), "127.0.0.1") {
		t.Errorf("%d lines in the log", n)
	}
	s.WantNotLogged("KORB", "EINMAL")
	s.Clock.Advance(10 * time.Minute)
	c.PostOrder(coded("EINMAL")).Want(http.StatusCreated)
}

// A valid code is not a guess, nor is one that its customer used already, nor one of a
// refused order.
func TestW30_KnownCouponsAreNoGuesses(t *testing.T) {
	t.Parallel()
	s := startGuessing(t)
	c := s.Anonymous()
	for i := range 15 {
		c.PostOrder(shoptest.Order(shoptest.Set("gutscheinCode", "einmal"), shoptest.Email(fmt.Sprintf("k%d@example.org", i)))).Want(http.StatusCreated)
		c.PostOrder(shoptest.Order(shoptest.Set("gutscheinCode", "EINMAL"), shoptest.Email("k0@example.org"))).Want(http.StatusConflict)
		c.PostOrder(shoptest.Order(shoptest.Set("gutscheinCode", "RATE"), shoptest.Set("land", "xx"))).Want(http.StatusBadRequest)
		c.Post("/api/warenkorb", wool("EINMAL")).Want(http.StatusOK)
	}
}

// Simultaneous guesses get no further than successive ones.
func TestW30_GuessesAtOnce(t *testing.T) {
	t.Parallel()
	s := startGuessing(t)
	c := s.Anonymous()
	var all sync.WaitGroup
	var told atomic.Int32
	for i := range 40 {
		all.Go(func() {
			if c.PostOrder(shoptest.Order(shoptest.Set("gutscheinCode", fmt.Sprint("RATE", i)))).Status == http.StatusBadRequest {
				told.Add(1)
			}
		})
	}
	all.Wait()
	if n := told.Load(); n != 10 {
		t.Errorf("%d guesses were answered, want 10", n)
	}
}

// Beginning too many sign-ins is answered with a page, in the page's language.
func TestW30_SignInsAreLimited(t *testing.T) {
	t.Parallel()
	s := shoptest.Start(t, shoptest.Public(), shoptest.Web(func(o *web.Options) { o.SignInsBegun = 3 }))
	c := s.Anonymous()
	for range 3 {
		c.Get("/api/konto/anmelden/google").Want(http.StatusServiceUnavailable) // nothing is set up, but it was begun
	}
	refused := c.Get("/api/konto/anmelden/google").WantError(http.StatusTooManyRequests,
		"Zu viele Anmeldungen in kurzer Zeit. Bitte in einigen Minuten noch einmal versuchen.")
	if after := refused.Header.Get("Retry-After"); after != "600" {
		t.Errorf("Retry-After %q", after)
	}
	for language, want := range map[string]string{"": "zu viele Anmeldungen", "/en": "Too many sign-ins", "/fr": "Trop de connexions", "/it": "Troppi tentativi"} {
		page := c.Get("/api/konto/anmelden/google?weiter="+language+"/konto/", "Accept: text/html").Want(http.StatusTooManyRequests)
		if !strings.Contains(page.Text(), want) || !strings.Contains(page.Text(), "<html") {
			t.Errorf("%q: %s", language, page.Text())
		}
	}
	s.Clock.Advance(10 * time.Minute)
	c.Get("/api/konto/anmelden/google").Want(http.StatusServiceUnavailable)
}
