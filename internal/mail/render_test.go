package mail_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"kontor/internal/mail"
	"kontor/internal/shop"
	"kontor/internal/shop/message"
	"kontor/internal/shop/order"
)

// says checks that a message contains texts, both as plain text and as HTML.
func says(t *testing.T, name string, content message.MailContent, wanted ...string) {
	t.Helper()
	for _, want := range wanted {
		if !strings.Contains(content.Text, want) {
			t.Errorf("%s: the text does not say %q:\n%s", name, want, content.Text)
		}
		if !strings.Contains(strippedHTML(content.HTML), want) {
			t.Errorf("%s: the HTML does not say %q:\n%s", name, want, strippedHTML(content.HTML))
		}
	}
}

// saysNot checks that a message does not contain texts.
func saysNot(t *testing.T, name string, content message.MailContent, unwanted ...string) {
	t.Helper()
	for _, word := range unwanted {
		if strings.Contains(content.Text, word) || strings.Contains(strippedHTML(content.HTML), word) {
			t.Errorf("%s says %q", name, word)
		}
	}
}

var tags = regexp.MustCompile(`(?s)<style>.*</style>|<[^>]*>`)

func strippedHTML(html string) string {
	return strings.NewReplacer("&#39;", "'", "&amp;", "&", "&#43;", "+").Replace(tags.ReplaceAllString(html, ""))
}

// § 312i BGB: the customer learns at once, in their language, that the order arrived,
// but not that it is accepted.
func TestL4_ReceiptSaysThatTheOrderArrived(t *testing.T) {
	t.Parallel()
	m := newMailer(t, nil)
	for language, want := range map[shop.Language][]string{
		"de": {"Eingang Ihrer Bestellung BK-2026-0042", "Guten Tag Erika Muster,", "noch keine Annahme", "21.\u00a0November 2026, 10:15\u00a0Uhr", "1.157,89\u00a0€", "−128,11\u00a0€", "inkl. MwSt.", "zzgl. Versand", "Deutschland", "Widerrufsrecht", "Impressum"},
		"en": {"We received your order BK-2026-0042", "Hello Erika Muster,", "does not yet accept", "21\u00a0November 2026, 10:15", "€1,157.89", "−€128.11", "include VAT", "delivery is extra", "Germany", "Right of withdrawal", "Legal notice"},
		"fr": {"Nous avons reçu votre commande BK-2026-0042", "Bonjour Erika Muster,", "ne vaut pas encore acceptation", "21\u00a0novembre 2026 à 10:15", "1\u202f157,89\u00a0€", "−128,11\u00a0€", "TVA comprise", "livraison en sus", "Allemagne", "Droit de rétractation", "Mentions légales"},
		"it": {"Abbiamo ricevuto il Suo ordine BK-2026-0042", "Buongiorno Erika Muster,", "Non ne costituisce ancora l’accettazione", "21\u00a0novembre 2026, ore 10:15", "1.157,89\u00a0€", "−128,11\u00a0€", "IVA inclusa", "spedizione esclusa", "Germania", "Diritto di recesso", "Note legali"},
	} {
		content := render(t, m, message.KindConfirmation, language, newOrder())
		if content.Subject != want[0] {
			t.Errorf("%s: subject %q", language, content.Subject)
		}
		says(t, string(language), content, append(want[1:], "BK-2026-0042", "4 × Merinowolle Petrol", "HERBST10", "Lindenallee 12", "10115 Berlin", "Wollwerk Süd")...)
		prefix := map[shop.Language]string{"en": "/en", "fr": "/fr", "it": "/it"}[language]
		for _, path := range []string{"/recht/impressum/", "/recht/agb/", "/widerruf/"} {
			if address := "https://wollwerk.test" + prefix + path; !strings.Contains(content.HTML, `href="`+address+`"`) || !strings.Contains(content.Text, address) {
				t.Errorf("%s: no link to %s", language, address)
			}
		}
		says(t, string(language), content, payee.Holder, "DE02 1203 0000 0000 2020 51", payee.BIC)
		if !strings.Contains(content.HTML, `<html lang="`+string(language)+`">`) {
			t.Errorf("%s: the HTML names another language", language)
		}
	}
}

