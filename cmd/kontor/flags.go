package main

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/alecthomas/kong"

	"kontor/internal/config"
)

// settings are the flags for variables, one for each that is not secret: other people
// on the computer can read a process's arguments. Their help texts come from the
// variables.
type settings struct {
	ListenAddr string `group:"Einstellungen:" placeholder:"ADRESSE" help:"${LISTEN_ADDR}"`
	BaseURL    string `group:"Einstellungen:" placeholder:"URL" help:"${BASE_URL}"`
	tlsSettings
	SitePublic     string `group:"Einstellungen:" placeholder:"true" help:"${SITE_PUBLIC}"`
	ShopName       string `group:"Einstellungen:" placeholder:"NAME" help:"${SHOP_NAME}"`
	ShopPrefix     string `group:"Einstellungen:" placeholder:"XY" help:"${SHOP_PREFIX}"`
	RechnungPrefix string `group:"Einstellungen:" placeholder:"XY" help:"${RECHNUNG_PREFIX}"`
	ShopSlug       string `group:"Einstellungen:" placeholder:"NAME" help:"${SHOP_SLUG}"`
	ShopAdresse    string `group:"Einstellungen:" placeholder:"TEXT" help:"${SHOP_ADRESSE}"`
	taxSettings
	ShopEmail        string `group:"Einstellungen:" placeholder:"ADRESSE" help:"${SHOP_EMAIL}"`
	Produktpflichten string `group:"Einstellungen:" placeholder:"WAHL" help:"${PRODUKTPFLICHTEN}"`
	Preispruefung    string `group:"Einstellungen:" placeholder:"WAHL" help:"${PREISPRUEFUNG}"`
	limitSettings
	GoLiveAusnahme string `group:"Einstellungen:" placeholder:"NAMEN" help:"${GO_LIVE_AUSNAHME}"`
	TrustedProxies string `group:"Einstellungen:" placeholder:"NETZE" help:"${TRUSTED_PROXIES}"`
	backupSettings
	MetricsAddr  string `group:"Einstellungen:" placeholder:"ADRESSE" help:"${METRICS_ADDR}"`
	MetricsOffen string `group:"Einstellungen:" placeholder:"true" help:"${METRICS_OFFEN}"`
	Drain        string `group:"Einstellungen:" placeholder:"DAUER" help:"${DRAIN}"`
	LogFormat    string `group:"Einstellungen:" placeholder:"FORM" help:"${LOG_FORMAT}"`
	mailSettings
	payPalSettings
	signInSettings
	dataDir
}

// taxSettings are the flags for value added tax.
type taxSettings struct {
	ShopSteuernummer  string `group:"Einstellungen:" placeholder:"TEXT" help:"${SHOP_STEUERNUMMER}"`
	ShopUstID         string `group:"Einstellungen:" placeholder:"NUMMER" help:"${SHOP_UST_ID}"`
	SteuerSitz        string `group:"Einstellungen:" placeholder:"LAND" help:"${STEUER_SITZ}"`
	Kleinunternehmer  string `group:"Einstellungen:" placeholder:"true" help:"${KLEINUNTERNEHMER}"`
	OssAb             string `group:"Einstellungen:" placeholder:"TAG" help:"${OSS_AB}"`
	SteuersaetzeDatei string `group:"Einstellungen:" placeholder:"PFAD" help:"${STEUERSAETZE_DATEI}"`
	AufbewahrungJahre string `group:"Einstellungen:" placeholder:"ZAHL" help:"${AUFBEWAHRUNG_JAHRE}"`
}

// tlsSettings are the flags for a shop that speaks TLS itself.
type tlsSettings struct {
	TLS             string `group:"Einstellungen:" placeholder:"WAHL" help:"${TLS}"`
	TLSZertifikat   string `group:"Einstellungen:" placeholder:"PFAD" help:"${TLS_ZERTIFIKAT}"`
	TLSSchluessel   string `group:"Einstellungen:" placeholder:"PFAD" help:"${TLS_SCHLUESSEL}"`
	AcmeKontakt     string `group:"Einstellungen:" placeholder:"ADRESSE" help:"${ACME_KONTAKT}"`
	AcmeVerzeichnis string `group:"Einstellungen:" placeholder:"URL" help:"${ACME_VERZEICHNIS}"`
	AcmeCA          string `group:"Einstellungen:" placeholder:"PFAD" help:"${ACME_CA}"`
	ListenAddrHTTP  string `group:"Einstellungen:" placeholder:"ADRESSE" help:"${LISTEN_ADDR_HTTP}"`
}

// limitSettings are the flags for limits on strangers.
type limitSettings struct {
	BestellLimit       string `group:"Einstellungen:" placeholder:"ZAHL" help:"${BESTELL_LIMIT}"`
	MailLimitStunde    string `group:"Einstellungen:" placeholder:"ZAHL" help:"${MAIL_LIMIT_STUNDE}"`
	MailLimitTag       string `group:"Einstellungen:" placeholder:"ZAHL" help:"${MAIL_LIMIT_TAG}"`
	GutscheinLimit     string `group:"Einstellungen:" placeholder:"ZAHL" help:"${GUTSCHEIN_LIMIT}"`
	AnmeldeLimit       string `group:"Einstellungen:" placeholder:"ZAHL" help:"${ANMELDE_LIMIT}"`
	VerbindungsLimit   string `group:"Einstellungen:" placeholder:"ZAHL" help:"${VERBINDUNGS_LIMIT}"`
	VerbindungenGesamt string `group:"Einstellungen:" placeholder:"ZAHL" help:"${VERBINDUNGEN_GESAMT}"`
	AnfragenLimit      string `group:"Einstellungen:" placeholder:"ZAHL" help:"${ANFRAGEN_LIMIT}"`
	ExportLimit        string `group:"Einstellungen:" placeholder:"ZAHL" help:"${EXPORT_LIMIT}"`
	Sendefrist         string `group:"Einstellungen:" placeholder:"DAUER" help:"${SENDEFRIST}"`
}

