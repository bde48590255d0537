package main

import (
	"slices"
	"strings"
	"testing"
	"time"

	"kontor/internal/database"
	"kontor/internal/shop/checkout"
	"kontor/internal/shop/order"
	"kontor/internal/store"
	"kontor/tests/mailtest"
	"kontor/tests/scratch"
)

// W32: the daily report has real figures and nothing about customers. A shop that is
// started again does not repeat it.
func TestW32_DailyReport(t *testing.T) {
	t.Parallel()
	provider, dir := mailtest.StartResend(t, mailKey), scratch.Dir(t)
	storeYesterday(t, dir, order.Person{Name: "Markerine Kundmann", Email: "markerine@kund.example", Street: "Markerweg 5", City: "Kundstadt"})
	settings := append(sendingThrough(provider.URL()), "BERICHT_UM=00:00")
	p := start(t, dir, settings...)
	awaitMessages(t, provider, 1)
	p.mustEnd(t)
	report := provider.Messages()[0]
	for _, want := range []string{"2 Bestellungen, 41,40\u00a0€", "Höchste Bestellnummer: BK-", "Frei auf dem Datenträger von " + dir} {
		if !strings.Contains(report.Text, want) {
			t.Errorf("the report does not say %q:\n%s", want, report.Text)
		}
	}
	if text := strings.ToLower(string(report.Raw)); strings.Contains(text, "marker") || strings.Contains(text, "kundstadt") {
		t.Errorf("the report is about a customer:\n%s", text)
	}
	p = start(t, dir, settings...)
	p.placeOrders(t, 1, 1)
	awaitMessages(t, provider, 3)
	p.mustEnd(t)
}

// storeYesterday stores two orders of a customer that arrived the day before.
func storeYesterday(t *testing.T, dir string, customer order.Person) {
	t.Helper()
	db, err := store.Open(t.Context(), database.Options{Dir: dir})
	if err != nil {
		t.Fatal(err)
	}
	draft := &checkout.Draft{
		Country: "de", Customer: customer, Items: []checkout.DraftItem{{Slug: "wolle", Name: "Wolle", Quantity: 2, Price: 7.9}},
		Total: 20.7, PaymentMethod: order.MethodTransfer,
	}
	yesterday := time.Now().AddDate(0, 0, -1)
	orders := []*order.Order{draft.Order(yesterday), draft.Order(yesterday)}
	if _, err := db.Import(t.Context(), slices.Values(orders), "BK"); err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
}
