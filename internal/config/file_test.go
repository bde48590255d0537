package config_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"kontor/internal/config"
)

// writeFile returns the path of a file with the given content.
func writeFile(t *testing.T, content string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "value")
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// Contract, section 8: each name is also accepted as NAME_FILE.
func TestS42_EveryVariableCanComeFromAFile(t *testing.T) {
	t.Parallel()
	good := map[string]string{
		"KONTOR_CONFIG": writeFile(t, "# nothing"), "BASE_URL": "http://localhost:8080", "DATABASE_URL": "", "LISTEN_ADDR": "127.0.0.1:1", "METRICS_ADDR": "127.0.0.1:2",
		"TLS": "aus", "TLS_ZERTIFIKAT": "/etc/ssl/shop.pem", "TLS_SCHLUESSEL": "/etc/ssl/shop.key", "LISTEN_ADDR_HTTP": "127.0.0.1:3", "METRICS_OFFEN": "true", "DRAIN": "2s",
		"ACME_KONTAKT": "a@b.test", "ACME_VERZEICHNIS": "https://ca.test/dir", "ACME_CA": writeFile(t, ""),
		"TRUSTED_PROXIES": "::1", "GO_LIVE_AUSNAHME": "mail", "LOG_FORMAT": "json", "PREISPRUEFUNG": "aus", "PRODUKTPFLICHTEN": "hinweis", "BESTELL_LIMIT": "7", "SITE_PUBLIC": "true",
		"ORDER_NOTIFICATION_EMAIL": "a@b.test", "MAIL_FROM": "a@b.test", "BERICHT_UM": "07:15", "SHOP_EMAIL": "a@b.test", "SHOP_ADRESSE": "Weg 1, 10115 Berlin", "SHOP_STEUERNUMMER": "231/123/45678", "KLEINUNTERNEHMER": "true",
		"SHOP_UST_ID": "DE123456789", "STEUER_SITZ": "at", "AUFBEWAHRUNG_JAHRE": "12", "OSS_AB": "2026-07-01", "STEUERSAETZE_DATEI": writeFile(t, "land;klasse;ab;promille\nat;ermaessigt;;130\n"),
		"RESEND_BASE_URL": "https://relay.test", "SMTP_URL": "smtps://mail.test", "IBAN": "DE02120300000000202051", "BIC": "BYLADEM1001",
		"PAYPAL_WEBHOOK_ID": "8PT597110X687430L", "PAYPAL_BASE_URL": "https://api-m.sandbox.paypal.com", "PAYPAL_TIMEOUT": "5s",
		"PAYPAL_ABGLEICH_INTERVALL": "1m", "PAYPAL_BESTAETIGUNG": "true", "PAYPAL_SPAETER": "true", "PAYPAL_LIMIT": "7",
		"VERBINDUNGS_LIMIT": "7", "VERBINDUNGEN_GESAMT": "7", "ANFRAGEN_LIMIT": "7", "EXPORT_LIMIT": "7", "MAIL_LIMIT_STUNDE": "7", "MAIL_LIMIT_TAG": "7", "GUTSCHEIN_LIMIT": "7", "ANMELDE_LIMIT": "7", "SENDEFRIST": "7s",
		"SHOP_PREFIX": "XY", "RECHNUNG_PREFIX": "RN", "SHOP_SLUG": "xy", "SHOP_NAME": "Xy", "DATA_DIR": t.TempDir(),
		"VERSAND_DE": "1/2", "VERSAND_AT": "1/2", "VERSAND_CH": "1/2", "VERSAND_LU": "1/2", "LIEFERZEIT_DE": "2-4", "LIEFERZEIT_AT": "3", "LIEFERZEIT_CH": "3", "LIEFERZEIT_LU": "3",
		"SICHERUNG_DIR": t.TempDir(), "RECHTSTEXTE_DIR": t.TempDir(), "PRODUKTBILDER_DIR": t.TempDir(),
		"TREUEBONUS_PROZENT": "5", "ABO_PRODUKT": "abo", "ABO_RABATT_PROZENT": "10", "ABO_GESCHENK": "knopf",
		"SICHERUNG_ALLE": "30m", "SICHERUNG_BEFEHL": "/bin/sh", "SICHERUNG_EMPFAENGER": "age1kg4mccel85zthset2k24tp0mgrmeu2yufepk2psg0vkftfsycs5sxxs39t",
		"GOOGLE_ISSUER": "https://id.test", "MICROSOFT_ISSUER": "https://id.test", "GOOGLE_LABEL": "G", "MICROSOFT_LABEL": "M",
	}
	company := map[string][]string{ // variables that must be set together
		"RESEND_API_KEY": {"ORDER_NOTIFICATION_EMAIL=a@b.test"}, "SMTP_URL": {"ORDER_NOTIFICATION_EMAIL=a@b.test"},
		"IBAN": {"KONTOINHABER=Max Muster"}, "BIC": {"KONTOINHABER=Max Muster", "IBAN=DE02120300000000202051"},
		"KONTOINHABER":     {"IBAN=DE02120300000000202051"},
		"OSS_AB":           {"SHOP_UST_ID=DE123456789"},
		"PAYPAL_CLIENT_ID": {"PAYPAL_CLIENT_SECRET=x"}, "PAYPAL_CLIENT_SECRET": {"PAYPAL_CLIENT_ID=x"},
		"PAYPAL_WEBHOOK_ID": {"PAYPAL_CLIENT_ID=x", "PAYPAL_CLIENT_SECRET=x"},
		"GOOGLE_CLIENT_ID":  {"GOOGLE_CLIENT_SECRET=x"}, "GOOGLE_CLIENT_SECRET": {"GOOGLE_CLIENT_ID=x"},
		"MICROSOFT_CLIENT_ID": {"MICROSOFT_CLIENT_SECRET=x"}, "MICROSOFT_CLIENT_SECRET": {"MICROSOFT_CLIENT_ID=x"},
	}
	for _, v := range config.Variables() {
		want, known := good[v.Name]
		if !known {
			want = randomKey()
		}
		settings := append(company[v.Name], "DATA_DIR=", v.Name+"_FILE="+writeFile(t, want+"\r\n"))
		c := mustLoad(t, settings...)
		for _, row := range c.Describe() {
			if row.Name == v.Name && want != "" && row.Origin != config.OriginFile {
				t.Errorf("%s comes from %q", v.Name, row.Origin)
			}
		}
	}
}

