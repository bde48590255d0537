package order

import "kontor/internal/shop"

var ErrInvalidStatus = &shop.Error{Code: "ungueltiger_status", Text: "Ungültiger Status."}

var ErrNotFound = &shop.Error{Code: "bestellung_nicht_gefunden", Text: "Bestellung nicht gefunden."}

var ErrNoTwin = &shop.Error{Code: "nicht_doppelt", Text: "Zu dieser Bestellung gibt es keine offene Frage nach einer doppelten."}

var ErrNotReturnable = &shop.Error{Code: "nicht_zuruecknehmbar", Text: "Das Geld dieser Bestellung kam nicht über PayPal. Bitte selbst zurücküberweisen und die Bestellung stornieren."}

var ErrTooManyForExport = &shop.Error{Code: "zu_viele_zeilen", Text: "Zu viele Bestellungen für eine Tabelle. Bitte den Zeitraum einschränken."}
