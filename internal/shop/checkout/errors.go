package checkout

import "kontor/internal/shop"

var ErrInvalidCustomer = &shop.Error{Code: "ungueltige_kundendaten", Text: "Ungültige Kundendaten."}

var ErrNoItems = &shop.Error{Code: "keine_artikel", Text: "Die Bestellung enthält keine Artikel."}

var ErrTooManyItems = &shop.Error{Code: "zu_viele_artikel", Text: "Die Bestellung enthält zu viele Artikel."}

var ErrInvalidItem = &shop.Error{Code: "ungueltige_artikeldaten", Text: "Ungültige Artikeldaten."}

var ErrInvalidQuantity = &shop.Error{Code: "ungueltige_artikelmenge", Text: "Ungültige Artikelmenge."}

var ErrInvalidPrice = &shop.Error{Code: "ungueltiger_artikelpreis", Text: "Ungültiger Artikelpreis."}

var ErrInvalidTotal = &shop.Error{Code: "ungueltige_bestellsumme", Text: "Ungültige Bestellsumme."}

var ErrPayPalOnly = &shop.Error{Code: "nur_ueber_paypal", Text: "PayPal-Zahlungen laufen nur über PayPal."}

var ErrPricesChanged = &shop.Error{Code: "preise_geaendert", Text: "Die Preise haben sich geändert."}

var ErrNotStored = &shop.Error{Code: "nicht_gespeichert", Text: "Bestellung konnte nicht gespeichert werden."}

var ErrIdempotencyKey = &shop.Error{Code: "ungueltiger_idempotency_key", Text: "Ungültiger Idempotency-Key."}

var ErrIdempotencyReuse = &shop.Error{Code: "idempotency_key_wiederverwendet", Text: "Dieser Idempotency-Key wurde schon für eine andere Anfrage verwendet."}