// backupSettings are the flags for copies.
type backupSettings struct {
	SicherungDir        string `group:"Einstellungen:" placeholder:"PFAD" help:"${SICHERUNG_DIR}"`
	SicherungAlle       string `group:"Einstellungen:" placeholder:"DAUER" help:"${SICHERUNG_ALLE}"`
	SicherungEmpfaenger string `group:"Einstellungen:" placeholder:"SCHLÜSSEL" help:"${SICHERUNG_EMPFAENGER}"`
	SicherungBefehl     string `group:"Einstellungen:" placeholder:"PFAD" help:"${SICHERUNG_BEFEHL}"`
}

// mailSettings are the flags for e-mails and bank transfers.
type mailSettings struct {
	OrderNotificationEmail string `group:"Einstellungen:" placeholder:"ADRESSE" help:"${ORDER_NOTIFICATION_EMAIL}"`
	MailFrom               string `group:"Einstellungen:" placeholder:"ADRESSE" help:"${MAIL_FROM}"`
	BerichtUm              string `group:"Einstellungen:" placeholder:"UHRZEIT" help:"${BERICHT_UM}"`
	ResendBaseURL          string `group:"Einstellungen:" placeholder:"URL" help:"${RESEND_BASE_URL}"`
	Kontoinhaber           string `group:"Einstellungen:" placeholder:"NAME" help:"${KONTOINHABER}"`
	IBAN                   string `group:"Einstellungen:" placeholder:"IBAN" help:"${IBAN}"`
	BIC                    string `group:"Einstellungen:" placeholder:"BIC" help:"${BIC}"`
}

// payPalSettings are the flags for PayPal.
type payPalSettings struct {
	PaypalClientID          string `group:"Einstellungen:" placeholder:"ID" help:"${PAYPAL_CLIENT_ID}"`
	PaypalWebhookID         string `group:"Einstellungen:" placeholder:"ID" help:"${PAYPAL_WEBHOOK_ID}"`
	PaypalBaseURL           string `group:"Einstellungen:" placeholder:"URL" help:"${PAYPAL_BASE_URL}"`
	PaypalTimeout           string `group:"Einstellungen:" placeholder:"DAUER" help:"${PAYPAL_TIMEOUT}"`
	PaypalAbgleichIntervall string `group:"Einstellungen:" placeholder:"DAUER" help:"${PAYPAL_ABGLEICH_INTERVALL}"`
	PaypalBestaetigung      string `group:"Einstellungen:" placeholder:"true" help:"${PAYPAL_BESTAETIGUNG}"`
	PaypalSpaeter           string `group:"Einstellungen:" placeholder:"true" help:"${PAYPAL_SPAETER}"`
	PaypalLimit             string `group:"Einstellungen:" placeholder:"ZAHL" help:"${PAYPAL_LIMIT}"`
}

// signInSettings are the flags for sign-in providers.
type signInSettings struct {
	GoogleIssuer      string `group:"Einstellungen:" placeholder:"URL" help:"${GOOGLE_ISSUER}"`
	GoogleClientID    string `group:"Einstellungen:" placeholder:"ID" help:"${GOOGLE_CLIENT_ID}"`
	GoogleLabel       string `group:"Einstellungen:" placeholder:"NAME" help:"${GOOGLE_LABEL}"`
	MicrosoftIssuer   string `group:"Einstellungen:" placeholder:"URL" help:"${MICROSOFT_ISSUER}"`
	MicrosoftClientID string `group:"Einstellungen:" placeholder:"ID" help:"${MICROSOFT_CLIENT_ID}"`
	MicrosoftLabel    string `group:"Einstellungen:" placeholder:"NAME" help:"${MICROSOFT_LABEL}"`
}

// dataDir are the flags of commands that need only the database.
type dataDir struct {
	Config  string `group:"Einstellungen:" placeholder:"PFAD" variable:"KONTOR_CONFIG" help:"${KONTOR_CONFIG}"`
	DataDir string `group:"Einstellungen:" placeholder:"PFAD" help:"${DATA_DIR}"`
}

// describeFlags puts the meaning of each variable into its flag's help text. Kong's own
// variables would take most of the program's start: it expands all of them anew for
// every flag.
func describeFlags(parser *kong.Kong) error {
	help := make(map[string]string)
	for _, v := range config.Variables() {
		help["${"+v.Name+"}"] = fmt.Sprintf("%s (%s)", v.Meaning, v.Name)
		if v.Default != "" {
			help["${"+v.Name+"}"] = fmt.Sprintf("%s (%s, Vorgabe %s)", v.Meaning, v.Name, v.Default)
		}
	}
	return kong.Visit(parser.Model, func(node kong.Visitable, next kong.Next) error {
		if flag, ok := node.(*kong.Flag); ok && help[flag.Help] != "" {
			flag.Help = strings.ReplaceAll(help[flag.Help], "$", "$$") // Kong expands the others
		}
		return next(nil)
	})
}

// flagValues returns the flags for variables that were given. A flag is called as its
// variable is, unless its tag names another one.
func flagValues(line *kong.Context) map[string]string {
	values := make(map[string]string)
	for _, flag := range line.Flags() {
		if text, ok := line.FlagValue(flag).(string); ok && text != "" {
			name := strings.ToUpper(strings.ReplaceAll(flag.Name, "-", "_"))
			values[cmp.Or(flag.Tag.Get("variable"), name)] = text
		}
	}
	return values
}
