package threshold

import (
	"fmt"
	"time"

	"kontor/internal/shop"
	"kontor/internal/shop/message"
	"kontor/internal/shop/tax"
)

// notice is one that the operator has not got yet.
type notice struct {
	year int
	kind tax.Notice
}

// due returns what the operator should know by now. Of the year before only that the
// threshold was passed: a process may have been killed in its last second.
func due(m tax.Meter, this int) (all []notice) {
	if m.Due(this-1) == tax.Passed {
		all = append(all, notice{this - 1, tax.Passed})
	}
	if kind := m.Due(this); kind != tax.NoNotice {
		all = append(all, notice{this, kind})
	}
	return all
}

func (n notice) message(meter tax.Meter, sending message.Sending, now time.Time) message.Message {
	m := message.Message{
		Key: fmt.Sprintf("fernverkauf-%d-%d", n.year, n.kind), Kind: message.KindOperatorNote, Language: shop.Languages[0],
		Note: n.note(meter[n.year], shop.DayOf(now)), CreatedAt: now,
	}
	m.Begin(sending, now)
	return m
}

func (n notice) note(y tax.Year, today shop.Day) *message.OperatorNote {
	reached := fmt.Sprintf("Verkäufe an Verbraucher in anderen EU-Staaten %d, netto zum Steuersatz des Sitzes:\n\n"+
		"Rechnungen dieses Shops: %s €\nAndere Vertriebswege: %s €\nZusammen: %s € von %s €\n\n", n.year, y.Issued, y.Elsewhere, y.Sum(), tax.Threshold)
	if n.kind == tax.Near {
		return &message.OperatorNote{
			Subject: fmt.Sprintf("EU-Fernverkauf %d: 80 %% der Schwelle erreicht", n.year),
			Text: reached + "Die Rechnung, mit der die Summe über die Schwelle steigt, enthält schon die Steuer des Ziellandes, und alle danach. " +
				"Dann braucht der Shop eine Umsatzsteuer-Identifikationsnummer (SHOP_UST_ID) und die Anmeldung zum One-Stop-Shop (OSS).\n\n" +
				"Was über andere Wege verkauft wird, zählt mit: Bitte in der Verwaltung unter Auswertung, Umsatzsteuer eintragen.",
		}
	}
	passed := today
	if y.Latched != "" {
		passed = y.Latched
	}
	return &message.OperatorNote{
		Subject: fmt.Sprintf("EU-Fernverkauf %d: Schwelle überschritten, jetzt Steuer des Ziellandes", n.year),
		Text: reached + fmt.Sprintf("Die Schwelle ist seit dem %s überschritten. Rechnungen an Verbraucher in anderen EU-Staaten enthalten seitdem die Steuer des Ziellandes, "+
			"bis zum Ende des Jahres, und auch im nächsten, wenn die Summe über der Schwelle bleibt.\n\n"+
			"Zu tun: die Anmeldung zum One-Stop-Shop (OSS) bis zum %s. SHOP_UST_ID muss gesetzt sein. "+
			"Wer im OSS ist, setzt OSS_AB auf den Tag, von dem an er dort meldet; dann sagen bei Kleinunternehmern auch Laden und Mails, dass die Preise Steuer enthalten.", passed.German(), tenthAfter(passed).German()),
	}
}

// tenthAfter returns the 10th of the month after a day.
func tenthAfter(d shop.Day) shop.Day {
	year, month, _ := d.Start().Date()
	return shop.Day(time.Date(year, month+1, 10, 0, 0, 0, 0, time.UTC).Format(time.DateOnly))
}
