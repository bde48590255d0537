package main

import (
	"strings"
	"testing"
	"time"

	"kontor/internal/database"
	"kontor/internal/demo"
	"kontor/internal/store"
	"kontor/tests/scratch"
)

// P23: what the demo brought keeps a shop from opening to the public, and is named; once
// it was removed the shop starts, and what the demo invented is gone with it.
func TestP23_DemoRowsAreRemovedBeforeTheShopOpens(t *testing.T) {
	t.Parallel()
	dir := scratch.Dir(t)
	settings := breach{change: func(t *testing.T, db *store.DB) {
		if _, err := demo.Fill(t.Context(), db, time.Now()); err != nil {
			t.Error(err)
		}
	}}.arrange(t, dir, liveShop(t, dir))
	const found = "30 Produkte und 0 Gutscheine aus dem Beispielsortiment"
	code, _, errs := runKontor(t, settings, "serve")
	if code != exitRefused || !strings.Contains(errs, found) || !strings.Contains(errs, "kontor demo remove") {
		t.Errorf("exit %d:\n%s", code, errs)
	}
	code, out, errs := runKontor(t, settings, "demo", "remove")
	if code != 0 || !strings.Contains(out, "30 Beispielprodukte und 0 Beispielgutscheine entfernt") {
		t.Errorf("exit %d: %s%s", code, out, errs)
	}
	startLive(t, settings).mustEnd(t)
	db, err := store.OpenReader(t.Context(), database.Options{Dir: dir})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	products, err := db.Products(t.Context())
	if err != nil || len(products) != 1 || products[0].Slug != "eigenes-garn" {
		t.Errorf("products left: %v, %v", products, err)
	}
	makers, err := db.Makers(t.Context())
	if err != nil || len(makers) != 0 {
		t.Errorf("makers left: %v, %v", makers, err)
	}
}
