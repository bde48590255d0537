package doctor

import (
	"kontor/internal/config"
	"kontor/internal/legaltext"
	"kontor/internal/shop"
)

// Service is a part of the shop that can be turned on.
type Service struct {
	Name string
	On   bool
	Text string // German: what that means for customers, and how to turn it on
}

// Services returns what operators may want to turn on, on or off.
func Services(c *config.Config) []Service {
	flaws := legaltext.Folder(c.LegalDir).Flaws(shop.Languages[0])
	services := []Service{
		service("E-Mail-Versand", c.Mail(), "Kunden bekommen Bestätigungen, Sie erfahren von Bestellungen.",
			"Kunden bekommen keine Bestätigung. An mit SMTP_URL oder RESEND_API_KEY, dazu ORDER_NOTIFICATION_EMAIL."),
		service("Überweisung", c.IBAN != "", "Kunden sehen Ihre Bankverbindung.",
			"Kunden erfahren nicht, wohin sie überweisen sollen. An mit IBAN und KONTOINHABER."),
		service("PayPal", c.PayPal(), "Kunden können mit PayPal zahlen.",
			"Kunden können nicht mit PayPal zahlen. An mit PAYPAL_CLIENT_ID und PAYPAL_CLIENT_SECRET."),
		service("Rechtstexte", len(flaws) == 0, "Impressum, Datenschutz, AGB und Widerrufsbelehrung stehen im Shop.",
			"Es fehlt etwas: "+list(flaws)+". Als Textdateien in den Ordner legen, den RECHTSTEXTE_DIR nennt."),
	}
	_, reported := c.ReportTime()
	services = append(services,
		service("Sicherungen", c.CopyEvery() > 0, "Der Shop sichert sich von selbst und prüft jede Sicherung.",
			"Der Shop sichert sich nicht von selbst. An mit SICHERUNG_ALLE=1h; ein Shop zum Ausprobieren macht keine."),
		service("Tagesbericht", reported && c.Mail(), "Jeden Morgen bekommen Sie eine E-Mail, die sagt, ob etwas zu tun ist.",
			"Sie erfahren nicht von selbst, wenn etwas zu tun ist. An mit BERICHT_UM=06:30 und dem E-Mail-Versand."))
	for _, p := range c.Providers() {
		services = append(services, service("Anmeldung mit "+p.Label, p.Configured(), "Kunden können sich anmelden und sehen ihre Bestellungen.",
			"Kunden bestellen ohne Konto. An mit "+p.Variable("CLIENT_ID")+" und "+p.Variable("CLIENT_SECRET")+"."))
	}
	return services
}

func service(name string, on bool, yes, no string) Service {
	if on {
		return Service{name, true, yes}
	}
	return Service{name, false, no}
}
