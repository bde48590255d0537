package stock

import (
	"cmp"
	"fmt"
	"slices"
)

// Lot is what is left of a product in one dye lot; an empty name: no lots are kept.
type Lot struct {
	Name   string
	Pieces int64
}

// Few is up to how many pieces shoppers see the number.
const Few = 5

// Stock has the lots of products by slug. One that is missing is not counted.
type Stock map[string][]Lot

// Demand is how many pieces of a product somebody wants, with the name by which they
// know it.
type Demand struct {
	Slug, Name string
	Pieces     int64
}

// Taking is a number of pieces out of one lot.
type Taking struct {
	Slug, Lot string
	Pieces    int64
}

// Left returns how many pieces of a product there are in all lots, and whether they are
// counted at all.
func (s Stock) Left(slug string) (pieces int64, counted bool) {
	lots, counted := s[slug]
	for _, lot := range lots {
		pieces += lot.Pieces
	}
	return pieces, counted
}

// SoldOut reports whether nothing is left of a product that is counted.
func (s Stock) SoldOut(slug string) bool {
	left, counted := s.Left(slug)
	return counted && left == 0
}

// lacks returns the first demand for which there is too little, and how much there is;
// nil: there is enough for all.
func (s Stock) lacks(wanted []Demand) (short *Demand, left int64) {
	for i := range wanted {
		if left, counted := s.Left(wanted[i].Slug); counted && left < wanted[i].Pieces {
			return &wanted[i], left
		}
	}
	return nil, 0
}

// Take takes everything that is wanted of counted products, or [ErrShort] and nothing.
func (s Stock) Take(wanted []Demand) (taken []Taking, err error) {
	if d, left := s.lacks(wanted); d != nil {
		return nil, short(d, left)
	}
	for _, d := range wanted {
		taken = append(taken, s.take(d)...)
	}
	return taken, nil
}

// Retake is [Stock.Take] for an order that is no longer cancelled.
func (s Stock) Retake(returned []Demand) ([]Taking, error) {
	if d, left := s.lacks(returned); d != nil {
		return nil, ErrShort.With(fmt.Sprintf("Der Bestand reicht nicht, um die Bestellung wieder aufzunehmen: „%s“ (gebraucht %d, noch %d).",
			d.Name, d.Pieces, left))
	}
	return s.Take(returned)
}

// take takes the pieces from the smallest lot that suffices alone; if there is none,
// from the largest lots, so that there are as few different ones as possible.
func (s Stock) take(d Demand) (taken []Taking) {
	lots := s[d.Slug]
	bySize := make([]*Lot, len(lots))
	for i := range lots {
		bySize[i] = &lots[i]
	}
	slices.SortFunc(bySize, func(a, b *Lot) int {
		return cmp.Or(cmp.Compare(a.Pieces, b.Pieces), cmp.Compare(a.Name, b.Name))
	})
	for len(bySize) > 0 && d.Pieces > 0 {
		at := slices.IndexFunc(bySize, func(l *Lot) bool { return l.Pieces >= d.Pieces })
		if at < 0 {
			at = len(bySize) - 1
		}
		lot := bySize[at]
		bySize = slices.Delete(bySize, at, at+1)
		pieces := min(lot.Pieces, d.Pieces)
		lot.Pieces -= pieces
		d.Pieces -= pieces
		taken = append(taken, Taking{d.Slug, lot.Name, pieces})
	}
	return taken
}

// Mixed reports whether so many pieces of a product come from several lots.
func (s Stock) Mixed(slug string, pieces int64) bool {
	left, _ := s.Left(slug)
	return pieces <= left && !slices.ContainsFunc(s[slug], func(l Lot) bool { return l.Pieces >= pieces })
}
