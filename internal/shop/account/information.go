package account

import (
	"fmt"

	"kontor/internal/shop"
	"kontor/internal/shop/order"
)

// Information is what the law requires to accompany the data (Art. 15 GDPR), in German.
type Information struct {
	Controller Responsible `json:"verantwortlicher"`
	Purposes   []string    `json:"zwecke"`
	LegalBases []string    `json:"rechtsgrundlagen"`
	Recipients []string    `json:"empfaenger"`
	Retention  []string    `json:"speicherdauer"`
	Rights     []string    `json:"rechte"`
	Origin     string      `json:"herkunft"`
	Automated  string      `json:"automatisierte_entscheidungen"`
	Guests     string      `json:"bestellungen_als_gast"`
}

// Responsible is the wire form of the shop as controller.
type Responsible struct {
	Name    string `json:"name"`
	Address string `json:"adresse"`
	Email   string `json:"email"`
}

// informationBy returns the information that the shop, as the data controller, gives.
func informationBy(controller shop.Seller, terms order.RetentionTerms) Information {
	contact := controller.Email
	if contact == "" {
		contact = "die im Impressum genannte Adresse"
	}
	return Information{
		Controller: Responsible{Name: controller.Name, Address: controller.Address, Email: controller.Email},
		Purposes: []string{
			"Anmeldung und Führung des Kundenkontos",
			"Annahme, Bezahlung und Abwicklung von Bestellungen",
			"Nachrichten zu Bestellungen",
			"Erfüllung gesetzlicher Aufbewahrungspflichten",
		},
		LegalBases: []string{
			"Art. 6 Abs. 1 Buchst. b DSGVO (Vertrag) für Konto und Bestellungen",
			"Art. 6 Abs. 1 Buchst. c DSGVO (rechtliche Verpflichtung) für die Aufbewahrung von Bestellungen",
			"Art. 6 Abs. 1 Buchst. f DSGVO (berechtigtes Interesse) für den Schutz vor Missbrauch",
		},
		Recipients: []string{
			"der Betreiber des Servers, auf dem der Shop läuft",
			"der Dienst, der die E-Mails des Shops verschickt",
			"PayPal, sobald eine Zahlung mit PayPal begonnen wurde: Name, Lieferadresse, Artikel und Beträge der Bestellung",
		},
		Retention: []string{
			"Konto und Anmeldungen: bis zur Löschung des Kontos",
			"Sitzungen: höchstens 30 Tage, ohne Benutzung 14 Tage",
			fmt.Sprintf("Bestellungen: bis zum Ende der gesetzlichen Frist, bis zu %d Jahre ab dem Ende des Kalenderjahres", terms.Longest()),
		},
		Rights: []string{
			"Auskunft, Berichtigung, Löschung, Einschränkung der Verarbeitung, Datenübertragbarkeit und Widerspruch " +
				"(Art. 15 bis 21 DSGVO)",
			"Beschwerde bei einer Datenschutz-Aufsichtsbehörde (Art. 77 DSGVO)",
		},
		Origin:    "Name, E-Mail-Adresse und Kennung des Kontos hat der Anmeldedienst übermittelt; alles andere stammt aus den Bestellungen selbst.",
		Automated: "Es gibt keine automatisierten Entscheidungen und kein Profiling.",
		Guests: "Bestellungen ohne Anmeldung stehen nicht in dieser Datei, auch nicht mit derselben E-Mail-Adresse: " +
			"Ob sie von derselben Person sind, weiß der Shop nicht. Auskunft darüber gibt " + contact + ".",
	}
}
