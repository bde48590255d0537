package web_test

import (
	"net/http"
	"strings"
	"testing"

	"kontor/internal/mail"
	"kontor/internal/web"
	"kontor/tests/mailtest"
	"kontor/tests/shoptest"
)

// Pages promise bank details, e-mails and PayPal only as far as they are set up.
func TestPagesPromiseWhatIsSetUp(t *testing.T) {
	t.Parallel()
	resend := mailtest.StartResend(t, "re_123")
	mails := shoptest.Mail(mail.Options{ResendKey: "re_123", ResendURL: resend.URL()})
	for name, test := range map[string]struct {
		options         []shoptest.Option
		says, withholds []string // "page|text"
	}{
		"nothing": {nil,
			[]string{"/kasse/|teilen wir Ihnen nach der Bestellung mit.", "/kasse/|Noch nicht eingerichtet.", "/kasse/|An diese Adresse schreiben wir", "/versand/|teilen wir Ihnen nach der Bestellung mit.", "/widerruf/|An diese Adresse schreiben wir"},
			[]string{"/kasse/|sehen Sie gleich", "/kasse/|Mit PayPal-Konto oder Karte", "/kasse/|in der E-Mail", "/kasse/|Eingangsbestätigung", "/versand/|GiroCode", "/widerruf/|An diese Adresse senden wir"}},
		"a bank account": {[]shoptest.Option{withBank},
			[]string{"/kasse/|Die Bankverbindung sehen Sie gleich nach der Bestellung.", "/versand/|GiroCode"},
			[]string{"/kasse/|in der E-Mail", "/kasse/|teilen wir", "/versand/|teilen wir"}},
		"everything": {[]shoptest.Option{withBank, mails, shoptest.PayPal()},
			[]string{"/kasse/|gleich nach der Bestellung und in der E-Mail.", "/kasse/|Mit PayPal-Konto oder Karte", "/kasse/|An diese Adresse senden wir die Eingangsbestätigung.", "/widerruf/|An diese Adresse senden wir die Eingangsbestätigung"},
			[]string{"/kasse/|Noch nicht eingerichtet", "/kasse/|teilen wir", "/kasse/|An diese Adresse schreiben"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			visitor := storefront(t, test.options...).Anonymous()
			has := func(place string) bool {
				path, text, _ := strings.Cut(place, "|")
				return strings.Contains(visitor.Get(path).Want(http.StatusOK).Text(), text)
			}
			for _, place := range test.says {
				if !has(place) {
					t.Errorf("missing: %s", place)
				}
			}
			for _, place := range test.withholds {
				if has(place) {
					t.Errorf("promised: %s", place)
				}
			}
		})
	}
}

// L6: the form's example of an order's number is one of this shop's, and a confirmation
// that no e-mail brings asks to be kept.
func TestL6_WithdrawalSpeaksOfThisShop(t *testing.T) {
	t.Parallel()
	shop := storefront(t, shoptest.Web(func(o *web.Options) { o.Shop.Checkout.Prefix = "WW" }))
	visitor := shop.Anonymous()
	if page := visitor.Get("/widerruf/").Want(http.StatusOK).Text(); !strings.Contains(page, "WW-2026-0042") || strings.Contains(page, "BK-2026") {
		t.Error("the example is another shop's")
	}
	confirmation := visitor.Form("/widerruf/", declaration("schritt", "bestaetigen")).Want(http.StatusSeeOther).Header.Get("Location")
	page := visitor.Get(confirmation).Want(http.StatusOK).Text()
	if !strings.Contains(page, "speichern oder drucken Sie diese Seite") || strings.Contains(page, "geht auch an Ihre E-Mail-Adresse") {
		t.Error("the confirmation promises an e-mail that no sender sends")
	}
}
