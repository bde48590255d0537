package web_test

import (
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"

	"kontor/internal/shop"
	"kontor/tests/shoptest"
)

var pageMark = regexp.MustCompile(`'nonce-[^']*'`)

// T51: PayPal's script is asked for its button and its message for paying later only if
// the shop is set so, and its page may load nothing else for them.
func TestT51_PayLaterOnlyWhenSet(t *testing.T) {
	t.Parallel()
	on, off := storefront(t, shoptest.PayPal(), shoptest.PayLater()), storefront(t, shoptest.PayPal())
	script := func(s *shoptest.Shop) url.Values {
		address, err := url.Parse(s.Anonymous().Get("/api/paypal/config").Want(http.StatusOK).JSON()["sdkUrl"].(string))
		if err != nil {
			t.Fatal(err)
		}
		return address.Query()
	}
	disabled := func(query url.Values) []string { return strings.Split(query.Get("disable-funding"), ",") }
	if query := script(on); query.Get("components") != "buttons,messages" || query.Get("enable-funding") != "paylater" || slices.Contains(disabled(query), "paylater") {
		t.Errorf("set, the script is asked for %v", query)
	}
	if query := script(off); query.Get("components") != "buttons" || query.Has("enable-funding") || !slices.Contains(disabled(query), "paylater") {
		t.Errorf("not set, the script is asked for %v", query)
	}
	for name, query := range map[string]url.Values{"on": script(on), "off": script(off)} {
		for _, source := range []string{"card", "credit", "sepa"} {
			if !slices.Contains(disabled(query), source) {
				t.Errorf("%s: %s gets a button of its own", name, source)
			}
		}
	}
	for _, language := range shop.Languages {
		path := inLanguage(language, "/kasse/")
		set, unset := on.Anonymous().Get(path).Want(http.StatusOK), off.Anonymous().Get(path).Want(http.StatusOK)
		if !strings.Contains(set.Text(), "data-pp-message") || strings.Contains(unset.Text(), "data-pp-message") {
			t.Errorf("%s: the message's place is there: %v, %v", path, strings.Contains(set.Text(), "data-pp-message"), strings.Contains(unset.Text(), "data-pp-message"))
		}
		policy := func(a shoptest.Answer) string {
			return pageMark.ReplaceAllString(a.Header.Get("Content-Security-Policy"), "'nonce-'")
		}
		if policy(set) != policy(unset) {
			t.Errorf("%s: the policies are\n%s\n%s", path, policy(set), policy(unset))
		}
	}
	for _, path := range []string{"/", "/warenkorb/", "/produkt/merinowolle-petrol", "/versand/"} {
		if strings.Contains(on.Anonymous().Get(path).Want(http.StatusOK).Text(), "data-pp-") {
			t.Errorf("%s has a place for PayPal's message", path)
		}
	}
}
