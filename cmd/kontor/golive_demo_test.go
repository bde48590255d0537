package main

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"kontor/internal/database"
	"kontor/internal/demo"
	"kontor/internal/shop/catalogue"
	"kontor/internal/store"
	"kontor/tests/scratch"
)

// adopted is the demo's product that the operator has made their own.
const adopted = "merinowolle-senf"

// P23: what the demo brought keeps a shop from opening to the public, and is named; once
// it was removed the shop starts, and what the demo invented is gone with it. What the
// operator has made their own stays as it is, with the maker and the group that it needs.
func TestP23_DemoRowsAreRemovedBeforeTheShopOpens(t *testing.T) {
	t.Parallel()
	dir := scratch.Dir(t)
	settings := breach{change: fillAndAdopt}.arrange(t, dir, liveShop(t, dir))
	const found = "29 Produkte und 0 Gutscheine aus dem Beispielsortiment"
	code, _, errs := runKontor(t, settings, "serve")
	if code != exitRefused || !strings.Contains(errs, found) || !strings.Contains(errs, "kontor demo remove") {
		t.Errorf("exit %d:\n%s", code, errs)
	}
	before := ownGoods(t, dir)
	code, out, errs := runKontor(t, settings, "demo", "remove")
	if code != 0 || !strings.Contains(out, "29 Beispielprodukte und 0 Beispielgutscheine entfernt") {
		t.Errorf("exit %d: %s%s", code, out, errs)
	}
	startLive(t, settings).mustEnd(t)
	wantOnlyOwn(t, dir, before)
}

// fillAndAdopt fills a shop with the demo, whose product the operator then sells at a
// price and with a picture of their own.
func fillAndAdopt(t *testing.T, db *store.DB) {
	now := time.Now()
	if _, err := demo.Fill(t.Context(), db, now); err != nil {
		t.Fatal(err)
	}
	if err := demo.Count(t.Context(), db, now); err != nil {
		t.Fatal(err)
	}
	if left, err := db.Stock(t.Context()); err != nil || len(left) != 2 || !left.SoldOut("merinowolle-beere") || !left.Mixed(adopted, 13) {
		t.Errorf("the demo's stock: %v, %v", left, err)
	}
	const hash = "00000000000000aa"
	if _, err := db.AddPhoto(t.Context(), adopted, catalogue.Photo{Source: hash, Hash: hash, Sizes: map[int][]byte{480: []byte("JPEG")}}, now); err != nil {
		t.Fatal(err)
	}
	p, err := db.Product(t.Context(), adopted)
	if err != nil {
		t.Fatal(err)
	}
	p.Demo, p.Names["de"] = false, "Unsere Merinowolle"
	if _, err := db.ChangeProduct(t.Context(), p, now); err != nil {
		t.Fatal(err)
	}
}

// ownGoods returns the adopted product as shoppers see it.
func ownGoods(t *testing.T, dir string) (p catalogue.Product) {
	readShop(t, dir, func(ctx context.Context, db *store.DB) {
		var err error
		if p, err = catalogue.New(db, time.Now).Complete(ctx, adopted); err != nil {
			t.Fatal(err)
		}
	})
	return p
}

// wantOnlyOwn checks that nothing is left of the demo but the adopted product, which has
// lost nothing.
func wantOnlyOwn(t *testing.T, dir string, before catalogue.Product) {
	if diff := cmp.Diff(before, ownGoods(t, dir)); diff != "" {
		t.Errorf("the adopted product (-before +after):\n%s", diff)
	}
	readShop(t, dir, func(ctx context.Context, db *store.DB) {
		a, err := db.Assortment(ctx)
		if err != nil {
			t.Fatal(err)
		}
		if len(a.Products) != 2 || a.Products[0].Slug != "eigenes-garn" || a.Products[1].Slug != adopted {
			t.Errorf("products left: %v", a.Products)
		}
		if len(a.Makers) != 1 || a.Makers[0].Slug != before.Maker {
			t.Errorf("makers left: %v", a.Makers)
		}
		if len(a.Groups) != 1 || a.Groups[0].Slug != before.Group {
			t.Errorf("groups left: %v", a.Groups)
		}
		if left, err := db.Stock(ctx); err != nil || len(left) != 1 || !left.Mixed(adopted, 13) {
			t.Errorf("stock left: %v, %v", left, err)
		}
	})
}

func readShop(t *testing.T, dir string, read func(context.Context, *store.DB)) {
	t.Helper()
	db, err := store.OpenReader(t.Context(), database.Options{Dir: dir})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	read(t.Context(), db)
}
