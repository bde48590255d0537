//go:build !nobrowser

package web_test

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"kontor/internal/shop/order"
	"kontor/tests/shoptest"
)

// entry is one credit of a CAMT.053 statement.
type entry struct{ amount, currency, name, purpose string }

// statementFile writes a statement as banks do, and returns its path.
func statementFile(t *testing.T, entries ...entry) string {
	t.Helper()
	var b strings.Builder
	b.WriteString(`<?xml version="1.0" encoding="UTF-8"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><Stmt>`)
	for _, e := range entries {
		fmt.Fprintf(&b, `<Ntry><Amt Ccy=%q>%s</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>2026-11-20</Dt></BookgDt>
			<NtryDtls><TxDtls><RltdPties><Dbtr><Pty><Nm>%s</Nm></Pty></Dbtr></RltdPties><RmtInf><Ustrd>%s</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>`,
			e.currency, e.amount, e.name, e.purpose)
	}
	b.WriteString(`</Stmt></BkToCstmrStmt></Document>`)
	path := filepath.Join(t.TempDir(), "auszug.xml")
	if err := os.WriteFile(path, []byte(b.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// receiptRow is the row of the list with a payer's receipt.
func receiptRow(payer string) string {
	return fmt.Sprintf(`[...document.querySelectorAll("#rows tr")].find(row => row.querySelector(".who")?.textContent.includes(%q))`, payer)
}

// press clicks one of the page's buttons by its text.
func (o office) press(within, label string) {
	o.t.Helper()
	button := fmt.Sprintf(`[...((%s) ?? document.createElement("p")).querySelectorAll("button")].find(b => b.textContent.startsWith(%q) && !b.closest("[hidden]"))`, within, label)
	o.until(button + ` !== undefined`)
	o.do("press "+label, evaluate(button+`.click()`))
}

func evaluate(script string) chromedp.Action[chromedp.Void] {
	return chromedp.Steps(chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
		_, err := chromedp.Evaluate[any](script+"; 0")(ctx, target)
		return err
	}))
}

// H30: a statement is imported, matching receipts are booked with one click, the
// operator decides on the rest, and every decision can be reversed.
func TestH30_ReceiptsInABrowser(t *testing.T) {
	t.Parallel()
	s := shoptest.Start(t)
	for range 4 {
		s.Visitor().PostOrder(shoptest.Order()).Want(http.StatusCreated) // 22.20
	}
	const hostile = `&lt;img src=x onerror="window.hit=1"&gt;`
	file := statementFile(t,
		entry{"22.20", "EUR", "Erika", "BK 2O26 0001"},
		entry{"22.20", "EUR", "Otto", "Rechnung BK-2026-0002"},
		entry{"20.00", "EUR", "Anna", "BK-2026-0003"},
		entry{"500.00", "EUR", "Herta", hostile})
	browse(t, func(ctx context.Context) {
		o := enterPage(ctx, t, s, "/verwaltung/zahlungseingaenge/", "#nothing:not([hidden])")
		for _, said := range []string{"4 neue Eingänge", "0 neue Eingänge, 4 schon bekannt"} {
			o.do("import", chromedp.SetUploadFiles("#statement", []string{file}))
			o.until(fmt.Sprintf(`document.getElementById("import-results").textContent.includes(%q)`, said))
		}
		o.until(`document.querySelectorAll("#rows tr[data-id]").length === 4 && document.querySelector("main img") === null && window.hit === undefined`)
		s.WantStatuses(order.StatusPaymentOpen, order.StatusPaymentOpen, order.StatusPaymentOpen, order.StatusPaymentOpen)

		o.looksRight("receipts")
		o.press("document", "Alle passenden buchen (2)")
		o.until(`document.querySelectorAll("#result-list li").length === 2 && document.querySelector("#result-list .problem") === null`)
		o.press(`document.getElementById("results")`, "Fertig")
		s.WantStatuses(order.StatusPaid, order.StatusPaid, order.StatusPaymentOpen, order.StatusPaymentOpen)

		o.until(receiptRow("Anna") + `.textContent.includes("zu wenig bezahlt")`)
		o.press(receiptRow("Anna"), "Auf BK-2026-0003 buchen")
		o.until(`document.querySelector("#undo:not([hidden])")?.textContent.includes("BK-2026-0003") && ` + receiptRow("Anna") + ` === undefined`)
		wantStatus(t, s, 3, order.StatusPaid)
		o.press(`document.getElementById("undo")`, "Rückgängig")
		o.until(receiptRow("Anna") + ` !== undefined`)
		wantStatus(t, s, 3, order.StatusPaymentOpen)

		o.press(receiptRow("Herta"), "Andere Bestellung")
		o.do("search", chromedp.SendKeys("#pick-search", "0004"))
		o.until(`document.querySelectorAll("#pick-orders button").length === 1`)
		o.looksRight("choice of an order")
		s.Operator().Patch("/api/verwaltung/orders/4", shoptest.Body{"status": "storniert"}).Want(http.StatusOK)
		o.do("choose", chromedp.Click("#pick-orders button"))
		o.until(`document.querySelector("#pick-problem:not([hidden])")?.textContent.includes("wartet nicht auf Geld")`)
		o.press(`document.getElementById("pick")`, "Abbrechen")
		wantStatus(t, s, 4, order.StatusCancelled)

		o.press(receiptRow("Herta"), "Erledigen")
		o.do("note", chromedp.SendKeys("#settle-note", "Miete, nicht vom Shop"), chromedp.Click("#settle-form button"))
		o.until(receiptRow("Herta") + ` === undefined`)
		o.press("document", "Erledigt")
		o.until(receiptRow("Herta") + `?.textContent.includes("Miete, nicht vom Shop") && location.search === "?zustand=erledigt"`)
		o.press(receiptRow("Herta"), "Zurücknehmen")
		o.until(`document.querySelector("#nothing:not([hidden])") !== null`)
	})
}

// A file that is not a statement is refused beside the field, and the page says when
// the database is away.
func TestReceiptsInTrouble(t *testing.T) {
	t.Parallel()
	s := shoptest.Start(t)
	path := filepath.Join(t.TempDir(), "bild.csv")
	if err := os.WriteFile(path, []byte("kein Auszug"), 0o600); err != nil {
		t.Fatal(err)
	}
	browse(t, func(ctx context.Context) {
		o := enterPage(ctx, t, s, "/verwaltung/zahlungseingaenge/", "#nothing:not([hidden])")
		o.do("import", chromedp.SetUploadFiles("#statement", []string{path}))
		o.until(`document.querySelector("#import-results .problem")?.textContent.startsWith("bild.csv: ")`)
		if err := s.DB.Close(); err != nil {
			t.Fatal(err)
		}
		o.press("document", "Alle")
		o.until(`document.querySelector("#trouble:not([hidden])") !== null`)
	})
}
