//go:build !nobrowser

package web_test

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"kontor/internal/shop/order"
	"kontor/tests/shoptest"
)

// office is a browser in the administration.
type office struct {
	ctx context.Context
	t   *testing.T
}

// do carries out actions, and names the first that fails by where it stands.
func (o office) do(what string, actions ...chromedp.Action[chromedp.Void]) {
	o.t.Helper()
	if err := chromedp.Do(o.ctx, actions...); err != nil {
		o.t.Fatalf("%s: %v", what, err)
	}
}

// until waits for a condition of the page, written in JavaScript. It is not met as
// long as asking fails: what it looks at may still have to be drawn.
func (o office) until(condition string) {
	o.t.Helper()
	met := "(() => { try { return Boolean(" + condition + "); } catch { return false; } })()"
	if _, err := chromedp.Run(o.ctx, chromedp.Poll[bool](met, chromedp.WithPollingTimeout(time.Minute))); err != nil {
		text, _ := chromedp.Run(o.ctx, chromedp.Evaluate[string](`document.body.innerText.slice(0, 900)`))
		o.t.Fatalf("%s never came true: %v\n%s", condition, err, text)
	}
}

// enter passes both gates on the way to the list of orders.
func enter(ctx context.Context, t *testing.T, s *shoptest.Shop, path string) office {
	t.Helper()
	return enterPage(ctx, t, s, path, "#orders tr[data-id], #nothing:not([hidden])")
}

// enterPage passes both gates on the way to a page, which is there when an
// element is to be seen.
func enterPage(ctx context.Context, t *testing.T, s *shoptest.Shop, path, element string) office {
	t.Helper()
	o := office{ctx, t}
	o.do("pass the gates",
		chromedp.EmulateViewport(1280, 900),
		chromedp.Navigate(s.URL+path),
		chromedp.WaitVisible("#code"), chromedp.SendKeys("#code", s.SiteCode+"\n"),
		chromedp.WaitVisible(`form[action="/api/zugang/verwaltung"]`), chromedp.SendKeys("#code", s.AdminCode+"\n"),
		chromedp.WaitVisible(element))
	return o
}

// status is the state that the list shows for an order.
func statusShown(id int) string {
	return fmt.Sprintf(`document.querySelector('tr[data-id="%d"] select')?.value`, id)
}

func choose(id int, status string) chromedp.Action[chromedp.Void] {
	return chromedp.Steps(chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
		_, err := chromedp.Evaluate[any](fmt.Sprintf(`{
			const s = document.querySelector('tr[data-id="%d"] select');
			s.value = %q;
			s.dispatchEvent(new Event("change"));
		}`, id, status))(ctx, target)
		return err
	}))
}

// Once the session of the office has ended, a page leads to the entrance, and from
// there back to where it was.
func TestEndedSessionLeadsToTheEntrance(t *testing.T) {
	t.Parallel()
	s := shoptest.Start(t)
	browse(t, func(ctx context.Context) {
		o := enter(ctx, t, s, "/verwaltung/?land=de")
		o.do("end the session", evaluate(`fetch("/api/zugang/verwaltung/abmelden", { method: "POST" }).then(() => { window.ended = true; })`))
		o.until(`window.ended`)
		o.do("load", evaluate(`history.replaceState(null, "", "?land=at"); dispatchEvent(new Event("popstate"))`),
			chromedp.WaitVisible(`form[action="/api/zugang/verwaltung"]`))
		o.until(`location.pathname + location.search === "/zugang/verwaltung/?weiter=" + encodeURIComponent("/verwaltung/?land=at")`)
		o.do("enter again", chromedp.SendKeys("#code", s.AdminCode+"\n"), chromedp.WaitVisible("#nothing:not([hidden])"))
		o.until(`location.pathname + location.search === "/verwaltung/?land=at"`)
	})
}

