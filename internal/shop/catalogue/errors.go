package catalogue

import "kontor/internal/shop"

// Refusals about products.
var (
	ErrProductNotFound = &shop.Error{Code: "produkt_nicht_gefunden", Text: "Produkt nicht gefunden."}
	ErrProductExists   = &shop.Error{Code: "produkt_vorhanden", Text: "Ein Produkt mit diesem Kürzel gibt es schon."}
	ErrInvalidProduct  = &shop.Error{Code: "ungueltiges_produkt", Text: "Ungültige Produktdaten."}
	ErrDutiesMissing   = &shop.Error{Code: "pflichtangaben_fehlen", Text: "Zum Verkauf fehlen Pflichtangaben."}
	ErrNoReduction     = &shop.Error{Code: "keine_ermaessigung", Text: "Keine Ermäßigung: der Preis ist nicht niedriger als zuvor."}
)

// Refusals about categories, makers and groups.
var (
	ErrCategoryNotFound = &shop.Error{Code: "kategorie_nicht_gefunden", Text: "Kategorie nicht gefunden."}
	ErrMakerNotFound    = &shop.Error{Code: "hersteller_nicht_gefunden", Text: "Hersteller nicht gefunden."}
	ErrGroupNotFound    = &shop.Error{Code: "gruppe_nicht_gefunden", Text: "Gruppe nicht gefunden."}
	ErrSlugTaken        = &shop.Error{Code: "kuerzel_vergeben", Text: "Dieses Kürzel ist schon vergeben."}
	ErrInvalidShelf     = &shop.Error{Code: "ungueltige_angaben", Text: "Ungültige Angaben."}
	ErrInUse            = &shop.Error{Code: "noch_gebraucht", Text: "Noch sind Produkte damit verbunden."}
)
