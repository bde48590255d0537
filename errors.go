package kontor

// Error is a refusal that people read: the German text goes out as the answer's
// "error", the code travels beside it in the header X-Fehlercode so that pages
// can translate it. HTTP statuses are web's business.
type Error struct {
	Code string // stable, ASCII, for machines
	Text string // German, for people
}

// Error returns the German text.
func (e *Error) Error() string { return e.Text }

// Is reports whether target has the same code, so that an error whose text
// names details still matches the value declared below.
func (e *Error) Is(target error) bool {
	t, ok := target.(*Error)
	return ok && t.Code == e.Code
}

// With returns the same refusal with a text that names the details.
func (e *Error) With(text string) *Error { return &Error{Code: e.Code, Text: text} }

// The refusals of order intake, in the order in which they are checked.
// Spec: Errors.
var (
	ErrDatabaseUnavailable = &Error{"datenbank_nicht_verbunden", "Datenbank nicht verbunden."}
	ErrBadRequest          = &Error{"ungueltige_anfrage", "Ungültige Anfrage."}
	ErrInvalidCountry      = &Error{"ungueltiges_land", "Ungültiges Land."}
	ErrInvalidCustomer     = &Error{"ungueltige_kundendaten", "Ungültige Kundendaten."}
	ErrNoItems             = &Error{"keine_artikel", "Die Bestellung enthält keine Artikel."}
	ErrTooManyItems        = &Error{"zu_viele_artikel", "Die Bestellung enthält zu viele Artikel."}
	ErrInvalidItem         = &Error{"ungueltige_artikeldaten", "Ungültige Artikeldaten."}
	ErrInvalidQuantity     = &Error{"ungueltige_artikelmenge", "Ungültige Artikelmenge."}
	ErrInvalidPrice        = &Error{"ungueltiger_artikelpreis", "Ungültiger Artikelpreis."}
	ErrInvalidTotal        = &Error{"ungueltige_bestellsumme", "Ungültige Bestellsumme."}
	ErrPayPalOnly          = &Error{"nur_ueber_paypal", "PayPal-Zahlungen laufen nur über PayPal."}
	ErrCouponInvalid       = &Error{"gutschein_ungueltig", "Dieser Gutschein ist ungültig oder abgelaufen."}
	ErrCouponUsed          = &Error{"gutschein_eingeloest", "Dieser Gutschein wurde mit dieser E-Mail-Adresse bereits eingelöst."}
	ErrPricesChanged       = &Error{"preise_geaendert", "Die Preise haben sich geändert."}
	ErrNotStored           = &Error{"nicht_gespeichert", "Bestellung konnte nicht gespeichert werden."}
)

// The refusals of repeated requests.
var (
	ErrIdempotencyKey   = &Error{"ungueltiger_idempotency_key", "Ungültiger Idempotency-Key."}
	ErrIdempotencyReuse = &Error{"idempotency_key_wiederverwendet", "Dieser Idempotency-Key wurde schon für eine andere Anfrage verwendet."}
)

// The refusals of the administration.
var (
	ErrInvalidStatus    = &Error{"ungueltiger_status", "Ungültiger Status."}
	ErrOrderNotFound    = &Error{"bestellung_nicht_gefunden", "Bestellung nicht gefunden."}
	ErrStale            = &Error{"veraltet", "Der Eintrag wurde inzwischen geändert. Bitte neu laden."}
	ErrCouponTaken      = &Error{"gutschein_neu_vergeben", "Der Gutschein dieser Bestellung wurde inzwischen erneut eingelöst."}
	ErrInvalidFilter    = &Error{"ungueltiger_filter", "Ungültiger Filter."}
	ErrInvalidCursor    = &Error{"ungueltiger_cursor", "Ungültige Seitenangabe."}
	ErrInvalidNote      = &Error{"ungueltige_notiz", "Ungültige Notiz."}
	ErrCouponNotFound   = &Error{"gutschein_nicht_gefunden", "Gutschein nicht gefunden."}
	ErrCouponExists     = &Error{"gutschein_vorhanden", "Diesen Gutscheincode gibt es schon."}
	ErrInvalidCoupon    = &Error{"ungueltiger_gutschein", "Ungültige Gutscheindaten."}
	ErrCouponInUse      = &Error{"gutschein_in_verwendung", "Dieser Gutschein wurde schon eingelöst und kann nur deaktiviert werden."}
	ErrProductNotFound  = &Error{"produkt_nicht_gefunden", "Produkt nicht gefunden."}
	ErrProductExists    = &Error{"produkt_vorhanden", "Ein Produkt mit diesem Kürzel gibt es schon."}
	ErrInvalidProduct   = &Error{"ungueltiges_produkt", "Ungültige Produktdaten."}
	ErrNothingToChange  = &Error{"nichts_zu_aendern", "Die Anfrage enthält keine Änderung."}
	ErrTooManyForExport = &Error{"zu_viele_zeilen", "Zu viele Bestellungen für eine Tabelle. Bitte den Zeitraum einschränken."}
)

