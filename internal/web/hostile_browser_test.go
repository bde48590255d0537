//go:build !nobrowser

package web_test

import (
	"context"
	"fmt"
	"html"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"

	"kontor/internal/mail"
	"kontor/internal/oidc/oidcsim"
	"kontor/internal/shop"
	"kontor/internal/shop/catalogue"
	"kontor/internal/shop/checkout"
	"kontor/internal/web"
	"kontor/tests/mailtest"
	"kontor/tests/shoptest"
)

// evil is a text that would leave its place on any page that forgot to escape it,
// different for every field.
func evil(field string) string {
	return `"><img src=x onerror="top.hit=1"><script>top.hit=1</script>` + field
}

func evils(fields ...string) []string {
	var all []string
	for _, field := range fields {
		all = append(all, evil(field))
	}
	return all
}

// evilCode is as much of that as fits into a coupon's code.
const evilCode = `'"><IMG SRC=X ONERROR="TOP.HIT=1"><SVG ONLOAD=TOP.HIT=1>`

// evilLegalText has what Markdown could let through.
const evilLegalText = `# Terms <script>top.hit=1</script>

<img src=x onerror="top.hit=1">

[press me](javascript:top.hit=1) ![shown](javascript:top.hit=1) <javascript:top.hit=1>

[and me][x] end of the terms

[x]: data:text/html,<script>top.hit=1</script>
`

// said is everything that a page says: what stands on it, in its fields, and for
// those who do not see it. Messages part web addresses so that nobody links them.
const said = `[document.body.innerText, ...[...document.querySelectorAll("pre")].map(e => e.textContent), ...[...document.querySelectorAll("input, textarea")].map(e => e.value),
	...[...document.querySelectorAll("[alt], [aria-label], [title]")].flatMap(e => [e.getAttribute("alt"), e.ariaLabel, e.title])]
	.join("\n").replaceAll("\u200b", "").replace(/\s+/g, " ").toLowerCase()`

// harmful finds what became more than text on a page; "" is nothing.
const harmful = `[
	...(window.hit === undefined ? [] : ["a script ran"]),
	...[...document.querySelectorAll('[onerror], [onload], img[src="x" i], iframe[srcdoc], script:not([src]):not([type="application/json"], [type="application/ld+json"])')].map(e => e.outerHTML),
	...[...document.querySelectorAll("*")].flatMap(e => ["href", "src", "action", "formaction", "xlink:href"]
		.filter(name => /^\s*(javascript|data):/i.test(e.getAttribute(name) ?? "")).map(() => e.outerHTML)),
].join("\n")`

// hostileShop is a shop in which everybody and everything that can write to it has
// written such texts.
type hostileShop struct {
	*shoptest.Shop
	t                    *testing.T
	buyer                *shoptest.Client
	thanks, confirmation string // pages
}

func startHostileShop(t *testing.T) *hostileShop {
	t.Helper()
	legal := t.TempDir()
	if err := os.WriteFile(filepath.Join(legal, "agb.en.md"), []byte(evilLegalText), 0o600); err != nil {
		t.Fatal(err)
	}
	provider := mailtest.StartResend(t, "re_123")
	provider.SetFault(mailtest.Reject)
	s := shoptest.Start(t, shoptest.PayPal(), shoptest.SignIn(),
		shoptest.Prices(checkout.PriceCheckOff), shoptest.Mail(mail.Options{ResendKey: "re_123", ResendURL: provider.URL()}),
		shoptest.Web(func(o *web.Options) { o.LegalDir = legal }))
	h := &hostileShop{Shop: s, t: t}
	operator := s.Operator()
	h.stock(operator)
	h.buy(operator)
	h.writeAfterwards(operator)
	return h
}

