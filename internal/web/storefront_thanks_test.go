package web_test

import (
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"kontor/internal/shop"
	"kontor/internal/shop/checkout"
	"kontor/internal/web"
	"kontor/tests/shoptest"
)

var withBank = shoptest.Web(func(o *web.Options) {
	o.Seller.Bank = shop.BankAccount{Holder: "Wollwerk Süd GmbH", IBAN: "DE02120300000000202051"}
})

// L16, L17: the page after an order names the account, draws the code and leads
// back to the shop; it says where the order goes for an hour, and then nothing of
// the customer any more.
func TestL16_ThanksPage(t *testing.T) {
	t.Parallel()
	shop := storefront(t, withBank)
	visitor := shop.Anonymous()
	placed := visitor.PostOrder(shoptest.Order(), "Idempotency-Key: eins").Want(http.StatusCreated)
	path := placed.Header.Get("Location")
	if !strings.HasPrefix(path, "/danke/") {
		t.Fatalf("Location %q", path)
	}
	for _, prefix := range []string{"", "/en", "/fr", "/it"} {
		country := map[string]string{"": "Deutschland", "/en": "Germany", "/fr": "Allemagne", "/it": "Germania"}[prefix]
		fresh := visitor.Get(prefix + path).Want(http.StatusOK).Text()
		for _, want := range []string{"Erika Mustermann<br>Heidestraße 17<br>51147 Köln<br>" + country, `<a class="button" href="` + prefix + `/">`} {
			if !strings.Contains(fresh, want) {
				t.Errorf("%s lacks %q at first", prefix+path, want)
			}
		}
	}
	shop.Clock.Advance(time.Hour)
	for prefix, amount := range map[string]string{"": "22,20\u00a0€", "/en": "€22.20", "/fr": "22,20\u00a0€", "/it": "22,20\u00a0€"} {
		page := visitor.Get(prefix + path).Want(http.StatusOK).Text()
		for _, want := range []string{"BK-2026-0001", "DE02 1203 0000 0000 2020 51", "Wollwerk Süd GmbH", amount, `<svg role="img" aria-label="`, `content="noindex"`} {
			if !strings.Contains(page, want) {
				t.Errorf("%s lacks %q", prefix+path, want)
			}
		}
		for _, personal := range []string{"Erika", "Mustermann", "erika@example.org", "Heidestraße", "51147", "Köln"} {
			if strings.Contains(page, personal) {
				t.Errorf("%s tells %q", prefix+path, personal)
			}
		}
	}
	again := visitor.PostOrder(shoptest.Order(), "Idempotency-Key: eins").Want(http.StatusCreated)
	if page := visitor.Get(again.Header.Get("Location")).Want(http.StatusOK).Text(); !strings.Contains(page, "BK-2026-0001") {
		t.Error("a repeated order leads elsewhere")
	}
}

func TestThanksPageTellsWhatBecameOfTheOrder(t *testing.T) {
	t.Parallel()
	shop := storefront(t, withBank)
	path := shop.Anonymous().PostOrder(shoptest.Order()).Want(http.StatusCreated).Header.Get("Location")
	operator := shop.Operator()
	for _, test := range []struct{ status, want string }{
		{"bezahlt", "Ihre Zahlung ist angekommen."}, {"storniert", "Diese Bestellung ist storniert."},
	} {
		operator.Patch("/api/verwaltung/orders/1", shoptest.Body{"status": test.status}).Want(http.StatusOK)
		page := shop.Anonymous().Get(path).Want(http.StatusOK).Text()
		if !strings.Contains(page, test.want) || strings.Contains(page, "DE02 1203") {
			t.Errorf("%s: %q is missing, or the account is there", test.status, test.want)
		}
	}
	none := storefront(t)
	path = none.Anonymous().PostOrder(shoptest.Order()).Want(http.StatusCreated).Header.Get("Location")
	if page := none.Anonymous().Get(path).Want(http.StatusOK).Text(); !strings.Contains(page, "teilen wir Ihnen noch mit") || strings.Contains(page, "giro") {
		t.Error("without an account, the page does not say that it follows")
	}
}

// The address of the page ends, and nobody guesses it.
func TestThanksPageForNobodyElse(t *testing.T) {
	t.Parallel()
	shop := storefront(t, withBank)
	visitor := shop.Anonymous()
	first := visitor.PostOrder(shoptest.Order()).Want(http.StatusCreated).Header.Get("Location")
	second := visitor.PostOrder(shoptest.Order(shoptest.Email("x@example.org"))).Want(http.StatusCreated).Header.Get("Location")
	a, b := strings.Split(strings.TrimPrefix(first, "/danke/"), "."), strings.Split(strings.TrimPrefix(second, "/danke/"), ".")
	for _, token := range []string{
		"1", "BK-2026-0001", a[0], b[0] + "." + a[1] + "." + a[2], a[0] + "." + a[1] + "." + b[2] + "x", strings.ToLower(strings.Join(a, ".")),
		visitor.Cookie(shoptest.SiteCookie), strings.Repeat("A", 5000),
	} {
		if token != "" {
			visitor.Get("/danke/" + token).Want(http.StatusNotFound)
		}
	}
	shop.Clock.Advance(30*24*time.Hour - time.Minute)
	visitor.Get(first).Want(http.StatusOK)
	shop.Clock.Advance(2 * time.Minute)
	if page := visitor.Get("/en" + first).Want(http.StatusGone); !strings.Contains(page.Text(), "no longer valid") || strings.Contains(page.Text(), "BK-2026") {
		t.Errorf("an expired link shows %s", page.Text())
	}
	other := storefront(t)
	other.Anonymous().PostOrder(shoptest.Order()).Want(http.StatusCreated)
	other.Anonymous().Get(first).Want(http.StatusNotFound)
}