func TestReceiptSaysHowToPay(t *testing.T) {
	t.Parallel()
	with, without := newMailer(t, nil), newMailer(t, func(o *mail.Options) { o.Seller.Bank = shop.BankAccount{} })
	for name, test := range map[string]struct {
		mailer *mail.Mailer
		method string
		total  float64
		want   string
	}{
		"transfer":             {with, order.MethodTransfer, 10, "IBAN"},
		"transfer, no account": {without, order.MethodTransfer, 10, "Die Bankverbindung teilen wir Ihnen noch mit."},
		"PayPal":               {with, order.MethodPayPal, 10, "Sie haben mit PayPal bezahlt."},
		"another method":       {with, "bar", 10, "Wegen der Zahlung melden wir uns bei Ihnen."},
		"no method":            {with, "", 10, "Wegen der Zahlung melden wir uns bei Ihnen."},
		"nothing to pay":       {with, order.MethodTransfer, 0, "Es ist nichts zu bezahlen."},
	} {
		o := newOrder()
		o.PaymentMethod, o.Total = test.method, test.total
		content := render(t, test.mailer, message.KindConfirmation, "de", o)
		says(t, name, content, test.want)
		if test.want != "IBAN" {
			saysNot(t, name, content, "IBAN", "DE02")
			if len(content.Inline) != 0 || strings.Contains(content.HTML, "<img") {
				t.Errorf("%s: there is a picture", name)
			}
		}
	}
}

// The largest amounts have no GiroCode, but the account is still given.
func TestReceiptWithoutACode(t *testing.T) {
	t.Parallel()
	o := newOrder()
	o.Total = 1e9
	content := render(t, newMailer(t, nil), message.KindConfirmation, "de", o)
	says(t, "1e9", content, "1.000.000.000,00\u00a0€", "DE02 1203 0000 0000 2020 51")
	if len(content.Inline) != 0 || strings.Contains(content.HTML, "<img") {
		t.Error("there is a picture")
	}
}

func TestSwissGermanHasNoSharpS(t *testing.T) {
	t.Parallel()
	o := newOrder()
	o.Country, o.Customer.Name = "ch", "Erika Weiß"
	content := render(t, newMailer(t, nil), message.KindConfirmation, "de", o)
	says(t, "ch", content, "Freundliche Grüsse", "Erika Weiß", "Schweiz")
	o.Country = "at"
	says(t, "at", render(t, newMailer(t, nil), message.KindConfirmation, "de", o), "Freundliche Grüße", "Österreich")
}

func TestPaidAndCancelled(t *testing.T) {
	t.Parallel()
	m := newMailer(t, nil)
	paid := render(t, m, message.KindPaid, "en", newOrder())
	says(t, "paid", paid, "We have received €1,157.89 for your order BK-2026-0042 of 21\u00a0November 2026.")
	saysNot(t, "paid", paid, "IBAN")
	cancelled := render(t, m, message.KindCancelled, "de", newOrder())
	says(t, "cancelled", cancelled, "wir haben Ihre Bestellung BK-2026-0042 vom 21.\u00a0November 2026 storniert.", "bekommen Sie Ihr Geld zurück")
	saysNot(t, "cancelled", cancelled, "IBAN")
}

// Spec: POST /api/orders, rule 5.
func TestOperatorIsToldWhatToLookAt(t *testing.T) {
	t.Parallel()
	m := newMailer(t, nil)
	content := render(t, m, message.KindOperatorOrder, "fr", newOrder())
	if want := "Neue Bestellung BK-2026-0042: 1.157,89\u00a0€, Erika Muster – bitte prüfen"; content.Subject != strings.ReplaceAll(want, "\u00a0", " ") {
		t.Errorf("subject %q", content.Subject)
	}
	says(t, "operator", content, "3 Artikel, 1.157,89\u00a0€, Überweisung, Zahlung offen", "Preis von rahmen weicht ab (Katalog 12,50)",
		"erika@example.org", "HERBST10", "Abo-Rabatt verwendet", "Merinowolle Petrol", "Lindenallee 12", "gratis")
	saysNot(t, "operator", content, "Treuebonus", "IBAN", "Impressum")
	if !strings.Contains(content.HTML, `href="https://wollwerk.test/verwaltung/?o=42"`) || !strings.Contains(content.Text, "https://wollwerk.test/verwaltung/?o=42\n") {
		t.Error("there is no link to the order")
	}
	o := newOrder()
	o.Hints, o.PaymentMethod, o.Status = nil, order.MethodPayPal, order.StatusPaid
	quiet := render(t, m, message.KindOperatorOrder, "de", o)
	if strings.Contains(quiet.Subject, "prüfen") {
		t.Errorf("subject %q", quiet.Subject)
	}
	says(t, "paid", quiet, "PayPal, bezahlt")
	saysNot(t, "paid", quiet, "Hinweis")
}

