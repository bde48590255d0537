package doctor

import (
	"cmp"
	"context"
	netmail "net/mail"
	"net/url"
	"strings"
	"time"

	"kontor/internal/config"
	"kontor/internal/legaltext"
	"kontor/internal/paypal"
	"kontor/internal/shop"
)

// checkLegal wants the German texts. Other languages fall back to them.
func checkLegal(_ context.Context, s *Shop) []Finding {
	folder := legaltext.Folder(s.Config.LegalDir)
	where := cmp.Or(s.Config.LegalDir, "einem Ordner, den RECHTSTEXTE_DIR nennt")
	var found []Finding
	if flaws := folder.Flaws(shop.Languages[0]); len(flaws) > 0 {
		found = append(found, failure("anlegen oder ausfüllen in "+where, "Rechtstexte: %s", list(flaws)))
	}
	var others []string
	for _, language := range shop.Languages[1:] {
		others = append(others, folder.Flaws(language)...)
	}
	if len(others) > 0 {
		found = append(found, warning("anlegen oder ausfüllen in "+where, "Rechtstexte, an deren Stelle Kunden den deutschen lesen: %s", list(others)))
	}
	if folder.Notice(shop.Languages[0]) == "" {
		found = append(found, warning("den amtlichen Hinweis als gewaehrleistung.de.svg ablegen in "+where, "der EU-Hinweis zur Gewährleistung fehlt"))
	}
	if len(found) == 0 {
		found = append(found, ok("alle Rechtstexte sind da"))
	}
	return found
}

// checkSender wants a way to send e-mails, from an address that receivers expect of the
// shop.
func checkSender(_ context.Context, s *Shop) []Finding {
	c := s.Config
	if !c.Mail() {
		return []Finding{failure("RESEND_API_KEY oder SMTP_URL setzen, dazu ORDER_NOTIFICATION_EMAIL", "der E-Mail-Versand ist nicht eingerichtet")}
	}
	from, err := netmail.ParseAddress(cmp.Or(c.MailFrom, c.ShopEmail, c.OrderNotificationEmail))
	if err != nil {
		return []Finding{failure("MAIL_FROM berichtigen", "der Absender der E-Mails ist keine Adresse")}
	}
	domain := strings.ToLower(from.Address[strings.LastIndex(from.Address, "@")+1:])
	if host := shopHost(c); host != "" && !sameDomain(domain, host) {
		return []Finding{warning("MAIL_FROM auf eine Adresse der Domain des Shops setzen, die SPF und DKIM dafür erlauben",
			"E-Mails kommen von %s, der Shop ist %s", domain, host)}
	}
	return []Finding{ok("E-Mails kommen von %s", domain)}
}

func shopHost(c *config.Config) string {
	base, err := url.Parse(c.BaseURL)
	if err != nil {
		return ""
	}
	return strings.TrimPrefix(strings.ToLower(base.Hostname()), "www.")
}

// sameDomain reports whether one of two names is the other, or below it.
func sameDomain(a, b string) bool {
	return a == b || strings.HasSuffix(a, "."+b) || strings.HasSuffix(b, "."+a)
}

// wanted returns a check that a setting is set.
func wanted(value, variable, what string) []Finding {
	if value == "" {
		return []Finding{failure(variable+" setzen", "%s", what+" fehlt")}
	}
	return []Finding{ok("%s ist gesetzt", variable)}
}

func checkAddress(_ context.Context, s *Shop) []Finding {
	return wanted(s.Config.ShopAddress, "SHOP_ADRESSE", "die Anschrift des Shops")
}

func checkEmail(_ context.Context, s *Shop) []Finding {
	return wanted(s.Config.ShopEmail, "SHOP_EMAIL", "die E-Mail-Adresse für Kunden")
}

func checkTax(_ context.Context, s *Shop) []Finding {
	c := s.Config
	switch {
	case c.ShopVATID != "":
		return []Finding{ok("SHOP_UST_ID ist gesetzt")}
	case c.TaxSeat == "ch" && c.Untaxed:
		return []Finding{ok("nicht im Register der MWST, also ohne Nummer")}
	}
	return wanted(c.ShopTaxID, "SHOP_STEUERNUMMER", "Steuernummer oder Umsatzsteuer-ID")
}

