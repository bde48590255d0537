package demo

import (
	"context"
	"fmt"
	"time"

	"kontor/internal/shop/stock"
)

// counted are the products of the demo whose pieces are counted: one of two dye lots, and
// one that is sold out. The others are sold without limit.
var counted = map[string][]stock.Lot{
	"merinowolle-senf":  {{Name: "4711", Pieces: 12}, {Name: "4712", Pieces: 4}},
	"merinowolle-beere": {{Pieces: 0}},
}

// Count counts some of the products of a shop that [Fill] has filled.
func Count(ctx context.Context, store stock.Store, now time.Time) error {
	service := stock.New(store, func() time.Time { return now })
	for slug, lots := range counted {
		for _, lot := range lots {
			c := stock.Change{Slug: slug, Lot: lot.Name, To: &lot.Pieces, Who: "Demo", Note: "Beispielbestand"}
			if _, err := service.Change(ctx, c); err != nil {
				return fmt.Errorf("den Bestand von %s zählen: %w", slug, err)
			}
		}
	}
	return nil
}