// The refusals of imported statements.
var (
	ErrInvalidStatement = &Error{"ungueltiger_kontoauszug", "Der Kontoauszug ist nicht lesbar."}
	ErrReceiptNotFound  = &Error{"zahlungseingang_nicht_gefunden", "Zahlungseingang nicht gefunden."}
	ErrReceiptDone      = &Error{"zahlungseingang_bearbeitet", "Dieser Zahlungseingang ist schon bearbeitet. Bitte neu laden."}
	ErrReceiptUnfit     = &Error{"zahlungseingang_unpassend", "Diese Bestellung wartet nicht auf Geld."}
)

// The refusals of the administration's outbox.
var (
	ErrMessageNotFound = &Error{"nachricht_nicht_gefunden", "Nachricht nicht gefunden."}
	ErrMessageKind     = &Error{"ungueltige_nachrichtenart", "Ungültige Nachrichtenart."}
	ErrMessageBusy     = &Error{"nachricht_in_arbeit", "Diese Nachricht wird gerade gesendet."}
	ErrMessageDone     = &Error{"nachricht_abgeschlossen", "Nur eine Nachricht, die noch nicht gesendet ist, kann verworfen werden."}
	ErrMessageExists   = &Error{"nachricht_vorhanden", "Diese Nachricht gibt es schon. Sie kann erneut gesendet werden."}
	ErrMessageUnfit    = &Error{"nachricht_unpassend", "Diese Nachricht passt nicht zum Status der Bestellung."}
	ErrMailNotSetUp    = &Error{"mail_nicht_eingerichtet", "Der E-Mail-Versand ist noch nicht eingerichtet."}
)

// The refusals of payments through PayPal.
var (
	ErrPayPalNotSetUp     = &Error{"paypal_nicht_eingerichtet", "PayPal ist noch nicht eingerichtet."}
	ErrPayPalAway         = &Error{"paypal_gestoert", "PayPal antwortet gerade nicht. Bitte gleich noch einmal versuchen."}
	ErrPaymentBusy        = &Error{"zahlung_laeuft", "Zahlung läuft bereits."}
	ErrPaymentNotFound    = &Error{"zahlung_nicht_gefunden", "Zahlung nicht gefunden."}
	ErrPaymentNotApproved = &Error{"zahlung_nicht_freigegeben", "Die Zahlung ist bei PayPal noch nicht freigegeben."}
	ErrPaymentRestart     = &Error{"zahlung_neustart", "PayPal hat das Zahlungsmittel abgelehnt. Bitte ein anderes wählen."}
	ErrPaymentUnclear     = &Error{"zahlung_unklar", "Der Stand der Zahlung wird geprüft."}
	ErrPaymentExpired     = &Error{"zahlung_abgelaufen", "Dieser Bezahlvorgang ist abgelaufen. Es wurde nichts abgebucht."}
	ErrPaymentDeclined    = &Error{"zahlung_abgelehnt", "PayPal hat die Zahlung abgelehnt. Es wurde nichts abgebucht."}
	ErrPaymentRefunded    = &Error{"zahlung_erstattet", "Die Zahlung passt nicht zur Bestellung. Sie wird vollständig erstattet."}
	ErrWebhook            = &Error{"ungueltige_signatur", "Die Meldung stammt nicht von PayPal."}
	ErrWebhookUnchecked   = &Error{"signatur_ungeprueft", "Die Meldung kann gerade nicht geprüft werden."}
	ErrNothingToSettle    = &Error{"nichts_zu_klaeren", "An dieser Zahlung ist nichts zu klären."}
	ErrNotRefundable      = &Error{"nicht_erstattbar", "Von dieser Zahlung ist nichts zu erstatten."}
	ErrRefundTooMuch      = &Error{"erstattung_zu_hoch", "So viel ist von dieser Zahlung nicht mehr da."}
	ErrInvalidRefund      = &Error{"ungueltige_erstattung", "Ungültiger Erstattungsbetrag."}
)
