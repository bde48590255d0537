package storefront

import (
	"crypto/rand"
	"net/http"
	"net/url"
	"strings"

	"kontor/internal/shop"
	"kontor/internal/shop/checkout"
	"kontor/internal/shop/payment"
	"kontor/internal/web/kit"
)

// payPalSources are PayPal's hosts for its script, its frames and its reports. Source:
// PayPal's documentation of content policies.
const payPalSources = "https://*.paypal.com https://*.paypalobjects.com"

// CheckoutAddress returns the URL to which buyers return from PayPal, on the checkout
// page in their language.
func CheckoutAddress(base *url.URL, language shop.Language) string {
	return strings.TrimSuffix(base.String(), "/") + languagePrefix(language) + checkoutPath
}

// allowPayPal lets the checkout load PayPal's script and what that needs, while
// payments are set up. It returns the nonce with which the script marks its own styles;
// empty: PayPal is off.
func (s *Storefront) allowPayPal(w http.ResponseWriter) (nonce string) {
	// PayPal's window needs the page that opened it.
	w.Header().Set("Cross-Origin-Opener-Policy", "same-origin-allow-popups")
	if s.shop.Payments == nil {
		return ""
	}
	nonce = rand.Text()
	w.Header().Set("Content-Security-Policy", payPalPolicy(s.shop.Payments.ScriptURL(), nonce))
	return nonce
}

// payPalPolicy is the ContentPolicy of pages with PayPal's script. A script from
// elsewhere, as in a rehearsal, needs nothing but itself.
func payPalPolicy(script, nonce string) string {
	address, err := url.Parse(script)
	if err != nil {
		return kit.ContentPolicy // the script will not load either
	}
	if !strings.HasSuffix(address.Host, ".paypal.com") {
		return strings.Replace(kit.ContentPolicy, "script-src 'self'", "script-src 'self' "+address.Scheme+"://"+address.Host, 1)
	}
	own := "'nonce-" + nonce + "'"
	return strings.NewReplacer(
		"script-src 'self'", "script-src 'self' "+own+" "+payPalSources,
		"style-src 'self'", "style-src 'self' "+own,
		"img-src 'self'", "img-src 'self' data: "+payPalSources,
		"connect-src 'self'", "connect-src 'self' "+payPalSources+"; frame-src "+payPalSources,
	).Replace(kit.ContentPolicy)
}

// paymentProblems are the refusals of a payment that the page explains in its language.
var paymentProblems = []*shop.Error{
	payment.ErrPayPalNotSetUp, payment.ErrPayPalAway, payment.ErrBusy, payment.ErrNotFound,
	payment.ErrNotApproved, payment.ErrRestart, payment.ErrExpired, payment.ErrDeclined,
	payment.ErrRefunded, checkout.ErrInvalidTotal, kit.ErrTooManyRequests,
}

// addPayPalTexts adds the texts of paying with PayPal that scripts fill in.
func (p *shopPage) addPayPalTexts(texts map[string]string) (err error) {
	for _, refusal := range paymentProblems {
		if texts["problem."+refusal.Code], err = p.Text("paypal.problem." + refusal.Code); err != nil {
			return err
		}
	}
	for _, name := range []string{"loading", "failed", "cancelled", "changed", "capturing", "waiting.unclear", "waiting.pending"} {
		if texts["paypal."+name], err = p.Text("paypal." + name); err != nil {
			return err
		}
	}
	return nil
}