func checkPayment(_ context.Context, s *Shop) []Finding {
	c := s.Config
	switch {
	case c.IBAN == "" && !c.PayPal():
		return []Finding{failure("IBAN und KONTOINHABER setzen, oder PAYPAL_CLIENT_ID und PAYPAL_CLIENT_SECRET", "Kunden können nicht bezahlen: weder Bankverbindung noch PayPal ist eingerichtet")}
	case c.PayPal() && c.PayPalWebhookID == "":
		return []Finding{warning("bei PayPal einen Webhook anlegen und PAYPAL_WEBHOOK_ID setzen", "PayPal ist ohne Meldungen eingerichtet; Zahlungen werden später bemerkt")}
	}
	return []Finding{ok("Kunden können bezahlen")}
}

func checkSandbox(_ context.Context, s *Shop) []Finding {
	if s.Config.PayPal() && paypal.IsSandbox(s.Config.PayPalBaseURL) {
		return []Finding{failure("PAYPAL_BASE_URL weglassen und die Zugangsdaten der echten App setzen", "PayPal läuft im Testbetrieb (%s): es kommt kein Geld an", s.Config.PayPalBaseURL)}
	}
	return []Finding{ok("kein Testbetrieb bei PayPal")}
}

func checkProbe(_ context.Context, s *Shop) []Finding {
	if s.Probe {
		return []Finding{failure("ohne --probe starten", "der Shop wird nur geprobt")}
	}
	return []Finding{ok("keine Probe")}
}

func checkName(_ context.Context, s *Shop) []Finding {
	var unset []string
	for _, row := range s.Config.Describe() {
		if (row.Name == "SHOP_NAME" || row.Name == "SHOP_PREFIX") && row.Value == row.Default {
			unset = append(unset, row.Name+"="+row.Default)
		}
	}
	if len(unset) > 0 {
		return []Finding{failure("SHOP_NAME und SHOP_PREFIX setzen; Bestellnummern behalten ihren Anfang", "noch die Vorgabe: %s", list(unset))}
	}
	return []Finding{ok("%s, Bestellnummern mit %s", s.Config.ShopName, s.Config.ShopPrefix)}
}

func checkPrices(_ context.Context, s *Shop) []Finding {
	if s.Config.PriceCheck == "aus" {
		return []Finding{warning("PREISPRUEFUNG auf hinweis oder streng setzen", "Preise in Bestellungen werden nicht geprüft")}
	}
	return []Finding{ok("Preise in Bestellungen werden geprüft")}
}

// checkProxies requires the addresses of the proxies that end TLS: without them all
// clients count as one for the shop's limits.
func checkProxies(_ context.Context, s *Shop) []Finding {
	c := s.Config
	if c.OwnTLS() {
		return []Finding{ok("der Shop beendet TLS selbst (TLS=%s)", c.TLS)}
	}
	if strings.HasPrefix(c.BaseURL, "https:") && len(c.TrustedProxies) == 0 && !c.NoProxy {
		return []Finding{failure("TLS=acme setzen; beendet ein Proxy TLS, TRUSTED_PROXIES auf dessen Adresse setzen, gibt es keinen: keine",
			"BASE_URL hat https, aber der Shop antwortet unverschlüsselt und kennt keinen Proxy")}
	}
	return []Finding{ok("wer TLS beendet, ist gesagt")}
}

func clock(s *Shop) []Finding {
	now := s.Now()
	if s.Built.After(now) {
		return []Finding{failure("die Uhr dieses Rechners stellen, am besten mit NTP", "die Uhr geht nach: %s liegt vor dem Bau dieses Programms", now.UTC().Format(time.RFC3339))}
	}
	return []Finding{ok("die Uhr steht auf %s", now.UTC().Format(time.RFC3339))}
}