// A state is saved as soon as it is chosen. What is saved can be taken back; what
// another operator changed meanwhile is not overwritten.
// Spec: Administration page.
func TestH44_StatusIsSavedAtOnceInTheList(t *testing.T) {
	t.Parallel()
	s := shoptest.Start(t)
	for range 3 {
		s.Visitor().PostOrder(shoptest.Order()).Want(http.StatusCreated)
	}
	browse(t, func(ctx context.Context) {
		o := enter(ctx, t, s, "/verwaltung/?land=de")
		o.do("choose", choose(2, "bezahlt"))
		o.until(`document.getElementById("news").textContent.startsWith("Gespeichert: BK-2026-0002")`)
		wantStatus(t, s, 2, order.StatusPaid)
		o.until(`document.querySelector(".tile.bezahlt strong").textContent === "22,20\u00a0€"`)
		o.do("take back", chromedp.Click("#undo button"))
		o.until(statusShown(2) + ` === "zahlungOffen"`)
		wantStatus(t, s, 2, order.StatusPaymentOpen)

		s.Operator().Patch("/api/verwaltung/orders/1", shoptest.Body{"status": "storniert"}).Want(http.StatusOK)
		o.do("choose what is stale", choose(1, "bezahlt"))
		o.until(`document.querySelector('tr[data-id="1"] .problem')?.textContent.includes("Storniert")`)
		wantStatus(t, s, 1, order.StatusCancelled)
		o.until(statusShown(1) + ` === "storniert"`)
	})
}

func wantStatus(t *testing.T, s *shoptest.Shop, id int64, want order.Status) {
	t.Helper()
	details, err := s.DB.Order(t.Context(), id)
	if err != nil || details.Status != want {
		t.Errorf("order %d is %s, %v, want %s", id, details.Status, err, want)
	}
}

// S1, H14: whatever customers write stays text, in the list and in the drawer.
func TestS1_HostileOrdersAreInert(t *testing.T) {
	t.Parallel()
	s := shoptest.Start(t)
	const hostile = `"><img src=x onerror="window.hit=1"><script>window.hit=1</script><svg onload="window.hit=1">`
	s.Visitor().PostOrder(shoptest.Order(
		shoptest.Set("kunde", shoptest.Body{"name": hostile, "email": `"><b>@example.org`, "ort": hostile, "strasse": hostile}),
		shoptest.Set("zahlungsart", hostile),
		shoptest.Set("artikel", []any{shoptest.Body{"slug": "javascript:alert(1)", "name": hostile, "menge": 1, "preis": 22.2}}),
	)).Want(http.StatusCreated)
	browse(t, func(ctx context.Context) {
		o := enter(ctx, t, s, "/verwaltung/?o=1")
		o.until(`document.querySelector("#order h3") !== null`)
		o.until(`document.body.innerText.includes("<script>window.hit=1</script>")`)
		o.do("print", chromedp.Navigate(s.URL+"/verwaltung/lieferscheine/?ids=1"), chromedp.WaitVisible(".slip"))
		hit, err := chromedp.Run(ctx, chromedp.Evaluate[bool](`window.hit === 1 || document.querySelector("main img, main script, main svg") !== null`))
		if err != nil || hit {
			t.Errorf("the order's text became markup: %v, %v", hit, err)
		}
	})
}

// The address holds what the list shows: search, filters, the order that is open.
func TestOrderListFollowsItsAddress(t *testing.T) {
	t.Parallel()
	s := shoptest.Start(t)
	for i := range 60 {
		s.Visitor().PostOrder(shoptest.Order(shoptest.Email(fmt.Sprintf("kunde%02d@example.org", i)))).Want(http.StatusCreated)
	}
	browse(t, func(ctx context.Context) {
		o := enter(ctx, t, s, "/verwaltung/")
		o.until(`document.querySelectorAll("tr[data-id]").length === 50`)
		o.do("older", chromedp.Click("#paging button"))
		o.until(`document.querySelectorAll("tr[data-id]").length === 10 && location.search.includes("cursor=")`)
		s.Visitor().PostOrder(shoptest.Order()).Want(http.StatusCreated)
		o.do("back", chromedp.NavigateBack())
		o.until(`document.querySelectorAll("tr[data-id]").length === 50 && document.querySelector('tr[data-id="61"]') !== null`)
		o.do("search", chromedp.SendKeys("#q", "kunde07"))
		o.until(`document.querySelectorAll("tr[data-id]").length === 1 && location.search === "?q=kunde07"`)
		o.do("open", chromedp.Click("tr[data-id] a"))
		o.until(`document.querySelector("#order[open] h2")?.textContent === "BK-2026-0008" && location.search.includes("o=8")`)
		o.do("reload", chromedp.Reload())
		o.until(`document.querySelector("#order[open] h2")?.textContent === "BK-2026-0008" && document.getElementById("q").value === "kunde07"`)
		o.do("nothing", chromedp.Navigate(s.URL+"/verwaltung/?q=gibtsnicht"), chromedp.WaitVisible("#nothing"))
	})
}

