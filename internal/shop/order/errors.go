package order

import "kontor/internal/shop"

var ErrInvalidStatus = &shop.Error{Code: "ungueltiger_status", Text: "Ungültiger Status."}

var ErrNotFound = &shop.Error{Code: "bestellung_nicht_gefunden", Text: "Bestellung nicht gefunden."}

var ErrTooManyForExport = &shop.Error{Code: "zu_viele_zeilen", Text: "Zu viele Bestellungen für eine Tabelle. Bitte den Zeitraum einschränken."}