// Rules: L10. The legal texts are the operator's, and inert.
func TestL10_LegalPages(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	shop := storefront(t, shoptest.Web(func(o *web.Options) { o.LegalDir = dir }))
	visitor := shop.Anonymous()
	missing := visitor.Get("/fr/recht/impressum/").Want(http.StatusOK).Text()
	if !strings.Contains(missing, "en cours de rédaction") || strings.Contains(missing, ".md") {
		t.Errorf("the page without a text says\n%s", missing)
	}
	write := func(name, text string) {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write("impressum.de.md", "## Muster GmbH\n\n<script>alert(1)</script>\n\n[x](javascript:alert(1)) ![y](data:text/html,x)\n\n| a | b |\n|---|---|\n| 1 | 2 |\n")
	for prefix, note := range map[string]bool{"": false, "/en": true} {
		page := visitor.Get(prefix + "/recht/impressum/").Want(http.StatusOK).Text()
		if !strings.Contains(page, "<h2>Muster GmbH</h2>") || !strings.Contains(page, "<td>1</td>") || strings.Contains(page, "impressum.de.md") {
			t.Errorf("%q: the text is not there: %s", prefix, page)
		}
		if strings.Contains(page, "available in German only") != note {
			t.Errorf("%q: note about the language: %v", prefix, !note)
		}
		for _, word := range []string{"<script>alert", "javascript:", "data:text"} {
			if strings.Contains(page, word) {
				t.Errorf("%q contains %s", prefix, word)
			}
		}
	}
	write("agb.de.md", "# Unsere *Bedingungen*\n\n## Geltung\n\n| a | b |\n|---|--:|\n| 1 | 2 |\n")
	for prefix, title := range map[string]string{"": "<h1>Unsere Bedingungen</h1>", "/fr": "<h1>Conditions générales</h1>"} {
		page := visitor.Get(prefix + "/recht/agb/").Want(http.StatusOK).Text()
		if !strings.Contains(page, title) || strings.Count(page, "<h1") != 1 || strings.Contains(page, "style=") || !strings.Contains(page, `<td align="right">2</td>`) {
			t.Errorf("%q: want the title %s and no style in %s", prefix, title, page)
		}
	}
	write("impressum.en.md", "Muster Ltd")
	if page := visitor.Get("/en/recht/impressum/").Text(); !strings.Contains(page, "Muster Ltd") || strings.Contains(page, "Muster GmbH") {
		t.Error("the English text does not hold")
	}
	write("agb.de.md", strings.Repeat("x", 1<<20+1))
	visitor.Get("/recht/agb/").Want(http.StatusInternalServerError)
	visitor.Get("/recht/passwd/").Want(http.StatusNotFound)
	for _, page := range []string{"/", "/kasse/", "/it/produkt/bastelkleber"} {
		if !strings.Contains(visitor.Get(page).Text(), "/recht/impressum/") {
			t.Errorf("%s does not lead to the imprint", page)
		}
	}
}

// Rules: L3, L9, L24. The button says what it does, and what delivery costs is shown
// before.
func TestL1_L24_CheckoutPage(t *testing.T) {
	t.Parallel()
	shop := storefront(t, terms(func(*checkout.Terms) {}))
	for path, want := range map[string]string{
		"/kasse/":      "Zahlungspflichtig bestellen</button>",
		"/en/kasse/":   "Order with obligation to pay</button>",
		"/fr/kasse/":   "Commande avec obligation de paiement</button>",
		"/it/kasse/":   "Ordine con obbligo di pagare</button>",
		"/versand/":    "4,90\u00a0€",
		"/it/versand/": "49,00\u00a0€",
	} {
		if page := shop.Anonymous().Get(path).Want(http.StatusOK); !strings.Contains(page.Text(), want) {
			t.Errorf("%s lacks %q", path, want)
		}
	}
	header := shop.Anonymous().Get("/kasse/").Header
	if header.Get("Cross-Origin-Opener-Policy") != "same-origin-allow-popups" || header.Get("Cache-Control") != "no-store" {
		t.Errorf("checkout with %v", header)
	}
	page := shop.Anonymous().Get("/kasse/").Text()
	if n := strings.Count(page, `name="zahlungsart"`); n != 2 {
		t.Errorf("%d payment methods", n)
	}
}
