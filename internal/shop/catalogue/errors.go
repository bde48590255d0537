package catalogue

import "kontor/internal/shop"

var ErrProductNotFound = &shop.Error{Code: "produkt_nicht_gefunden", Text: "Produkt nicht gefunden."}

var ErrProductExists = &shop.Error{Code: "produkt_vorhanden", Text: "Ein Produkt mit diesem Kürzel gibt es schon."}

var ErrInvalidProduct = &shop.Error{Code: "ungueltiges_produkt", Text: "Ungültige Produktdaten."}
