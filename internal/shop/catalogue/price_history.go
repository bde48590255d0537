package catalogue

import (
	"time"

	"kontor/internal/shop"
)

// PriceHistory is what a product cost, oldest first.
type PriceHistory []PriceSince

// PriceSince is a price from an instant until the next one.
type PriceSince struct {
	From  time.Time
	Price shop.Cents
}

// referenceTime is how far back the price goes with which a reduction is compared (PAngV
// § 11).
const referenceTime = 30 * 24 * time.Hour

// LowestBefore returns the lowest price of the 30 days before an instant, or since the
// first price; ok is false if there was none.
func (h PriceHistory) LowestBefore(at time.Time) (lowest shop.Cents, ok bool) {
	for i, p := range h {
		if !p.From.Before(at) {
			break
		}
		ended := i+1 < len(h) && !h[i+1].From.After(at.Add(-referenceTime))
		if !ended && (!ok || p.Price < lowest) {
			lowest, ok = p.Price, true
		}
	}
	return lowest, ok
}

// short reports whether the history does not go back 30 days.
func (h PriceHistory) short(at time.Time) bool {
	return len(h) == 0 || h[0].From.After(at.Add(-referenceTime))
}

// reduce settles whether a product whose price was that of before, nil for a new one,
// is reduced from an instant on. A higher price ends a reduction; a lower one continues
// it, so that the crossed-out price stays. Errors: [ErrNoReduction].
func (p *Product) reduce(before *Product, h PriceHistory, at time.Time) error {
	wasReduced := before != nil && before.Reduced
	p.ReducedSince, p.PriceBefore = time.Time{}, 0
	switch {
	case !p.Reduced:
		return nil
	case wasReduced && shop.CentsOf(p.Price) > shop.CentsOf(before.Price):
		p.Reduced = false
		p.Hints = append(p.Hints, "Die Ermäßigung ist beendet, weil der Preis gestiegen ist.")
		return nil
	case wasReduced:
		at = before.ReducedSince
	}
	lowest, ok := h.LowestBefore(at)
	switch {
	case !ok:
		return ErrNoReduction.With("Keine Ermäßigung: das Produkt hatte noch keinen Preis.")
	case lowest <= shop.CentsOf(p.Price):
		return ErrNoReduction.With("Keine Ermäßigung: der niedrigste Preis der letzten 30 Tage war " + lowest.String() + " €.")
	case !wasReduced && h.short(at):
		p.Hints = append(p.Hints, "Der Preisverlauf reicht keine 30 Tage zurück: prüfen, ob der Preis davor schon niedriger war.")
	}
	p.ReducedSince, p.PriceBefore = at, lowest
	return nil
}
