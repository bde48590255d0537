package config

import "time"

// Config holds everything that can be configured. Each field with an env tag is one
// variable; its value may also come from the file that NAME_FILE names, from the file
// with settings or, unless it is secret, from a flag.
// Spec: Secrets configured.
type Config struct {
	File string `env:"KONTOR_CONFIG" form:"der Pfad einer Datei mit Zeilen NAME=Wert" meaning:"Datei mit Einstellungen; Umgebung und Optionen gehen vor"`

	ListenAddr string `env:"LISTEN_ADDR" envDefault:"127.0.0.1:8080" form:"Adresse:Port, etwa 127.0.0.1:8080" meaning:"Adresse, auf der der Shop antwortet; Vorgabe mit eigenem TLS: :443"`
	BaseURL    string `env:"BASE_URL" form:"https://shop.example, ohne Pfad; http nur auf diesem Rechner" meaning:"Adresse, unter der Kunden den Shop erreichen"`
	DataDir    string `env:"DATA_DIR" envDefault:"./data" form:"ein Verzeichnis, in das das Programm schreiben darf" meaning:"Verzeichnis der Datenbank und der erzeugten Geheimnisse"`

	TLS           string `env:"TLS" envDefault:"aus" form:"aus, acme oder dateien" meaning:"ob der Shop selbst TLS spricht: mit einem Zertifikat, das er sich besorgt (acme), mit einem aus Dateien, oder nicht, weil ein Proxy es tut"`
	TLSCert       string `env:"TLS_ZERTIFIKAT" form:"der Pfad einer Datei im PEM-Format, das Zertifikat des Shops zuerst" meaning:"Zertifikat bei TLS=dateien; eine geänderte Datei gilt ohne Neustart"`
	TLSKey        string `env:"TLS_SCHLUESSEL" form:"der Pfad einer Datei im PEM-Format" meaning:"Schlüssel zu TLS_ZERTIFIKAT"`
	ACMEContact   string `env:"ACME_KONTAKT" form:"eine E-Mail-Adresse wie shop@shop.example" meaning:"Adresse des Betreibers bei der Zertifizierungsstelle, bei TLS=acme; entbehrlich"`
	ACMEDirectory string `env:"ACME_VERZEICHNIS" envDefault:"https://acme-v02.api.letsencrypt.org/directory" form:"eine Adresse mit https" meaning:"Zertifizierungsstelle bei TLS=acme; Vorgabe: Let's Encrypt"`
	ACMERoots     string `env:"ACME_CA" form:"der Pfad einer Datei im PEM-Format" meaning:"Stammzertifikate, an denen der Shop die Zertifizierungsstelle erkennt; leer: die dieses Rechners"`
	HTTPAddr      string `env:"LISTEN_ADDR_HTTP" envDefault:":80" form:"Adresse:Port, etwa :80" meaning:"Adresse, die bei eigenem TLS unverschlüsselt antwortet: Prüfungen der Zertifizierungsstelle, sonst ein Verweis auf https"`

	DatabaseURL Secret `env:"DATABASE_URL" form:"postgres://benutzer:passwort@rechner:5432/datenbank, oder leer" meaning:"PostgreSQL-Datenbank; leer: SQLite in DATA_DIR/kontor.db"`

	SitePublic Switch `env:"SITE_PUBLIC" envDefault:"false" form:"true öffnet, alles andere schließt" meaning:"öffnet den Shop für alle, wenn genau true"`

	SiteAccessCode                  Secret `env:"SITE_ACCESS_CODE" rule:"code" meaning:"Zugangscode des Shops"`
	SiteSessionSecret               Secret `env:"SITE_SESSION_SECRET" rule:"key" meaning:"unterschreibt die Sitzungen des Shops"`
	SiteSessionSecretPrevious       Secret `env:"SITE_SESSION_SECRET_PREVIOUS" rule:"key" meaning:"voriges SITE_SESSION_SECRET, solange dessen Sitzungen noch gelten sollen"`
	VerwaltungAccessCode            Secret `env:"VERWALTUNG_ACCESS_CODE" rule:"code" meaning:"Zugangscode der Verwaltung"`
	VerwaltungSessionSecret         Secret `env:"VERWALTUNG_SESSION_SECRET" rule:"key" meaning:"unterschreibt die Sitzungen der Verwaltung"`
	VerwaltungSessionSecretPrevious Secret `env:"VERWALTUNG_SESSION_SECRET_PREVIOUS" rule:"key" meaning:"voriges VERWALTUNG_SESSION_SECRET, solange dessen Sitzungen noch gelten sollen"`
	KontoSessionSecret              Secret `env:"KONTO_SESSION_SECRET" rule:"key" meaning:"unterschreibt die Sitzungen der Kunden und begonnene Anmeldungen"`
	KontoSessionSecretPrevious      Secret `env:"KONTO_SESSION_SECRET_PREVIOUS" rule:"key" meaning:"voriges KONTO_SESSION_SECRET, solange dessen Sitzungen noch gelten sollen"`

	ShopName      string `env:"SHOP_NAME" envDefault:"Bastelkontor" form:"1 bis 80 Zeichen in einer Zeile" meaning:"Name des Shops"`
	ShopPrefix    string `env:"SHOP_PREFIX" envDefault:"BK" form:"1 bis 8 Großbuchstaben von A bis Z" meaning:"Anfang jeder Bestellnummer"`
	InvoicePrefix string `env:"RECHNUNG_PREFIX" envDefault:"RE" form:"1 bis 8 Großbuchstaben von A bis Z, andere als SHOP_PREFIX" meaning:"Anfang der Nummern von Rechnungen, Stornorechnungen und Korrekturen"`
	ShopSlug      string `env:"SHOP_SLUG" envDefault:"bastelkontor" form:"1 bis 32 Zeichen aus a-z, 0-9 und -, vorn ein Buchstabe" meaning:"Anfang der Namen aller Cookies"`

	ShopAddress    string `env:"SHOP_ADRESSE" form:"Straße, PLZ und Ort in einer Zeile, höchstens 200 Zeichen" meaning:"Anschrift des Shops, unter jeder E-Mail"`
	ShopTaxID      string `env:"SHOP_STEUERNUMMER" form:"höchstens 40 Zeichen in einer Zeile" meaning:"Steuernummer, auf jeder Rechnung"`
	ShopVATID      string `env:"SHOP_UST_ID" form:"die Nummer, die zu STEUER_SITZ gehört: DE123456789, ATU12345678, LU12345678 oder CHE-123.456.789 MWST" meaning:"Umsatzsteuer-Identifikationsnummer, auf jeder Rechnung"`
	TaxSeat        string `env:"STEUER_SITZ" envDefault:"de" form:"de, at, lu oder ch" meaning:"Land, in dem der Shop seinen Sitz hat; danach richtet sich die Umsatzsteuer"`
	Untaxed        bool   `env:"KLEINUNTERNEHMER" envDefault:"false" form:"true oder false" meaning:"Preise und Rechnungen ohne Umsatzsteuer, nach dem Recht von STEUER_SITZ; in der Schweiz: nicht im Register"`
	OSSFrom        string `env:"OSS_AB" form:"ein Tag wie 2026-07-01, oder leer" meaning:"Tag, von dem an Verbraucher in anderen EU-Staaten die Steuer ihres Landes zahlen (One-Stop-Shop); leer: sobald die Schwelle von 10.000 € im Jahr überschritten ist"`
	TaxRateFile    string `env:"STEUERSAETZE_DATEI" form:"der Pfad einer CSV-Datei mit Zeilen land;klasse;ab;promille" meaning:"Steuersätze, die für ihr Land und ihre Klasse an die Stelle der eingebauten treten"`
	RetentionYears int    `env:"AUFBEWAHRUNG_JAHRE" envDefault:"0" form:"eine ganze Zahl von 0 bis 30" meaning:"Jahre, die Bestellungen mindestens aufbewahrt werden; weniger, als das Gesetz verlangt, wird es nie"`
	ShopEmail      string `env:"SHOP_EMAIL" form:"eine E-Mail-Adresse wie shop@shop.example" meaning:"Adresse für Kunden; dorthin gehen ihre Antworten"`

	OrderNotificationEmail string `env:"ORDER_NOTIFICATION_EMAIL" form:"eine E-Mail-Adresse wie shop@shop.example" meaning:"Adresse, die neue Bestellungen gemeldet bekommt"`
	MailFrom               string `env:"MAIL_FROM" form:"eine E-Mail-Adresse, auch mit Namen: Wollwerk <shop@shop.example>" meaning:"Absender der E-Mails; leer: SHOP_EMAIL, sonst ORDER_NOTIFICATION_EMAIL"`
	ReportAt               string `env:"BERICHT_UM" envDefault:"06:30" outside:"only" form:"eine Uhrzeit wie 06:30, oder aus" meaning:"wann der Betreiber den Tagesbericht bekommt, Berliner Zeit; aus: nie"`
	ResendAPIKey           Secret `env:"RESEND_API_KEY" form:"der Schlüssel, ohne Leerzeichen" meaning:"Schlüssel von Resend; schaltet den E-Mail-Versand ein"`
	ResendBaseURL          string `env:"RESEND_BASE_URL" envDefault:"https://api.resend.com" form:"eine Adresse mit https; http nur auf diesem Rechner" meaning:"Adresse, unter der Resend antwortet"`
	SMTPURL                Secret `env:"SMTP_URL" form:"smtp://name:passwort@server:587 oder smtps://name:passwort@server:465" meaning:"SMTP-Server; schaltet den E-Mail-Versand ein, verschlüsselt außer auf diesem Rechner"`

	PayPalClientID     string        `env:"PAYPAL_CLIENT_ID" form:"die Client-ID der App bei PayPal, zusammen mit PAYPAL_CLIENT_SECRET" meaning:"Zugang zu PayPal; schaltet die Zahlung mit PayPal ein"`
	PayPalClientSecret Secret        `env:"PAYPAL_CLIENT_SECRET" form:"das Secret derselben App, zusammen mit PAYPAL_CLIENT_ID" meaning:"Geheimnis des Zugangs zu PayPal"`
	PayPalWebhookID    string        `env:"PAYPAL_WEBHOOK_ID" form:"die Webhook-ID der App bei PayPal, Buchstaben und Ziffern" meaning:"Kennung, mit der PayPals Meldungen geprüft werden; leer: sie werden abgewiesen"`
	PayPalBaseURL      string        `env:"PAYPAL_BASE_URL" envDefault:"https://api-m.paypal.com" form:"eine Adresse mit https; http nur auf diesem Rechner" meaning:"Adresse, unter der PayPal antwortet; zum Ausprobieren https://api-m.sandbox.paypal.com"`
	PayPalTimeout      time.Duration `env:"PAYPAL_TIMEOUT" envDefault:"30s" form:"eine Dauer von 100ms bis 2m" meaning:"wie lange der Shop höchstens auf PayPal wartet"`
	PayPalInterval     time.Duration `env:"PAYPAL_ABGLEICH_INTERVALL" envDefault:"30s" form:"eine Dauer von 10ms bis 1h" meaning:"wie oft der Shop offene Zahlungen mit PayPal abgleicht"`
	PayPalConfirm      bool          `env:"PAYPAL_BESTAETIGUNG" envDefault:"false" form:"true oder false" meaning:"nach der Zustimmung bei PayPal bestellt der Kunde mit einem eigenen Knopf im Shop"`
	PayPalLater        bool          `env:"PAYPAL_SPAETER" envDefault:"false" form:"true oder false" meaning:"neben dem Knopf von PayPal stehen PayPals Knopf und Hinweis für späteres Bezahlen"`
	PayPalLimit        int           `env:"PAYPAL_LIMIT" envDefault:"120" form:"eine ganze Zahl ab 0" meaning:"Zahlungen und ebenso viele Meldungen über PayPal je Absender und Minute; 0: ohne Grenze"`

	BankHolder string `env:"KONTOINHABER" form:"1 bis 70 Zeichen, genau wie bei der Bank; zusammen mit IBAN" meaning:"Kontoinhaber für Überweisungen"`
	IBAN       string `env:"IBAN" form:"eine IBAN mit richtiger Prüfsumme, etwa DE02 1203 0000 0000 2020 51" meaning:"Konto für Überweisungen"`
	BIC        string `env:"BIC" form:"8 oder 11 Zeichen, etwa BYLADEM1001" meaning:"BIC des Kontos; entbehrlich"`

	GoogleIssuer          string `env:"GOOGLE_ISSUER" envDefault:"https://accounts.google.com" rule:"issuer" meaning:"Kennung des Anmeldedienstes Google"`
	GoogleClientID        string `env:"GOOGLE_CLIENT_ID" rule:"client" meaning:"Client-ID bei Google; schaltet mit dem Clientschlüssel die Anmeldung ein"`
	GoogleClientSecret    Secret `env:"GOOGLE_CLIENT_SECRET" rule:"client" meaning:"Clientschlüssel bei Google"`
	GoogleLabel           string `env:"GOOGLE_LABEL" envDefault:"Google" rule:"label" meaning:"Name, unter dem Kunden Google sehen"`
	MicrosoftIssuer       string `env:"MICROSOFT_ISSUER" envDefault:"https://login.microsoftonline.com/9188040d-6c67-4c5b-b112-36a304b66dad/v2.0" rule:"issuer" meaning:"Kennung des Anmeldedienstes Microsoft; Vorgabe: nur persönliche Konten"`
	MicrosoftClientID     string `env:"MICROSOFT_CLIENT_ID" rule:"client" meaning:"Client-ID bei Microsoft; schaltet mit dem Clientschlüssel die Anmeldung ein"`
	MicrosoftClientSecret Secret `env:"MICROSOFT_CLIENT_SECRET" rule:"client" meaning:"Clientschlüssel bei Microsoft; läuft nach höchstens 24 Monaten ab"`
	MicrosoftLabel        string `env:"MICROSOFT_LABEL" envDefault:"Microsoft" rule:"label" meaning:"Name, unter dem Kunden Microsoft sehen"`

	ShippingDE Shipping `env:"VERSAND_DE" envDefault:"4,90/49" rule:"shipping" meaning:"Versandkosten nach Deutschland"`
	ShippingAT Shipping `env:"VERSAND_AT" envDefault:"7,90/79" rule:"shipping" meaning:"Versandkosten nach Österreich"`
	ShippingCH Shipping `env:"VERSAND_CH" envDefault:"12,90/129" rule:"shipping" meaning:"Versandkosten in die Schweiz"`
	ShippingLU Shipping `env:"VERSAND_LU" envDefault:"7,90/79" rule:"shipping" meaning:"Versandkosten nach Luxemburg"`

	DeliveryDE DeliveryTime `env:"LIEFERZEIT_DE" rule:"delivery" meaning:"Lieferzeit nach Deutschland in Werktagen; leer: der Shop nennt keine"`
	DeliveryAT DeliveryTime `env:"LIEFERZEIT_AT" rule:"delivery" meaning:"Lieferzeit nach Österreich in Werktagen; leer: der Shop nennt keine"`
	DeliveryCH DeliveryTime `env:"LIEFERZEIT_CH" rule:"delivery" meaning:"Lieferzeit in die Schweiz in Werktagen; leer: der Shop nennt keine"`
	DeliveryLU DeliveryTime `env:"LIEFERZEIT_LU" rule:"delivery" meaning:"Lieferzeit nach Luxemburg in Werktagen; leer: der Shop nennt keine"`

	LoyaltyPercent      int64  `env:"TREUEBONUS_PROZENT" envDefault:"0" form:"eine ganze Zahl von 0 bis 100" meaning:"Treuebonus auf die Waren für Kunden mit einer bezahlten Bestellung; 0: keiner"`
	Subscription        string `env:"ABO_PRODUKT" form:"das Kürzel eines Produkts, oder leer" meaning:"Produkt, das das Abo des Shops ist; leer: es gibt keines"`
	SubscriptionPercent int64  `env:"ABO_RABATT_PROZENT" envDefault:"0" form:"eine ganze Zahl von 0 bis 100" meaning:"Rabatt auf die übrigen Waren, wenn das Abo im Warenkorb liegt"`
	SubscriptionGift    string `env:"ABO_GESCHENK" form:"das Kürzel eines Produkts, oder leer" meaning:"Produkt, von dem es ein Stück gratis zum Abo gibt; leer: keines"`

	LegalDir string `env:"RECHTSTEXTE_DIR" form:"ein Verzeichnis mit impressum.de.md, agb.de.md, datenschutz.de.md, widerrufsrecht.de.md" meaning:"Rechtstexte des Betreibers in Markdown, je Sprache eine Datei; dazu gewaehrleistung.de.svg, der amtliche EU-Hinweis"`

	BackupDir        string        `env:"SICHERUNG_DIR" form:"ein Verzeichnis, in das das Programm schreiben darf" meaning:"Verzeichnis der Sicherungen, besser auf einem anderen Datenträger; leer: DATA_DIR/sicherung"`
	BackupEvery      time.Duration `env:"SICHERUNG_ALLE" envDefault:"1h" form:"eine Dauer von 1s bis 24h, oder 0s" meaning:"wie oft der Shop sich sichert, wenn sich etwas geändert hat; 0s: nie"`
	BackupRecipients []string      `env:"SICHERUNG_EMPFAENGER" form:"öffentliche Schlüssel von age mit Komma, wie age1…; kontor backup keygen erzeugt einen" meaning:"für wen Sicherungen verschlüsselt werden; leer: sie sind unverschlüsselt"`
	BackupCommand    string        `env:"SICHERUNG_BEFEHL" form:"der Pfad eines ausführbaren Programms" meaning:"Programm, das den Pfad der ersten Sicherung jedes Tages bekommt, etwa um sie wegzubringen"`

	PhotoDir string `env:"PRODUKTBILDER_DIR" form:"ein Verzeichnis mit Bildern, die wie das Kürzel ihres Produkts heißen, etwa sockengarn-moos.jpg" meaning:"eigene Produktbilder, die der Shop beim Start übernimmt"`

	PriceCheck string `env:"PREISPRUEFUNG" envDefault:"hinweis" form:"hinweis, streng oder aus" meaning:"was mit Bestellungen geschieht, deren Preise nicht stimmen"`
	Duties     string `env:"PRODUKTPFLICHTEN" envDefault:"streng" form:"streng oder hinweis" meaning:"ob ein öffentlicher Shop Produkte ohne Pflichtangaben neu in den Verkauf nimmt; streng: nein"`
	OrderLimit int    `env:"BESTELL_LIMIT" envDefault:"20" outside:"public" form:"eine ganze Zahl ab 0" meaning:"Bestellungen je Kunde und Minute; 0: ohne Grenze"`

	MailsPerHour int `env:"MAIL_LIMIT_STUNDE" envDefault:"10" outside:"only" form:"eine ganze Zahl ab 0" meaning:"E-Mails an die Adresse eines Kunden je Stunde, weitere werden angehalten; 0: ohne Grenze"`
	MailsPerDay  int `env:"MAIL_LIMIT_TAG" envDefault:"30" outside:"only" form:"eine ganze Zahl ab 0" meaning:"E-Mails an die Adresse eines Kunden in 24 Stunden, weitere werden angehalten; 0: ohne Grenze"`
	CouponLimit  int `env:"GUTSCHEIN_LIMIT" envDefault:"10" outside:"only" form:"eine ganze Zahl ab 0" meaning:"ungültige Gutscheincodes je Kunde in 10 Minuten; 0: ohne Grenze"`
	SignInLimit  int `env:"ANMELDE_LIMIT" envDefault:"30" outside:"only" form:"eine ganze Zahl ab 0" meaning:"begonnene Anmeldungen je Kunde in 10 Minuten; 0: ohne Grenze"`

	ConnectionLimit      int           `env:"VERBINDUNGS_LIMIT" envDefault:"64" outside:"only" form:"eine ganze Zahl ab 0" meaning:"offene Verbindungen je Absender, der kein Proxy aus TRUSTED_PROXIES ist; 0: ohne Grenze"`
	TotalConnectionLimit int           `env:"VERBINDUNGEN_GESAMT" envDefault:"4096" outside:"only" form:"eine ganze Zahl ab 0" meaning:"offene Verbindungen aller Absender zusammen; 0: ohne Grenze"`
	RequestLimit         int           `env:"ANFRAGEN_LIMIT" envDefault:"64" outside:"only" form:"eine ganze Zahl ab 0" meaning:"gleichzeitige Anfragen je Absender hinter einem Proxy aus TRUSTED_PROXIES; 0: ohne Grenze"`
	ExportLimit          int           `env:"EXPORT_LIMIT" envDefault:"8" outside:"only" form:"eine ganze Zahl ab 0" meaning:"gleichzeitige Exporte und Datendownloads; 0: ohne Grenze"`
	SendPatience         time.Duration `env:"SENDEFRIST" envDefault:"20s" outside:"only" form:"eine Dauer von 1s bis 10m, oder 0s" meaning:"wie lange ein Absender für je 64 KiB einer Antwort brauchen darf; 0s: ohne Grenze"`

	LiveExceptions []string `env:"GO_LIVE_AUSNAHME" form:"Namen aus anschrift, email, mail, name, produkte, recht, sicherung, steuer, uhr und zahlung, mit Komma" meaning:"Bedingungen, ohne die der Shop dennoch öffentlich startet; sie stehen dann im Protokoll"`

	TrustedProxies []string      `env:"TRUSTED_PROXIES" form:"Adressen und Netze mit Komma, etwa 10.0.0.7,172.16.0.0/12, oder keine" meaning:"Proxys, deren Angaben über ihre Kunden gelten"`
	MetricsAddr    string        `env:"METRICS_ADDR" form:"Adresse:Port, etwa 127.0.0.1:9090" meaning:"Adresse der Messwerte und des Zustands im Einzelnen; leer: aus"`
	MetricsOpen    bool          `env:"METRICS_OFFEN" envDefault:"false" form:"true oder false" meaning:"lässt METRICS_ADDR auch von anderen Rechnern erreichbar sein; dort fragt niemand nach einem Code"`
	Drain          time.Duration `env:"DRAIN" envDefault:"500ms" form:"eine Dauer von 0s bis 1m" meaning:"wie lange der Shop nach der Bitte um sein Ende noch Anfragen annimmt, damit ein Loadbalancer es an /readyz bemerkt"`
	LogFormat      string        `env:"LOG_FORMAT" envDefault:"text" form:"text oder json" meaning:"Form des Protokolls"`

	TaxRates []TaxRate // of STEUERSAETZE_DATEI

	// NoProxy: TRUSTED_PROXIES says that there is none, and TrustedProxies is empty.
	NoProxy bool

	values map[string]value // by variable; only those that are set
}

