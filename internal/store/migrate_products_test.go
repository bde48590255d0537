package store

import (
	"database/sql"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"kontor/internal/database"
	"kontor/internal/shop"
	"kontor/tests/scratch"
)

// The content of a piece is derived from both prices where that gives the same price by
// measure again, on both engines; every product keeps its prices, has a category, and
// its price is the beginning of what it cost.
func TestContentsAreDerivedFromPrices(t *testing.T) {
	t.Parallel()
	for engine, place := range map[string]func() (database.Options, *sql.DB){
		"SQLite": func() (database.Options, *sql.DB) {
			dir := scratch.Dir(t)
			return database.Options{Dir: dir}, connect(t, databaseAt(t, dir, 25))
		},
		"PostgreSQL": func() (database.Options, *sql.DB) {
			url, plain := unmigrated(t)
			fillPostgres(t, plain, 25)
			return database.Options{URL: url}, plain
		},
	} {
		t.Run(engine, func(t *testing.T) {
			t.Parallel()
			o, plain := place()
			mustExec(t, plain, `DELETE FROM products`)
			want := make(map[string]string)
			for i, p := range []struct{ price, unitPrice, unit, content string }{
				{"5.95", "119", "1 kg", "50 g"}, {"16.95", "22.6", "1 l", "750 ml"}, {"5.7", "1.9", "1 m", "300 cm"},
				{"11.95", "99.58", "1 l", "120 ml"}, {"5.9", "98.33", "1 m²", "600 cm2"},
				{"7.9", "15.8", "100 g", ""}, {"6.4", "0", "", ""}, {"5.95", "119.01", "1 kg", ""}, {"1", "0.3", "1 kg", "3333 g"},
				{"9", "1000", "1 kg", ""}, {"5.951", "119", "1 kg", ""}, {"0", "119", "1 kg", ""}, {"1", "0.0000001", "1 kg", ""},
			} {
				slug := fmt.Sprintf("p-%02d", i)
				mustExec(t, plain, fmt.Sprintf(`INSERT INTO products (slug, name_de, name_en, name_fr, name_it, kategorie_slug, preis, grundpreis,
					grundpreis_einheit, aktiv, bestseller_label, created_at, updated_at) VALUES ('%s', 'x', 'x', 'x', 'x', 'perlen-draht', %s, %s, '%s',
					1, 0, '2026-01-01T00:00:00.000Z', '2026-02-01T00:00:00.000Z')`, slug, p.price, p.unitPrice, p.unit))
				want[slug] = p.content
			}
			plain.Close()
			db, err := Open(t.Context(), o)
			if err != nil {
				t.Fatal(err)
			}
			defer db.Close()
			products, err := db.Products(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			got := make(map[string]string)
			for _, p := range products {
				got[p.Slug] = p.Content.String()
				if again, _ := p.Content.UnitPrice(shop.CentsOf(p.Price)); p.Content.Amount > 0 && again.Euro() != p.UnitPrice {
					t.Errorf("%s: unit price %v, computed %v", p.Slug, p.UnitPrice, again)
				}
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("contents (-want +got):\n%s", diff)
			}
			history, err := db.PriceHistory(t.Context(), "p-00")
			if err != nil || len(history) != 1 || history[0].Price != 595 || history[0].From.Month() != 2 {
				t.Errorf("history %v, %v", history, err)
			}
			categories, err := db.Categories(t.Context())
			if err != nil || len(categories) != 1 || !strings.HasPrefix(categories[0].Names["de"], "Perlen") {
				t.Errorf("categories %+v, %v", categories, err)
			}
		})
	}
}
