package payment

import "strings"

// Advice returns, in German, what the operator should do about a payment; empty if
// there is nothing to do and nothing in progress.
func (p *Payment) Advice() string {
	if p.deniedBefore() {
		return "Den Zugang zu PayPal in Ordnung bringen; was zu tun ist, steht auf der Seite der Zahlungen. Danach fragt der Shop von selbst wieder."
	}
	switch p.State {
	case StateUnclear:
		if p.Capture.HasMoney() {
			return adviceOn(p.Reason) + " Danach hier erneut prüfen; bleibt das Geld im PayPal-Konto, die Zahlung als erledigt vermerken."
		}
		return adviceOn(p.Reason) + " Danach hier erneut prüfen."
	case StateRefundDue, StateRefunding:
		return "Nichts zu tun: Das Geld wird zu keiner Bestellung, der Shop gibt es von selbst zurück."
	case StateCapturing, StatePending:
		return "Nichts zu tun: Der Shop fragt von selbst wieder bei PayPal nach."
	}
	var todo []string
	if p.DisputesDue > 0 {
		todo = append(todo, "Der Käufer verlangt bei PayPal oder bei seiner Bank Geld zurück, und PayPal wartet auf Ihre Antwort. Beim Konflikt steht, was zu tun ist.")
	}
	if p.FailedRefunds > 0 {
		todo = append(todo, "PayPal hat Geld nicht zurückgegeben, das zurückgehen sollte. Bei der Erstattung steht, warum und was zu tun ist.")
	}
	if p.AsksToCancel() {
		todo = append(todo, "Das Geld ist ganz zurückgegeben, die Bestellung aber nicht storniert. Wird nichts mehr geliefert, die Bestellung stornieren.")
	}
	return strings.Join(todo, " ")
}

// Advice returns, in German, what the operator should do about a refund; empty if there
// is nothing to do.
func (r *Refund) Advice() string {
	if !r.IsCase() {
		return ""
	}
	const orClose = " Ist das Geld auf anderem Weg zurück, die Erstattung als erledigt vermerken."
	switch r.Reason {
	case PayPalIssueInsufficientFunds:
		return "Das PayPal-Konto aufladen, dann hier erneut versuchen." + orClose
	case PayPalIssueRefundTimeLimit:
		return "Dem Käufer das Geld überweisen und die Erstattung als erledigt vermerken."
	case PayPalIssueRefundExceeded:
		return "Ein Teil ist schon bei PayPal zurückgegeben worden. Diese Erstattung als erledigt vermerken und nur den Rest neu zurückgeben."
	case PayPalIssueDisputed:
		return "Den Fall in der Konfliktlösung von PayPal beantworten; dort lässt sich das Geld auch zurückgeben." + orClose
	}
	return "Im PayPal-Konto nachsehen, was der Erstattung im Weg steht, dann hier erneut versuchen; dem Support von PayPal hilft die Debug-Nummer." + orClose
}

// adviceOn returns the advice on a payment that is unclear for the given reason.
func adviceOn(reason string) string {
	switch reason {
	case reasonForeign:
		return "PayPal hat Geld eingenommen, zu dem der Shop keinen Warenkorb kennt. Im PayPal-Konto nach der PayPal-Bestellung suchen " +
			"und mit dem Käufer klären, wofür es ist, oder es dort erstatten."
	case reasonAmount:
		return "PayPal hat etwas anderes eingezogen, als vereinbart war; eine Bestellung gibt es deshalb nicht. " +
			"Den Einzug im PayPal-Konto ansehen und dort erstatten."
	case reasonNoBasket:
		return "Das Geld kam, als der Warenkorb schon gelöscht war. Mit dem Käufer klären, was er wollte, oder im PayPal-Konto erstatten."
	case reasonUndecided:
		return "PayPal gibt seit einem Tag keine eindeutige Antwort. Im PayPal-Konto nach der Vorgangsnummer suchen; " +
			"dem Support von PayPal hilft die Debug-Nummer."
	case reasonDuplicate:
		return "Im PayPal-Konto nach der Vorgangsnummer suchen: Dort steht, ob Geld kam und wohin es gehört."
	case PayPalIssueInsufficientFunds:
		return "Für die Erstattung fehlte Guthaben auf dem PayPal-Konto. Bitte aufladen."
	case PayPalIssueRefundTimeLimit:
		return "PayPal erstattet nach so langer Zeit nicht mehr. Dem Käufer das Geld auf anderem Weg zurückgeben."
	}
	return "Der Shop bringt diese Zahlung nicht allein zu Ende. Im PayPal-Konto nachsehen, ob Geld kam, und es dort erstatten " +
		"oder mit dem Käufer klären."
}
