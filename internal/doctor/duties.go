package doctor

import (
	"context"
	"slices"
	"strings"
	"time"

	"kontor/internal/shop/catalogue"
	"kontor/internal/store"
)

// checkDuties counts the products on sale that lack what the law demands. They stay on
// sale: an upgrade must not empty a shop.
func checkDuties(ctx context.Context, _ *Shop, db *store.DB) ([]Finding, error) {
	missing, err := catalogue.New(db, time.Now).Duties(ctx)
	if err != nil {
		return nil, err
	}
	products, err := db.Products(ctx)
	if err != nil {
		return nil, err
	}
	var lacking int64
	var what []string
	for _, p := range products {
		if labels := missing(p).Must(); p.Active && len(labels) > 0 {
			lacking++
			what = append(what, labels...)
		}
	}
	if lacking == 0 {
		return []Finding{ok("alle Produkte im Verkauf haben ihre Pflichtangaben")}, nil
	}
	slices.Sort(what)
	return []Finding{warning("in der Verwaltung unter Produkte nach fehlenden Pflichtangaben filtern und sie ergänzen",
		"%s im Verkauf ohne Pflichtangaben: %s", count(lacking, "Produkt", "Produkte"), strings.Join(slices.Compact(what), ", "))}, nil
}