// stock puts a product with its own picture and a coupon into the shop.
func (h *hostileShop) stock(operator *shoptest.Client) {
	h.t.Helper()
	product := catalogue.Product{Slug: "boese-wolle", CategorySlug: "onerror", Price: 5, UnitPrice: 10, Unit: evil("unit"), Active: true,
		Names: make(map[shop.Language]string)}
	alt := shoptest.Body{}
	for _, language := range shop.Languages {
		product.Names[language], alt["alt_"+string(language)] = evil("name-"+string(language)), evil("alt-"+string(language))
	}
	h.Stock(product)
	operator.Post("/api/verwaltung/produkte/boese-wolle/bild", photoFile(h.t, 90), fileType).Want(http.StatusOK)
	operator.Patch("/api/verwaltung/produkte/boese-wolle", alt).Want(http.StatusOK)
	storeCoupon(h.t, h.Shop, evilCode)
}

// buy places a paid order as a signed-in customer, and another through PayPal.
func (h *hostileShop) buy(operator *shoptest.Client) {
	h.t.Helper()
	h.buyer = h.Customer("google", oidcsim.Person{Subject: "666", Name: evil("identity")})
	h.thanks = h.buyer.PostOrder(shoptest.Order(
		shoptest.Set("kunde", shoptest.Body{"name": evil("person"), "email": evil("mail") + "@example.org",
			"strasse": evil("street"), "plz": evil("postcode"), "ort": evil("city")}),
		shoptest.Set("artikel", []any{shoptest.Body{"slug": "javascript:top.hit=1", "name": evil("item"), "menge": 1, "preis": 22.2}}),
		shoptest.Set("zahlungsart", evil("method")), shoptest.Set("gutscheinCode", evilCode), shoptest.Set("rabattGesamt", 2), shoptest.Set("sprache", "it"),
	)).Want(http.StatusCreated).Header.Get("Location")
	operator.Patch(ordersPath+"/1", shoptest.Body{"status": "bezahlt", "notiz": evil("note")}).Want(http.StatusOK)

	id := h.buyer.Pay()
	h.Approve(id)
	h.buyer.Capture(id).Want(http.StatusCreated)
	operator.Post(paymentsPath+"/1/erstattungen", shoptest.Body{"betrag": 1, "notiz": evil("refund")}).Want(http.StatusCreated)
}

// writeAfterwards sends a withdrawal and a statement of the bank.
func (h *hostileShop) writeAfterwards(operator *shoptest.Client) {
	h.t.Helper()
	h.confirmation = h.buyer.Form("/fr/widerruf/", declaration("schritt", "bestaetigen",
		"name", evil("withdrawer"), "vertrag", evil("contract"), "grund", evil("reason"))).Want(http.StatusSeeOther).Header.Get("Location")
	file, err := os.ReadFile(statementFile(h.t, entry{"22.20", "EUR", html.EscapeString(evil("payer")), html.EscapeString(evil("purpose"))}))
	if err != nil {
		h.t.Fatal(err)
	}
	operator.Post(statementsPath, string(file), fileType).Want(http.StatusOK)
}

// H14, S1, S2: whatever people, banks, providers of identities and the operator's
// own files write is shown as it was written, and is never more than text. The
// storefront's other pages: TestH14_S1_StorefrontIsInert; the invoice and the
// exports: TestS1_HostileNamesAreInert, TestH46_S4_CSVCells, TestH46_S4_XLSXCells.
func TestH14_S1_HostileDataIsInertEverywhere(t *testing.T) {
	t.Parallel()
	h := startHostileShop(t)
	for _, pages := range [][]hostilePage{h.office(), h.storefront()} {
		browse(t, func(ctx context.Context) {
			o := enter(ctx, t, h.Shop, "/verwaltung/")
			cookie := network.SetCookieParams{Name: shoptest.AccountCookie, Value: h.buyer.Cookie(shoptest.AccountCookie), URL: h.URL}
			if _, err := chromedp.Call(ctx, network.SetCookie, cookie); err != nil {
				t.Fatal(err)
			}
			for _, page := range pages {
				h.visit(&guest{office: o, shop: h.Shop}, page)
			}
		})
	}
}

// hostilePage is a page or a view of it, with the texts that it shows.
type hostilePage struct {
	path  string
	press string // JavaScript that finds what is pressed there; empty: nothing
	shows []string
}

