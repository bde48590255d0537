package bank

import "kontor/internal/shop"

var ErrInvalidStatement = &shop.Error{Code: "ungueltiger_kontoauszug", Text: "Der Kontoauszug ist nicht lesbar."}

var ErrReceiptNotFound = &shop.Error{Code: "zahlungseingang_nicht_gefunden", Text: "Zahlungseingang nicht gefunden."}

var ErrReceiptDone = &shop.Error{Code: "zahlungseingang_bearbeitet", Text: "Dieser Zahlungseingang ist schon bearbeitet. Bitte neu laden."}

var ErrReceiptUnfit = &shop.Error{Code: "zahlungseingang_unpassend", Text: "Diese Bestellung wartet nicht auf Geld."}