func TestOperatorNote(t *testing.T) {
	t.Parallel()
	m := newMailer(t, nil)
	message := &message.Message{Kind: message.KindOperatorNote, Note: newNote()}
	content, err := m.Render(message, nil)
	if err != nil || content.Subject != "Eine Zahlung ist zu klären" {
		t.Fatalf("%q, %v", content.Subject, err)
	}
	says(t, "note", content, "Zu 34,90 € gibt es keine Bestellung.", "Bitte nachsehen.")
	saysNot(t, "note", content, "BK-2026")
	content, err = m.Render(message, newOrder())
	if err != nil || !strings.Contains(content.Text, "Bestellung BK-2026-0042: https://wollwerk.test/verwaltung/?o=42") {
		t.Errorf("with an order: %v\n%s", err, content.Text)
	}
}

func TestWhatCannotBeWritten(t *testing.T) {
	t.Parallel()
	m := newMailer(t, nil)
	for name, test := range map[string]struct {
		message message.Message
		order   *order.Order
	}{
		"unknown kind":            {message.Message{Kind: "brief"}, newOrder()},
		"receipt of nothing":      {message.Message{Kind: message.KindConfirmation}, nil},
		"notification of nothing": {message.Message{Kind: message.KindOperatorOrder}, nil},
		"note that says nothing":  {message.Message{Kind: message.KindOperatorNote}, nil},
	} {
		if content, err := m.Render(&test.message, test.order); err == nil {
			t.Errorf("%s: %q", name, content.Subject)
		}
	}
}

// Only what the operator has set appears, without a gap where something is missing.
func TestWhatIsNotSetIsLeftOut(t *testing.T) {
	t.Parallel()
	bare := newMailer(t, func(o *mail.Options) {
		o.Seller, o.BaseURL, o.LegalLinks = shop.Seller{Name: "Wollwerk"}, "http://127.0.0.1:8080", false
	})
	eachMessage(t, bare, newOrder(), func(name string, content message.MailContent) {
		saysNot(t, name, content, "Impressum", "AGB", "IBAN", "<no value>", "Antworten Sie", "reply to this", "()", " ,", "· ·")
		if strings.Contains(content.HTML, `href=""`) || strings.Contains(content.HTML, "mailto:\"") || strings.Contains(content.Text, "\n\n\n") {
			t.Errorf("%s has a gap:\n%s", name, content.Text)
		}
	})
}

// S2, H14: a customer's words stay text in every part of every message.
func TestS2_H14_NothingThatACustomerWroteIsMarkup(t *testing.T) {
	t.Parallel()
	m := newMailer(t, nil)
	allowed := regexp.MustCompile(`^</?(?:!doctype|html|head|meta|title|style|body|div|table|tr|th|td|h1|h2|p|br|bdi|span|strong|a|img)\b`)
	eachMessage(t, m, hostileOrder(), func(name string, content message.MailContent) {
		for _, tag := range regexp.MustCompile(`<[^>]*>`).FindAllString(content.HTML, -1) {
			if !allowed.MatchString(tag) || regexp.MustCompile(`\son\w+=|evil|alert|javascript:|fixed`).MatchString(tag) {
				t.Errorf("%s: %s", name, tag)
			}
		}
		if strings.Count(content.HTML, "<script") != 0 || strings.Contains(content.HTML, "ZgotmplZ") {
			t.Errorf("%s: %s", name, content.HTML)
		}
		for _, part := range []string{content.Text, content.HTML} {
			if strings.Contains(part, "https://evil") || strings.Contains(part, "http://evil") || strings.Contains(part, "www.evil") || strings.ContainsAny(part, "\u202e\r\x00") {
				t.Errorf("%s: a link or a control", name)
			}
		}
	})
}

