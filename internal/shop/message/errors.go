package message

import "kontor/internal/shop"

var ErrNotFound = &shop.Error{Code: "nachricht_nicht_gefunden", Text: "Nachricht nicht gefunden."}

var ErrKind = &shop.Error{Code: "ungueltige_nachrichtenart", Text: "Ungültige Nachrichtenart."}

var ErrBusy = &shop.Error{Code: "nachricht_in_arbeit", Text: "Diese Nachricht wird gerade gesendet."}

var ErrDone = &shop.Error{Code: "nachricht_abgeschlossen", Text: "Nur eine Nachricht, die noch nicht gesendet ist, kann verworfen werden."}

var ErrExists = &shop.Error{Code: "nachricht_vorhanden", Text: "Diese Nachricht gibt es schon. Sie kann erneut gesendet werden."}

var ErrUnfit = &shop.Error{Code: "nachricht_unpassend", Text: "Diese Nachricht passt nicht zum Status der Bestellung."}

var ErrMailNotSetUp = &shop.Error{Code: "mail_nicht_eingerichtet", Text: "Der E-Mail-Versand ist noch nicht eingerichtet."}
