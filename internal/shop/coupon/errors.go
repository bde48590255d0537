package coupon

import "kontor/internal/shop"

var ErrUnusable = &shop.Error{Code: "gutschein_ungueltig", Text: "Dieser Gutschein ist ungültig oder abgelaufen."}

var ErrUsed = &shop.Error{Code: "gutschein_eingeloest", Text: "Dieser Gutschein wurde mit dieser E-Mail-Adresse bereits eingelöst."}

var ErrTaken = &shop.Error{Code: "gutschein_neu_vergeben", Text: "Der Gutschein dieser Bestellung wurde inzwischen erneut eingelöst."}

var ErrNotFound = &shop.Error{Code: "gutschein_nicht_gefunden", Text: "Gutschein nicht gefunden."}

var ErrExists = &shop.Error{Code: "gutschein_vorhanden", Text: "Diesen Gutscheincode gibt es schon."}

var ErrInvalid = &shop.Error{Code: "ungueltiger_gutschein", Text: "Ungültige Gutscheindaten."}

var ErrInUse = &shop.Error{Code: "gutschein_in_verwendung", Text: "Dieser Gutschein wurde schon eingelöst und kann nur deaktiviert werden."}
