//go:build !nobrowser

package web_test

import (
	"encoding/json"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	downloads "github.com/chromedp/cdproto/browser"
	"github.com/chromedp/chromedp"

	"kontor/internal/shop"
	"kontor/tests/shoptest"
)

// A customer signs in, sees the orders placed since, downloads the data,
// adds another way to sign in and removes it, and deletes the account. Rules D1,
// K5, K11, X1, X7.
func TestD1_X1_AccountInABrowser(t *testing.T) {
	t.Parallel()
	shop := storefront(t, shoptest.SignIn())
	shop.Anonymous().PostOrder(shoptest.Order(shoptest.Email("anna@example.org"))).Want(http.StatusCreated)
	visit(t, shop, func(g *guest) {
		g.open("/konto/")
		g.click(`a.sign-in[href*="google"]`)
		g.until(`document.querySelector("#who")?.textContent === "Anna Anders"`)
		g.until(`document.querySelectorAll(".orders > li").length === 0`)

		g.order("/konto/")
		g.until(`document.querySelector(".orders .about strong")?.textContent === "BK-2026-0002" && document.querySelectorAll(".orders > li").length === 1`)
		g.until(`document.querySelector(".orders .state").textContent === "Zahlung offen"`)
		g.click(".orders .about a")
		g.until(`document.querySelector(".number")?.textContent === "BK-2026-0002"`)

		g.open("/konto/")
		g.wantDownload(func() { g.click(`a[href^="/api/konto/daten"]`) }, `"bestellnummer":"BK-2026-0002"`)

		g.click(`[data-add-way="microsoft"]`)
		g.until(`document.querySelector('[data-remove-way="microsoft"]')?.hidden === false`)
		g.click(`[data-remove-way="google"]`)
		g.until(`document.querySelectorAll("[data-remove-way]").length === 0 && document.querySelector('[data-add-way="google"]')?.hidden === false`)

		g.eraseAccount()
	})
	order, err := shop.DB.Order(t.Context(), 2)
	if err != nil || order.Number != "BK-2026-0002" || order.CustomerID != 0 {
		t.Errorf("the order is %+v, %v", order, err)
	}
}

// eraseAccount deletes the account with a sign-in that is not fresh any more.
func (g *guest) eraseAccount() {
	g.t.Helper()
	g.shop.Clock.Advance(16 * time.Minute)
	g.click("[data-erasing] summary")
	g.fill("#word", "löschn\n")
	g.until(`document.querySelector("[data-erase-problem]").textContent.startsWith("Das Wort stimmt nicht.")`)
	g.fill("#word", "löschen\n")
	g.click(`[data-erase-problem] a[href*="microsoft"]`)
	g.until(`location.search === "?loeschen=1" && document.activeElement?.id === "word"`)
	g.fill("#word", "LÖSCHEN\n")
	g.until(`document.querySelector("h1").textContent === "Ihr Konto ist gelöscht" && document.activeElement?.tagName === "H1"`)
	g.until(`document.querySelector("[data-kept]").textContent.startsWith("Aufbewahrte Bestellungen: 1.")`)
	if status := ask[int](g, `fetch("/api/konto").then(r => r.status)`); status != http.StatusUnauthorized {
		g.t.Errorf("the session is still there: %d", status)
	}
	g.open("/konto/")
	g.until(`document.querySelector("a.sign-in") !== null`)
}

// order places an order in the browser's name, and then opens a page.
func (g *guest) order(path string) {
	g.t.Helper()
	body, err := json.Marshal(shoptest.Order())
	if err != nil {
		g.t.Fatal(err)
	}
	status := ask[int](g, `fetch("/api/orders", {method: "POST", body: JSON.stringify(`+string(body)+`)}).then(r => r.status)`)
	if status != http.StatusCreated {
		g.t.Fatalf("the order is answered with %d", status)
	}
	g.open(path)
}

// wantDownload lets a file be asked for, and demands a text in it.
func (g *guest) wantDownload(ask func(), want string) {
	g.t.Helper()
	dir := g.t.TempDir()
	done := make(chan struct{}, 1)
	err := chromedp.Listen(g.ctx, func(event any) {
		if e, ok := event.(*downloads.EventDownloadProgress); ok && e.State == downloads.DownloadProgressStateCompleted {
			done <- struct{}{}
		}
	})
	if err != nil {
		g.t.Fatal(err)
	}
	allow := downloads.SetDownloadBehaviorParams{Behavior: downloads.SetDownloadBehaviorBehaviorAllow, DownloadPath: dir, EventsEnabled: new(true),
		BrowserContextID: chromedp.FromContext(g.ctx).BrowserContextID}
	if _, err := chromedp.Call(g.ctx, downloads.SetDownloadBehavior, allow); err != nil {
		g.t.Fatal(err)
	}
	ask()
	select {
	case <-done:
	case <-time.After(90 * time.Second):
		g.t.Fatal("nothing is downloaded")
	}
	files, _ := filepath.Glob(filepath.Join(dir, "meine-daten-*.json"))
	if len(files) != 1 {
		g.t.Fatalf("downloaded %q", files)
	}
	if text, err := os.ReadFile(files[0]); err != nil || !strings.Contains(string(text), want) {
		g.t.Errorf("%v, the file lacks %s:\n%.500s", err, want, text)
	}
}

// Every page and state of accounts, in every language, in a sampled run in two; rules
// S20, H43.
func TestH43_AccountPagesAreAccessible(t *testing.T) {
	t.Parallel()
	words := map[shop.Language]string{"de": "LÖSCHEN", "en": "DELETE", "fr": "SUPPRIMER", "it": "ELIMINA"}
	for _, language := range languages(2) {
		prefix, word := strings.TrimSuffix(inLanguage(language, "/"), "/"), words[language]
		t.Run("language"+prefix, func(t *testing.T) {
			t.Parallel()
			shop := storefront(t, shoptest.SignIn())
			visit(t, shop, func(g *guest) {
				g.open(prefix + "/konto/")
				g.check("sign-in" + prefix)
				g.click(`a.sign-in[href*="google"]`)
				g.until(`document.querySelector("#who") !== null`)
				g.check("new account" + prefix)
				g.order(prefix + "/konto/?loeschen=1")
				admin := shop.Operator()
				admin.Patch(ordersPath+"/1", `{"status":"bezahlt"}`).Want(200)
				issued(admin, 1)
				g.open(prefix + "/konto/?loeschen=1")
				g.until(`document.querySelectorAll('.orders a[href*="/rechnungen/RE-"]').length > 0`)
				g.click(".orders summary")
				g.fill("#word", "?\n")
				g.until(`document.querySelector("[data-erase-problem]").hidden === false`)
				g.check("account" + prefix)
				g.fill("#word", word+"\n")
				g.until(`document.querySelector("[data-kept]") !== null`)
				g.check("deleted account" + prefix)
				g.open("/api/konto/daten?weiter=" + prefix + "/konto/")
				g.check("account problem" + prefix)
			})
		})
	}
}
