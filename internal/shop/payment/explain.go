package payment

import "regexp"

// payPalCode is the form of PayPal's statuses and issues, of which new ones may occur.
var payPalCode = regexp.MustCompile(`^[A-Z][A-Z0-9_]+$`)

// Explain returns a reason of the journal in plain German: PayPal's codes are
// explained, and the journal's own words stay as they are.
//
// Source: the issues and reasons in PayPal's descriptions of Orders v2 and Payments v2.
func Explain(reason string) string {
	switch text, known := explanations[reason]; {
	case known:
		return text
	case payPalCode.MatchString(reason):
		return "PayPal nennt einen Grund, den der Shop nicht kennt."
	}
	return reason
}

// explanations are the codes that shops meet.
var explanations = map[string]string{
	// Why no order was created or no money taken.
	PayPalIssueInstrumentDeclined:                 "PayPal hat das Zahlungsmittel des Käufers abgelehnt.",
	PayPalIssueOrderNotApproved:                   "Der Käufer hat die Zahlung noch nicht freigegeben.",
	PayPalIssuePayerActionRequired:                "Der Käufer muss bei PayPal noch etwas tun.",
	PayPalIssueDuplicateInvoiceID:                 "PayPal kennt diese Vorgangsnummer schon.",
	PayPalOrderVoided:                             "PayPal hat die Bestellung aufgehoben.",
	"TRANSACTION_REFUSED":                         "PayPal hat die Zahlung abgelehnt.",
	"COMPLIANCE_VIOLATION":                        "PayPal darf diese Zahlung aus rechtlichen Gründen nicht ausführen.",
	"PAYER_ACCOUNT_RESTRICTED":                    "Das PayPal-Konto des Käufers ist eingeschränkt.",
	"PAYER_ACCOUNT_LOCKED_OR_CLOSED":              "Das PayPal-Konto des Käufers ist gesperrt oder geschlossen.",
	"PAYER_CANNOT_PAY":                            "Der Käufer kann diese Zahlung nicht leisten.",
	"PAYEE_ACCOUNT_RESTRICTED":                    "Das PayPal-Konto des Shops ist eingeschränkt.",
	"PAYEE_ACCOUNT_LOCKED_OR_CLOSED":              "Das PayPal-Konto des Shops ist gesperrt oder geschlossen.",
	"MAX_NUMBER_OF_PAYMENT_ATTEMPTS_EXCEEDED":     "Der Käufer hat es zu oft versucht.",
	"PERMISSION_DENIED":                           "Das PayPal-Konto des Shops hat dafür keine Berechtigung.",
	"NOT_AUTHORIZED":                              "Das PayPal-Konto des Shops hat dafür keine Berechtigung.",
	"INVALID_ACCOUNT_STATUS":                      "Das PayPal-Konto ist nicht in dem Zustand, den das braucht.",
	"RESOURCE_NOT_FOUND":                          "PayPal findet den Vorgang nicht.",
	"INVALID_RESOURCE_ID":                         "PayPal findet den Vorgang nicht.",
	PayPalCaptureDeclined:                         "PayPal hat die Zahlung abgelehnt.",
	PayPalCaptureFailed:                           "PayPal konnte die Zahlung oder die Erstattung nicht ausführen.",
	"DECLINED_BY_RISK_FRAUD_FILTERS":              "PayPals Schutz vor Betrug hat die Zahlung abgelehnt.",
	"BUYER_COMPLAINT":                             "Der Käufer hat bei PayPal einen Konflikt gemeldet.",
	"CHARGEBACK":                                  "Die Bank des Käufers hat die Zahlung zurückgeholt.",
	"ECHECK":                                      "Die Zahlung kommt von einem Bankkonto und braucht einige Tage.",
	"INTERNATIONAL_WITHDRAWAL":                    "Das Geld aus dem Ausland muss im PayPal-Konto angenommen werden.",
	"OTHER":                                       "PayPal nennt keinen genauen Grund.",
	"PENDING_REVIEW":                              "PayPal prüft die Zahlung noch.",
	"RECEIVING_PREFERENCE_MANDATES_MANUAL_ACTION": "Das Geld muss im PayPal-Konto von Hand angenommen werden.",
	"TRANSACTION_APPROVED_AWAITING_FUNDING":       "Die Zahlung ist genehmigt, das Geld aber noch nicht da.",
	"UNILATERAL":                                  "Die E-Mail-Adresse des PayPal-Kontos ist noch nicht bestätigt.",
	"VERIFICATION_REQUIRED":                       "Das PayPal-Konto des Shops ist noch nicht verifiziert.",
	// Why money was not given back.
	PayPalIssueFullyRefunded:                 "Bei PayPal ist schon alles zurückgegeben.",
	PayPalIssuePendingCapture:                "Das Geld ist selbst noch nicht angekommen.",
	PayPalIssueRefundExceeded:                "Bei PayPal ist weniger übrig, als zurückgehen sollte.",
	PayPalIssueInsufficientFunds:             "Auf dem PayPal-Konto fehlte das Guthaben dafür.",
	PayPalIssueRefundTimeLimit:               "PayPal erstattet nach so langer Zeit nicht mehr.",
	PayPalIssueDisputed:                      "Zu dieser Zahlung läuft bei PayPal ein Konflikt.",
	"REFUND_NOT_PERMITTED_DUE_TO_CHARGEBACK": "Die Bank des Käufers holt dieses Geld schon selbst zurück.",
	"REFUND_NOT_ALLOWED":                     "PayPal lässt für diese Zahlung keine Erstattung zu.",
	"REFUND_IS_RESTRICTED":                   "PayPal lässt für diese Zahlung keine Erstattung zu.",
	"PARTIAL_REFUND_NOT_ALLOWED":             "PayPal erstattet diese Zahlung nur im Ganzen.",
	"REFUND_AMOUNT_TOO_LOW":                  "Der Betrag ist PayPal zu klein.",
	"MAX_NUMBER_OF_REFUNDS_EXCEEDED":         "PayPal erlaubt für diese Zahlung keine weitere Erstattung.",
	"REFUND_CAPTURE_CURRENCY_MISMATCH":       "Die Zahlung lief in einer anderen Währung.",
	PayPalRefundCancelled:                    "PayPal hat die Erstattung abgebrochen.",
	PayPalCaptureRefunded:                    "Bei PayPal ist schon alles zurückgegeben.",
}

// explain returns the capture's status in German; empty if there is no capture.
func (c *Capture) explain() string {
	switch c.Status {
	case "":
		return ""
	case PayPalCaptureCompleted:
		return "vollständig"
	case PayPalCapturePending:
		return "noch in Prüfung bei PayPal"
	case PayPalCaptureDeclined:
		return "abgelehnt"
	case PayPalCaptureFailed:
		return "fehlgeschlagen"
	case PayPalCaptureRefunded:
		return "ganz erstattet"
	case PayPalCapturePartiallyRefunded:
		return "teilweise erstattet"
	}
	return "unbekannt"
}