// button finds a button among the rows by how it begins, for eyes or for ears.
func button(label string) string {
	return fmt.Sprintf(`[...document.querySelectorAll("#rows button")].find(b => b.textContent.startsWith(%[1]q) || b.ariaLabel?.includes(%[1]q))`, label)
}

func (h *hostileShop) office() []hostilePage {
	return []hostilePage{
		{"/verwaltung/", "", evils("person")},
		{"/verwaltung/?o=1", "", append(evils("person", "mail", "street", "postcode", "city", "item", "method", "note"), evilCode, "javascript:top.hit=1")},
		{"/verwaltung/?o=2", "", evils("refund")},
		{"/verwaltung/?q=%22%3E%3Cimg+src%3Dx+onerror%3D%22top.hit%3D1%22%3E%3Cscript%3Etop.hit%3D1%3C%2Fscript%3Esearch", "", evils("search")},
		{"/verwaltung/lieferscheine/?ids=1,2", "", evils("person", "street", "postcode", "city", "item")},
		{"/verwaltung/auswertung/?von=alle", "", []string{"javascript:top.hit=1", evilCode}},
		{"/verwaltung/zahlungseingaenge/", "", evils("payer", "purpose")},
		{"/verwaltung/zahlungen/?z=1", "", evils("refund")},
		{"/verwaltung/gutscheine/", "", []string{evilCode}},
		{"/verwaltung/gutscheine/", button("ändern"), []string{evilCode}},
		{"/verwaltung/gutscheine/", button("benutzt"), append(evils("mail"), evilCode)},
		{"/verwaltung/produkte/", "", evils("name-de")},
		{"/verwaltung/produkte/", button("Ändern"), evils("name-de", "name-en", "name-fr", "name-it")},
		{"/verwaltung/produkte/", button("Bilder"), evils("alt-de", "alt-en", "alt-fr", "alt-it")},
		{"/verwaltung/mails/", "", []string{"BK-2026-0001"}},
		{"/verwaltung/mails/", `document.querySelector('#rows tr[data-id="1"] button')`, evils("person", "item")},
		{"/verwaltung/mails/1/ansicht", "", evils("person", "street", "item")},
		{"/verwaltung/mails/2/ansicht", "", evils("person", "item")},
		{"/verwaltung/widerrufe/", "", evils("withdrawer", "contract", "reason")},
	}
}

func (h *hostileShop) storefront() []hostilePage {
	return []hostilePage{
		{"/it/", "", evils("name-it", "unit")},
		{"/fr/produkt/boese-wolle", "", evils("name-fr", "alt-fr", "unit")},
		{"/en/produkt/boese-wolle", `document.querySelector(".buy .submit")`, evils("name-en")},
		{"/en/kasse/", "", evils("name-en")},
		{"/en/konto/", `document.querySelector(".orders > li:last-child summary")`, append(evils("identity", "item"), "BK-2026-0001")},
		{h.thanks, "", evils("item")},
		{h.confirmation, "", evils("withdrawer", "contract", "reason")},
		{"/en/recht/agb/", "", []string{"press me", "end of the terms"}},
		{"/konto/?fehler=%22%3E%3Cscript%3Etop.hit=1%3C/script%3E", "", evils("identity")},
		{"/gibtsnicht/%22%3E%3Cscript%3Etop.hit=1%3C/script%3E", "", []string{"Diese Seite gibt es nicht"}},
	}
}

func (h *hostileShop) visit(g *guest, page hostilePage) {
	h.t.Helper()
	name := page.path + " " + page.press
	g.do(name, chromedp.Navigate(h.URL+page.path))
	if page.press != "" {
		g.until(page.press)
		g.do("press in "+name, evaluate(page.press+`.click()`))
	}
	for _, text := range page.shows {
		g.until(fmt.Sprintf(`%s.includes(%q)`, said, strings.ToLower(text)))
	}
	found, err := chromedp.Run(g.ctx, chromedp.Evaluate[string](harmful))
	if err != nil || found != "" {
		h.t.Errorf("%s: %v, %s", name, err, found)
	}
}