func TestFileContentLosesOnlyItsLineEnd(t *testing.T) {
	t.Parallel()
	key := " " + randomKey() + " "
	c := mustLoad(t, "SITE_SESSION_SECRET_FILE="+writeFile(t, key+"\n\n"))
	if string(c.SiteSessionSecret) != key {
		t.Error("the key is not the file's content")
	}
}

func TestFileProblems(t *testing.T) {
	t.Parallel()
	code := "Knopfschachtel-9"
	missing := filepath.Join(t.TempDir(), "none")
	for name, test := range map[string]struct {
		settings []string
		text     string
	}{
		"missing":   {[]string{"SITE_ACCESS_CODE_FILE=" + missing}, "nicht lesbar"},
		"directory": {[]string{"SITE_ACCESS_CODE_FILE=" + t.TempDir()}, "nicht lesbar"},
		"both set":  {[]string{"SITE_ACCESS_CODE=" + code, "SITE_ACCESS_CODE_FILE=" + writeFile(t, code)}, "SITE_ACCESS_CODE ist auch gesetzt"},
	} {
		problems := refusals(t, append(server(), append([]string{"SITE_ACCESS_CODE=", "VERWALTUNG_ACCESS_CODE=Stopfpilz-Zwirn-3"}, test.settings...)...)...)
		if len(problems) != 1 || problems[0].Name != "SITE_ACCESS_CODE_FILE" || !strings.Contains(problems[0].Text, test.text) {
			t.Errorf("%s: %v", name, problems)
		}
		if strings.Contains(problems.Error(), code) {
			t.Errorf("%s: the code is shown", name)
		}
	}
}

func TestAnEmptyFileMeansNotSet(t *testing.T) {
	t.Parallel()
	problems := refusals(t, append(server(), "SITE_ACCESS_CODE=", "SITE_ACCESS_CODE_FILE="+writeFile(t, "\n"))...)
	if len(problems) != 1 || problems[0].Name != "SITE_ACCESS_CODE" {
		t.Errorf("refused %v", problems)
	}
}