// A name without visible characters is left out of the greeting.
func TestGreetingWithoutAName(t *testing.T) {
	t.Parallel()
	o := newOrder()
	o.Customer.Name = "\u202e\u0007"
	for language, want := range map[shop.Language]string{"de": "Guten Tag,", "en": "Hello,", "fr": "Bonjour,", "it": "Buongiorno,"} {
		says(t, fmt.Sprint(language), render(t, newMailer(t, nil), message.KindConfirmation, language, o), want)
	}
}

// Pictures are embedded, and nothing is fetched.
func TestMessagesLoadNothing(t *testing.T) {
	t.Parallel()
	source := regexp.MustCompile(`(?:src|background|srcset|poster)="([^"]*)"|url\(([^)]*)\)|@import`)
	eachMessage(t, newMailer(t, nil), newOrder(), func(name string, content message.MailContent) {
		for _, found := range source.FindAllString(content.HTML, -1) {
			if found != `src="cid:girocode.png"` {
				t.Errorf("%s: %s", name, found)
			}
		}
	})
}

// A misspelt name would leave an element without its style.
func TestEveryLookExists(t *testing.T) {
	t.Parallel()
	bare := regexp.MustCompile(`<\w+ +>`)
	eachMessage(t, newMailer(t, nil), newOrder(), func(name string, content message.MailContent) {
		if found := bare.FindString(content.HTML); found != "" {
			t.Errorf("%s: %s", name, found)
		}
	})
}

// swissImport are parts of what buyers in Switzerland have to know, by language.
var swissImport = map[shop.Language][]string{
	"de": {"Preise ohne MWST (Ausfuhr). Einfuhrsteuer 8,1 % (Bücher 2,6 %)", "unter CHF 5 Steuer wird nichts erhoben."},
	"en": {"Prices without VAT (export). You pay Swiss import VAT of 8.1% (books 2.6%)", "tax below CHF 5 is not collected."},
	"fr": {"Prix sans TVA (exportation). Vous payez au transporteur la TVA à l’importation de 8,1 %", "un impôt inférieur à CHF 5 n’est pas perçu."},
	"it": {"Prezzi senza IVA (esportazione). Paga al corriere l’IVA d’importazione dell’8,1 %", "imposte sotto CHF 5 non sono riscosse."},
}

// F5: messages about an order to Switzerland never mention included tax. Customers,
// including those of a small business, read what they pay on import; the operator does
// not.
func TestF5_MailsToSwitzerland(t *testing.T) {
	t.Parallel()
	order := newOrder()
	order.Country = "ch"
	for _, small := range []bool{false, true} {
		m := newMailer(t, func(o *mail.Options) { o.Tax.Small = small })
		eachMessage(t, m, order, func(name string, content message.MailContent) {
			saysNot(t, name, content, "MwSt", "include VAT", "including VAT", "TVA comprise", "TVA et livraison", "IVA inclusa", "IVA e spedizione")
			kind, language, _ := strings.Cut(name, ".")
			switch message.Kind(kind) {
			case message.KindConfirmation, message.KindPaid:
				says(t, name, content, swissImport[shop.Language(language)]...)
			case message.KindOperatorOrder:
				saysNot(t, name, content, "Zusteller")
			}
		})
	}
	eachMessage(t, newMailer(t, func(*mail.Options) {}), newOrder(), func(name string, content message.MailContent) {
		saysNot(t, name, content, "CHF 5")
	})
}

// Law: § 19 UStG. A small business's messages never mention included tax.
func TestSmallBusinessMailsNameNoTax(t *testing.T) {
	t.Parallel()
	small := newMailer(t, func(o *mail.Options) { o.Tax.Small = true })
	eachMessage(t, small, newOrder(), func(name string, content message.MailContent) {
		saysNot(t, name, content, "MwSt", "VAT included", "include VAT", "TVA comprise", "TVA et livraison comprises", "IVA inclusa", "IVA e spedizione incluse")
		if strings.Contains(name, string(message.KindConfirmation)) {
			says(t, name, content, "§ 19 UStG")
		}
	})
}
