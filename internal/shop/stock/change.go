package stock

import (
	"fmt"
	"strings"
	"time"

	"kontor/internal/shop"
)

// MaxPieces is the most that a lot can have, and that a change can add to it.
const MaxPieces = 1_000_000_000

// maxName is the maximum length of a lot's name and of a request's id, in characters.
const maxName = 64

// Change is what the operator does to the stock of a product: one of By, To and End.
type Change struct {
	Slug, Lot string
	By        int64     // pieces that came; negative: went
	To        *int64    // pieces that were counted
	Expected  *Expected // what the operator saw; nil: not checked
	End       bool      // its pieces are no longer counted
	Request   string    // the request's own id, so that it counts once; empty: none
	Note      string
	Who       string
	At        time.Time
}

// Expected is what was left of a lot.
type Expected struct {
	Pieces  int64
	Counted bool // false: the product was not counted
}

// Check returns [ErrInvalid] with the broken rule.
func (c *Change) Check() error {
	ways := 0
	for _, way := range []bool{c.By != 0, c.To != nil, c.End} {
		if way {
			ways++
		}
	}
	switch {
	case ways != 1:
		return ErrInvalid.With("Genau eine Angabe ist nötig: „aenderung“ (nicht 0) oder „bestand“.")
	case c.By > MaxPieces, c.By < -MaxPieces, c.To != nil && (*c.To < 0 || *c.To > MaxPieces):
		return ErrInvalid.With(fmt.Sprintf("Die Menge ist zu groß oder negativ; erlaubt sind höchstens %d Stück.", MaxPieces))
	case c.End && c.Lot != "":
		return ErrInvalid.With("Der Bestand endet für das ganze Produkt; „partie“ gehört nicht dazu.")
	case invalid(c.Lot), invalid(c.Request):
		return ErrInvalid.With(fmt.Sprintf("„partie“ und „anfrage“ haben höchstens %d Zeichen und eine Zeile.", maxName))
	case shop.TooLong(c.Note) || strings.ContainsFunc(c.Note, shop.Unprintable):
		return ErrInvalid.With(fmt.Sprintf("Die Notiz hat höchstens %d Zeichen und eine Zeile.", shop.MaxText))
	}
	return nil
}

func invalid(name string) bool {
	return len([]rune(name)) > maxName || strings.ContainsFunc(name, shop.Unprintable)
}

// Kind returns the kind of the journal's entry.
func (c *Change) Kind() Kind {
	switch {
	case c.End:
		return KindEnd
	case c.To != nil:
		return KindCount
	}
	return KindChange
}

// Of returns by how many pieces the change of a lot's stock is. Errors: [ErrChanged] if
// it is not what was expected, [ErrShort] if more would be removed than there is,
// [ErrInvalid] beyond [MaxPieces].
func (c *Change) Of(lot int64, counted bool) (by int64, err error) {
	if e := c.Expected; e != nil && (e.Counted != counted || e.Counted && e.Pieces != lot) {
		if !counted {
			return 0, ErrChanged.With("Der Bestand hat sich geändert (jetzt nicht gezählt).")
		}
		return 0, ErrChanged.With(fmt.Sprintf("Der Bestand hat sich geändert (jetzt %d).", lot))
	}
	by = c.By
	if c.To != nil {
		by = *c.To - lot
	}
	switch {
	case lot+by < 0:
		return 0, ErrShort.With(fmt.Sprintf("So viele sind nicht da (jetzt %d).", lot))
	case lot+by > MaxPieces:
		return 0, ErrInvalid.With(fmt.Sprintf("Ein Bestand hat höchstens %d Stück.", MaxPieces))
	}
	return by, nil
}