// value is a variable's value in the form in which it may be shown, and where it was
// set.
type value struct {
	shown  string
	origin Origin
	place  string // German: the line, if in the file with settings
}

// Origin is where a value comes from.
type Origin string

// The origins, strongest first.
const (
	OriginFlag        Origin = "Option"
	OriginEnvironment Origin = "Umgebung"
	OriginFile        Origin = "Datei"
	OriginCredential  Origin = "Credential"
	OriginSettings    Origin = "Konfigurationsdatei"
	OriginGenerated   Origin = "erzeugt"
	OriginDefault     Origin = "Vorgabe"
)

// Switch is on only when the value is exactly "true", so that no typing error opens
// anything.
// Spec: Site access gate.
type Switch bool

// UnmarshalText never fails: everything but "true" is off.
func (s *Switch) UnmarshalText(text []byte) error {
	*s = string(text) == "true"
	return nil
}

// mask replaces a secret wherever a value is shown.
const mask = "••••••••"

// Secret is a value that must not be shown. Only an explicit conversion to
// string reveals it.
type Secret string

// String returns a mask, also for fmt and slog.
func (s Secret) String() string {
	if s == "" {
		return ""
	}
	return mask
}

// GoString masks the value for %#v.
func (s Secret) GoString() string { return s.String() }

// MarshalText masks the value in JSON and in structured logs.
func (s Secret) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// Local reports whether only this computer can reach the shop. Missing secrets are then
// generated instead of refused.
func (c *Config) Local() bool {
	return isLoopback(host(c.ListenAddr)) && !isHTTPS(c.BaseURL)
}

// Public reports whether everybody can use the shop, beyond this computer too.
func (c *Config) Public() bool { return bool(c.SitePublic) && !c.Local() }

// Demo reports whether the shop is only being tried out: on this computer, and without
// a code, key or database server set by the operator.
func (c *Config) Demo() bool {
	if c.DatabaseURL != "" {
		return false
	}
	for _, s := range c.required() {
		if origin := c.values[s.name].origin; origin != "" && origin != OriginGenerated {
			return false
		}
	}
	return c.Local()
}