// A dead session leads to the code page, and from there back to the same view; a
// database that is away is reported, and polled again.
func TestOrderListInTrouble(t *testing.T) {
	t.Parallel()
	s := shoptest.Start(t)
	s.Visitor().PostOrder(shoptest.Order()).Want(http.StatusCreated)
	browse(t, func(ctx context.Context) {
		o := enter(ctx, t, s, "/verwaltung/?status=zahlungOffen")
		s.Clock.Advance(25 * time.Hour)
		o.do("choose", choose(1, "bezahlt"), chromedp.WaitVisible(`form[action="/api/zugang/verwaltung"]`))
		wantStatus(t, s, 1, order.StatusPaymentOpen)
		o.do("enter again", chromedp.SendKeys("#code", s.AdminCode+"\n"), chromedp.WaitVisible("tr[data-id]"))
		if at, err := chromedp.Run(ctx, chromedp.Location()); err != nil || !strings.HasSuffix(at, "/verwaltung/?status=zahlungOffen") {
			t.Errorf("arrived at %s, %v", at, err)
		}
		if err := s.DB.Close(); err != nil {
			t.Fatal(err)
		}
		o.do("a new search", chromedp.SendKeys("#q", "erika\n"), chromedp.WaitVisible("#trouble"))
	})
}

// Several orders are changed at once, each with its own result.
func TestSeveralOrdersAreChanged(t *testing.T) {
	t.Parallel()
	s := shoptest.Start(t)
	for range 3 {
		s.Visitor().PostOrder(shoptest.Order()).Want(http.StatusCreated)
	}
	browse(t, func(ctx context.Context) {
		o := enter(ctx, t, s, "/verwaltung/")
		s.Operator().Patch("/api/verwaltung/orders/2", shoptest.Body{"notiz": "inzwischen geändert"}).Want(http.StatusOK)
		o.do("choose all", chromedp.Click("#all"), chromedp.Click("#bulk button"))
		o.until(`document.querySelectorAll("#result-list li").length === 3`)
		o.until(`document.querySelector("#result-list .problem")?.textContent.startsWith("BK-2026-0002")`)
		o.looksRight("results")
		o.until(`document.querySelector(".tile.bezahlt strong").textContent === "44,40\u00a0€"`)
		for id, want := range map[int64]order.Status{1: order.StatusPaid, 2: order.StatusPaymentOpen, 3: order.StatusPaid} {
			wantStatus(t, s, id, want)
		}
	})
}

// Spec: States and transitions, rule 2.
func TestOpenPaymentsHaveATile(t *testing.T) {
	t.Parallel()
	s := shoptest.Start(t)
	for range 2 {
		s.Visitor().PostOrder(shoptest.Order()).Want(http.StatusCreated)
	}
	s.Operator().Patch("/api/verwaltung/orders/1", shoptest.Body{"status": "bezahlt"}).Want(http.StatusOK)
	browse(t, func(ctx context.Context) {
		o := enter(ctx, t, s, "/verwaltung/")
		o.until(`document.querySelector(".tile.zahlungOffen strong").textContent === "22,20\u00a0€"`)
		o.do("filter", chromedp.Click(".tile.zahlungOffen"))
		o.until(`location.search === "?status=zahlungOffen" && document.querySelectorAll("tr[data-id]").length === 1`)
		o.until(`document.querySelector("tr[data-id] select").classList.contains("zahlungOffen")`)
		o.do("all again", chromedp.Click(".tile.zahlungOffen"))
		o.until(`document.querySelectorAll("tr[data-id]").length === 2`)
	})
}
