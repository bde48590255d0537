package store

import (
	"fmt"
	"slices"
	"testing"

	"kontor/internal/demo"
	"kontor/tests/scratch"
)

// What earlier versions' demos left is marked when the database migrates, unless
// somebody has changed it.
func TestOlderDemoRowsAreMarked(t *testing.T) {
	t.Parallel()
	dir := scratch.Dir(t)
	older := connect(t, databaseAt(t, dir, 23))
	const created = `'2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z'`
	for i, p := range demo.Products()[:24] { // newer ones were never left by an earlier version
		if i == 3 {
			p.Price++ // the operator's price
		}
		_, err := older.Exec(fmt.Sprintf(`INSERT INTO products (slug, name_de, name_en, name_fr, name_it, kategorie_slug, preis, aktiv, bestseller_label, created_at, updated_at)
			VALUES ($1, $2, 'x', 'x', 'x', 'y', $3, 0, 0, %s)`, created), p.Slug, p.Names["de"], p.Price)
		if err != nil {
			t.Fatal(err)
		}
	}
	for i, c := range demo.Coupons() {
		if i == 1 {
			c.Value++
		}
		_, err := older.Exec(fmt.Sprintf(`INSERT INTO coupons (code, einmalig_pro_person, aktiv, art, wert, mindestsumme, created_at, updated_at)
			VALUES ($1, 1, 0, $2, $3, 0, %s)`, created), c.Code, c.Kind, c.Value)
		if err != nil {
			t.Fatal(err)
		}
	}
	older.Close()
	db := open(t, dir)
	products, err := db.Products(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	var own []string
	for _, p := range products {
		if !p.Demo {
			own = append(own, p.Slug)
		}
	}
	coupons, err := db.Coupons(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range coupons {
		if !c.Demo {
			own = append(own, c.Code)
		}
	}
	want := []string{"mohairgarn-altrosa", "wolle", "BASTELN5", "SOMMER10"} // two were there before
	if !slices.Equal(own, want) {
		t.Errorf("not marked are %q, want %q", own, want)
	}
}
