package payment

import (
	"time"

	"kontor/internal/shop"
)

// ExplainReason returns in German why the buyer contests the payment.
func (d *Dispute) ExplainReason() string {
	if text, known := disputeReasons[d.Reason]; known {
		return text
	}
	return "PayPal nennt einen Grund, den der Shop nicht kennt."
}

var disputeReasons = map[string]string{
	"":                          "PayPal nennt dem Shop keinen Grund.",
	PayPalDisputeNotReceived:    "Der Käufer sagt, er habe die Ware nicht bekommen.",
	PayPalDisputeNotAsDescribed: "Der Käufer sagt, die Ware sei nicht wie beschrieben.",
	PayPalDisputeUnauthorised:   "Der Kontoinhaber sagt, er habe diese Zahlung nicht veranlasst.",
	PayPalDisputeNoCredit:       "Der Käufer sagt, eine versprochene Erstattung sei nicht gekommen.",
	PayPalDisputeDuplicate:      "Der Käufer sagt, er habe doppelt bezahlt.",
	PayPalDisputeWrongAmount:    "Der Käufer sagt, der Betrag sei falsch.",
	PayPalDisputePaidOtherwise:  "Der Käufer sagt, er habe schon auf anderem Weg bezahlt.",
	PayPalDisputeSubscription:   "Der Käufer sagt, er habe ein Abonnement gekündigt.",
	PayPalDisputeRemittance:     "Der Käufer meldet ein Problem mit der Überweisung.",
	PayPalDisputeOtherReason:    "Der Käufer nennt einen anderen Grund.",
}

// ExplainStatus returns in German what the dispute waits for.
func (d *Dispute) ExplainStatus() string {
	switch d.Status {
	case "":
		return "Nicht lesbar: der PayPal-App fehlt die Berechtigung für Konflikte."
	case PayPalDisputeOpen:
		return "Offen"
	case PayPalDisputeBuyersTurn:
		return "Wartet auf den Käufer"
	case PayPalDisputeSellersTurn:
		return "Wartet auf Sie"
	case PayPalDisputeUnderReview:
		return "PayPal prüft"
	case PayPalDisputeResolved:
		return "Entschieden"
	}
	return "PayPal nennt einen Stand, den der Shop nicht kennt."
}

// ExplainOutcome returns PayPal's verdict in German; empty before it.
func (d *Dispute) ExplainOutcome() string {
	if d.Open() {
		return ""
	}
	switch d.Outcome {
	case PayPalOutcomeBuyer:
		return "Der Käufer hat recht bekommen."
	case PayPalOutcomeSeller:
		return "Sie haben recht bekommen."
	case PayPalOutcomePayout:
		return "PayPal zahlt dem Käufer das Geld; der Shop behält seines."
	case PayPalOutcomeWithdrawn:
		return "Der Käufer hat den Konflikt zurückgezogen."
	case PayPalOutcomeAccepted:
		return "Der Konflikt wurde anerkannt, das Geld geht an den Käufer."
	case PayPalOutcomeDenied:
		return "PayPal hat den Konflikt abgewiesen."
	case "", PayPalOutcomeNone:
		return "PayPal nennt dem Shop keinen Ausgang."
	}
	return "PayPal nennt einen Ausgang, den der Shop nicht kennt."
}

// Advice returns, in German, what the operator should do about the dispute; empty if it
// does not wait for the seller.
func (d *Dispute) Advice() string {
	if !d.SellersTurn() {
		return ""
	}
	const silence = " Bleibt die Antwort aus, ist das Geld verloren."
	if d.Due.IsZero() {
		return "In der Konfliktlösung von PayPal ansehen, bis wann eine Antwort nötig ist, und dort antworten." + silence
	}
	return "Bis zum " + germanTime(d.Due) + " in der Konfliktlösung von PayPal antworten." + silence
}

func germanTime(at time.Time) string { return at.In(shop.Berlin).Format("02.01.2006 um 15:04 Uhr") }

// meaning returns in German what the verdict does to the shop's money.
func (d *Dispute) meaning() string {
	switch {
	case d.Won > 0 && d.Lost == 0:
		return d.Won.String() + " €, die schon weg waren, sind wieder beim Shop."
	case d.Won > 0:
		return d.Won.String() + " €, die schon weg waren, sind wieder beim Shop; " + d.Lost.String() + " € bleiben beim Käufer."
	case d.Lost == 0:
		return "Das Geld bleibt beim Shop."
	case d.Outcome != PayPalOutcomeBuyer && d.Outcome != PayPalOutcomeAccepted:
		return "Wem das Geld zusteht, geht daraus nicht hervor: bitte im PayPal-Konto nachsehen."
	}
	return d.Lost.String() + " € sind beim Käufer, der Shop hat sie nicht mehr."
}

// amount returns the contested amount for people.
func (d *Dispute) amount() string {
	if d.Currency == "" {
		return "unbekannt"
	}
	return d.Amount.String() + " " + d.Currency
}
