package dispatch

import "kontor/internal/shop"

// Refusals of parcels.
var (
	ErrInvalid     = &shop.Error{Code: "ungueltige_sendung", Text: "Ungültige Sendung."}
	ErrUnfit       = &shop.Error{Code: "sendung_unpassend", Text: "Diese Sendung passt nicht zur Bestellung."}
	ErrUnpaid      = &shop.Error{Code: "zahlung_offen", Text: "Die Bestellung ist noch nicht bezahlt. Wer sie trotzdem versendet, bestätigt das eigens."}
	ErrUnconfirmed = &shop.Error{Code: "vorschau_passt_nicht", Text: "Das ist nicht die Datei, deren Vorschau bestätigt wurde."}
	ErrNotFound    = &shop.Error{Code: "sendung_nicht_gefunden", Text: "Sendung nicht gefunden."}
)
