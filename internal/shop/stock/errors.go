package stock

import (
	"fmt"

	"kontor/internal/shop"
)

// Refusals about stock.
var (
	ErrShort   = &shop.Error{Code: "bestand_reicht_nicht", Text: "Nicht genug auf Lager."}
	ErrChanged = &shop.Error{Code: "bestand_geaendert", Text: "Der Bestand hat sich geändert."}
	ErrInvalid = &shop.Error{Code: "ungueltiger_bestand", Text: "Ungültige Bestandsangaben."}
)

// short returns [ErrShort] for a product of which so many pieces are left.
func short(d *Demand, left int64) error {
	if left == 0 {
		return ErrShort.With(fmt.Sprintf("Ausverkauft: „%s“.", d.Name))
	}
	return ErrShort.With(fmt.Sprintf("Nicht genug auf Lager: „%s“ (noch %d).", d.Name, left))
}
