package catalogue

import (
	"errors"
	"math/rand/v2"
	"testing"
	"time"

	"kontor/internal/shop"
)

const day = 24 * time.Hour

var start = time.Date(2026, 9, 1, 8, 0, 0, 0, time.UTC)

// priced is a shop's product whose price is walked through days.
type priced struct {
	p       Product
	history PriceHistory
}

// set changes the price at an instant, announced as a reduction or not.
func (w *priced) set(at time.Time, price shop.Cents, reduced bool) error {
	next, before := w.p, &w.p
	next.Price, next.Reduced, next.Hints = price.Euro(), reduced, nil
	if len(w.history) == 0 {
		before = nil
	}
	if err := next.reduce(before, w.history, at); err != nil {
		return err
	}
	if before == nil || price != shop.CentsOf(w.p.Price) {
		w.history = append(w.history, PriceSince{at, price})
	}
	w.p = next
	return nil
}

// P21: the crossed-out price is the lowest of the 30 days before the reduction
// began, in random walks of 60 days against a comparison day by day.
func TestP21_SixtyDaysOfPrices(t *testing.T) {
	t.Parallel()
	for seed := range uint64(300) {
		random := rand.New(rand.NewPCG(seed, 21))
		var w priced
		var charged [60]shop.Cents // on each day
		began := -1                // the day of the reduction that is announced
		for d := range charged {
			price, reduced := charged[max(0, d-1)], began >= 0
			if d == 0 || random.IntN(4) == 0 {
				price, reduced = shop.Cents(100+random.IntN(12)), random.IntN(2) == 0 && d > 0
			}
			lowest := shop.MaxCents
			for _, p := range charged[max(0, d-30):d] {
				lowest = min(lowest, p)
			}
			err := w.set(start.Add(time.Duration(d)*day), price, reduced)
			switch continued := reduced && began >= 0 && price <= charged[max(0, d-1)]; {
			case reduced && began >= 0 && !continued:
				began = -1 // a higher price ends it, whatever is asked for
			case reduced && !continued && lowest <= price:
				if !errors.Is(err, ErrNoReduction) {
					t.Fatalf("seed %d, day %d: reduced to %v from %v: %v", seed, d, price, lowest, err)
				}
				err, price = nil, charged[d-1] // and nothing has changed
			case reduced && !continued:
				began = d
			case !reduced:
				began = -1
			}
			if err != nil {
				t.Fatalf("seed %d, day %d: %v", seed, d, err)
			}
			charged[d] = price
			want := shop.Cents(0)
			if began >= 0 {
				want = shop.MaxCents
				for _, p := range charged[max(0, began-30):began] {
					want = min(want, p)
				}
			}
			if w.p.PriceBefore != want || w.p.Reduced != (began >= 0) || want != 0 && want <= price {
				t.Fatalf("seed %d, day %d: %v crossed out, reduced %v; want %v", seed, d, w.p.PriceBefore, w.p.Reduced, want)
			}
		}
	}
}

// P21: raising a price to cut it again is no reduction; further cuts keep the
// crossed-out price.
func TestP21_RaisedToBeCut(t *testing.T) {
	t.Parallel()
	var w priced
	must := func(at int, price shop.Cents, reduced bool) {
		t.Helper()
		if err := w.set(start.Add(time.Duration(at)*day), price, reduced); err != nil {
			t.Fatal(err)
		}
	}
	must(0, 495, false)
	must(40, 995, false)
	err := w.set(start.Add(45*day), 595, true)
	if !errors.Is(err, ErrNoReduction) || err.Error() != "Keine Ermäßigung: der niedrigste Preis der letzten 30 Tage war 4,95 €." {
		t.Errorf("raised and cut: %v", err)
	}
	must(70, 595, true) // 30 days after the raise
	must(75, 395, true)
	if w.p.PriceBefore != 995 || !w.p.ReducedSince.Equal(start.Add(70*day)) {
		t.Errorf("after a further cut %v is crossed out, since %v", w.p.PriceBefore, w.p.ReducedSince)
	}
	must(80, 495, true)
	if w.p.Reduced || w.p.PriceBefore != 0 || len(w.p.Hints) != 1 {
		t.Errorf("a higher price: %+v", w.p)
	}
}

// P21: a product that never had a price has none to compare with, and one whose prices
// are known for less than 30 days gets a hint.
func TestP21_ShortHistory(t *testing.T) {
	t.Parallel()
	var w priced
	if err := w.set(start, 495, true); !errors.Is(err, ErrNoReduction) {
		t.Errorf("a new product: %v", err)
	}
	if err := w.set(start, 495, false); err != nil {
		t.Fatal(err)
	}
	if err := w.set(start.Add(29*day), 395, true); err != nil || len(w.p.Hints) != 1 || w.p.PriceBefore != 495 {
		t.Errorf("after 29 days: %+v, %v", w.p, err)
	}
}
