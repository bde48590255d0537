package payment

import "kontor/internal/shop"

var ErrPayPalNotSetUp = &shop.Error{Code: "paypal_nicht_eingerichtet", Text: "PayPal ist noch nicht eingerichtet."}

var ErrPayPalAway = &shop.Error{Code: "paypal_gestoert", Text: "PayPal antwortet gerade nicht. Bitte gleich noch einmal versuchen."}

var ErrBusy = &shop.Error{Code: "zahlung_laeuft", Text: "Zahlung läuft bereits."}

var ErrNotFound = &shop.Error{Code: "zahlung_nicht_gefunden", Text: "Zahlung nicht gefunden."}

var ErrNotApproved = &shop.Error{Code: "zahlung_nicht_freigegeben", Text: "Die Zahlung ist bei PayPal noch nicht freigegeben."}

var ErrRestart = &shop.Error{Code: "zahlung_neustart", Text: "PayPal hat das Zahlungsmittel abgelehnt. Bitte ein anderes wählen."}

var ErrUnclear = &shop.Error{Code: "zahlung_unklar", Text: "Der Stand der Zahlung wird geprüft."}

var ErrExpired = &shop.Error{Code: "zahlung_abgelaufen", Text: "Dieser Bezahlvorgang ist abgelaufen. Es wurde nichts abgebucht."}

var ErrDeclined = &shop.Error{Code: "zahlung_abgelehnt", Text: "PayPal hat die Zahlung abgelehnt. Es wurde nichts abgebucht."}

var ErrRefunded = &shop.Error{Code: "zahlung_erstattet", Text: "Die Zahlung passt nicht zur Bestellung. Sie wird vollständig erstattet."}

var ErrWebhook = &shop.Error{Code: "ungueltige_signatur", Text: "Die Meldung stammt nicht von PayPal."}

var ErrWebhookUnchecked = &shop.Error{Code: "signatur_ungeprueft", Text: "Die Meldung kann gerade nicht geprüft werden."}

var ErrNothingToSettle = &shop.Error{Code: "nichts_zu_klaeren", Text: "An dieser Zahlung ist nichts zu klären."}

var ErrNotRefundable = &shop.Error{Code: "nicht_erstattbar", Text: "Von dieser Zahlung ist nichts zu erstatten."}

var ErrRefundTooMuch = &shop.Error{Code: "erstattung_zu_hoch", Text: "So viel ist von dieser Zahlung nicht mehr da."}

var ErrRefundRefused = &shop.Error{Code: "erstattung_abgelehnt", Text: "PayPal hat das Geld nicht zurückgegeben. Der Grund und was zu tun ist, steht bei der Zahlung."}

var ErrRefundedAlready = &shop.Error{Code: "schon_erstattet", Text: "Bei PayPal war schon alles zurückgegeben. Der Stand hier ist jetzt berichtigt."}

var ErrInvalidRefund = &shop.Error{Code: "ungueltige_erstattung", Text: "Ungültiger Erstattungsbetrag."}
