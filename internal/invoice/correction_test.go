package invoice

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"kontor/internal/shop"
	"kontor/internal/shop/order"
)

// issue adds another invoice to an order.
func issue(t *testing.T, o *order.Details, kind order.InvoiceKind, amount shop.Cents) order.Invoice {
	t.Helper()
	at := time.Date(2026, 11, 30, 23, 30, 0, 0, time.UTC)
	if len(o.Issued) == 0 {
		o.Issued = append(o.Issued, first(o))
	}
	i, err := o.Issue(order.InvoiceRequest{Kind: kind, Amount: amount, Actor: "Verwaltung"}, at)
	if err != nil {
		t.Fatal(err)
	}
	i.Number = fmt.Sprintf("%s-%d", o.Number, len(o.Issued))
	o.Issued = append(o.Issued, i)
	return i
}

func wordingOf(t *testing.T, seller Shop, o *order.Details, i order.Invoice) string {
	t.Helper()
	file, err := PDF(seller, o, i)
	if err != nil {
		t.Fatal(err)
	}
	all := readBack(t, file)
	wantWithinPages(t, all)
	return wording(all)
}

// A cancellation invoice reverses every line and the tax, under a number of its own,
// and names what it cancels; the first invoice says that it is void, whatever happens
// to the order. Law: §§ 14, 14c UStG. Rules: L23.
func TestL23_CancellationInvoice(t *testing.T) {
	t.Parallel()
	o := order.Details{Order: *sample()}
	o.Status = order.StatusCancelled
	got := wordingOf(t, seller, &o, issue(t, &o, order.InvoiceCancellation, 0))
	for _, want := range []string{
		"Rechnungsnummer\nBK-2026-0042-1\nRechnungsdatum\n1. Dezember 2026\nzur Rechnung\nBK-2026-0042\nvom\n22. November 2026\n",
		"Stornorechnung BK-2026-0042-1\n", "2\n617,30 €\n−1.234,60 €\n", "Rabatt (Gutschein HERBST)\n10,00 €\n", "Versand\n−4,90 €\n",
		"Gesamtbetrag\n−1.229,50 €\ndarin enthalten: 19 % MwSt.\n−196,31 €\nNettobetrag\n−1.033,19 €\n", "bekommen Sie zurück",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("%q is missing in\n%s", want, got)
		}
	}
	if strings.Contains(got, "IBAN") {
		t.Error("it asks for money")
	}
	o.Status = order.StatusPaid
	first := wordingOf(t, seller, &o, first(&o))
	if !strings.Contains(first, "aufgehoben durch BK-2026-0042-1.") || strings.Contains(first, "ist bezahlt") {
		t.Errorf("the first invoice:\n%s", first)
	}
	again := wordingOf(t, seller, &o, issue(t, &o, order.InvoiceRegular, 0))
	if !strings.Contains(again, "Rechnung BK-2026-0042-2\n") || !strings.Contains(again, "Gesamtbetrag\n1.229,50 €") || strings.Contains(again, "aufgehoben") {
		t.Errorf("the new invoice:\n%s", again)
	}
}

// A correction reverses part of the amount with the tax in it, in every language.
func TestCorrection(t *testing.T) {
	t.Parallel()
	seen := make(map[string]bool)
	for _, language := range shop.Languages {
		o := order.Details{Order: *sample()}
		o.Language = language
		got := wordingOf(t, seller, &o, issue(t, &o, order.InvoiceCorrection, 1190))
		if seen[got] || strings.Contains(got, "Merinogarn") || strings.Contains(got, "IBAN") || !strings.Contains(got, "BK-2026-0042-1") {
			t.Errorf("%s:\n%s", language, got)
		}
		seen[got] = true
		if language == "de" && !strings.Contains(got, "−11,90 €\ndarin enthalten: 19 % MwSt.\n−1,90 €\nNettobetrag\n−10,00 €\n") {
			t.Errorf("got\n%s", got)
		}
		small := seller
		small.Tax.Small = true
		if got := wordingOf(t, small, &o, o.Issued[0]); !strings.Contains(got, "§ 19 UStG") || strings.Contains(got, "%") {
			t.Errorf("%s, a small business:\n%s", language, got)
		}
	}
}
