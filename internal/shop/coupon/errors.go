package coupon

import "kontor/internal/shop"

var ErrCouponInvalid = &shop.Error{Code: "gutschein_ungueltig", Text: "Dieser Gutschein ist ungültig oder abgelaufen."}

var ErrCouponUsed = &shop.Error{Code: "gutschein_eingeloest", Text: "Dieser Gutschein wurde mit dieser E-Mail-Adresse bereits eingelöst."}

var ErrCouponTaken = &shop.Error{Code: "gutschein_neu_vergeben", Text: "Der Gutschein dieser Bestellung wurde inzwischen erneut eingelöst."}

var ErrCouponNotFound = &shop.Error{Code: "gutschein_nicht_gefunden", Text: "Gutschein nicht gefunden."}

var ErrCouponExists = &shop.Error{Code: "gutschein_vorhanden", Text: "Diesen Gutscheincode gibt es schon."}

var ErrInvalidCoupon = &shop.Error{Code: "ungueltiger_gutschein", Text: "Ungültige Gutscheindaten."}

var ErrCouponInUse = &shop.Error{Code: "gutschein_in_verwendung", Text: "Dieser Gutschein wurde schon eingelöst und kann nur deaktiviert werden."}
