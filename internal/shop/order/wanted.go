package order

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"kontor/internal/shop/stock"
)

// Wanted adds up what the order needs of each product, gifts included, in the order in
// which the products come first.
func (o *Order) Wanted() (wanted []stock.Demand) {
	for _, item := range o.Items {
		at := slices.IndexFunc(wanted, func(d stock.Demand) bool { return d.Slug == item.Slug })
		if at < 0 {
			at, wanted = len(wanted), append(wanted, stock.Demand{Slug: item.Slug, Name: item.Name})
		}
		wanted[at].Pieces += item.Quantity
	}
	return wanted
}

// LotHints names the products that come from several lots, for the operator.
func LotHints(wanted []stock.Demand, taken []stock.Taking) (hints []Hint) {
	for _, d := range wanted {
		var lots []string
		for _, t := range taken {
			if t.Slug == d.Slug {
				lots = append(lots, fmt.Sprintf("%d aus %s", t.Pieces, cmp.Or(t.Lot, "ohne Partie")))
			}
		}
		if len(lots) > 1 {
			hints = append(hints, Hint{Kind: HintLot, Text: fmt.Sprintf("Mehrere Partien von %s: %s", d.Slug, strings.Join(lots, ", "))})
		}
	}
	return hints
}
