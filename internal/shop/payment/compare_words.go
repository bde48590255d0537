package payment

import "fmt"

// String states the difference for people, with what to do about it.
func (d *Difference) String() string {
	name := d.Number
	if name == "" {
		name = "Ohne Vorgangsnummer"
	}
	if d.Capture != "" {
		name += " (PayPal-Einzug " + d.Capture + ")"
	}
	return name + ": " + d.sentence()
}

func (d *Difference) sentence() string {
	const look = " Bitte im PayPal-Konto nachsehen."
	switch d.Kind {
	case DifferenceUnknown:
		return fmt.Sprintf("PayPal hat %s eingenommen; der Shop kennt diese Zahlung nicht. So ist es nach dem Einspielen einer Sicherung, "+
			"oder wenn ein zweiter Shop dasselbe PayPal-Konto benutzt.", d.PayPal)
	case DifferenceNotBooked:
		return fmt.Sprintf("PayPal hat %s eingenommen, die in den Büchern des Shops fehlen. "+
			"Bitte in der Verwaltung bei dieser Zahlung „Erneut prüfen“ wählen.", d.PayPal)
	case DifferenceNotListed:
		return fmt.Sprintf("Der Shop hat %s als eingezogen gebucht; in PayPals Liste fehlt dieses Geld."+look, d.Journal)
	case DifferenceAmount:
		return fmt.Sprintf("Der Shop hat %s gebucht, PayPal nennt %s."+look, d.Journal, d.PayPal)
	case DifferenceReturnedMore:
		return fmt.Sprintf("Bei PayPal gingen %s zurück; der Shop weiß von %s. "+
			"Er liest die Zahlung innerhalb eines Tages neu, sofort mit „Erneut prüfen“ in der Verwaltung.", d.PayPal, d.Journal)
	case DifferenceReturnedLess:
		return fmt.Sprintf("Der Shop hat %s als zurückgegeben gebucht; in PayPals Liste sind es %s."+look, d.Journal, d.PayPal)
	case DifferenceReturnUnknown:
		return fmt.Sprintf("PayPal hat %s zurückgegeben, von einer Zahlung, die der Shop nicht kennt."+look, d.PayPal)
	}
	return fmt.Sprintf("PayPal hat %s zurückgegeben; das passt nicht zur Währung der Zahlung."+look, d.PayPal)
}
